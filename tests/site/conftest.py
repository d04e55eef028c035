"""The small games of the tests as compendiums."""

from functools import cache

from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.game_content import GameContent
from tests.conformance.cases import library


@cache
def compendium(game: str = "ford") -> GameContent:
    """A game of the tests, or one of ours."""
    files = library().files(game)
    return GameContent(files, index_of(files))


@cache
def told_across(game: str = "ford", language: str = "en") -> Across:
    """Such a game across its editions."""
    return Across(compendium(game), language)
