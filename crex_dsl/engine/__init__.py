"""Rulebook to play: compile, run, view, record."""
