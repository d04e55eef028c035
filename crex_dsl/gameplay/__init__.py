"""A game under way, whatever shows it: history, undo, seats, saves, answers and orders in a few words."""
