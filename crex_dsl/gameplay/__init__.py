"""A game under way, whatever shows it: history, undo, seats, saves, answers in a few words."""
