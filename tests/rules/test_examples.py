"""Crusader Rex with its options and under every other reading: it plays, and its worked examples come out."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.examples import run_examples
from crex_dsl.rulebook.selection import AS_PRINTED
from tests.conformance.cases import Case, cases

# Readings that come to the same in play as the one that is taken, as they say themselves, or need an option to be seen.
NOTHING_TO_SHOW = {
    "garrison-supply=by-winter-room",
    "death-on-a-forced-march=fell-on-the-way",
    "forced-march-roll=after-both",
    "bridge-and-guide=doubled",
    AS_PRINTED,
}
BOOKS = [case for case in cases() if case.game == "crusader-rex"]
TOGETHER = [
    Case("crusader-rex", "english-2.0", ("forced-marches", "forced-march-roll=after-both")),
    Case("crusader-rex", "english-2.0", ("iron-bridge", "bridge-and-guide=doubled")),
]


@pytest.mark.parametrize("case", [*BOOKS, *TOGETHER], ids=str)
def test_it_plays_and_its_examples_come_out(case: Case) -> None:
    game = case.load()
    for seed in range(2):
        position, rng = game.start(seed), random.Random(seed)
        while not position.over:
            position.take(rng.choice(position.codes))
    results = run_examples(game)
    assert [f"{result.title}: {result.message}" for result in results if not result.ok] == []
    if not case.options:
        assert len(results) > 190
    elif not NOTHING_TO_SHOW.intersection(case.options):
        assert results, "an option, or a reading that changes the game, wants an example"
