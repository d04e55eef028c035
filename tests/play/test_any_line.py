"""Whatever is typed, every line is answered, no game is lost, and its save leads to where it stands."""

import contextlib
import random
from collections.abc import Sequence
from typing import Any

import pytest

from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.saved_games import opened
from crex_dsl.lab.bots.registry import bots
from crex_dsl.play.commands import Left
from tests.play.conftest import Typist, the

ODD = [
    "",
    " ",
    "/",
    "?",
    "/board",
    "why",
    "why not",
    "why 1",
    "log",
    "log 0",
    "undo",
    "more",
    "save",
    "\0",
    "((",
    "9" * 5000,
]


class Anything(Typist):
    """Types numbers, offers, names, halves of names and nonsense."""

    def __init__(self, rng: random.Random, names: list[str], count: int) -> None:
        super().__init__(live=rng.random() < 0.5)
        self.rng, self.names, self.count = rng, names, count

    def line(self, prompt: str, offers: Sequence[str] = (), names: Sequence[str] = ()) -> str:
        if not self.count:
            raise EOFError
        self.count -= 1
        rng = self.rng
        return rng.choice(
            [
                str(rng.randint(1, 9)),
                str(rng.randint(1, 3)),
                rng.choice(offers or [""]),  # a page that goes on offers nothing
                rng.choice(ODD),
                rng.choice(self.names)[: rng.randint(1, 6)],
                f"{rng.choice(['why not', 'look', 'map', 'cite'])} {rng.choice(self.names)}",
                f"why not {rng.choice(self.names)} {rng.choice(self.names)}",
            ]
        )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["ford", "quince", "dash", "noughts"])
def test_any_line(sit: Any, name: str, seed: int) -> None:
    game, rng = the(name), random.Random(f"{name} {seed}")
    names = [row.name for row in game.actions] + [one for ids, _ in game.namer.kinds.values() for one in ids]
    who = ["person", "person", *bots(game)]
    seats = [f"{side}={'person' if not place else rng.choice(who)}" for place, side in enumerate(game.players)]
    sitting = sit(name, seats=seats, seed=seed, sandbox=rng.random() < 0.3)
    sitting.table.keyboard = Anything(rng, names, 60)
    with contextlib.suppress(Left):
        sitting.play()
    assert sitting.said
    if sitting.table.begun:
        text, _, setting = opened(sitting.table.file)
        assert setting == sitting.table.setting
        assert GameHistory.of(game.from_json(text)).now == sitting.table.history.now
