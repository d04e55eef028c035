"""Everything that can be asked at any prompt, and the one sentence that answers bad input."""

from typing import Any

import pytest

from crex_dsl.gameplay.history import GameHistory
from crex_dsl.play.commands import Commands, Left
from tests.play.conftest import Typist, shown, the


def desk(game: str = "ford") -> tuple[Commands, list[str]]:
    said: list[str] = []
    history = GameHistory(the(game).start(7))
    keyboard: Any = Typist()
    return Commands(history, history.now.asked().who, keyboard, lambda what: said.append(shown(what))), said


def answered(typed: str, game: str = "ford") -> str:
    made, said = desk(game)
    assert made.asked(typed)
    return "\n".join(said)


BAD = [
    ("board mill", "`board` takes nothing or `all`; `look mill` looks at one thing"),
    ("map ash-riders", "`ash-riders` is no place on the map; `look ash-riders` looks at it"),
    ("map abey", "nothing is called `abey`: did you mean `abbey`?"),
    ("look", "`look` needs the name of a thing, such as a place or a piece; `board` shows them"),
    ("look zzz", "nothing is called `zzz`"),
    ("cite", "`cite` needs a clause's number or id, such as the one beside the prompt"),
    ("cite 99", "plain-1.0 has no clause `99`"),
    ("log many", "`log` takes a number of lines, not `many`"),
    ("log 0", "`log` takes a number of lines, not `0`"),
    ("log", "nothing has happened yet"),
    ("help me", "there is no command `me`; `help` alone lists them"),
    ("/bord", "there is no command `bord`: did you mean `board`?"),
    ("/zzz", "there is no command `zzz`: `help` lists the commands"),
]


@pytest.mark.parametrize(("typed", "sentence"), BAD)
def test_bad_input_is_answered_in_a_sentence(typed: str, sentence: str) -> None:
    assert answered(typed) == sentence


def test_what_is_no_command() -> None:
    made, said = desk()
    assert not made.asked("mill")
    assert said == []


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("board", "ash-riders A2 ■■■"),
        ("BOARD all", "northgate"),
        ("/map", "northgate 2 N2"),
        ("map mill", "minor: abbey, bridge, shallows"),
        ("look mill", "mill, a town"),
        ("cite 3.1", "3.1 Moves [stride]"),
        ("help", "look THING"),
        ("?", "look THING"),
    ],
)
def test_answers(typed: str, part: str) -> None:
    assert part in answered(typed)


def test_the_log_in_full_and_in_part() -> None:
    assert answered("log", "dash").splitlines() == [
        "red: red throws (no other choice)  [2 throwing]",
        "dice: 5, 3  [2 throwing]",
    ]
    assert answered("log 1", "dash") == "dice: 5, 3  [2 throwing]"


def test_help_on_one_command() -> None:
    assert answered("help log").startswith("log [N]  the last N lines")
    assert "\n" not in answered("help log")


def test_leaving() -> None:
    with pytest.raises(Left):
        answered("quit")


def test_what_can_be_completed() -> None:
    offers = desk()[0].offers()
    assert {"board", "look ash-riders", "map mill", "cite stride"} <= set(offers)
    assert "map ash-riders" not in offers


def test_what_is_longer_than_the_screen_comes_in_pages(sit: Any) -> None:
    lines = ["board all", "", "q", "help", "", "", "", ""]
    sitting = sit("ford", *lines, live=True)
    sitting.typist.lines = 6
    asked = sitting.play().typist.prompts
    assert asked.count("Enter shows more, any letter no more. ") >= 2
    assert "`board` shows the board, `map` the map." in sitting.text  # it would not fit


def test_a_command_in_the_middle_of_pages_is_carried_out(sit: Any) -> None:
    sitting = sit("ford", "board all", "look mill", live=True)
    sitting.typist.lines = 6
    assert "\nmill, a town\n" in sitting.play().text
