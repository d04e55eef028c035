"""Typed rules as English."""
