"""The table in the browser: games that people and bots play over HTTP, each seat told what it may know."""
