"""A program under way: positions, decisions, chance, memory by name."""
