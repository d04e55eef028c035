"""Bots that think in orders: sensible, the same in both engines, and true to what they planned."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.native.machine import Machine
from crex_dsl.lab.bots.luck import Luck
from crex_dsl.lab.bots.order_bot import EASY, EFFORTS, HARD, NORMAL, OrderBot
from crex_dsl.lab.bots.orders.search import Effort
from crex_dsl.lab.bots.protocol import answer
from crex_dsl.lab.bots.registry import bot
from tests.engine.tiny import STOP, Tiny
from tests.lab.bots.asked import chosen
from tests.lab.bots.test_greedy_bot import ENDS
from tests.lab.conftest import watched

BRIEF = Effort(deals=2, samples=12, herds=2, width=2, turns=2, final=3, generations=1, polish=1, flat=6)


def played(game: Game, machine: Machine | None, seed: int, most: int) -> list[int]:
    """What is decided in a game between two who think briefly."""
    bots = {seat: OrderBot(game, BRIEF, machine) for seat in game.seats}
    state, rng, found = game.program.start(seed), Luck(seed), []
    codes = game.program.run(state)
    while codes and len(found) < most:
        found.append(answer(bots[game.decider(state)], game, state, codes, rng))
        codes = game.program.run(state, found[-1])
    return found


@pytest.mark.parametrize(
    ("name", "edition", "most"),
    [
        ("ford", "plain", 60),
        ("crusader-rex", "english", 12),
        pytest.param("crusader-rex", "english", 40, marks=pytest.mark.soak),
    ],
)
def test_both_engines_give_the_same_game(name: str, edition: str, most: int) -> None:
    game = watched(name, edition)
    assert played(game, machine_of(game), 5, most) == played(game, None, 5, most)


def test_a_game_that_is_not_watched_is_thought_about_alike() -> None:
    plain = load("ford", edition="plain", rules=["tests/games"])
    assert played(plain, None, 3, 40) == played(watched("ford", "plain"), None, 3, 40)


def test_each_level_thinks_more_than_the_one_before() -> None:
    easy, normal, hard = (EFFORTS[name] for name in (EASY, NORMAL, HARD))
    for less, more in ((easy, normal), (normal, hard)):
        assert (less.deals, less.samples, less.width, less.turns, less.final, less.flat) < (
            more.deals,
            more.samples,
            more.width,
            more.turns,
            more.final,
            more.flat,
        )
    assert easy.noise > normal.noise == hard.noise == 0


def test_the_best_answer_that_stands_alone_is_taken(tiny: Tiny) -> None:
    assert chosen(tiny(ENDS + STOP).start(), "normal") == "win"


def test_an_order_is_kept_to_and_thought_of_once() -> None:
    game = watched("crusader-rex", "english")
    made = OrderBot(game, BRIEF, machine_of(game))
    state, rng = game.program.start(2), Luck(2)
    codes, thought, asked = game.program.run(state), 0, 0
    while codes and asked < 60:
        before = list(made._plan)
        code = answer(made, game, state, codes, rng)
        thought += not before
        asked += 1
        codes = game.program.run(state, code)
    assert thought < asked, "some answers were planned with the one before"


def test_a_plan_is_given_up_where_something_else_is_asked() -> None:
    game = watched("crusader-rex", "english")
    made = bot(game, "easy", machine_of(game))
    assert isinstance(made, OrderBot)
    state = game.program.start(1)
    codes = game.program.run(state)
    made._plan, made._planned_for = [(0, (1, 2), 1)], game.decider(state)
    assert answer(made, game, state, codes, Random(1)) in codes
