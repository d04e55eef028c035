"""Upright blocks stay unknown: what the enemy is told while the Franks deploy, and when they have."""

from __future__ import annotations

import random

from crex_dsl.engine.game import Game
from crex_dsl.gameplay.history import GameHistory
from tests.conformance.cases import Case

ENGLISH = Case("crusader-rex", "english-2.0", ())


def deployed(game: Game, seed: int) -> GameHistory:
    """The game when the Franks have deployed at random."""
    history, rng = GameHistory(game.start(seed)), random.Random(seed)
    start = history.now.view("saracens").data()["memory"]
    while history.now.asked().who == "franks":
        view = history.now.view("saracens")
        assert (view.log, view.data()["memory"]) == ([], start), "nothing is seen while they deploy"
        history.take(rng.choice(history.now.codes))
    return history


def test_deployment_is_told_when_it_is_over_and_in_no_order() -> None:
    game = ENGLISH.load()
    for seed in (1, 2):
        history = deployed(game, seed)
        told = [line.text for line in history.lines("saracens")]
        assert len(told) == 19
        assert told == sorted(told)
        assert all(text.startswith("deploy a block at ") for text in told)
        assert not any(line.forced for line in history.lines("saracens"))
        assert (history.count("saracens"), history.count("franks")) == (1, 19)
        assert len(history.steps) < 19  # some had one seat only
        before, now = (history.after(number, "saracens").view("saracens").data()["memory"] for number in (0, 1))
        assert before == history.opening.view("saracens").data()["memory"] != now
        assert history.now.read("block.at", "conrad") == "tyre"
