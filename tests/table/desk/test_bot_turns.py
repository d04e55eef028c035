"""Bots at a table: whoever thinks twice about one decision finds the same, and no decision is taken twice."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from crex_dsl.gameplay.progress.game_record import GameRecord
from crex_dsl.lab.bots.order_bot import OrderBot
from crex_dsl.lab.bots.seat_memory import SeatMemory
from crex_dsl.table.desk import bot_turns, open_tables
from crex_dsl.table.desk.bot_minds import BotMind
from crex_dsl.table.desk.bot_turns import play_on, take_turns
from crex_dsl.table.desk.open_tables import Desk, Stores
from crex_dsl.table.desk.table_setup import new_table
from crex_dsl.table.store.database import FILE, prepare
from tests.conformance.cases import GAMES
from tests.lab.conftest import watched


def played(folder: Path, data: Path, table: str, again: bool, most: int) -> list[tuple[str, str]]:
    """The decisions of bots at a copied table, who are made anew for each stretch or think on."""
    shutil.copytree(data, folder)
    desk = Desk(Stores.at(folder))
    while desk.table(table).decided < most and take_turns(desk, table):
        if again:
            desk.stores.database.close()
            desk = Desk(Stores.at(folder))
    found = desk.stores.decisions.after(table, 0)
    desk.stores.database.close()
    return found


@pytest.mark.parametrize(
    ("game", "edition", "sides", "most"),
    [
        ("ford", "plain", ("north", "south"), 16),
        pytest.param("crusader-rex", "english-2.0", ("franks", "saracens"), 150, marks=pytest.mark.soak),
        pytest.param("na-grunwald", "three-players", ("red", "green", "violet"), 150, marks=pytest.mark.soak),
    ],
)
def test_bots_that_begin_again_in_the_middle_answer_as_they_would_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, edition: str, sides: tuple[str, ...], most: int
) -> None:
    monkeypatch.setattr(bot_turns, "_STRETCH", 0)
    data = tmp_path / "data"
    prepare(data / FILE)
    desk = Desk(Stores.at(data, [GAMES]))
    seating = {side: {"sort": "bot", "bot": "normal"} for side in sides}
    table, _ = new_table(desk, game, edition, [], {}, "", "", False, seating, "", 6)
    desk.stores.database.close()
    on, again = (played(tmp_path / str(broken), data, table, broken, most) for broken in (False, True))
    assert on == again and len(on) > most // 2


def test_a_mind_remembers_what_its_seat_saw_before_it_sat_down() -> None:
    game = watched("ford", "plain")
    record = GameRecord(game.start(4))
    rng = Random(4)
    while len(record) < 40:
        record.take(rng.choice(record.now.codes))
    while game.player_id(game.decider(record.now.state)) != game.players[0]:
        record.take(rng.choice(record.now.codes))
    late = BotMind(game, game.players[0], "normal")
    late.order(record, Random(1))
    assert isinstance(late._bot, OrderBot)
    memory = SeatMemory(game)
    for position in record.positions(0):
        memory.look(position.information_set(0))
    assert late._bot._memory(0)._kinds == memory._kinds
    assert memory._kinds[0].seen, "otherwise this shows nothing"


def bots_at_a_table(desk: Desk, name: str) -> str:
    seating = {seat: {"sort": "bot", "bot": name} for seat in ("anna", "bela", "cora")}
    table, _ = new_table(desk, "quince", "english", [], {}, "", "", False, seating, "", 5)
    return table


def test_doubled_thinking_gives_one_answer(tmp_path: Path) -> None:
    one = tmp_path / "one"
    prepare(one / FILE)
    desk = Desk(Stores.at(one, [GAMES]))
    table = bots_at_a_table(desk, "greedy")
    desk.stores.database.close()
    shutil.copytree(one, tmp_path / "two")
    found = []
    for folder in (one, tmp_path / "two"):
        again = Desk(Stores.at(folder))
        assert take_turns(again, table) > 3
        found.append(again.stores.decisions.after(table, 0))
        again.stores.database.close()
    short = min(map(len, found))
    assert found[0][:short] == found[1][:short]


def test_a_table_opens_again_from_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_tables, "SNAPSHOT_EVERY", 30)
    prepare(tmp_path / FILE)
    desk = Desk(Stores.at(tmp_path, [GAMES]))
    table = bots_at_a_table(desk, "random")
    while desk.table(table).decided <= 30:
        assert take_turns(desk, table)
    here = desk.table(table)
    program = desk._program(here.game)
    assert desk.stores.decisions.snapshot(table, program) is not None
    again = Desk(Stores.at(tmp_path)).table(table)
    assert again.now == here.now and again.now.generator == here.now.generator
    assert again.number("anna") == here.number("anna")
    assert [moment.lines for moment in again.record.moments("*")] == [
        moment.lines for moment in here.record.moments("*")
    ]


def test_games_that_take_too_long_are_fewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "_PATIENCE", 0)
    prepare(tmp_path / FILE)
    desk = Desk(Stores.at(tmp_path, [GAMES]))
    table = desk.table(bots_at_a_table(desk, "random"))
    found = play_on(table, "anna", None, 50, {})
    assert (found["games"], found["wished"]) == (1, 50)
