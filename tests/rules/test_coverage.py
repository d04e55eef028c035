"""Every clause of Crusader Rex that has an effect shows it in play, or is listed with the clause that prevents it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from crex_dsl import load
from crex_dsl.engine.coverage import Counts

GAMES, SHARE = 4_800, 200
OPTIONS = ((), ("forced-marches",), ("iron-bridge",), ("forced-marches", "iron-bridge"))

# Never seen in the English edition, each with what makes it so; at most five.
UNREACHABLE = {
    "combat-turn-options": "passing, which other editions permit: here combat-fire makes a block fire or leave",
}


def shares() -> Iterator[tuple[tuple[str, ...], int]]:
    """The games in portions, by turns without options, with each, and with both."""
    for number in range(GAMES // SHARE):
        yield OPTIONS[number % len(OPTIONS)], number * SHARE


def played(share: tuple[tuple[str, ...], int]) -> dict[str, Counts]:
    """What each clause did in one portion."""
    options, first = share
    game = load("crusader-rex", "english-2.0", options, counted=True)
    program = game.program
    for seed in range(first, first + SHARE):
        choose = random.Random(seed).random
        state = program.start(seed)
        codes = program.run(state)
        while codes:
            codes = program.run(state, codes[int(choose() * len(codes))])
    return game.coverage()


@pytest.mark.soak
def test_every_clause_with_an_effect_has_shown_it() -> None:
    total: dict[str, Counts] = {}
    with ProcessPoolExecutor() as pool:
        for found in pool.map(played, shares()):
            for clause, counts in found.items():
                total[clause] = total.get(clause, Counts()) + counts
    vocabulary = {"prepared-battles"}
    idle = {clause for clause, counts in total.items() if not counts} - vocabulary
    assert len(UNREACHABLE) <= 5
    assert idle == set(UNREACHABLE)
