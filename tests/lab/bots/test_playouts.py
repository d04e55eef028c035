"""Playouts: the same outcome in both engines, and none where the rules break."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.native import library
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.native.machine import BeyondNative, Outcome
from crex_dsl.engine.run.slots import OVER, POINT, WINNERS
from crex_dsl.lab.bots.luck import Luck
from crex_dsl.lab.bots.playouts import NONE, Job, Playouts
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.engine.tiny import Tiny
from tests.lab.bots.watched import watched

native = pytest.mark.skipif(library.engine_version() is None, reason="there is no native engine here")

BREAKS = """
clause payment "Payment"
    state purse(player): 0..3
    action pay(n: from 1 to 5) in game
        text "pay {n}"
        do
            purse(actor) += n
    action quit in game
        text "quit"
        do
            end game won by enemy of actor
    permit pay(n)
    permit quit

clause course "Course"
    procedure play
        while yes
            ann chooses pay, quit
            bob chooses pay, quit
worth(p: player) is 2 * purse(p) - 1
"""


@pytest.fixture
def breaking(tiny: Tiny) -> Game:
    """A game in which whoever pays more than three in all breaks the rules."""
    files = tiny.write(BREAKS)
    return game_of(files, index_of(files).select(None, ()), watched=True)


def states_of(game: Game, seeds: range, decisions: int) -> list[list[int]]:
    """States in which somebody must decide, some decisions into games."""
    found = []
    for seed in seeds:
        state, rng = game.program.start(seed), random.Random(seed)
        codes = game.program.run(state)
        for _ in range(rng.randrange(decisions)):
            after = state[:]
            codes = game.program.run(after, rng.choice(codes))
            if not codes:
                break
            state = after
        found.append(state)
    return found


def jobs_of(game: Game, playouts: Playouts, states: Sequence[list[int]]) -> list[Job]:
    """Every answer in every state, by itself and with every reply to it."""
    jobs: list[Job] = []
    for number, state in enumerate(states):
        for code in game.program.run(state[:]):
            after = playouts.after(number, code)
            assert after is not None
            replies = after[2][:3]
            jobs += [(number, code, reply, Luck(len(jobs)).state) for reply in [NONE, *replies]]
    return jobs


@native
@pytest.mark.parametrize("name", ["ford", "quince", "dash", "noughts"])
def test_both_engines_come_to_the_same(name: str) -> None:
    game = watched(name)
    natively, slowly = Playouts(game, machine_of(game)), Playouts(game)
    states = states_of(game, range(6), 12)
    for playouts in (natively, slowly):
        playouts.suppose(states[:4])
        playouts.suppose_too(states[4:])
    jobs = jobs_of(game, slowly, states)
    assert jobs == jobs_of(game, natively, states)
    assert len(jobs) > 20
    for number, code, *_ in jobs:
        assert natively.after(number, code) == slowly.after(number, code)
    for far, quiet in ((0, 0), (3, 128), (40, 256), (200, 0)):
        found = natively.outcomes(jobs, far, quiet)
        assert found == slowly.outcomes(jobs, far, quiet)
        assert None not in found


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=native)])
def test_an_outcome_is_how_things_stand_where_a_playout_ends(breaking: Game, engine: str) -> None:
    playouts = Playouts(breaking, machine_of(breaking) if engine == "native" else None)
    state = breaking.start(1).state
    playouts.suppose([state])
    pay, leave = breaking.spelled_code("pay(2)"), breaking.spelled_code("quit")
    assert playouts.outcomes([(0, pay, NONE, 5)], 0, 0) == [Outcome(False, 0, (3, -1))]
    assert playouts.outcomes([(0, pay, pay, 5)], 0, 0) == [Outcome(False, 0, (3, 3))]
    assert playouts.outcomes([(0, leave, NONE, 5)], 0, 0) == [Outcome(True, 0b10, (-1, -1))]
    assert playouts.outcomes([(0, pay, leave, 5)], 9, 0) == [Outcome(True, 0b01, (3, -1))]
    assert playouts.after(0, leave) == (OVER, -1, [])
    assert playouts.after(0, pay) == (state[POINT] + 1, 1, breaking.program.run(breaking.start(1).state))
    assert (state[POINT], state[WINNERS]) == (breaking.start(1).state[POINT], 0), "what is supposed stays as it is"


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=native)])
def test_rules_that_break_come_to_nothing(breaking: Game, engine: str) -> None:
    playouts = Playouts(breaking, machine_of(breaking) if engine == "native" else None)
    playouts.suppose([breaking.start(1).state])
    much, little = breaking.spelled_code("pay(4)"), breaking.spelled_code("pay(1)")
    jobs = [(0, little, NONE, 1), (0, much, NONE, 1), (0, little, much, 1), (0, little, little, 1)]
    good = Outcome(False, 0, (1, -1)), Outcome(False, 0, (1, 1))
    assert playouts.outcomes(jobs, 0, 0) == [good[0], None, None, good[1]]
    assert playouts.after(0, much) is None
    assert playouts.after(0, little) is not None


@native
def test_rules_that_break_on_the_way_break_in_both_engines(breaking: Game) -> None:
    natively, slowly = Playouts(breaking, machine_of(breaking)), Playouts(breaking)
    jobs = [(0, breaking.spelled_code("pay(1)"), NONE, Luck(seed).state) for seed in range(60)]
    found = []
    for playouts in (natively, slowly):
        playouts.suppose([breaking.start(1).state])
        found.append(playouts.outcomes(jobs, 50, 0))
    assert found[0] == found[1]
    assert {outcome is None for outcome in found[0]} == {True, False}


class Overtaxed:
    """A machine for which these states are too much."""

    def write(self, number: int, state: list[int]) -> int:
        raise BeyondNative


def test_what_is_too_much_for_a_machine_is_played_in_python(breaking: Game) -> None:
    state, jobs = breaking.start(1).state, [(0, breaking.spelled_code("pay(2)"), NONE, 8)]
    found = []
    for machine in (Overtaxed(), None):
        playouts = Playouts(breaking, machine)  # type: ignore[arg-type]
        playouts.suppose([state])
        found.append((playouts.outcomes(jobs, 3, 0), playouts.after(0, jobs[0][1])))
    assert found[0] == found[1]
