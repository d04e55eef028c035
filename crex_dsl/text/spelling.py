"""Which known words come nearest to one that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from crex_dsl.text.messages import listed_as_said, said

MAX_WORD = 60
MAX_WORDS = 20_000


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that offers the nearest known words, or None where nothing is near."""
    near = nearest(word, known)
    return said("play-did-you-mean", names=listed_as_said([f"`{name}`" for name in near], "or")) if near else None


def nearest(word: str, known: Iterable[str], near_enough: float = 0.6) -> list[str]:
    """The known words that are nearest to one, as long as they are near."""
    longest = 2 * len(word) + 2
    words = sorted(name for name in set(known) if len(name) <= longest)
    if len(word) > MAX_WORD or len(words) > MAX_WORDS:
        return []  # to compare so much takes longer than the reader would
    near = difflib.get_close_matches(word, words, n=3, cutoff=near_enough)
    return [name for name in near if _likeness(word, name) > _likeness(word, near[0]) - 0.1]


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()
