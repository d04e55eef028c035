"""Positions that show how English and Polish Crusader Rex differ, found by random play, held against the table."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from crex_dsl.lawyer.witness_search.search import search_witnesses
from crex_dsl.lawyer.witness_search.witness import BestWitnesses, RulebookAccount, Witness
from crex_dsl.lawyer.witness_search.worker import Order
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import library
from tests.rules.test_differences import ROWS

GAME, EDITIONS = "crusader-rex", ("english-2.0", "polish-1.4")
SECONDS, LEAST = 570, 60  # with what it takes to begin and to end: ten minutes
ANY = "-"


@dataclass(frozen=True)
class Sign:
    """By what a witness of a difference is known: its clause, a name that it is about, and what is told of it."""

    difference: str
    clause: str
    about: str
    shows: str

    def fits(self, witness: Witness, text: str) -> bool:
        """Whether a witness, told in a text, shows this difference."""
        right = self.clause in (ANY, witness.clause) and (
            self.about == ANY or bool({*self.about.split()} & {*witness.about})
        )
        return right and re.search(self.shows, text, re.DOTALL | re.MULTILINE) is not None


with Path(__file__).with_name("partings.tsv").open(encoding="utf-8", newline="") as table:
    HEADER, *LINES = csv.reader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
SIGNS = [Sign(*line) for line in LINES]


def told(witness: Witness) -> str:
    """All that a witness tells, line by line."""
    lines = [witness.sort, witness.action, witness.text, *witness.chance, *witness.scene]
    return "\n".join([*lines, *_side("FIRST", witness.first), *_side("SECOND", witness.second)])


def _side(name: str, telling: RulebookAccount) -> list[str]:
    verdict = "" if telling.legal is None else " legal" if telling.legal else " refused"
    return [f"{name}{verdict}", *telling.lines, f"only {', '.join(telling.only)}", *telling.clauses]


def hunted(seconds: float, games: int | None = None) -> BestWitnesses:
    """What a hunt finds that goes on when every clause has a witness."""
    files = library().files(GAME)
    one, two = (index_of(files).select(name, ()) for name in EDITIONS)
    order = Order(files, (one, two), EDITIONS, None, seconds, games, each=16, thorough=True)
    (*_, bag) = search_witnesses(order)
    return bag


def test_the_table_is_about_differences_in_play_between_the_two() -> None:
    assert HEADER == ["difference", "clause", "about", "shows"]
    named = [sign.difference for sign in SIGNS]
    played = [row.difference for row in ROWS if row.editions == " ".join(EDITIONS)]
    assert named == [difference for difference in played if difference in named]


@pytest.mark.soak
def test_sixty_differences_are_witnessed_within_ten_minutes() -> None:
    texts = [(witness, told(witness)) for witness in hunted(SECONDS).witnesses]
    shown = {sign.difference for sign in SIGNS if any(sign.fits(*each) for each in texts)}
    missing = [sign.difference for sign in SIGNS if sign.difference not in shown]
    assert len(shown) >= LEAST, f"{len(shown)} shown, not {', '.join(missing)}"
