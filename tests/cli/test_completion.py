"""What the shell offers, and that it never gets in the way."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from crex_dsl import load
from crex_dsl.cli.completion import (
    edition_names,
    game_names,
    option_names,
    references,
    references_in_two,
    rulebooks,
    rulings_and_clauses,
    save_files,
    seatings,
    seats_for_bots,
    side_names,
    stage_names,
)
from tests.cli.conftest import GAMES


def context(**params: Any) -> Any:
    return SimpleNamespace(params={"rules": [GAMES], **params})


def test_games() -> None:
    assert game_names(context(), "") == [
        ("crusader-rex", "Crusader Rex"),
        ("na-grunwald", "Na Grunwald!"),
        ("dash", "Dash"),
        ("ford", "The Ford"),
        ("noughts", "Noughts and crosses"),
        ("quince", "Quince"),
    ]
    assert game_names(context(game="dash"), "f") == [("ford", "The Ford")]


def test_editions() -> None:
    assert [name for name, _ in edition_names(context(game="ford"), "")] == ["plain-1.0", "royal-2.0"]
    assert {"plain-1.0", "polish-1.0"} <= {name for name, _ in edition_names(context(), "p")}


def test_options_and_readings() -> None:
    assert [name for name, _ in option_names(context(game="ford", edition="plain"), "")] == [
        "guides",
        "scouts",
        "spring-floods",
        "dry-summer",
    ]
    offered = [name for name, _ in option_names(context(game="ford", edition="royal"), "a")]
    assert offered == ["as-printed", "attack-rounding=nobody-attacks", "attack-rounding=one-attacks"]


def test_loose_files_are_taken_in(tmp_path: Path) -> None:
    loose = tmp_path / "loose.crex"
    loose.write_text('edition homely "At home" of royal-2.0\n\noption hasty "Hasty" for second\n')
    given = context(rules=[GAMES, loose], game="ford")
    assert edition_names(given, "ho") == [("homely", "At home")]
    assert option_names(given, "ha") == [("hasty", "Hasty")]
    assert edition_names(context(rules=[GAMES, loose], game="dash"), "") == []


def test_references() -> None:
    royal = context(game="ford", edition="royal")
    assert ("3.6", "Limity dróg") in references(royal, "3")
    assert all(name.startswith("3") for name, _ in references(royal, "3"))
    assert [name for name, _ in references(royal, "attack-")] == ["attack-limits", "attack-rounding"]
    assert ("8.2", "Przewodnicy") not in references(royal, "8")
    assert ("8.2", "Przewodnicy") in references(context(game="ford", edition="royal", option=["guides"]), "8")


def test_rulebooks() -> None:
    ford = context(game="ford")
    assert rulebooks(ford, "ro") == [("royal-2.0", "Bród, wydanie królewskie")]
    assert [name for name, _ in rulebooks(ford, "royal+gu")] == ["royal+guides"]
    assert [name for name, _ in rulebooks(ford, "royal+guides+attack-rounding=o")] == [
        "royal+guides+attack-rounding=one-attacks"
    ]
    assert rulebooks(context(game="nosuch"), "royal+") == []


def test_references_in_two_rulebooks() -> None:
    both = context(game="ford", one="plain", two="royal")
    assert {"3.7", "play aid", "riders-pass", "attackers-leave"} <= {name for name, _ in references_in_two(both, "")}
    assert references_in_two(context(game="ford"), "") == []


def test_rulings_and_clauses() -> None:
    assert [name for name, _ in rulings_and_clauses(context(game="ford"), "")] == ["attack-rounding", "attack-limits"]
    assert rulings_and_clauses(context(game="ford", edition="plain"), "") == []


def test_bots_and_stages() -> None:
    ford = context(game="ford", edition="royal")
    assert ("south=bold", "Marches on the enemy and stays") in seats_for_bots(ford, "south=")
    assert [name for name, _ in seats_for_bots(ford, "c")] == ["cautious"]
    assert [name for name, _ in stage_names(ford, "")][-1] == "decisions="
    assert [name for name, _ in stage_names(ford, "tu")] == ["turn="]


def test_who_can_play_each_side() -> None:
    offered = dict(seatings(context(game="ford"), ""))
    assert list(offered)[:5] == ["north=person", "north=random", "north=greedy", "north=bold", "north=cautious"]
    assert offered["south=bold"] == "Marches on the enemy and stays"
    assert [name for name, _ in seatings(context(game="ford"), "south=b")] == ["south=bold"]
    assert seatings(context(game="nosuch"), "") == []


def test_sides_and_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREX_SAVES", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").mkdir()
    game = load("quince", rules=[GAMES])
    for file in (tmp_path / "mine.json", tmp_path / "kept" / "latest.json"):
        file.write_text(game.start(1).to_json())
    (tmp_path / "mine.txt").write_text("")
    assert [name for name, _ in side_names(context(save="mine.json"), "")] == ["anna", "bela", "cora"]
    assert side_names(context(save="nosuch.json"), "") == []
    assert save_files(context(), "mi") == ["mine.json"]
    assert save_files(context(), "") == ["kept", "mine.json", str(tmp_path / "kept" / "latest.json")]


@pytest.mark.parametrize(
    "params", [{"game": "nosuch"}, {"rules": ["nowhere"]}, {"rules": 7}, {"game": "ford", "edition": "nosuch"}]
)
def test_nothing_goes_wrong(params: dict[str, Any]) -> None:
    assert option_names(context(**params), "") == []
    assert references(context(**params), "") == []
    assert seats_for_bots(context(**params), "") == []


def test_a_broken_game_is_left_out(shelf: Path) -> None:
    broken = shelf / "ruleset" / "broken"
    broken.mkdir()
    (broken / "broken.crex").write_text("game broken broken\n")
    assert [name for name, _ in game_names(context(rules=[shelf]), "")] == ["crusader-rex", "na-grunwald", "noughts"]


def test_the_shell_is_answered() -> None:
    words = f"crex show --rules {GAMES} -g "
    asked = {"_CREX_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "5"}
    done = subprocess.run(
        [sys.executable, "-c", "from crex_dsl.cli.app import main; main()"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["crusader-rex", "na-grunwald", "dash", "ford", "noughts", "quince"]
