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
    action_ids,
    clause_names,
    edition_names,
    game_names,
    language_names,
    option_names,
    policy_names,
    references,
    references_in_two,
    rejoined,
    rulebooks,
    rulings_and_clauses,
    save_files,
    scene_words,
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


def test_an_edition_of_one_game_stops_no_other() -> None:
    offered = [name for name, _ in option_names(context(edition="royal"), "attack")]
    assert offered == ["attack-rounding=nobody-attacks", "attack-rounding=one-attacks"]


def test_languages() -> None:
    assert [name for name, _ in language_names(context(game="ford"), "")] == ["en", "pl"]


def test_actions_of_a_save(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    save.write_text(load("ford", "plain", rules=[GAMES]).start(7).to_json())
    offered = dict(action_ids(context(save=str(save)), "group-move("))
    assert offered["group-move(mill)"] == "move the group at mill"
    assert offered["group-move(town)"] == ""
    assert action_ids(context(save=str(tmp_path / "none.json")), "") == []


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
    assert {"3.7", "riders-pass", "attackers-leave"} <= {name for name, _ in references_in_two(both, "")}
    assert references_in_two(context(game="ford"), "") == []


def test_rulings_and_clauses() -> None:
    assert [name for name, _ in rulings_and_clauses(context(game="ford"), "")] == ["attack-rounding", "attack-limits"]
    assert rulings_and_clauses(context(game="ford", edition="plain"), "") == []


def test_clauses_without_rulings() -> None:
    royal = context(game="ford", edition="royal")
    assert ("3.6", "Limity dróg") in clause_names(royal, "3")
    assert [name for name, _ in clause_names(royal, "attack-")] == ["attack-limits"]


def test_what_a_shell_would_take_apart_is_not_offered() -> None:
    offered = [name for name, _ in clause_names(context(game="ford", edition="plain"), "")]
    assert "3.4" in offered
    assert "play aid" not in offered


def test_bots_and_stages() -> None:
    ford = context(game="ford", edition="royal")
    assert ("south=bold", "Marches on the enemy and stays") in seats_for_bots(ford, "south=")
    assert [name for name, _ in seats_for_bots(ford, "c")] == ["cautious"]
    assert [name for name, _ in seats_for_bots(ford, "north=p")] == ["north=planner"]
    assert [name for name, _ in stage_names(ford, "")][-1] == "decisions="
    assert [name for name, _ in stage_names(ford, "tu")] == ["turn="]


def test_scenes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ford = context(game="ford", edition=["plain+scouts", "royal"])
    assert ("clash", "A battle for one town") in scene_words(ford, "cl")
    ford.params["words"] = ["clash"]
    assert [name for name, _ in scene_words(ford, "")] == ["town=", "way=", "attackers=", "defenders="]
    assert [name for name, _ in scene_words(ford, "town=m")] == ["town=mill", "town=market"]
    assert ("attackers=ox-levy,ash-riders", "") in scene_words(ford, "attackers=ox-levy,a")
    assert scene_words(ford, "nothing=") == []
    save = tmp_path / "ford.json"
    save.write_text(load("ford", "plain", rules=[GAMES]).start(3).to_json(), encoding="utf-8")
    assert ("ford.json", "a save") in scene_words(context(game="ford"), "fo")
    assert scene_words(context(words=["ford.json"]), "cl") == [("clash", "A battle for one town")]
    assert ("south=cautious", "Saves what it can") in policy_names(ford, "south")
    assert [name for name, _ in option_names(ford, "sc")] == ["scouts"]


def test_who_can_play_each_side() -> None:
    offered = dict(seatings(context(game="ford"), ""))
    names = ["person", "random", "easy", "normal", "hard", "greedy", "planner", "bold", "cautious"]
    assert list(offered)[:9] == [f"north={name}" for name in names]
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


@pytest.mark.parametrize(
    ("words", "cursor", "whole", "place"),
    [
        (["crex", "show", "-o", "a", "=", "b"], 5, ["crex", "show", "-o", "a=b"], 3),
        (["crex", "show", "-o", "a", "="], 4, ["crex", "show", "-o", "a="], 3),
        (["crex", "show", "-o", "a", "=", "b", "x"], 6, ["crex", "show", "-o", "a=b", "x"], 4),
        (["crex", "show", "-o", "a", "=", "b"], 6, ["crex", "show", "-o", "a=b"], 4),
        (["crex", "show"], 1, ["crex", "show"], 1),
    ],
)
def test_words_that_bash_took_apart(words: list[str], cursor: int, whole: list[str], place: int) -> None:
    assert rejoined(words, cursor) == (whole, place)


def answered(*words: str) -> list[str]:
    """What bash is told when the last of some words is being typed."""
    asked = {"_CREX_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        [sys.executable, "-c", "from crex_dsl.cli.app import main; main()"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_the_shell_is_answered() -> None:
    crex = ("crex", "show", "--rules", str(GAMES), "-g")
    assert answered(*crex, "") == ["crusader-rex", "na-grunwald", "dash", "ford", "noughts", "quince"]
    assert answered(*crex, "ford", "-e", "royal", "3.6") == ["3.6"]
    assert answered(*crex, "ford", "-o", "attack-rounding", "=") == ["nobody-attacks", "one-attacks"]
    assert answered(*crex, "ford", "-o", "attack-rounding", "=", "no") == ["nobody-attacks"]
