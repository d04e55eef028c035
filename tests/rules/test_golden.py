"""The whole games as they were played when somebody last looked: line by line, and counts of what can follow.

After a deliberate change of a rule or of a text: `CREX_RECORD=1 pytest tests/rules/test_golden.py`, and read the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.cases import Case
from tests.engine.record import RECORDING
from tests.engine.test_golden import playthrough
from tests.engine.test_perft import sequences
from tests.rules.games import EDITIONS, WHOLE, whole

GAMES = [(case, seed) for case in EDITIONS for seed in whole(case).seeds]


def found(path: Path, text: str) -> str:
    """What the file holds, written anew while recording."""
    if RECORDING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")


def file_of(case: Case, ending: str) -> Path:
    """Where something is recorded of an edition."""
    return whole(case).folder / "golden" / f"{case.edition}{ending}"


@pytest.mark.parametrize(("case", "seed"), GAMES, ids=str)
def test_a_game_goes_as_it_went(case: Case, seed: int) -> None:
    text = playthrough(case, seed)
    assert text.splitlines() == found(file_of(case, f"-{seed}.txt"), text).splitlines()


@pytest.mark.parametrize("case", EDITIONS, ids=str)
def test_as_many_games_follow_as_followed(case: Case) -> None:
    clock, counts = whole(case).clock, []
    for spot in whole(case).spots:
        position = spot.find(case, clock)
        for deep in range(1, spot.depth + 1):
            counts.append(f"{spot.clause}\t{spot.time}\t{deep}\t{sequences(position, deep)}")
    text = "\n".join([f"clause\t{clock}\tdepth\tcount", *counts]) + "\n"
    assert text == found(file_of(case, ".perft.tsv"), text)


def test_every_edition_has_its_games_and_no_other() -> None:
    expected = {file_of(case, f"-{seed}.txt") for case, seed in GAMES}
    expected |= {file_of(case, ".perft.tsv") for case in EDITIONS}
    assert len(expected) == 3 * len(EDITIONS)
    assert {path for known in WHOLE.values() for path in (known.folder / "golden").iterdir()} == expected
