"""The small games of the tests as compendiums."""

from functools import cache

from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.site.compendium import Compendium
from tests.conformance.cases import library


@cache
def compendium(game: str = "ford") -> Compendium:
    """A game of the tests, or one of ours."""
    files = library().files(game)
    return Compendium(files, index_of(files))
