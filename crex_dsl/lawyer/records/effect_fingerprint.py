"""The shape of what a clause does: equal for two effects that do the same, however they are written."""

from __future__ import annotations

import hashlib
from typing import Any

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.fingerprint import fingerprint

_TOGETHER = ("and", "or")


def shape(*parts: Any) -> str:
    """A digest of typed rules, free of places, of what they call their local names and of the order of conditions."""
    drawn = _ordered(fingerprint(parts, called=lambda var: var))
    return hashlib.sha256(repr(_numbered(drawn, {})).encode()).hexdigest()[:16]


def _ordered(drawn: Any) -> Any:
    """A sketch with the parts of every `and` and `or` in one order."""
    if not isinstance(drawn, tuple):
        return drawn
    parts = tuple(_ordered(part) for part in drawn)
    if parts[:1] and parts[0] in _TOGETHER and len(parts) == 2:
        return parts[0], tuple(sorted(parts[1], key=_nameless))
    return parts


def _nameless(drawn: Any) -> str:
    """A sketch in which all local names look alike."""
    if isinstance(drawn, tuple):
        return f"({','.join(_nameless(part) for part in drawn)})"
    return "?" if isinstance(drawn, t.Var) else repr(drawn)


def _numbered(drawn: Any, numbers: dict[t.Var, int]) -> Any:
    """A sketch with its local names numbered in the order in which they occur."""
    if isinstance(drawn, tuple):
        return tuple(_numbered(part, numbers) for part in drawn)
    return numbers.setdefault(drawn, len(numbers)) if isinstance(drawn, t.Var) else drawn
