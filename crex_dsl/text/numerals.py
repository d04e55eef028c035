"""Whole numbers in outside text: the one place where words become numbers."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"[0-9]+")
MOST_DIGITS = 18  # more than any number of a game, and few enough to be read at once


def is_whole_number(text: str) -> bool:
    """Whether a text is a whole number in the figures 0 to 9: not `²`, which Python calls a digit, nor `٣`."""
    return _WHOLE.fullmatch(text) is not None


def whole_number(text: str, most: int | None = None) -> int | None:
    """The whole number that a text is; None where it is none, or is greater than `most`."""
    if not is_whole_number(text):
        return None
    figures = text.lstrip("0") or "0"
    if len(figures) > MOST_DIGITS:
        return None
    number = int(figures)
    return number if most is None or number <= most else None


def signed_number(text: str) -> int | None:
    """The whole number, perhaps below 0, that a text is; None where it is none."""
    number = whole_number(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number
