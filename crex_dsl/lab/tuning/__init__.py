"""Weights of `worth` from self-play: fitted to who won, tried in a match, written as a rule file."""
