"""Patterns of phrases: words with blanks, of which some have a second form, as cases and denials need it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

# `{blank}` or `{blank:form}`; `one|other`, a word in two forms; `[denied]`, what is said in the second form alone.
_PART = re.compile(r"\{(\w+)(?::([^{}]*))?\}|\[([^\[\]]*)\]|([^\s{}\[\]|]+)\|([^\s{}\[\]|]+)")
_SPACE = "~"  # inside one of two forms
Fill = Callable[[str, str], str]
Part = tuple[str, str, str]  # its sort, and a text or two


def filled(pattern: str, second: bool, fill: Fill) -> str:
    """A pattern in its first or second form; `fill` gives the text for a blank in a form."""
    made = []
    for sort, one, other in _parts(pattern):
        if sort == "blank":
            made.append(fill(one, other))
        elif sort == "forms":
            made.append((other if second else one).replace(_SPACE, " "))
        elif sort == "text" or second:
            made.append(one)
    return "".join(made)


def blanks(pattern: str) -> set[str]:
    """The names of the blanks in a pattern."""
    return {one for sort, one, _ in _parts(pattern) if sort == "blank"}


@lru_cache(maxsize=4096)
def _parts(pattern: str) -> tuple[Part, ...]:
    found: list[Part] = []
    at = 0
    for part in _PART.finditer(pattern):
        if part.start() > at:
            found.append(("text", pattern[at : part.start()], ""))
        blank, form, denied, one, other = part.groups()
        if blank is not None:
            found.append(("blank", blank, (form or "").strip()))
        elif denied is not None:
            found.append(("denied", denied, ""))
        else:
            found.append(("forms", one, other))
        at = part.end()
    if at < len(pattern):
        found.append(("text", pattern[at:], ""))
    return tuple(found)
