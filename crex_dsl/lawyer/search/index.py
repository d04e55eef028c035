"""An index: all that a word can be found in, in several editions of a game at once, kept beside the records."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Literal

from pydantic import BaseModel

from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import GameIndex, Selection
from crex_dsl.system.cache import cached

Sort = Literal["clause", "ruling", "term", "option", "thing", "example"]
Part = Literal[
    "number",
    "heading",
    "section",
    "title",
    "id",
    "wording",
    "meaning",
    "question",
    "reading",
    "note",
    "phrase",
    "form",
    "name",
    "shown",
    "asked",
]


class Standing(BaseModel):
    """Where an edition has something: its numbers there, its heading, and the options without which it is off."""

    edition: str
    numbers: list[str]
    heading: str
    options: list[str] = []


class Entry(BaseModel):
    """Something that can be found, whichever edition it is found in: where it stands, and where it is written."""

    sort: Sort
    id: str
    standings: list[Standing]
    place: str


class Passage(BaseModel):
    """A text of an entry, by its number: which part of it, in which language, and in which editions it stands."""

    entry: int
    part: Part
    language: str
    editions: list[str]
    text: str


class SearchIndex(BaseModel):
    """The entries of some rulebooks of one game in order, their passages, and by language where every word occurs.

    The rulebooks are told by edition with their languages, the one that is meant when none is named first. A word is
    in folded letters; those of one stem are kept together. The forms are those of the glossary, by term and language;
    the kin are the terms for what things of some name are, by language and by the stem of a word of that name.
    """

    game: str
    title: str
    name: str
    base_language: str
    editions: dict[str, str]
    entries: list[Entry]
    passages: list[Passage]
    words: dict[str, dict[str, list[int]]]
    stems: dict[str, dict[str, list[str]]]
    forms: dict[str, dict[str, list[str]]]
    kin: dict[str, dict[str, list[str]]]


def search_index_of(files: GameFiles, index: GameIndex, selections: Sequence[Selection]) -> SearchIndex:
    """The index of some selections of a game; raises a RuleError with every mistake of their rules."""
    names = [" ".join(selection.key) for selection in selections]

    def made() -> SearchIndex:
        from crex_dsl.lawyer.search.index_builder import build_index  # parses and builds

        return build_index(files, index, selections)

    stemmer = f"snowballstemmer {version('snowballstemmer')}"  # another one makes other stems of the same words
    return cached("search", SearchIndex, made, files.digest, stemmer, *names, layers=["lawyer"])
