"""Whole random games, line by line, as they were when somebody last looked at them.

After a deliberate change of a rule or of a text: `CREX_RECORD=1 pytest tests/engine/test_golden.py`, and read the diff.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.conformance.cases import Case
from tests.engine.record import GOLDEN, RECORDING, fixtures

SEEDS = (1, 2, 3)
GAMES = [(case, seed) for case, seed in product(fixtures(), SEEDS)]


def playthrough(case: Case, seed: int) -> str:
    """The log of one random game, each line with its clause."""
    position, rng = case.load().start(seed), random.Random(seed)
    while not position.over:
        position.take(rng.choice(position.codes))
    lines = [f"{line}  [{line.clause}{', forced' if line.forced else ''}]" for line in position.log]
    return "\n".join(lines) + "\n"


def file_of(case: Case, seed: int) -> str:
    return f"{case.game}-{case.edition}-{seed}.txt"


@pytest.mark.parametrize(("case", "seed"), GAMES, ids=[file_of(*game) for game in GAMES])
def test_a_game_goes_as_it_went(case: Case, seed: int) -> None:
    path = GOLDEN / file_of(case, seed)
    found = playthrough(case, seed)
    if RECORDING:
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_edition_has_its_games_and_no_other() -> None:
    expected = {file_of(case, seed) for case, seed in GAMES}
    assert len(expected) == 3 * len(fixtures()) >= 24
    found = {path.name for path in GOLDEN.glob("*.txt")}
    if RECORDING:
        for name in found - expected:
            (GOLDEN / name).unlink()
        return
    assert found == expected
