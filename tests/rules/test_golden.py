"""Crusader Rex as it was played when somebody last looked: whole games line by line, and counts of what can follow.

After a deliberate change of a rule or of a text: `CREX_RECORD=1 pytest tests/rules/test_golden.py`, and read the diff.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from crex_dsl.engine.position import Position
from tests.conformance.cases import Case
from tests.engine.record import RECORDING
from tests.engine.test_golden import playthrough
from tests.engine.test_perft import sequences

REX = Case("crusader-rex", "english-2.0", ())
GOLDEN = Path(__file__).parent / "golden"
SEEDS = (1187, 1190, 1192)

# Three fixed positions: the clause that asks, the year and the seed; and how many decisions deep to count.
POSITIONS = (
    ("movement-basics", 1187, 3, 3),  # the first moves
    ("combat-order", 1189, 5, 4),  # a battle in the field
    ("winter-replacements", 1191, 8, 6),  # a winter
)


def found(path: Path, text: str) -> str:
    """What the file holds, written anew while recording."""
    if RECORDING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_goes_as_it_went(seed: int) -> None:
    text = playthrough(REX, seed)
    assert text.splitlines() == found(GOLDEN / f"game-{seed}.txt", text).splitlines()


def position_at(clause: str, year: int, seed: int) -> Position:
    """A random game, stopped where that clause first asks in that year with more than two answers."""
    position, rng = REX.load().start(seed), random.Random(seed)
    while not position.over:
        if position.asked().clause == clause and position.read("date") == year and len(position.codes) > 2:
            return position
        position.take(rng.choice(position.codes))
    raise AssertionError(f"{clause} never asks in {year}")


def test_as_many_games_follow_as_followed() -> None:
    counts = []
    for clause, year, seed, depth in POSITIONS:
        position = position_at(clause, year, seed)
        for deep in range(1, depth + 1):
            counts.append(f"{clause}\t{year}\t{deep}\t{sequences(position, deep)}")
    text = "\n".join(["clause\tyear\tdepth\tcount", *counts]) + "\n"
    assert text == found(GOLDEN / "perft.tsv", text)
