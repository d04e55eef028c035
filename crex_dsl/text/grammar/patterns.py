"""Patterns of phrases: words with blanks, of which some have further forms, as cases and denials need them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

# `{blank}` or `{blank:form}`; `one|other`, a word in its forms; `[…]`, what is said only sometimes.
_FORM = r"[^\s{}\[\]|]*[^\s{}\[\]|,;:]"
_PART = re.compile(rf"\{{(\w+)(?::([^{{}}]*))?\}}|\[([^\[\]]*)\]|({_FORM}(?:\|{_FORM})+)")
_SPACE = "~"  # inside one of several forms
Fill = Callable[[str, str], str]
Choose = Callable[[tuple[str, ...]], str]
Say = Callable[[set[str]], bool]
Part = tuple[str, str, tuple[str, ...]]  # its sort, a text, and its forms


def filled(pattern: str, choose: Choose, say: Say, fill: Fill) -> str:
    """A pattern in words, its blanks filled in.

    `choose` takes one of a word's forms, `say` tells whether what stands in brackets with some blanks is said.
    """
    made = []
    for sort, text, forms in _parts(pattern):
        if sort == "blank":
            made.append(fill(text, forms[0]))
        elif sort == "forms":
            made.append(choose(forms).replace(_SPACE, " "))
        elif sort == "text":
            made.append(text)
        elif say(blanks(text)):
            made.append(filled(text, choose, say, fill))
    return "".join(made)


def blanks(pattern: str) -> set[str]:
    """The names of the blanks in a pattern."""
    found: set[str] = set()
    for sort, text, _ in _parts(pattern):
        if sort == "blank":
            found.add(text)
        elif sort == "bracket":
            found |= blanks(text)
    return found


@lru_cache(maxsize=4096)
def _parts(pattern: str) -> tuple[Part, ...]:
    found: list[Part] = []
    at = 0
    for part in _PART.finditer(pattern):
        if part.start() > at:
            found.append(("text", pattern[at : part.start()], ()))
        blank, form, bracket, forms = part.groups()
        if blank is not None:
            found.append(("blank", blank, ((form or "").strip(),)))
        elif bracket is not None:
            found.append(("bracket", bracket, ()))
        else:
            found.append(("forms", forms, tuple(forms.split("|"))))
        at = part.end()
    if at < len(pattern):
        found.append(("text", pattern[at:], ()))
    return tuple(found)
