"""`crex trace`: the last decisions of a save, clause by clause."""

import json
from pathlib import Path

import pytest

from crex_dsl.gameplay.saved_games import Setting, keep
from tests.cli.conftest import GAMES, Crex
from tests.conformance.cases import Case


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three decisions."""
    file = tmp_path_factory.mktemp("trace") / "game.json"
    position = Case("ford", "plain-1.0", ()).load().start(7)
    for action in ("group-move(mill)", position.game.spelled(0)):
        position.take(action)
    keep(file, position, Setting(rules=[str(GAMES)]))
    return file


def test_the_last_decision(crex: Crex, save: Path) -> None:
    answer = crex("trace", save)
    assert answer.exit_code == 0
    assert answer.stdout.startswith("2 north: ")
    assert "  then: north may choose: group move or muster [movement-basics]\n" in answer.stdout


def test_the_last_two_with_what_was_considered(crex: Crex, save: Path) -> None:
    answer = crex("trace", save, "--steps", "2")
    assert answer.stdout.startswith("1 north: move the group at mill  3.1 Moves [group-moves]\n")
    assert "    group-move, 3.1 Moves [group-moves]: moves: 2 → 1; group: nothing → mill\n" in answer.stdout
    assert "\n\n2 north: " in answer.stdout


def test_as_one_side_saw_it(crex: Crex, save: Path) -> None:
    answer = crex("trace", save, "--steps", "2", "--side", "south")
    assert answer.exit_code == 0
    assert "  then: north to decide\n" in answer.stdout
    assert "considered" not in answer.stdout.partition("2 north")[0]


def test_for_programs(crex: Crex, save: Path) -> None:
    document = json.loads(crex("trace", save, "--steps", "9", "--json").stdout)
    assert (document["version"], document["game"], document["edition"], document["side"]) == (
        1,
        "ford",
        "plain-1.0",
        None,
    )
    first = document["decisions"][0]
    assert (first["number"], first["who"], first["text"]) == (1, "north", "move the group at mill")
    assert first["steps"][1]["changes"] == ["moves: 2 → 1", "group: nothing → mill"]
    assert first["steps"][1]["numbers"] == ["3.1"]


def test_where_nothing_is_decided_there_is_nothing_to_trace(crex: Crex, tmp_path: Path) -> None:
    file = tmp_path / "new.json"
    keep(file, Case("ford", "plain-1.0", ()).load().start(7), Setting(rules=[str(GAMES)]))
    answer = crex("trace", file)
    assert (answer.exit_code, answer.stderr) == (1, f"Error: {file}: nothing has been decided in this game yet\n")
    assert crex("trace", file, "--side", "west").exit_code == 2
