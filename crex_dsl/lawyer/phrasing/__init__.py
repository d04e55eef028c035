"""Typed rules and reasons in the words of a language."""
