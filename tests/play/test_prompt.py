"""One person at one decision: how answers are given, and everything else that can be typed there."""

import json
from pathlib import Path
from typing import Any

import pytest

from crex_dsl.play.commands import Left


def decisions(sitting: Any) -> list[str]:
    """What has been decided, by id."""
    game = sitting.table.game
    return [game.spelled(step.code) for step in sitting.table.history.steps]


@pytest.mark.parametrize("typed", ["3", "move the group at mill", "group-move(mill)", "GROUP mill", "  group   MILL "])
def test_an_answer(sit: Any, typed: str) -> None:
    assert decisions(sit("ford", typed).play()) == ["group-move(mill)"]


def test_the_question_comes_with_its_clause(sit: Any) -> None:
    text = sit("ford").play().text
    assert "north may choose: group move or muster  3.1 Moves [movement-basics]\n 0 end the movement\n 1 move" in text


# What is typed, what is answered; nothing is decided.
ASIDE = [
    ("mill", " 3 move the group at mill\n 6 muster at mill\n2 of 7: Enter shows all again"),
    ("9", "there is no answer 9: there are 7"),
    ("zzz", "`zzz` fits none of the 7 answers; Enter shows them, `help` what else there is"),
    ("bord", "`bord` fits none of the 7 answers; Enter shows them, `help` what else there is"),
    ("group-move(bridge)", "group-move(bridge) is not legal: 3.1 Moves [group-moves] does not permit it: there is no"),
    ("why", "`why` and `why not` need an action: its number, words of its text, or its spelling"),
    ("why not", "`why` and `why not` need an action: its number, words of its text, or its spelling"),
    ("why 9", "there is no answer 9: there are 7"),
    ("why mill", "`mill` fits several actions:\n a move the group at mill\n b muster at mill\na letter asks about one"),
    (
        "why not birch to southgate",
        "it would if birch-levy were at market or orchard, and birch-levy is at abbey; asked for now is group move or "
        "muster; no way to southgate is found now for birch-levy (abbey)",
    ),
    ("why not elm to abbey", "as an order it can be carried out: "),
    (
        "why 1",
        "move the group at northgate: legal now.\n  3.1 Moves [group-moves] permits it: the moves (2) are more than 0",
    ),
    ("why not group bridge", "move the group at bridge: not legal now."),
    ("why not fire(fox-riders)", "north cannot tell which block that is"),
    ("why not fly", "nothing like `fly` can be done in this game; write it as in `group-move(town)`"),
    ("why not march levy", ": not legal now.\n  movement-basics (3.1) now asks north for group-move or muster\n"),
    ("why not march levy", "3.1 Moves [group-moves]: One move lets any or all blocks of one town march"),
    ("why not fire ash-riders", "ash-riders fires: not legal now.\n  it belongs to the stage “"),
    ("why not march towards nowhere", "nothing like `march towards nowhere` can be done"),
    ("undo", "there is no decision of yours to take back"),
    ("more", " 0 end the movement"),
    ("help", "why [not] ACTION"),
    ("-1", "-1 is no answer: they are counted from 0, and `undo` goes back"),
    ("why not march levy", "`march levy` also fits birch-levy marches to mill, birch-levy marches to bridge, pine"),
    ("help", "PIECES to PLACE [by PLACE]"),
]


@pytest.mark.parametrize(("typed", "answer"), ASIDE)
def test_what_decides_nothing(sit: Any, typed: str, answer: str) -> None:
    sitting = sit("ford", typed).play()
    assert answer in sitting.text
    assert decisions(sitting) == []


def test_narrowing_step_by_step(sit: Any) -> None:
    assert decisions(sit("ford", "mill", "muster").play()) == ["muster(mill)"]
    assert decisions(sit("ford", "mill", "", "mill").play()) == []  # Enter begins anew


