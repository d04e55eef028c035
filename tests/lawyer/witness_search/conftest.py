"""The two editions of the ford, compared."""

from functools import cache

from crex_dsl.engine.game import Game, game_of
from crex_dsl.language.diagnostics import Report
from crex_dsl.lawyer.witness_search.hunks import RuleHunk, rule_hunks
from crex_dsl.lawyer.witness_search.search import search_witnesses
from crex_dsl.lawyer.witness_search.witness import BestWitnesses, RulebookAccount, Witness
from crex_dsl.lawyer.witness_search.worker import Order
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.layers.draft import Draft
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from tests.conformance.cases import GAMES

NAMES = ("plain-1.0", "royal-2.0")


@cache
def drafts() -> tuple[Draft, Draft]:
    """The drafts of both editions, laid over one text."""
    files = Library([GAMES]).files("ford")
    index, text = index_of(files), parsed(files, scripts=False)
    one, two = (overlay(text, index, index.select(name, ()), Report()) for name in NAMES)
    return one, two


@cache
def games() -> tuple[Game, Game]:
    """The games of both editions."""
    files = Library([GAMES]).files("ford")
    one, two = (game_of(files, index_of(files).select(name, ())) for name in NAMES)
    return one, two


@cache
def all_strands() -> list[RuleHunk]:
    """What the editions do differently."""
    return rule_hunks(*drafts())


def hunk(clause: str, name: str) -> RuleHunk:
    """The hunk of a clause that is about something."""
    return next(each for each in all_strands() if each.clause == clause and name in each.about)


def order(*clauses: str, games: int = 2, **more: object) -> Order:
    """An order for witnesses of some clauses of the ford, or of all."""
    files = Library([GAMES]).files("ford")
    one, two = (index_of(files).select(name, ()) for name in NAMES)
    return Order(files, (one, two), NAMES, frozenset(clauses) or None, 600, games, **more)  # type: ignore[arg-type]


@cache
@cache
def found(*clauses: str, games: int = 2, jobs: int = 1) -> BestWitnesses:
    """What a short hunt finds."""
    return list(search_witnesses(order(*clauses, games=games), jobs))[-1]


def witness(**changes: object) -> Witness:
    """A witness of our own making."""
    telling = RulebookAccount(
        rulebook="plain-1.0", numbers=["3.4"], legal=True, only=[], lines=["so"], clauses=["road-limits"], why=[]
    )
    other = telling.model_copy(update={"rulebook": "royal-2.0", "legal": False})
    made = Witness(
        clause="road-limits",
        title="Road limits",
        about=["size_limit"],
        along=[],
        sort="allowed",
        played="plain-1.0",
        seed=1,
        after=2,
        forced=0,
        decisions=[],
        who="north",
        question="north may choose march",
        action="march(oak-spears, abbey-mill)",
        text="oak-spears marches to mill",
        chance=[],
        memory=[],
        scene=[],
        first=telling,
        second=other,
        checked=True,
    )
    return made.model_copy(update=changes)
