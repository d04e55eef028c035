"""Witnesses at the command line: told, saved, and in JSON."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from crex_dsl.cli.app import Answers
from crex_dsl.cli.arguments import AsJson
from crex_dsl.cli.documents import WitnessesDocument
from crex_dsl.cli.lookup.witness_text import Save, Workers, answer
from crex_dsl.engine.saves.state_import import parse_save
from tests.cli.conftest import GAMES, Crex
from tests.lawyer.witness_search.conftest import games, order

asking = typer.Typer(cls=Answers)


@asking.callback()
def callback() -> None:
    """Questions about the two editions of the ford."""


@asking.command()
def witness(clauses: list[str], workers: Workers = 1, save: Save = None, as_json: AsJson = False) -> None:
    """Look for witnesses of some clauses in a few games."""
    answer(order(*clauses, games=3), workers, save, [GAMES], as_json)


def ask(*arguments: str | Path) -> Any:
    """What is answered to a question."""
    return CliRunner().invoke(asking, ["witness", *map(str, arguments)])


def test_what_is_told_of_an_action_that_only_one_allows() -> None:
    told = ask("road-limits")
    assert told.exit_code == 0
    head, numbers, _, where, *_ = told.stdout.splitlines()
    assert head == "road-limits: Roads"
    assert numbers == "3.4, play aid in plain-1.0; 3.6 in royal-2.0; about size_limit"
    assert where.startswith(("plain-1.0, seed ", "royal-2.0, seed ")) and where.endswith(" decisions:")
    assert (
        "plain-1.0  legal    3.1 Moves permits it" in told.stdout
        and "royal-2.0  refused  3.6 Limity dróg forbids it: " in told.stdout
    )
    assert told.stdout.endswith("under either rulebook.\n")


def test_what_is_told_of_an_action_that_ends_elsewhere() -> None:
    told = ask("movement-basics").stdout
    assert (
        told.split("rulebook")[1]
        == "   says\nplain-1.0  moves is 2\nroyal-2.0  moves is 3\n\n1 of 1 clause witnessed in 1 game under either "
    )


def test_where_the_other_could_not_be_asked_it_is_said() -> None:
    told = ask("permanent-losses").stdout
    assert re.search(r"^\(What (\S+) says is (?!\1)\S+ with this alone of the other.\)$", told, re.MULTILINE)
    assert "at (" in told and "graveyard" in told


def test_clauses_without_a_witness_are_named() -> None:
    told = ask("last-stand")
    assert (told.exit_code, told.stdout) == (
        1,
        "0 of 1 clause witnessed in 3 games under either rulebook; none of last-stand.\n",
    )


def test_clauses_that_play_alike_are_refused() -> None:
    told = ask("map", "musters")
    assert (told.exit_code, told.stdout) == (1, "")
    assert "play `map, musters` alike" in told.stderr


def test_json() -> None:
    document = WitnessesDocument.model_validate_json(ask("road-limits", "last-stand", "--json").stdout)
    assert (document.version, document.first, document.second) == (1, "plain-1.0", "royal-2.0")
    assert [one.clause for one in document.witnesses] == ["road-limits"]
    assert (document.missing, document.games) == (["last-stand"], 3)
    assert len(document.witnesses[0].decisions) == document.witnesses[0].after


@pytest.mark.parametrize("clause", ["road-limits", "movement-basics"])
def test_a_saved_position_opens_in_play(crex: Crex, tmp_path: Path, clause: str) -> None:
    file = tmp_path / "position.json"
    assert ask(clause, "--save", file).exit_code == 0
    model = parse_save(file.read_text())
    game = next(game for game in games() if game.edition == model.edition)
    assert game.from_json(file.read_text()).decision is not None
    assert crex("replay", file, "--json").exit_code == 0
