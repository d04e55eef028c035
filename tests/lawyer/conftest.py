"""The briefs that the lawyer's tests look into."""

from functools import cache
from pathlib import Path

import pytest

from crex_dsl.lawyer.records.build import build_record
from crex_dsl.lawyer.records.models import ClauseRecord, RulebookRecord
from crex_dsl.lawyer.search.index import SearchIndex
from crex_dsl.lawyer.search.index_builder import build_index
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import GAMES
from tests.rulebook.small import Small


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A small game in a folder of its own."""
    return Small(tmp_path)


@cache
def brief(game: str = "ford", edition: str | None = "royal", *options: str) -> RulebookRecord:
    """The brief of a small game, drawn up anew, past any cache."""
    files = Library([GAMES]).files(game)
    index = index_of(files)
    return build_record(files, index, index.select(edition, options))


def clause(name: str, *options: str, edition: str = "royal") -> ClauseRecord:
    """One clause of a brief of the ford."""
    return next(each for each in brief("ford", edition, *options).clauses if each.id == name)


@cache
def register(*editions: str, game: str = "ford", options: tuple[str, ...] = ()) -> SearchIndex:
    """The register of some editions of a small game, or of all, the default one first."""
    files = Library([GAMES]).files(game)
    index = index_of(files)
    every = sorted((edition.id for edition in index.editions), key=lambda name: name != index.default_edition)
    return build_index(files, index, [index.select(edition, options) for edition in editions or every])
