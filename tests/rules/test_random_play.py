"""Random play of Crusader Rex: none stuck, none endless, every position sound (`make soak`: 10,000 games)."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.slots import POINT, POINTS
from tests.conformance.cases import Case
from tests.rules.soundness import Soundness

OPTIONS = ((), ("forced-marches",), ("iron-bridge",), ("forced-marches", "iron-bridge"))
CASES = [Case("crusader-rex", "english-2.0", options) for options in OPTIONS]
MOST_DECISIONS = 5_000


def play(case: Case, seeds: range, every: int) -> None:
    """Play games of these seeds, looking at every so many decisions and whenever cards are laid."""
    game = case.load()
    program, sound = game.program, Soundness(game)
    points = game.tables["points"]
    laying = {number for number, point in enumerate(points, POINTS + 2) if point[2] == "card-play"}
    assert laying
    for seed in seeds:
        choose = random.Random(seed).random
        state = program.start(seed)
        codes = program.run(state)
        decisions = 0
        while codes:
            decisions += 1
            assert decisions < MOST_DECISIONS, f"seed {seed} does not end"
            if decisions % every == 0:
                sound.look(state)
            if state[POINT] in laying:
                sound.look_between_turns(state)
            codes = program.run(state, codes[int(choose() * len(codes))])
        sound.look(state)


@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_position_of_a_random_game_is_sound(case: Case, block: int) -> None:
    play(case, range(15 * block, 15 * block + 15), every=3)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("case", CASES, ids=str)
def test_ten_thousand_games_are_sound(case: Case, block: int) -> None:
    play(case, range(1_000 + 250 * block, 1_000 + 250 * block + 250), every=10)
