"""What crex itself says around the rules, in the language of each page."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

OWN = "en"


class Messages:
    """The site's phrases in one language; where it has none, in English."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The phrase under a key, its blanks filled in."""
        row = _table()[key]
        return (row.get(self.language) or row[OWN]).format(**values)

    __getitem__ = __call__

    def beginning(self, prefix: str) -> dict[str, str]:
        """The phrases whose keys begin so, their blanks left open."""
        return {key: row.get(self.language) or row[OWN] for key, row in _table().items() if key.startswith(prefix)}


@cache
def _table() -> dict[str, dict[str, str]]:
    with (Path(__file__).parent / "messages.tsv").open(encoding="utf-8", newline="") as lines:
        return {row["key"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}


def languages() -> list[str]:
    """The languages in which the site speaks."""
    return [name for name in next(iter(_table().values())) if name != "key"]


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
