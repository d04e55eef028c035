"""The pages across the editions of a game: where they agree, where they part, and what can be chosen."""
