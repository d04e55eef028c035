"""Watched games: the same play as the plain ones, and word of every stage that closes."""

from __future__ import annotations

import random

import pytest

from crex_dsl import load
from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.errors import NotWatched
from crex_dsl.engine.game import game_of
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import HEAD
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
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
    slots = {row.name: row.base for row in game.cells}
    heard: list[tuple[str, int, int]] = []
    game.watch(lambda S, stage: heard.append((stages[stage], S[slots["hour"]], S[slots["naps"]])))
    position = game.start()
    assert heard == [("nap", 1, 1), ("nap", 1, 2)]
    position.take("stay")
    assert heard[2:] == [("day", 2, 2), ("nap", 2, 3), ("nap", 2, 4)]
    position.take("quit")
    assert len(heard) == 5, "a game that ends within a stage does not close it"


COUNTS = """
kind coin is penny, groat

clause buying "Buying"
    state owner(coin): player, starts at ann
    state price: 0..9, starts at 2
    action spend(coin) in game
        text "spend {coin}"
        do
            do give(coin, bob)
    permit spend(coin)
    procedure give(coin, p: player)
        owner(coin) becomes p
        ann chooses haggle, stay
    action haggle in game
        text "haggle"
        do
            price += 1
    permit haggle
    procedure play
        for each n from 1 to 3
            open day
                ann chooses spend, quit

stage day in game

clause refusing "Refusing"
    instead of give(coin, p) when coin is groat and price > 3
        price becomes 0

measure spent(c: coin) "Spent" counts spend(coin) when coin is c each day
measure gains(p: player) "Gains" counts give(coin, q) when q is p and owner(coin) is not p
measure paid "Paid" counts give(coin, q) by price
measure times(n: 1..3) "Times" counts haggle when n < 3 by n
measure haggled "Haggled" is price
"""


def test_what_happens_is_counted(tiny: Tiny) -> None:
    files = tiny.write(COUNTS + STOP)
    selection = index_of(files).select(None, ())
    game, plain = game_of(files, selection, watched=True), game_of(files, selection)
    position = game.start()
    for deed in ("spend(penny)", "haggle", "spend(groat)", "haggle"):
        position.take(deed)
    before = position.copy()
    position.take("spend(groat)")

    def measured(position: Position) -> dict[str, list[int]]:
        of = {"spent": ["penny", "groat"], "gains": ["ann", "bob"], "paid": [None], "times": [1, 2, 3]}
        return {
            name: [position.measure(name, *([] if thing is None else [thing])) for thing in things]
            for name, things in of.items()
        }

    assert measured(position) == {"spent": [1, 2], "gains": [0, 2], "paid": [2 + 3], "times": [2, 4, 0]}, (
        "the second groat was refused: not what a clause puts in its place"
    )
    assert before.measure("spent", "groat") == 1, "a copy keeps its own counts"
    assert position.measure("haggled") == 0
    assert game.from_json(position.to_json()).measure("spent", "groat") == 2, "what is taken again is counted again"
    assert game.from_json(position.from_here().to_json()).measure("spent", "groat") == 0, "a save holds no counts"
    with pytest.raises(NotWatched, match="`spent` counts what happens in a game that is watched"):
        plain.start().measure("spent", "penny")


def test_counting_leaves_the_plain_program_alone(tiny: Tiny) -> None:
    def plain(text: str) -> tuple[object, ...]:
        files = tiny.write(text + STOP)
        made = compile_rulebook(rulebook(files, index_of(files).select(None, ())))
        return made.play, made.tables["does"], made.tables["start"]

    assert plain(COUNTS) == plain(COUNTS.partition("measure")[0])


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


@pytest.mark.parametrize("counted", [False, True], ids=["watched", "counted"])
def test_what_is_only_thought_of_is_neither_heard_nor_counted(counted: bool) -> None:
    game = load("ford", "plain", rules=[GAMES], watched=True, counted=counted)
    heard: list[int] = []
    game.watch(lambda state, stage: heard.append(stage))

    def play_on() -> None:
        state, rng = game.program.start(1), random.Random(1)
        codes = game.program.run(state)
        while codes:
            codes = game.program.run(state, rng.choice(codes))

    play_on()
    once, before = len(heard), game.coverage() if counted else None
    assert once
    with game.unheard():
        play_on()
    assert len(heard) == once
    assert (game.coverage() if counted else None) == before
    play_on()
    assert len(heard) == 2 * once
