"""Bots at a table: whoever thinks twice about one decision finds the same, and no decision is taken twice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from crex_dsl.table.desk import open_tables
from crex_dsl.table.desk.bot_turns import take_turns
from crex_dsl.table.desk.open_tables import Desk, Stores
from crex_dsl.table.desk.table_setup import new_table
from crex_dsl.table.store.database import FILE, prepare
from tests.conformance.cases import GAMES


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
