"""Random play of the whole games: none stuck, none endless, every position sound, under every edition and option set.

`make test` plays more than two hundred games; `make soak` at least 1,000 of every edition, 200 with each option, 40 of
every house edition.
"""

from __future__ import annotations

import random

import pytest

from tests.conformance.cases import Case, editions
from tests.rules.games import EDITIONS, HOUSES, ONE_OPTION, WHOLE, whole

MOST_DECISIONS = 5_000
TESTED, SOAKED = 0, 1
SHARES, SOAK_SHARES = 5, 10


def play(case: Case, seeds: range, how: int) -> None:
    """Play the games of these seeds to their ends, looked on by somebody who knows the game."""
    sound, every = whole(case).soundness(case), whole(case).closely[how]
    program = sound.game.program
    for seed in seeds:
        choose = random.Random(seed).random
        sound.begin()
        state = program.start(seed)
        codes = program.run(state)
        decisions = 0
        while codes:
            decisions += 1
            assert decisions < MOST_DECISIONS, f"seed {seed} does not end"
            sound.asked(state, codes, decisions % every == 0)
            codes = program.run(state, codes[int(choose() * len(codes))])
        sound.over(state)


def share(games: int, shares: int, number: int) -> range:
    """The seeds of one portion of so many games."""
    size = games // shares
    return range(size * number, size * number + size)


def test_every_whole_game_is_known_here_with_its_editions() -> None:
    assert set(WHOLE) == {case.game for case in editions() if not case.is_fixture}
    for game, known in WHOLE.items():
        assert tuple(case.edition for case in EDITIONS if case.game == game) == known.editions
        assert known.soak >= 1_000


@pytest.mark.parametrize("number", range(SHARES))
@pytest.mark.parametrize("case", EDITIONS, ids=str)
def test_every_position_of_a_random_game_is_sound(case: Case, number: int) -> None:
    play(case, share(whole(case).games, SHARES, number), TESTED)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(SOAK_SHARES))
@pytest.mark.parametrize("case", EDITIONS, ids=str)
def test_thousands_of_games_are_sound(case: Case, number: int) -> None:
    play(case, share(whole(case).soak, SOAK_SHARES, number), SOAKED)


@pytest.mark.soak
@pytest.mark.parametrize("case", ONE_OPTION, ids=str)
def test_every_option_is_sound(case: Case) -> None:
    play(case, range(200), SOAKED)


@pytest.mark.soak
@pytest.mark.parametrize("case", HOUSES, ids=str)
def test_every_house_edition_is_sound(case: Case) -> None:
    play(case, range(40), SOAKED)
