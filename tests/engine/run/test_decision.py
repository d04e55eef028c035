"""What is asked of whom, and the legal answers as people see them."""

from __future__ import annotations

import pytest

from crex_dsl.engine.errors import IllegalAction, UnknownName
from crex_dsl.engine.run.decision import Action, LegalActions
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny, play

TEXT = """
kind hut is h1, h2
clause building "Building"
    tally built
    action build(hut, n: from 1 to 2) in game
        text "build {n} at {hut}"
        do
            built += n
    permit build(hut, n) when hut is h1 or n = 1
    procedure play
        bob may choose build or "build {built} now"
        bob chooses build, stay
        end game drawn
"""


def test_a_decision_says_who_what_for_and_by_which_clause(tiny: Tiny) -> None:
    position = tiny(TEXT + STOP).start()
    decision = position.asked()
    assert (decision.who, decision.clause, decision.optional) == ("bob", "building", True)
    assert decision.actions == ("build",)
    assert decision.prompt == "bob may choose: build"
    assert repr(decision) == "<bob may choose: build (4 answers)>"
    decision = play(position, "done").asked()
    assert (decision.optional, decision.prompt) == (False, "bob must choose: build or stay")


def test_answers_are_a_sequence(tiny: Tiny) -> None:
    legal = tiny(TEXT + STOP).start().asked().legal
    assert isinstance(legal, LegalActions)
    assert len(legal) == 4
    assert [action.id for action in legal] == ["build(h1, 1)", "build(h1, 2)", "build(h2, 1)", "done"]
    assert repr(legal[-1]) == "<done>"
    assert [action.id for action in legal[1:3]] == ["build(h1, 2)", "build(h2, 1)"]
    assert legal[0] in legal
    assert "build(h1, 1)" not in legal
    assert repr(legal) == "[build(h1, 1), build(h1, 2), build(h2, 1), done]"
    with pytest.raises(IndexError):
        legal[4]


def test_an_action_tells_its_name_arguments_clause_and_text(tiny: Tiny) -> None:
    first, *_, last = tiny(TEXT + STOP).start().asked().legal
    assert (first.name, first.args, first.clause) == ("build", {"hut": "h1", "n": 1}, "building")
    assert first.text == "build 1 at h1"
    assert (last.name, last.args, last.clause, last.text) == ("done", {}, "building", "build 0 now")


def test_actions_are_equal_by_what_they_do(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    one, two = game.start(1).asked().legal, game.start(2).asked().legal
    assert one[0] == two[0]
    assert hash(one[0]) == hash(two[0])
    assert one[0] != one[1]
    assert one[0] != "build(h1, 1)"
    other = Case("noughts", "standard", ()).load().start().asked().legal[0]
    assert Action(game, other.code, []) != other  # the same number in another game


def test_a_position_takes_an_action_a_code_an_id_or_a_text(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    for pick in ("build(h1, 2)", "build 2 at h1"):
        assert play(game.start(), pick).read("built") == 2
    position = game.start()
    position.take(position.asked().legal[1])
    assert position.read("built") == 2
    position = game.start()
    position.take(position.codes[1])
    assert position.read("built") == 2


def test_codes_count_every_instance(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    row = game.action_row("build")
    spelled = [game.spelled(code) for code in range(row.base, row.end)]
    assert spelled == ["build(h1, 1)", "build(h1, 2)", "build(h2, 1)", "build(h2, 2)"]
    assert [game.spelled_code(text) for text in spelled] == list(range(row.base, row.end))
    with pytest.raises(UnknownName, match="is no action of"):
        game.spelled(10_000)
    with pytest.raises(UnknownName, match="is no action of"):
        game.spelled(-1)


def test_an_action_that_no_clause_permits_is_not_spoken_of(tiny: Tiny) -> None:
    game = tiny(
        'clause flying "Flying"\n    action fly in game\n        text "fly"\n        do\n            return\n'
        "    procedure play\n        ann chooses stay, fly, quit\n" + STOP
    )
    decision = game.start().asked()
    assert decision.actions == ("stay", "quit")
    assert decision.prompt == "ann must choose: stay or quit"


# ---- answers that would read alike ----
ALIKE = """
kind hut is h1, h2
kind way is left, right
clause building "Building"
    tally built
    action build(hut, way, n: from 1 to 2) in game
        text "build {n}"
        do
            built += n
    permit build(hut, way, n) when way is left or (hut is h1 and n = 2)
    action raise(hut) in game
        text "build 2"
        do
            built += 1
    permit raise(hut) when hut is h2
    procedure play
        bob may choose build, raise or "build 9"
        end game drawn
"""
TOLD = {
    "build(h1, left, 1)": "build 1 [hut h1]",
    "build(h2, left, 1)": "build 1 [hut h2]",
    "build(h1, left, 2)": "build 2 [build, hut h1, way left]",
    "build(h2, left, 2)": "build 2 [build, hut h2, way left]",
    "build(h1, right, 2)": "build 2 [build, hut h1, way right]",
    "raise(h2)": "build 2 [raise]",
    "done": "build 9",
}


def test_answers_that_would_read_alike_name_what_tells_them_apart(tiny: Tiny) -> None:
    position = tiny(ALIKE).start()
    assert {action.id: action.text for action in position.asked().legal} == TOLD
    assert {action.id: action.text for action in position.view("bob").legal} == TOLD
    assert [position.game.action(text, position) for text in TOLD.values()] == [
        position.game.action(told, position) for told in TOLD
    ]


def test_a_text_that_fits_several_answers_takes_none_of_them(tiny: Tiny) -> None:
    position = tiny(ALIKE).start()
    with pytest.raises(IllegalAction, match=r"`build 1` could be `build 1 \[hut h1\]` or `build 1 \[hut h2\]`"):
        position.take("build 1")
