"""The briefs that the lawyer's tests look into."""

from functools import cache
from pathlib import Path

import pytest

from crex_dsl.lawyer.brief import Brief, ClauseBrief
from crex_dsl.lawyer.drafting import draw_up
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
