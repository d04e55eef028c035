"""Crusader Rex as it was played when somebody last looked: whole games line by line, and counts of what can follow.

After a deliberate change of a rule or of a text: `CREX_RECORD=1 pytest tests/rules/test_golden.py`, and read the diff.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from crex_dsl.engine.position import Position
from tests.conformance.cases import Case, editions
from tests.engine.record import RECORDING
from tests.engine.test_golden import playthrough
from tests.engine.test_perft import sequences

BOOKS = [case for case in editions() if case.game == "crusader-rex"]
GOLDEN = Path(__file__).parent / "golden"
SEEDS = (1187, 1192)

# Three fixed positions: the clause that asks, the year and the first seed to try; and how many decisions deep to count.
POSITIONS = (
    ("movement-basics", 1187, 3, 3),  # the first moves
    ("combat-order", 1189, 5, 4),  # a battle in the field
    ("winter-replacements", 1191, 8, 5),  # a winter
)


def found(path: Path, text: str) -> str:
    """What the file holds, written anew while recording."""
    if RECORDING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")


def file_of(book: Case, seed: int) -> Path:
    return GOLDEN / f"{book.edition}-{seed}.txt"


@pytest.mark.parametrize(("book", "seed"), list(product(BOOKS, SEEDS)), ids=str)
def test_a_game_goes_as_it_went(book: Case, seed: int) -> None:
    text = playthrough(book, seed)
    assert text.splitlines() == found(file_of(book, seed), text).splitlines()


def test_every_edition_has_its_games_and_no_other() -> None:
    expected = {file_of(book, seed) for book, seed in product(BOOKS, SEEDS)}
    assert len(expected) == 8
    assert set(GOLDEN.glob("*.txt")) == expected


def position_at(book: Case, clause: str, year: int, seed: int) -> Position:
    """A random game, stopped where that clause first asks in that year with more than two answers."""
    for tried in range(seed, seed + 20):
        position, rng = book.load().start(tried), random.Random(tried)
        while not position.over:
            if position.asked().clause == clause and position.read("date") == year and len(position.codes) > 2:
                return position
            position.take(rng.choice(position.codes))
    raise AssertionError(f"{clause} never asks in {year}")


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_as_many_games_follow_as_followed(book: Case) -> None:
    counts = []
    for clause, year, seed, depth in POSITIONS:
        position = position_at(book, clause, year, seed)
        for deep in range(1, depth + 1):
            counts.append(f"{clause}\t{year}\t{deep}\t{sequences(position, deep)}")
    text = "\n".join(["clause\tyear\tdepth\tcount", *counts]) + "\n"
    assert text == found(GOLDEN / f"{book.edition}.perft.tsv", text)
