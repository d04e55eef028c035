"""Letters as a searcher types them: without case and without the marks that a keyboard may lack."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# Letters that Unicode does not take apart, one for one, so that places in a text stay where they are.
_PLAIN = str.maketrans("łŁøØđĐħĦıßþðŋ", "lLoOdDhHistdn")
_WORD = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+")


def folded(text: str) -> str:
    """A text in small plain letters, as long as it was: `ÉTÉ` is `ete`."""
    return text.lower() if text.isascii() else "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", letter.translate(_PLAIN)).lower()
    kept = [mark for mark in plain if not unicodedata.combining(mark)]
    return kept[0] if kept else " "


def words(text: str) -> Iterator[tuple[int, str]]:
    """The words and numbers of a text, folded, each with where it begins."""
    for found in _WORD.finditer(folded(text)):
        yield found.start(), found.group()


def spelled(text: str) -> dict[str, str]:
    """The words and numbers of a text, folded, each as it is written there last."""
    return {word: text[start : start + len(word)] for start, word in words(text)}


def plain(text: str) -> str:
    """A text as it is compared: small letters, without accents."""
    if text.isascii():
        return " ".join(text.casefold().split())
    letters = unicodedata.normalize("NFKD", " ".join(text.casefold().translate(_PLAIN).split())).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
