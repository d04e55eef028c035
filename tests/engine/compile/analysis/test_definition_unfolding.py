"""A condition narrows an action's names alike, whether it stands in the permission or in a definition."""

from __future__ import annotations

import random
import re

import pytest

from crex_dsl.engine.compile.analysis import definition_unfolding
from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.game import Game
from tests.engine.leapers import DEFINED, WRITTEN, world
from tests.engine.tiny import Tiny, ids

WORLD = world(5)


def loops(game: Game) -> list[str]:
    """The generated loops and tests; what a loop runs over is left out, as one set can be written in many ways."""
    order: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return order.setdefault(found[0], f"n{len(order)}")

    text = re.sub(r"MEMBERS\[.*\]", "MEMBERS", compile_rulebook(game.rulebook).play)
    text = re.sub(r"\b(?!out)[a-zA-Z]+[0-9]+m?\b", number, re.sub(r"(?m)^\w+ = .*$", "", text))
    return text.splitlines()


def random_answers(game: Game, seed: int) -> list[list[str]]:
    """What is legal at every decision of a random game."""
    rng, position, found = random.Random(seed), game.start(seed), []
    while not position.over:
        found.append(ids(position))
        position.take(rng.choice(found[-1]))
    return found


@pytest.mark.parametrize("rules", DEFINED.values(), ids=DEFINED)
def test_definitions_narrow_as_what_they_say(tiny: Tiny, rules: str) -> None:
    written, defined = tiny(WORLD + WRITTEN), tiny(WORLD + rules)
    assert loops(defined) == loops(written)
    assert random_answers(defined, 1) == random_answers(written, 1)


@pytest.mark.parametrize("rules", DEFINED.values(), ids=DEFINED)
def test_what_is_too_large_stays_a_call(tiny: Tiny, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = random_answers(tiny(WORLD + WRITTEN), 2)
    monkeypatch.setattr(definition_unfolding, "_ROOM", 0)
    called = tiny(WORLD + rules + "# not what the cache holds\n")
    assert loops(called) != loops(tiny(WORLD + WRITTEN))
    assert random_answers(called, 2) == written
