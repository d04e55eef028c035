"""Random procedures, run by the engine step by step and by recursion the plain way: they must do the same."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import label
from crex_dsl.language.diagnostics import RuleError
from tests.engine.interpreter import Asked, Interpreter
from tests.engine.script import HEAD, Script
from tests.engine.tiny import Tiny
from tests.soaked import first_of

MOST = 50


def random_game(tiny: Tiny, seed: int) -> Game:
    """A game of random procedures; those that would run in a circle are refused, and another one is written."""
    refusals: list[str] = []
    while not refusals or "sets itself off again" in refusals[-1]:
        try:
            return tiny(Script(1_000 * seed + len(refusals)).game(), head=HEAD)
        except RuleError as error:
            refusals.append(str(error))
    raise AssertionError(refusals[-1])


@pytest.mark.parametrize("seed", first_of(6, range(32)))
def test_steps_do_what_recursion_would(tiny: Tiny, seed: int) -> None:
    game = random_game(tiny, seed)
    rng, asked = random.Random(seed), []
    position = game.start(seed)
    while not position.over and len(asked) < MOST:
        if rng.random() < 0.3:  # a game may be put away and taken up again at any decision
            again = game.from_json(position.to_json())
            assert again == position
            position = again
        code = rng.choice(position.codes)
        asked.append(Asked(game.decider(position.state), list(position.codes), code))
        position.take(code)
    plain = Interpreter(game.rulebook, compile_rulebook(game.rulebook), asked)
    assert plain.play() == position.over
    assert plain.met == len(asked)
    found = {label(c): position.state[c.base : c.base + c.size] for c in game.cells}
    assert found == plain.memory()
