"""Crusader Rex under every edition, option and reading: it plays, and its worked examples come out.

`make test` takes each option and reading in the first edition that has it, `make soak` in all the others too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crex_dsl.engine.examples import run_examples
from crex_dsl.rulebook.selection import AS_PRINTED
from tests.conformance.cases import Case, cases

GAME = "crusader-rex"
BOOKS = [case for case in cases() if case.game == GAME]
# Readings that show themselves only beside an option, in the editions that have the option.
BESIDE = {
    "forced-march-roll=after-both": "forced-marches",
    "bridge-and-guide=doubled": "iron-bridge",
    "ways-over-the-bridge=one-way": "iron-bridge",
    "where-philip-is=on-the-map-only": "capricious-philip",
    "richards-retreat=land-too": "richard-sea-legs",
}


def beside(case: Case) -> Case | None:
    """A reading that needs an option to be seen, with that option; None for all others."""
    for reading in case.options:
        option = BESIDE.get(reading)
        if option and any(other.edition == case.edition and other.options == (option,) for other in BOOKS):
            return Case(case.game, case.edition, (option, reading))
    return None


def books() -> Iterator[object]:
    """Every book, those whose options another edition has shown already for the soak."""
    shown: set[tuple[str, ...]] = set()
    for case in BOOKS:
        case = beside(case) or case
        known = bool(case.options) and case.options != (AS_PRINTED,) and case.options in shown
        yield pytest.param(case, marks=pytest.mark.soak) if known else case
        shown.add(case.options)


@pytest.mark.parametrize("case", list(books()), ids=str)
def test_it_plays_and_its_examples_come_out(case: Case) -> None:
    game = case.load()
    for seed in range(2):
        position, rng = game.start(seed), random.Random(seed)
        while not position.over:
            position.take(rng.choice(position.codes))
    results = run_examples(game)
    assert [f"{result.title}: {result.message}" for result in results if not result.ok] == []
    if not case.options:
        assert len(results) > 150
    elif case.options != (AS_PRINTED,):
        assert results, "an option, or a reading that changes the game, wants an example"
