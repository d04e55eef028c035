"""What crex itself says around the rules, in the language of each page or of whoever sits at the prompt."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal

from crex_dsl.text.locale import listed_in, plural_form
from crex_dsl.text.truncation import MAX_LISTED

OWN = "en"

_spoken: ContextVar[str] = ContextVar("language", default=OWN)


class Messages:
    """Our phrases in one language; where it has none, in English."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The phrase under a key, its blanks filled in; `{n: coin | coins}` is the form that goes with a number."""
        row = _table()[key]
        known = row.get(self.language)
        return _Blanks(self.language if known else OWN).format(known or row[OWN], **values)

    __getitem__ = __call__

    def beginning(self, prefix: str) -> dict[str, str]:
        """The phrases whose keys begin so, their blanks left open."""
        return {key: row.get(self.language) or row[OWN] for key, row in _table().items() if key.startswith(prefix)}


class _Blanks(Formatter):
    """Fills the blanks of a phrase, and picks the forms of its words."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, spec: str) -> str:
        if "|" not in spec:
            return str(super().format_field(value, spec))
        forms = [form.strip() for form in spec.split("|")]
        return forms[min(plural_form(self.language, value), len(forms) - 1)]


def said(key: str, **values: object) -> str:
    """The phrase under a key in the language that is spoken now, its blanks filled in."""
    return Messages(_spoken.get())(key, **values)


def listed_as_said(words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """Words as they are listed in the language that is spoken now; of very many, the first and how many more."""
    items = list(words)
    if len(items) > MAX_LISTED:
        return said("play-and-more", some=", ".join(items[:MAX_LISTED]), count=f"{len(items) - MAX_LISTED:,}")
    return listed_in(_spoken.get(), items, last)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let what is said meanwhile be said in a language; other threads and requests keep their own."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def _table() -> dict[str, dict[str, str]]:
    with (Path(__file__).parent / "messages.tsv").open(encoding="utf-8", newline="") as lines:
        return {row["key"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}


def languages() -> list[str]:
    """The languages in which we speak."""
    return [name for name in next(iter(_table().values())) if name != "key"]


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
