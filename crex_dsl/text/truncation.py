"""Outside text in our sentences: printable, and no longer than a reader bears."""

from __future__ import annotations

import re
from collections.abc import Iterable


def printable(text: str) -> str:
    """The text with a dot for every character that would not show, or would do something to a terminal."""
    return "".join(char if char.isprintable() else "·" for char in text)


MAX_PLACES = 5  # other places that one mistake shows
MAX_LISTED = 30  # words that a sentence lists
MAX_QUOTED = 80  # characters of one quoted piece
MAX_SENTENCE = 1_000
MAX_UNBROKEN = 250  # characters without a blank: a path may be long
_QUOTED = re.compile(rf"`([^`]{{{MAX_QUOTED + 1},}})`")
_UNBROKEN = re.compile(rf"(\S{{{MAX_UNBROKEN + 1},}})")


def bounded(sentence: str) -> str:
    """A sentence that echoes at most a line of what it was given, whatever that was."""
    if len(sentence) <= MAX_QUOTED:
        return sentence
    short = _QUOTED.sub(lambda quoted: f"`{_ends(quoted[1])}`", sentence)
    short = _UNBROKEN.sub(lambda word: _ends(word[1]), short)
    return short if len(short) <= MAX_SENTENCE else f"{short[: MAX_SENTENCE - 1]}…"


def _ends(text: str) -> str:
    """The beginning and the end of a long text."""
    return f"{text[: MAX_QUOTED - 20]}…{text[-19:]}"


def followed(names: Iterable[str]) -> str:
    """Names as a chain, each leading to the next; of a long one its beginning and its end."""
    chain = list(names)
    if len(chain) > MAX_LISTED // 3:
        left_out = len(chain) - 7
        chain = [*chain[:5], f"… {left_out:,} more …", *chain[-2:]]
    return " → ".join(chain)
