"""Positions as text: written, checked when read, carried to other rulebooks."""