def test_why_not_names_every_clause_with_its_values(sit: Any) -> None:
    text = sit("ford", "why not march(elm-guard, northgate-abbey)").play().text
    assert "elm-guard marches to abbey: not legal now.\n" in text
    assert "3.1 Moves [group-moves] does not permit it: " in text
    assert "the walker is not elm-guard" in text


def test_elsewhere_asks_other_editions_and_options(sit: Any) -> None:
    text = sit("ford", "group mill", "elsewhere march levy mill-bridge", "elsewhere", "elsewhere fly").play().text
    assert "Asking 4 other rulebooks" in text
    assert "royal-2.0" in text
    assert "1 other option cannot make a difference to it." in text
    assert "`elsewhere` needs an action" in text
    assert "nothing like `fly` can be done" in text


def test_trace_tells_what_the_last_decision_did(sit: Any) -> None:
    text = sit("ford", "trace", "group mill", "trace", "trace x", "trace 5").play().text
    assert "nothing has been decided yet" in text
    assert "1 north: move the group at mill  3.1 Moves [group-moves]" in text
    assert "group move, 3.1 Moves [group-moves]: the moves: 2 → 1" in text
    assert "`trace` takes a number of decisions, not `x`" in text


def test_why_alone_explains_a_choice_that_was_none(sit: Any) -> None:
    text = sit("dash", "1", "why").play().text
    assert "red: red throws (no other choice)" in text
    assert "red: red throws was the only choice.\n" in text
    assert " asked for throw, and only throw was legal\n" in text


def test_undo_asks_again(sit: Any) -> None:
    sitting = sit("ford", "group mill", "undo", "group abbey").play()
    assert "Taken back: north: move the group at mill" in sitting.text
    assert decisions(sitting) == ["group-move(abbey)"]


def test_undo_is_refused_with_its_reason_and_allowed_in_the_sandbox(sit: Any) -> None:
    assert "that stays as it is: chance has had its say since" in sit("dash", "1", "undo").play().text
    assert decisions(sit("dash", "1", "undo", sandbox=True).play()) == []


def test_save(sit: Any, tmp_path: Path) -> None:
    (tmp_path / "taken.json").write_text("mine")
    copy = tmp_path / "copy.json"
    sitting = sit(
        "ford",
        "group mill",
        "save",
        f"save {copy}",
        f"save {tmp_path / 'taken.json'}",
        f"save {tmp_path}",
        "save a\0b",
        f"save {tmp_path}/no/x.json",
    ).play()
    assert f"The game is saved in {tmp_path / 'game.json'} after every decision." in sitting.text.replace("\n", " ")
    assert json.loads(copy.read_text())["decisions"] == ["group-move(mill)"]
    assert "exists already: name another file" in sitting.text.replace("\n", " ")
    assert (tmp_path / "taken.json").read_text() == "mine"
    assert f"`{tmp_path}` is no name for a file" in sitting.text
    assert "b` is no name for a file" in sitting.text
    assert f"there is no folder {tmp_path}/no: name another file" in sitting.text


def test_quit(sit: Any) -> None:
    sitting = sit("ford", "group mill", "quit")
    with pytest.raises(Left):
        sitting.play()
    assert sitting.table.file.exists()


def test_a_slash_makes_a_command_of_a_word_that_is_an_answer(sit: Any) -> None:
    assert decisions(sit("dash", "/map", "map").play()) == []


def test_completion_knows_answers_and_commands(sit: Any) -> None:
    offers = set(sit("ford").play().typist.offers[0])
    assert {"move the group at mill", "group-move(mill)", "undo", "why not march(", "cite stride"} <= offers
    assert not any("fox-riders" in offer for offer in offers if not offer.startswith("look "))


def test_the_question_says_where_play_stands_and_then_only_what_has_changed(sit: Any) -> None:
    said = sit("ford", "group-move(mill)", "").play().said
    first, then, again = (said[number - 1] for number, line in enumerate(said) if line.startswith("north may choose"))
    assert first == "turn: turn number 1, player 1 north, player 2 south · movement: mover north, moves 2, legs 0"
    assert then == again == "mill: yew-bows A2 ■■, pine-levy C1 ■■■"
    assert "movement: mover north, moves 1, group mill, legs 0" in said
    assert (
        "turn: turn number 1, player 1 north, player 2 south · movement: mover north, moves 1, group mill, legs 0"
        in said
    )


