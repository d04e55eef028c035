"""The differences as a page: every two editions, clause by clause and thing by thing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from crex_dsl.lawyer.compare.change_lines import Names, change_lines, short, thing_change_line
from crex_dsl.lawyer.compare.difference import ClauseDifference, Tally, Weight
from crex_dsl.lawyer.records.models import RulebookRecord
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.clause_links import Standing, Standings, sheet

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


def differences_page(content: GameContent) -> Page | None:
    """The differences of any two editions; nothing where there are none."""
    standings = Standings(content, content.path("differences"))
    pairs = [_pair(content, standings, *two) for two in combinations(content.records, 2)]
    if not any(pair.rows or pair.things for pair in pairs):
        return None
    editions = [edition.id for edition in content.editions]
    return sheet(content, "differences", "Differences", pairs=pairs, editions=editions)


def _pair(content: GameContent, standings: Standings, first: str, second: str) -> Pair:
    one, two = content.records[first], content.records[second]
    found = content.differences[first, second]
    names = Names.of(one, two)
    rows = [_row(clause, standings, names, one, two) for clause in found.clauses]
    things = [
        Thing(thing.kind, _called(one, two, thing.kind, thing.id), thing_change_line(thing, first, second))
        for thing in found.things
    ]
    return Pair(first, second, found.tally, rows, things)


def _row(clause: ClauseDifference, standings: Standings, names: Names, one: RulebookRecord, two: RulebookRecord) -> Row:
    told = change_lines(clause, names) if clause.first and clause.second else [_only(clause, one, two)]
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


def _only(clause: ClauseDifference, one: RulebookRecord, two: RulebookRecord) -> str:
    """What a clause says that one of two editions has."""
    record, only = (one, clause.first) if clause.first else (two, clause.second)
    assert only is not None
    words = short(only.says or only.wording)
    return f"only in {record.edition}: {words}" if words else f"only in {record.edition}"


def _called(one: RulebookRecord, two: RulebookRecord, kind: str, thing: str) -> str:
    """A thing by its name in the first of two editions that has one for it."""
    return next((name for record in (one, two) if (name := record.names.get(kind, {}).get(thing))), thing)
