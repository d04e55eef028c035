"""Which files make a game: rule files, loose ones, tables."""