def test_an_order_is_one_answer(sit: Any) -> None:
    sitting = sit("ford", "oak birch to bridge", seats=["south=random"]).play()
    assert decisions(sitting) == [
        "group-move(abbey)",
        "march(oak-spears, abbey-bridge)",
        "done",
        "march(birch-levy, abbey-bridge)",
        "done",
    ]
    assert "move the group at abbey; oak-spears, birch-levy: abbey – bridge\n" in sitting.text


def test_several_ways_are_listed(sit: Any) -> None:
    sitting = sit("ford", "ash elm to bridge", "b").play()
    assert " a move the group at northgate; ash-riders, elm-guard: northgate – abbey – bridge\n" in sitting.text
    assert "a letter takes one of these ways, anything else none" in sitting.text
    assert "march(elm-guard, mill-bridge)" in decisions(sitting)


def test_who_cannot_go_is_said_first(sit: Any) -> None:
    sitting = sit("ford", "all to orchard", "a").play()
    assert "(left behind: ash-riders, elm-guard, birch-levy and pine-levy)" in sitting.text
    assert decisions(sitting)[0] == "group-move(abbey)"


ORDERS = [
    ("levy to bridge", "`levy` could be birch-levy or pine-levy: say more"),
    (
        "birch to southgate",
        "no way to southgate is found now for birch-levy (abbey); `why not birch to southgate` says",
    ),
    ("cancel", "you are not in the middle of a move; `undo` takes back your last decision"),
]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("why mill", "b"), "muster at mill: legal now."),
        (("why mill", "b", "a"), "move the group at mill: legal now."),
        (("why mill", "board", "b"), "2 of 7: Enter shows all again"),
        (("elsewhere mill", "b"), "muster at mill:"),
    ],
)
def test_a_letter_asks_about_one_of_several(sit: Any, lines: tuple[str, ...], answer: str) -> None:
    sitting = sit("ford", *lines).play()
    assert answer in sitting.text
    assert decisions(sitting) == []


@pytest.mark.parametrize(("typed", "answer"), ORDERS)
def test_what_is_no_order(sit: Any, typed: str, answer: str) -> None:
    sitting = sit("ford", typed).play()
    assert answer in sitting.text
    assert decisions(sitting) == []


def test_an_order_is_taken_back_whole(sit: Any) -> None:
    sitting = sit("ford", "oak birch to bridge", "undo").play()
    assert decisions(sitting) == []
    assert "Taken back: north: move the group at abbey, and 4 more" in sitting.text


def test_a_move_is_cancelled(sit: Any) -> None:
    sitting = sit("ford", "group mill", "0", "cancel").play()
    assert decisions(sitting) == []
    assert "Taken back: north: move the group at mill, and 1 more" in sitting.text


def test_several_answers_on_a_line(sit: Any) -> None:
    sitting = sit("ford", "group mill; 1; 0").play()
    assert len(decisions(sitting)) == 3
    sitting = sit("ford", "group mill; zzz; 0; 1").play()
    assert decisions(sitting) == ["group-move(mill)"]
    assert "left out, since this is no answer: 0; 1" in sitting.text


def test_answers_are_not_kept_for_another_side(sit: Any) -> None:
    sitting = sit("ford", "0; 0; 0").play()
    assert len(decisions(sitting)) == 1
    assert "left out, since another side decides (south): 0; 0" in sitting.text


def test_an_order_in_the_middle_of_a_move_says_how_to_get_out_of_it(sit: Any) -> None:
    text = sit("ford", "birch to southgate", "group abbey", "birch to southgate").play().text
    assert text.count("you are in the middle of a move, which `cancel` gives back") == 1
