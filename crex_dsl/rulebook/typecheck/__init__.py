"""Expressions and statements: every part typed, or a mistake that says what was expected."""
