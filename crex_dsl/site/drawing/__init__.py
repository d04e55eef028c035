"""Drawings: what the pictures of a game say, as SVG: its board, its blocks and its cards."""
