"""A game in the terminal: people and bots, the board as each may see it, and the way back through what happened."""
