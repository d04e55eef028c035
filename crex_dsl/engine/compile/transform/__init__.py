"""Passes over generated Python: the same answers, sooner."""
