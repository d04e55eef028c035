"""Upright blocks stay unknown: what the enemy is told while the Franks deploy, and when they have."""

from __future__ import annotations

import random

from crex_dsl.engine.game import Game
from crex_dsl.play.chronicle import Chronicle
from tests.conformance.cases import Case

ENGLISH = Case("crusader-rex", "english-2.0", ())


def deployed(game: Game, seed: int) -> Chronicle:
    """The game when the Franks have deployed at random."""
    chronicle, rng = Chronicle(game.start(seed)), random.Random(seed)
    start = chronicle.now.view("saracens").data()["memory"]
    while chronicle.now.asked().who == "franks":
        view = chronicle.now.view("saracens")
        assert (view.log, view.data()["memory"]) == ([], start), "nothing is seen while they deploy"
        chronicle.take(rng.choice(chronicle.now.codes))
    return chronicle


def test_deployment_is_told_when_it_is_over_and_in_no_order() -> None:
    game = ENGLISH.load()
    for seed in (1, 2):
        chronicle = deployed(game, seed)
        told = [line.text for line in chronicle.lines("saracens")]
        assert len(told) == 19
        assert told == sorted(told)
        assert all(text.startswith("deploy a block at ") for text in told)
        assert not any(line.forced for line in chronicle.lines("saracens"))
        assert (chronicle.count("saracens"), chronicle.count("franks")) == (1, 19)
        assert len(chronicle.steps) < 19  # some had one seat only
        before, now = (chronicle.after(number, "saracens").view("saracens").data()["memory"] for number in (0, 1))
        assert before == chronicle.opening.view("saracens").data()["memory"] != now
        assert chronicle.now.read("block.at", "conrad") == "tyre"
