"""People read one name for a side, the edition's; programs read its id."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crex_dsl import load
from crex_dsl.cli.app import app
from crex_dsl.engine.errors import UnknownName
from crex_dsl.gameplay.saved_games import Setting, keep
from tests.cli.conftest import GAMES

ROYAL = ("-g", "ford", "-e", "royal", "--rules", GAMES)
NAMES = {"north": "Północ", "south": "Południe"}  # in this edition nobody is called by their id
# In brackets it says itself that it is an id; a bank of the river is no side.
IDS = re.compile(rf"(?<![\w[-])({'|'.join(NAMES)})(?![\w-]| bank)")
CALLED = re.compile("|".join(NAMES.values()))


def run(typed: str, *arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed, prog_name="crex")


def ids_in(text: str) -> list[str]:
    """The lines in which a side goes by its id."""
    return [line for line in text.splitlines() if IDS.search(line)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of two bots."""
    file = tmp_path_factory.mktemp("names") / "game.json"
    answer = run("", "play", *ROYAL, "--seed", "5", "--save", file, "--as", "Północ=bold", "--as", "południe=random")
    assert answer.exit_code == 0, answer.output
    assert CALLED.search(answer.stdout)
    assert ids_in(answer.stdout) == []
    return file


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that has just begun."""
    file = tmp_path_factory.mktemp("names") / "opening.json"
    position = load("ford", "royal", rules=[GAMES]).start(3)
    for _ in range(5):
        position.take(position.codes[0])
    keep(file, position, Setting(rules=[str(GAMES)]))
    return file


TYPED = "\n".join(
    [
        "help",
        "board all",
        "map",
        "log 30",
        "trace 3",
        "why 1",
        "why not group-move(mill)",
        "why not fire(ash-riders)",
        "why",
        "look Północ",
        "look ash-riders",
        "group-move(mill)",
        "1",
        "1",
        "undo",
        "2",
        "1",
        "quit",
        "",
    ]
)
COMMANDS: list[tuple[str, tuple[str | Path, ...]]] = [
    ("", ("replay", "PLAYED", "--all")),
    ("", ("replay", "PLAYED", "--all", "--side", "Północ")),
    ("\nnext Południe\ntrace\nend\nnext\n", ("replay", "PLAYED", "--side", "północ")),
    ("", ("trace", "PLAYED", "--steps", "9")),
    ("", ("trace", "OPENING", "--steps", "9", "--side", "Południe")),
    ("", ("why", "OPENING", "group-move(mill)", "--quick")),
    ("", ("why", "OPENING", "group-move(mill)", "--as", "Południe", "--quick")),
    ("", ("why", "OPENING", "march(elm-guard, northgate-abbey)", "--quick")),
    ("", ("why", "OPENING", "done", "--as", "nobody")),
    ("", ("play", "PLAYED")),
    (TYPED, ("play", "OPENING")),
    (TYPED, ("play", *ROYAL, "--seed", "4", "--save", "NEW", "--as", "Południe=random")),
    ("", ("play", *ROYAL, "--save", "NEW", "--as", "nobody=random")),
    ("", ("simulate", *ROYAL, "-n", "3", "--workers", "1", "--bot", "Północ=bold", "--bot", "random")),
    ("", ("simulate", *ROYAL, "-n", "3", "--bot", "nobody=bold")),
    ("", ("compare", "-g", "ford", "--rules", GAMES, "royal", "royal+scouts", "-n", "3", "--workers", "1", "--all")),
    ("", ("odds", "clash", "mill", "abbey-mill", "fox-riders", "yew-bows", *ROYAL)),
    ("", ("odds", *ROYAL, "clash", "mill", "abbey-mill", "fox-riders", "yew-bows", "--policy", "nobody=bold")),
]


@pytest.mark.parametrize(("typed", "arguments"), COMMANDS, ids=[" ".join(map(str, row[1][:4])) for row in COMMANDS])
def test_no_side_goes_by_its_id(
    typed: str, arguments: tuple[str | Path, ...], played: Path, opening: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.json"
    copy.write_text(opening.read_text())  # which may be played on
    files = {"PLAYED": played, "OPENING": copy, "NEW": tmp_path / "new.json"}
    answer = run(typed, *(files.get(str(word), word) for word in arguments))
    own = [line for line in answer.output.splitlines() if not line.startswith("plain-1.0 ")]  # which has other names
    assert ids_in("\n".join(own)) == []
    assert CALLED.search(answer.output)


def test_programs_read_ids(played: Path, opening: Path) -> None:
    replayed = json.loads(run("", "replay", played, "--json").stdout)
    assert {line["who"] for line in replayed["lines"]} == {*NAMES, None}
    assert replayed["result"] == "won by north"
    traced = json.loads(run("", "trace", played, "--json").stdout)
    assert {each["who"] for each in traced["decisions"]} <= set(NAMES)
    asked = json.loads(run("", "why", opening, "group-move(mill)", "--quick", "--json").stdout)
    assert asked["question"]["actor"] in NAMES
    summed = json.loads(run("", "simulate", *ROYAL, "-n", "2", "--workers", "1", "--json").stdout)
    assert [(won["player"], won["called"]) for won in summed["summary"]["players"]] == list(NAMES.items())


def test_a_position_names_sides_as_its_edition_does() -> None:
    position = load("ford", "royal", rules=[GAMES]).start(3)
    decision = position.asked()
    assert decision.prompt.startswith(f"{NAMES[decision.who]}: do wyboru (nieobowiązkowo) ")
    position.take(position.codes[0])
    line = next(line for line in position.log if line.who)
    assert str(line).startswith(f"{NAMES[str(line.who)]}: ")
    other = next(side for side in NAMES if side != position.asked().who)
    refused = str(position.view(other).why_not("group-move", town="mill"))
    assert NAMES[other] in refused and not ids_in(refused)
    assert position.game.seat("POŁUDNIE") == position.game.seat("south")
    with pytest.raises(UnknownName, match="they are Północ, Południe"):
        position.game.seat("nobody")
