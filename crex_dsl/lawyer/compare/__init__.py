"""How the rulebooks of a game differ, and what they leave open."""
