"""Random play of Crusader Rex: none stuck, none endless, every position sound, under every edition and option set.

`make test` plays 300 games; `make soak` 2,000 of every edition, 200 with each option, 40 of every house edition.
"""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.slots import POINT, POINTS
from tests.conformance.cases import Case, editions, house_editions, with_one_option
from tests.rules.soundness import Soundness

GAME = "crusader-rex"
EDITIONS = [case for case in editions() if case.game == GAME]
ONE_OPTION = [case for case in with_one_option() if case.game == GAME]
HOUSES = [case for case in house_editions() if case.game == GAME]
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


def test_every_edition_is_played() -> None:
    assert [case.edition for case in EDITIONS] == ["english-2.0", "french-1.x", "polish-1.4", "russian-2.0"]


@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize("case", EDITIONS, ids=str)
def test_every_position_of_a_random_game_is_sound(case: Case, block: int) -> None:
    play(case, range(15 * block, 15 * block + 15), every=3)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("case", EDITIONS, ids=str)
def test_eight_thousand_games_are_sound(case: Case, block: int) -> None:
    play(case, range(1_000 + 200 * block, 1_000 + 200 * block + 200), every=10)


@pytest.mark.soak
@pytest.mark.parametrize("case", ONE_OPTION, ids=str)
def test_every_option_is_sound(case: Case) -> None:
    play(case, range(200), every=10)


@pytest.mark.soak
@pytest.mark.parametrize("case", HOUSES, ids=str)
def test_every_house_edition_is_sound(case: Case) -> None:
    play(case, range(40), every=10)
