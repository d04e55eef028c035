"""The differences as a page: every two editions, clause by clause and thing by thing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from crex_dsl.lawyer.brief import Brief
from crex_dsl.lawyer.difference import ClauseDifference, Tally, Weight
from crex_dsl.lawyer.gist import Names, gists, short, thing_gist
from crex_dsl.site.across.sheet import sheet
from crex_dsl.site.across.standing import Standing, Standings
from crex_dsl.site.compendium import Compendium
from crex_dsl.site.page import Page

TOLD = 3

# What a reader may ask for, by what a difference is counted as; what counts in play can be asked for as a whole.
KINDS: dict[Weight, str] = {
    "figures": "play figures",
    "effects": "play effects",
    "first_only": "play only",
    "second_only": "play only",
    "printed": "printing",
}


@dataclass(frozen=True)
class Row:
    """A clause that two editions do not have alike."""

    id: str
    title: str
    difference: str | None
    kind: str
    first: Standing
    second: Standing
    gists: list[str]
    more: int


@dataclass(frozen=True)
class Thing:
    """A thing that two editions do not have alike."""

    kind: str
    name: str
    gist: str


@dataclass(frozen=True)
class Pair:
    """Two editions: how many clauses differ and in what way, and which."""

    first: str
    second: str
    tally: Tally
    rows: list[Row]
    things: list[Thing]

    @property
    def anchor(self) -> str:
        """Where the pair stands on the page."""
        return f"{self.first}--{self.second}"


def differences_page(compendium: Compendium) -> Page | None:
    """The differences of any two editions; nothing where there are none."""
    standings = Standings(compendium, compendium.path("differences"))
    pairs = [_pair(compendium, standings, *two) for two in combinations(compendium.briefs, 2)]
    if not any(pair.rows or pair.things for pair in pairs):
        return None
    editions = [edition.id for edition in compendium.editions]
    return sheet(compendium, "differences", "Differences", pairs=pairs, editions=editions)


def _pair(compendium: Compendium, standings: Standings, first: str, second: str) -> Pair:
    one, two = compendium.briefs[first], compendium.briefs[second]
    found = compendium.differences[first, second]
    names = Names.of(one, two)
    rows = [_row(clause, standings, names, one, two) for clause in found.clauses]
    things = [
        Thing(thing.kind, _called(one, two, thing.kind, thing.id), thing_gist(thing, first, second))
        for thing in found.things
    ]
    return Pair(first, second, found.tally, rows, things)


def _row(clause: ClauseDifference, standings: Standings, names: Names, one: Brief, two: Brief) -> Row:
    told = gists(clause, names) if clause.first and clause.second else [_only(clause, one, two)]
    return Row(
        clause.id,
        clause.title,
        standings.difference(clause.id),
        KINDS[clause.weight],
        standings.at(clause.id, one.edition),
        standings.at(clause.id, two.edition),
        told[:TOLD],
        len(told[TOLD:]),
    )


def _only(clause: ClauseDifference, one: Brief, two: Brief) -> str:
    """What a clause says that one of two editions has."""
    brief, only = (one, clause.first) if clause.first else (two, clause.second)
    assert only is not None
    words = short(only.says or only.wording)
    return f"only in {brief.edition}: {words}" if words else f"only in {brief.edition}"


def _called(one: Brief, two: Brief, kind: str, thing: str) -> str:
    """A thing by its name in the first of two editions that has one for it."""
    return next((name for brief in (one, two) if (name := brief.names.get(kind, {}).get(thing))), thing)
