"""Outlooks: the same whatever is hidden, answers in an order that tells nothing, and what could be."""

import random

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.outlook import Outlook
from crex_dsl.engine.position import Position
from tests.engine.test_fog import MORE
from tests.engine.test_view import FOG
from tests.engine.tiny import STOP, Tiny, play


@pytest.fixture
def fog(tiny: Tiny) -> Game:
    return tiny(FOG + MORE + STOP)


def seen(position: Position) -> tuple[Outlook, list[int]]:
    game = position.game
    return Outlook.of(game, game.decider(position.state), position.state, position.codes)


def test_what_is_hidden_makes_no_difference(fog: Game) -> None:
    one, mine = seen(play(fog.start(1), "go(a1, there)"))
    two, yours = seen(play(fog.start(2), "go(a3, there)"))
    assert (one.state, one.hidden, one.answers) == (two.state, two.hidden, two.answers)
    assert mine != yours, "the same answer means another piece"
    assert sorted(mine) == sorted(yours)


def test_answers_are_in_order_and_find_their_codes(fog: Game) -> None:
    position = play(fog.start(1), "go(a1, there)")
    outlook, codes = seen(position)
    assert list(outlook.answers) == sorted(outlook.answers)
    assert sorted(codes) == sorted(position.codes)


def test_whoever_is_not_asked_has_no_answers(fog: Game) -> None:
    outlook, codes = Outlook.of(fog, fog.seat("bob"), fog.start(1).state, [])
    assert (outlook.answers, codes) == ((), [])
    state, called = outlook.supposed(random.Random(1))
    assert called == []
    assert len(fog.program.legal[0](state)) > 1


def test_what_could_be_looks_the_same(fog: Game) -> None:
    outlook, _ = seen(play(fog.start(1), "go(a1, there)"))
    moved = set()
    for seed in range(20):
        state, called = outlook.supposed(random.Random(seed))
        again, codes = Outlook.of(fog, outlook.seat, state, called)
        assert (again.state, again.answers) == (outlook.state, outlook.answers)
        assert sorted(codes) == sorted(called)
        moved.add(next(piece for piece in range(4) if state[fog.tables["cells"][0][3] + piece] == 1))
    assert moved == {0, 1, 2}
