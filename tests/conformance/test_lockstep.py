"""Told alike: two games that differ only in which covered piece stands where read the same, in order too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conformance.cases import Case, editions
from tests.conformance.lockstep import lived

OPEN = {"noughts", "dash"}  # games in which nothing is hidden
COVERED = [case for case in editions() if case.game not in OPEN]
SOAK = 1_000  # positions whose twins are looked at, all editions together
SEEDS = range(40, 60)


def first_editions() -> Iterator[object]:
    """Every edition of the small games; of whole games the first, the others for the soak."""
    games: set[str] = set()
    for case in COVERED:
        known = case.game in games and not case.is_fixture
        yield pytest.param(case, marks=pytest.mark.soak) if known else case
        games.add(case.game)


@pytest.mark.parametrize("case", list(first_editions()), ids=str)
def test_twins_read_the_same(case: Case) -> None:
    positions, most = (5, 6) if case.is_fixture else (1, 5)
    twins = list(lived(case.load(), 31, positions, most, traced=case.is_fixture))
    assert sum(each.compared for each in twins) >= 10
    assert any(len(each.told) > 2 for each in twins)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", COVERED, ids=str)
def test_many_twins_read_the_same(case: Case, seed: int) -> None:
    positions = -(-SOAK // (len(COVERED) * len(SEEDS)))
    twins = list(lived(case.load(), seed, positions, most=40))
    assert sum(each.compared for each in twins) > positions
