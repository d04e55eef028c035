"""The briefs that the lawyer's tests look into."""

from functools import cache
from pathlib import Path

import pytest

from crex_dsl.lawyer.brief import Brief, ClauseBrief
from crex_dsl.lawyer.drafting import draw_up
from crex_dsl.lawyer.entries import registered
from crex_dsl.lawyer.register import Register
from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.rulebook.library import Library
from tests.conformance.cases import GAMES
from tests.rulebook.small import Small


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A small game in a folder of its own."""
    return Small(tmp_path)


@cache
def brief(game: str = "ford", edition: str | None = "royal", *options: str) -> Brief:
    """The brief of a small game, drawn up anew, past any cache."""
    files = Library([GAMES]).files(game)
    index = index_of(files)
    return draw_up(files, index, index.select(edition, options))


def clause(name: str, *options: str, edition: str = "royal") -> ClauseBrief:
    """One clause of a brief of the ford."""
    return next(each for each in brief("ford", edition, *options).clauses if each.id == name)


@cache
def register(*editions: str, game: str = "ford", options: tuple[str, ...] = ()) -> Register:
    """The register of some editions of a small game, or of all, the default one first."""
    files = Library([GAMES]).files(game)
    index = index_of(files)
    every = sorted((edition.id for edition in index.editions), key=lambda name: name != index.default_edition)
    return registered(files, index, [index.select(edition, options) for edition in editions or every])
