"""`crex replay`: stepped through, told as a whole, as one side saw it, and for programs."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crex_dsl.cli.app import app
from tests.cli.conftest import GAMES


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of two bots."""
    file = tmp_path_factory.mktemp("replay") / "game.json"
    bots = ["--as", "north=bold", "--as", "south=random"]
    answer = run("", "play", "--rules", GAMES, "-g", "ford", "--seed", "5", "--save", file, *bots)
    assert answer.exit_code == 0
    return file


def run(typed: str, *arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed, prog_name="crex")


def test_the_whole_game_with_its_clauses(save: Path) -> None:
    answer = run("", "replay", save, "--all")
    lines = answer.stdout.splitlines()
    assert answer.exit_code == 0
    assert lines[0].lstrip().startswith("1 north: ")
    assert all(line.endswith("]") for line in lines if " to " not in line)  # what moved unsaid has no clause
    assert "game over: " in lines[-1]
    assert "a block" not in answer.stdout


def test_as_one_side_saw_it(save: Path) -> None:
    north = run("", "replay", save, "--all", "--side", "north").stdout
    assert "a block" in north
    assert north != run("", "replay", save, "--all").stdout


def test_for_programs(save: Path) -> None:
    document = json.loads(run("", "replay", save, "--json").stdout)
    assert (document["version"], document["game"], document["edition"], document["side"]) == (
        1,
        "ford",
        "plain-1.0",
        None,
    )
    assert document["over"]
    assert document["result"].startswith(("won by", "drawn"))
    assert document["moments"] == len(json.loads(save.read_text())["decisions"])
    first = document["lines"][0]
    assert (first["moment"], first["who"]) == (1, "north")
    assert first["clause"]
    assert first["numbers"]
    south = json.loads(run("", "replay", save, "--json", "--side", "south").stdout)
    assert south["side"] == "south"
    assert [line["text"] for line in south["lines"]] != [line["text"] for line in document["lines"]]


def test_step_by_step(save: Path) -> None:
    count = len(json.loads(save.read_text())["decisions"])
    answer = run("\nnext\nback\nend\nboard\nquit\n", "replay", save)
    assert answer.exit_code == 0
    prompts = re.findall(r"^\d+/\d+>.*$", answer.stdout, re.MULTILINE)
    assert prompts == [
        f"0/{count}>",
        f"1/{count}> next",
        f"2/{count}> back",
        f"1/{count}> end",
        f"{count}/{count}> board",
        f"{count}/{count}> quit",
    ]


def test_up_to_a_number(save: Path) -> None:
    document = json.loads(run("", "replay", save, "--json", "--at", "2").stdout)
    assert document["moments"] == max(line["moment"] for line in document["lines"]) == 2
    assert run("quit\n", "replay", save, "--at", "2").stdout.splitlines()[-1].startswith("2/")
    assert "--at: there are only" in run("", "replay", save, "--at", "9999").stderr


def test_another_game_begins_where_one_stands(save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREX_SAVES", str(tmp_path / "kept"))
    file = tmp_path / "early.json"
    answer = run(f"save {file}\nsave {file}\nbranch\nsave\n", "replay", save, "--at", "2")
    assert f"The game up to here is saved in {file}" in answer.stdout
    assert f"{file} exists already: name another file" in answer.stdout
    assert "`save` needs the name of a file; `branch` finds one" in answer.stdout
    (branch,) = (tmp_path / "kept").glob("*.json")
    for each in (file, branch):
        assert len(json.loads(each.read_text())["decisions"]) == 2


REFUSALS = [
    ("nosuch.json", "nosuch.json: No such file or directory: name a save, such as `crex play --save FILE` writes", 2),
    ("SAVE --side east", "--side: `east` does not play: they are north, south", 2),
    ("notes.json", "notes.json: this is no save: it is not JSON", 1),
    (
        "torn.json",
        "torn.json: the save is damaged: its decisions do not lead to where it stands: `generator` would be another",
        1,
    ),
]


@pytest.mark.parametrize(("typed", "sentence", "code"), REFUSALS, ids=[typed for typed, _, _ in REFUSALS])
def test_refusals(
    save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, sentence: str, code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.json").write_text("dear diary")
    torn = json.loads(save.read_text())
    torn["decisions"].pop()
    (tmp_path / "torn.json").write_text(json.dumps(torn))
    answer = run("", "replay", *typed.replace("SAVE", str(save)).split())
    assert (answer.stdout, answer.stderr, answer.exit_code) == ("", f"Error: {sentence}\n", code)


def test_a_game_of_other_rule_files_says_so(save: Path, shelf: Path) -> None:
    answer = run("", "replay", save, "--rules", shelf)
    assert answer.exit_code == 2
    assert answer.stderr.startswith(f"Error: {save}: there is no game `ford`: ")
    assert answer.stderr.endswith(f"; it was played with --rules {GAMES}\n")


def test_a_save_without_its_rule_files_asks_for_them(save: Path, tmp_path: Path) -> None:
    bare = json.loads(save.read_text())
    del bare["table"]
    (tmp_path / "bare.json").write_text(json.dumps(bare))
    answer = run("", "replay", tmp_path / "bare.json")
    assert answer.exit_code == 2
    assert answer.stderr.endswith("; name the rule files that it was played with by --rules\n")


def test_where_it_stands_is_drawn(save: Path, tmp_path: Path) -> None:
    image = tmp_path / "board.svg"
    answer = run("", "replay", save, "--side", "north", "--svg", image)
    assert (answer.exit_code, answer.stdout) == (0, f"{image}: where the game stands, as north sees it\n")
    assert image.read_text().startswith("<svg ") and "?block " in image.read_text()
    whole = run("", "replay", save, "--all", "--svg", tmp_path / "whole.svg")
    assert "game over: " in whole.stdout
    assert "?block " not in (tmp_path / "whole.svg").read_text()


def test_an_image_is_an_svg_file(save: Path, tmp_path: Path) -> None:
    answer = run("", "replay", save, "--svg", tmp_path / "board.png")
    assert answer.exit_code == 2
    assert "an image is an .svg file" in " ".join(answer.stderr.split())
