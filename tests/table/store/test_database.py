"""The database: made, migrated after a copy, refused where it is newer; decisions stand under (table, number)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from crex_dsl.table.errors import Stale, Unknown
from crex_dsl.table.store import database as databases
from crex_dsl.table.store.database import FILE, Database, UnusableDatabase, latest_schema, prepare
from crex_dsl.table.store.decisions import DecisionStore
from crex_dsl.table.store.schema import metadata
from crex_dsl.table.store.tables import NewSeat, TableStore, digest_of


@pytest.fixture
def opened(tmp_path: Path) -> Database:
    prepare(tmp_path / FILE)
    return Database.in_file(tmp_path / FILE)


def a_table(opened: Database) -> str:
    with opened.writing() as connection:
        connection.exec_driver_sql("INSERT INTO rulebooks VALUES ('d', 'g', '{}')")
    seats = [NewSeat("one", "One", "person"), NewSeat("two", "Two", "bot", "random")]
    return TableStore(opened).make("d", "e", [], {}, "t", 1, None, False, digest_of("host"), seats, "one", None)


def test_the_scripts_make_what_the_queries_name(tmp_path: Path) -> None:
    prepare(tmp_path / FILE)
    found = inspect(create_engine(f"sqlite:///{tmp_path / FILE}"))
    made = {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}
    assert made == {name: set(table.columns.keys()) for name, table in metadata.tables.items()}


def test_what_is_written_is_on_disk(opened: Database) -> None:
    with opened.reading() as connection:
        told = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "journal_mode")}
    assert told == {"synchronous": 2, "journal_mode": "wal"}


def test_what_others_change_is_told_and_what_one_changes_oneself_is_not(opened: Database, tmp_path: Path) -> None:
    alone = Database.in_file(tmp_path / FILE, alone=True)
    table, before = a_table(alone), alone.changes()
    TableStore(alone).rename(table, "one", "Anna")
    assert alone.changes() == before
    TableStore(opened).rename(table, "one", "Berta")
    assert alone.changes() != before
    assert opened.changes() is None, "of several connections none knows"


def test_an_older_database_is_copied_and_then_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / FILE
    prepare(path)
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    for script in databases.MIGRATIONS.glob("*.sql"):
        (scripts / script.name).write_text(script.read_text())
    (scripts / f"{latest_schema() + 1:04}.sql").write_text("ALTER TABLE chat ADD COLUMN mood TEXT;\n")
    monkeypatch.setattr(databases, "MIGRATIONS", scripts)
    prepare(path)
    copy = path.with_name(f"{FILE}.schema-{latest_schema() - 1}")
    with closing(sqlite3.connect(path)) as new, closing(sqlite3.connect(copy)) as old:
        assert new.execute("SELECT number FROM schema_number").fetchone() == (latest_schema(),)
        assert "mood" in str(new.execute("SELECT sql FROM sqlite_master WHERE name = 'chat'").fetchone())
        assert "mood" not in str(old.execute("SELECT sql FROM sqlite_master WHERE name = 'chat'").fetchone())


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, scripts = tmp_path / FILE, tmp_path / "scripts"
    prepare(path)
    before = latest_schema()
    scripts.mkdir()
    (scripts / f"{before + 1:04}.sql").write_text("ALTER TABLE chat ADD COLUMN mood TEXT;\nDROP TABLE nothing;\n")
    monkeypatch.setattr(databases, "MIGRATIONS", scripts)
    with pytest.raises(UnusableDatabase):
        prepare(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT number FROM schema_number").fetchone() == (before,)
        assert "mood" not in str(database.execute("SELECT sql FROM sqlite_master WHERE name = 'chat'").fetchone())


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / FILE
    prepare(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE schema_number SET number = 999")
        database.commit()
    with pytest.raises(UnusableDatabase, match="newer crex"):
        prepare(path)


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("my diary, page 1\n" * 100)
    with pytest.raises(UnusableDatabase, match="cannot be opened"):
        prepare(tmp_path / FILE)
    assert (tmp_path / FILE).read_text().startswith("my diary")


def test_a_decision_is_appended_once(opened: Database) -> None:
    table, decisions = a_table(opened), DecisionStore(opened)
    decisions.append(table, 0, 0, [("one", "go"), ("one", "stop")], "two", None)
    with pytest.raises(Stale):
        decisions.append(table, 0, 0, [("one", "go")], "two", None)
    with pytest.raises(Stale):
        decisions.append(table, 2, 7, [("one", "go")], "two", None)
    assert decisions.after(table, 0) == [("one", "go"), ("one", "stop")]
    assert TableStore(opened).table(table).waiting == "two"
    assert decisions.waiting_for_bots() == [table]


def test_what_is_taken_back_makes_room_and_is_remembered(opened: Database) -> None:
    table, decisions = a_table(opened), DecisionStore(opened)
    decisions.append(table, 0, 0, [("one", "go"), ("one", "stop")], "two", None)
    decisions.withdraw(table, 2, 0, 1, "one", {"one": 5})
    with pytest.raises(Stale):
        decisions.append(table, 1, 0, [("one", "late")], "two", None)
    decisions.append(table, 1, 1, [("one", "other")], "two", None)
    assert decisions.after(table, 0) == [("one", "go"), ("one", "other")]
    assert decisions.count_withdrawn(table) == 1
    assert [seat.skipped for seat in TableStore(opened).seats(table)] == [5, 0]


def test_a_lease_is_for_one(opened: Database) -> None:
    table, decisions = a_table(opened), DecisionStore(opened)
    assert decisions.lease(table, 0, 60)
    assert not decisions.lease(table, 0, 60)
    assert decisions.lease(table, 1, 0), "of another decision"
    assert decisions.lease(table, 1, 60), "it has run out"
    decisions.release_all()
    assert decisions.lease(table, 1, 60)


def test_a_table_goes_with_all_that_belongs_to_it(opened: Database) -> None:
    table, decisions = a_table(opened), DecisionStore(opened)
    decisions.append(table, 0, 0, [("one", "go")], "two", None)
    TableStore(opened).drop(table)
    assert decisions.after(table, 0) == []
    with pytest.raises(Unknown):
        TableStore(opened).table(table)


def test_a_snapshot_is_that_of_its_program(opened: Database) -> None:
    table, decisions = a_table(opened), DecisionStore(opened)
    decisions.store_snapshot(table, 0, 200, "here", [1, 2**63])
    decisions.store_snapshot(table, 0, 100, "there", [3])
    decisions.store_snapshot(table, 1, 300, "here", [4])
    assert decisions.snapshot(table, "here") == (200, [1, 2**63])
    assert decisions.snapshot(table, "elsewhere") is None
