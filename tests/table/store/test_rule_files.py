"""A table goes on under the rules with which it began; rules that no table plays by are not kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from crex_dsl.table.errors import Wrong
from crex_dsl.table.store.database import FILE, Database, prepare
from crex_dsl.table.store.rule_files import RuleStore
from crex_dsl.table.store.tables import TableStore
from tests.table.conftest import FIXTURES

GAME = "noughts"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Rule files that somebody works on."""
    shutil.copytree(FIXTURES / "ruleset" / GAME, tmp_path / "own" / "ruleset" / GAME)
    return tmp_path / "own"


def test_rules_are_kept_as_they_were(tmp_path: Path, rules: Path) -> None:
    prepare(tmp_path / FILE)
    database = Database.in_file(tmp_path / FILE)
    store = RuleStore(database, tmp_path / "laid-out", [rules])
    before = store.keep(GAME, {"house.crex": "-- nothing\n"})
    first = store.files(before)
    for path in (rules / "ruleset").rglob("*.crex"):
        path.write_text(path.read_text(encoding="utf-8") + "\n-- changed\n", encoding="utf-8")
    after = store.keep(GAME, {})
    assert after != before and store.house_rules(before) == ["house.crex"] and store.house_rules(after) == []
    shutil.rmtree(tmp_path / "laid-out")
    assert store.files(before).digest == first.digest != store.files(after).digest
    TableStore(database).make(before, "e", [], {}, "t", 1, None, False, "h", [], None, None)
    store.drop_unused()
    assert [path.name for path in (tmp_path / "laid-out").iterdir()] == [before]
    assert store.files(before).digest == first.digest
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT digest FROM rulebooks").scalars().all() == [before]
        kept = connection.exec_driver_sql("SELECT content FROM rule_files").scalars().all()
    assert kept and not any(b"changed" in content for content in kept)


@pytest.mark.parametrize("game", ["", "x", ".", "..", "../own", "/", f"../ruleset/{GAME}"])
def test_a_game_goes_by_its_name_alone(tmp_path: Path, rules: Path, game: str) -> None:
    prepare(tmp_path / FILE)
    with pytest.raises(Wrong, match="no such game"):
        RuleStore(Database.in_file(tmp_path / FILE), tmp_path / "laid-out", [rules]).keep(game, {})
