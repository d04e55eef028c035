"""Traced games: the same play as the plain ones, and word of every step."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.errors import NotWatched
from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.saves.save_format import export_memory
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import Case, first_editions
from tests.engine.tiny import STOP, Tiny

TEXT = """
stage day in game with hour: 0..9

clause days "Days"
    state naps: 0..99
    procedure play
        open day with hour is 3
            do doze(2)
            ann chooses stay, quit
    procedure doze(n: number)
        naps += n
clause noon "Noon"
    after doze(n) when n > 5
        naps becomes 0
    instead of doze(n) when n = 1
        naps becomes 9
clause dusk "Dusk"
    when day ends
        naps += 1
"""


def traced(plain: Game) -> Game:
    return game_of(plain.files, plain.selection, traced=True)


def test_every_step_is_told_with_its_clause(tiny: Tiny) -> None:
    game = traced(tiny(TEXT + STOP))
    marks, heard = game.tables["marks"], []
    game.trace(lambda S, mark, *args: heard.append((*marks[mark][:3], *args)))
    position = game.start()
    assert heard == [
        ("enters", "days", "play"),
        ("opens", "days", "day"),
        ("tests", "noon", "instead doze (noon in tiny, 1)", 2),
        ("enters", "days", "doze"),
        ("step", "days", "doze"),
        ("tests", "noon", "after doze (noon in tiny, 1)", 2),
    ]
    heard.clear()
    position.take("stay")
    assert [row[:3] for row in heard] == [
        ("enters", "stopping", "stay"),
        ("enters", "dusk", "day ends (dusk in tiny, 1)"),
        ("step", "dusk", "day ends (dusk in tiny, 1)"),
        ("closes", "days", "day"),
    ]


def test_a_plain_game_cannot_be_traced(tiny: Tiny) -> None:
    with pytest.raises(NotWatched, match="traced=True"):
        tiny(TEXT + STOP).trace(lambda S, mark: None)


@pytest.mark.parametrize("case", first_editions(), ids=str)
def test_tracing_changes_nothing(case: Case) -> None:
    plain = case.load()
    files = plain.files
    game = game_of(files, index_of(files).select(case.edition, case.options), traced=True)
    heard: list[int] = []
    game.trace(lambda S, mark, *args: heard.append(mark))
    one, two, rng = plain.start(5), game.start(5), random.Random(5)
    for number in range(400):
        assert one.codes == two.codes
        assert one.state[CHANCE] == two.state[CHANCE]
        assert export_memory(plain, one.state) == export_memory(game, two.state)
        if one.over:
            break
        code = rng.choice(one.codes)
        if number % 10 == 0:
            two = one.under(game)  # wherever it stands
        one.take(code)
        two.take(code)
    assert str(one.result) == str(two.result)
    assert len(set(heard)) > 3
