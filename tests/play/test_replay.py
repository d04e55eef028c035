"""A recorded game, stepped through."""

import random
from typing import Any

import pytest

from crex_dsl.gameplay.history import GameHistory
from crex_dsl.play.replay import Stepping
from tests.play.conftest import Typist, shown, the


def stepped(*lines: str, viewer: str | None = None, game: str = "ford", count: int = 25) -> tuple[list[str], Typist]:
    history, rng, said = GameHistory(the(game).start(3)), random.Random(3), []
    while not history.now.over and len(history.steps) < count:
        history.take(rng.choice(history.now.codes))
    typist: Any = Typist(*lines)
    with pytest.raises(EOFError):
        Stepping(history, viewer, typist, lambda what: said.append(shown(what))).run()
    return said, typist


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        (["", "next", "n"], [0, 1, 2, 2]),
        (["end", "back", "back 4", "start"], [0, 25, 24, 20, 0]),
        (["jump 12", "7", "back 7"], [0, 12, 7, 0]),
        (["end", "next", "jump 26", "jump", "jump x", "back 26", "back x"], [0, 25, 25, 25, 25, 25, 25, 25]),
    ],
)
def test_where_each_command_leads(typed: list[str], where: list[int]) -> None:
    assert stepped(*typed)[1].prompts == [f"{number}/25> " for number in where]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["end", "next"], "this is where the record ends; `back` or `jump N` goes elsewhere"),
        (["jump 26"], "there are only 25 decisions in this record"),
        (["9" * 5000], "there are only 25 decisions in this record"),
        (["jump"], "`jump` needs a number of decisions"),
        (["jump x"], "`jump` needs a number of decisions, not `x`"),
        (["back"], "only 0 decisions lie before this"),
        (["next east"], "`east` does not play: they are north, south"),
        (["nxt"], "there is no command `nxt`: did you mean `next`?"),
    ],
)
def test_where_no_way_leads(typed: list[str], sentence: str) -> None:
    assert stepped(*typed)[0][-1] == sentence


def deciders(count: int = 25) -> list[str]:
    """Who decides, one after the other, in the record that we step through."""
    history, rng = GameHistory(the("ford").start(3)), random.Random(3)
    for _ in range(count):
        history.take(rng.choice(history.now.codes))
    return [step.who for step in history.steps]


def test_each_step_tells_what_happened_and_what_is_asked_next() -> None:
    said, _ = stepped("")
    assert said[0] == "north may choose: group move or muster  3.1 Moves [movement-basics]"
    assert said[1].startswith("north: ")
    assert said[1].endswith("]")
    assert " choose" in said[-1]


def test_to_the_next_decision_of_a_side() -> None:
    order = deciders()
    first = order.index("south") + 1
    after = first + order[first:].index("south") + 1
    _, typist = stepped("next south", "next south")
    assert typist.prompts[1:] == [f"{first}/25> ", f"{after}/25> "]


def test_a_side_that_decides_no_more() -> None:
    order = deciders()
    last = {"north": 0, "south": 0} | {who: number for number, who in enumerate(order, start=1)}
    side = min(last, key=lambda who: last[who])
    assert last[side] < 25
    answer = stepped(f"jump {last[side]}", f"next {side}")[0][-1]
    assert answer == f"no decision of {side} comes after this in the record"


def test_the_board_is_that_of_the_moment() -> None:
    start, end = stepped("board")[0][-1], stepped("end", "board")[0][-1]
    assert "yew-bows" in start
    assert start != end
    assert stepped("end", "start", "board")[0][-1] == start


def test_the_log_ends_where_we_stand() -> None:
    before, after = stepped("5")[0], stepped("5", "log 1000")[0]
    log = after[len(before) :]
    assert len(log) >= 5
    assert log == stepped("end", "5", "log 1000")[0][-len(log) :]
    assert len(stepped("end", "log 1000")[0]) - len(stepped("end")[0]) > len(log)


def test_as_one_side_saw_it() -> None:
    said = "\n".join(stepped("end", "log 1000", viewer="south")[0])
    whole = "\n".join(stepped("end", "log 1000")[0])
    assert "a block" in said
    assert "a block" not in whole


@pytest.mark.parametrize("side", ["north", "south"])
def test_what_another_side_is_asked_stays_untold(side: str) -> None:
    said, _ = stepped(*[""] * 20, viewer=side)
    other = {"north": "south", "south": "north"}[side]
    assert f"{other} to decide" in said
    assert not [line for line in said if line.startswith(f"{other} to decide ")]
    assert any(line.startswith(f"{side} ") and " choose" in line and line.endswith("]") for line in said)
