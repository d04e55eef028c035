"""Watched games: the same play as the plain ones, and word of every stage that closes."""

from __future__ import annotations

import random

import pytest

from crex_dsl import load
from crex_dsl.engine.errors import NotWatched
from crex_dsl.engine.game import game_of
from crex_dsl.engine.slots import HEAD
from crex_dsl.rulebook.catalogue import index_of
from tests.conformance.cases import GAMES, Case
from tests.engine.tiny import STOP, Tiny

DAYS = """
stage day in game with hour: 0..9
stage nap in day

clause days "Days"
    state naps: 0..99
    procedure play
        for each n from 1 to 3
            open day with hour is n
                do doze
                ann chooses stay, quit
                hour += 1
    procedure doze in day
        repeat 2 times
            open nap
                naps += 1
"""


def test_every_stage_that_closes_is_told_with_its_memory(tiny: Tiny) -> None:
    files = tiny.write(DAYS + STOP)
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    stages = list(game.tables["stages"])
    slots = {row[0]: row[3] for row in game.tables["cells"]}
    heard: list[tuple[str, int, int]] = []
    game.watch(lambda S, stage: heard.append((stages[stage], S[slots["hour"]], S[slots["naps"]])))
    position = game.start()
    assert heard == [("nap", 1, 1), ("nap", 1, 2)]
    position.take("stay")
    assert heard[2:] == [("day", 2, 2), ("nap", 2, 3), ("nap", 2, 4)]
    position.take("quit")
    assert len(heard) == 5, "a game that ends within a stage does not close it"


def test_a_plain_game_cannot_be_watched(tiny: Tiny) -> None:
    with pytest.raises(NotWatched, match="watched=True"):
        tiny(DAYS + STOP).watch(lambda S, stage: None)


@pytest.mark.parametrize("counted", [False, True])
def test_watching_changes_nothing(counted: bool) -> None:
    case = Case("ford", "royal-2.0", ())
    plain, game = case.load(), load("ford", "royal", rules=[GAMES], counted=counted, watched=True)
    one, two, rng = plain.program.start(5), game.program.start(5), random.Random(5)
    codes = plain.program.run(one)
    assert codes == game.program.run(two)
    while codes:
        code = rng.choice(codes)
        codes = plain.program.run(one, code)
        assert codes == game.program.run(two, code)
    assert one[:HEAD] == two[:HEAD]
    if counted:
        assert any(game.coverage().values())
