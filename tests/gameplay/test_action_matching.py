"""Actions that somebody has in mind: spelled, loosely spelled, or in a few words; never by what is hidden."""

import pytest

from crex_dsl import load
from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.run.decision import Action
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay import action_matching
from crex_dsl.gameplay.action_matching import (
    candidate_actions,
    chosen_action,
    meant_answers,
    named_wholly,
    offered,
)
from crex_dsl.gameplay.answers import matching
from tests.engine.tiny import Tiny
from tests.play.conftest import the


def meant(typed: str, viewer: str | None = "north") -> list[str]:
    game = the("ford")
    return [game.spelled(code) for code in candidate_actions(VisiblePosition(game.start(7), viewer), typed)]


def marches(position: Position) -> list[Action]:
    assert position.decision is not None
    return [action for action in position.decision.legal if action.name == "march"]


@pytest.mark.parametrize(
    "typed",
    ["march(elm-guard, northgate-abbey)", "march elm-guard abbey-northgate", "march elm-guard, northgate-abbey"],
)
def test_spelled(typed: str) -> None:
    assert meant(typed) == ["march(elm-guard, northgate-abbey)"]


def test_by_words_of_what_is_asked_for_first() -> None:
    assert meant("group bridge") == ["group-move(bridge)"]  # nobody stands there: it is not legal


def test_by_words_of_other_actions() -> None:
    assert meant("fire elm") == ["fire(elm-guard)"]
    assert len(meant("levy march")) == 7  # the roads at hand of both, and no others


def test_an_action_is_understood_by_its_own_text_however_many_instances_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(action_matching, "_MOST_INSTANCES", 150)
    position = the("ford").start(7)
    position.take("group-move(mill)")
    visible = VisiblePosition(position, None)
    for action in marches(position):
        assert candidate_actions(visible, action.text) == [action.code]


def test_what_reads_so_goes_before_what_is_only_spelled_so() -> None:
    position = the("ford").start(7)
    position.take("group-move(mill)")
    found = candidate_actions(
        VisiblePosition(position, None), "march yew-bows to abbey"
    )  # the road from abbey to northgate is spelled so
    assert [the("ford").spelled(code) for code in found] == ["march(yew-bows, abbey-mill)"]


SACKS = """
clause play "Play"
    procedure play
        ann chooses load, unload
    action load(sacks: 1..3, coins: 0..3) in game
        text "{sacks} sacks for {coins} coins"
        do
            return
    permit load(sacks, coins) when sacks < 3
    action unload(sacks: 1..3) in game
        text "{sacks} sacks"
        do
            return
    permit unload(sacks) when sacks is 1
"""


def test_what_reads_just_so_goes_before_a_legal_answer_with_the_same_words(tiny: Tiny) -> None:
    game = tiny(SACKS)
    visible = VisiblePosition(game.start(), "ann")
    choices = offered(visible)
    found = chosen_action(visible, choices, "3 sacks", "ann")  # `2 sacks for 3 coins` is legal and has both words
    assert isinstance(found, int)
    assert game.spelled(found) == "unload(3)"


def test_an_amount_is_of_what_it_stands_before_and_others_are_such_as_can_be_had(tiny: Tiny) -> None:
    game = tiny(
        SACKS.replace("sacks: 1..3, coins: 0..3", "sacks: 1..3, coins: 0..30").replace("< 3", "< 3 and coins < 3")
    )
    visible = VisiblePosition(game.start(), "ann")
    choices = offered(visible)
    texts = [action.text for _, action in meant_answers(visible, choices, matching(choices.all, "2 coin"), "2 coin")]
    assert texts == ["1 sacks for 2 coins", "2 sacks for 2 coins"]
    spelled = [game.spelled(code) for code in candidate_actions(visible, "5 coin")]
    assert spelled == ["load(1, 5)", "load(2, 5)"]  # neither 3 sacks nor 15 coins
    spelled = [game.spelled(code) for code in candidate_actions(visible, "3 coin sack")]
    assert spelled == ["load(1, 3)", "load(2, 3)", "load(3, 3)"]  # not unload(3), which counts sacks alone


def test_what_reads_just_so_is_meant_however_far_off_it_is(tiny: Tiny) -> None:
    game = tiny(
        "stage rest in game\n"
        + SACKS.replace("sacks for {coins} coins", "sacks off for {coins} coins").replace(
            "ann chooses load, unload\n", "ann chooses load, unload\n        open rest\n            ann chooses halt\n"
        )
        + """    action halt in rest
        text "off"
        do
            return
    permit halt
"""
    )
    visible = VisiblePosition(game.start(), "ann")
    assert [game.spelled(code) for code in candidate_actions(visible, "off")] == ["halt"]
    assert len(candidate_actions(visible, "off coins")) > 1


ELSEWHERE = (
    "nothing that can be done as things stand reads `march yew bows to southgate`: it would if yew-bows were at "
)


@pytest.mark.parametrize("viewer", [None, "north"])
@pytest.mark.parametrize(
    ("before", "at_hand"),
    [
        ([], "asked for now is group move or muster"),
        (
            ["group-move(mill)"],
            "at hand are yew-bows marches to northgate, yew-bows marches to abbey, yew-bows marches to bridge, "
            "yew-bows marches to shallows",
        ),
    ],
    ids=["another action asked for", "other instances at hand"],
)
def test_where_nothing_reads_so_it_is_told_where_the_piece_would_have_to_be(
    viewer: str | None, before: list[str], at_hand: str
) -> None:
    position = the("ford").start(7)
    for action in before:
        position.take(action)
    visible = VisiblePosition(position, viewer)
    with pytest.raises(UnknownName) as error:
        action_matching.chosen_action(visible, action_matching.offered(visible), "march yew bows to southgate", None)
    assert str(error.value) == f"{ELSEWHERE}market or orchard, and yew-bows is at mill; {at_hand}"


def test_where_several_pieces_are_meant_it_is_told_which_actions_it_would_take() -> None:
    position = the("ford").start(7)
    position.take("group-move(mill)")
    visible = VisiblePosition(position, "north")
    with pytest.raises(
        UnknownName, match=r"it would take march\(ash-riders, market-southgate\), .*; at hand are yew-bow"
    ):
        action_matching.chosen_action(visible, action_matching.offered(visible), "march to southgate", None)


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("oficer na pole Krzyżacy", "send-officer(teutons, 0)"),
        ("3 pomocnicy na pole Dukaty", "send-helpers(ducats, 3, 0)"),
    ],
)
def test_what_reads_just_so_is_meant_though_more_would_hold_the_words(typed: str, spelled: str) -> None:
    game = load("na-grunwald")
    visible = VisiblePosition(game.start(3), game.players[0])
    assert action_matching.chosen_action(visible, action_matching.offered(visible), typed, None) == game.spelled_code(
        spelled
    )


def test_where_nothing_has_all_the_words_it_is_told_what_has_most_of_them() -> None:
    visible = VisiblePosition(the("ford").start(7), "north")
    with pytest.raises(
        UnknownName, match=r"nothing like `move the group at the moon` .*; at hand are move the group at"
    ):
        action_matching.chosen_action(visible, action_matching.offered(visible), "move the group at the moon", None)


def test_hidden_pieces_are_found_by_nobody() -> None:
    with pytest.raises(UnknownName, match="nothing like `fire fox` can be done"):
        meant("fire fox")
    with pytest.raises(UnknownName, match="north cannot tell which block `fox-riders` is"):
        meant("fire the fox-riders")
    with pytest.raises(UnknownName, match="north cannot tell which block `fox riders` is"):
        meant("march the fox riders to mill")
    assert meant("fire fox", "south") == ["fire(fox-riders)"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "fly to the moon",
            "nothing like `fly to the moon` can be done in this game; write it as in `group-move(town)`, "
            "or with words of its text",
        ),
        ("march(elm-gard, northgate-abbey)", "`elm-gard` is no block: did you mean `elm-guard`?"),
        ("march(elm-guard)", "`march` takes (block, road), not 1 arguments"),
    ],
)
def test_what_nobody_can_mean(typed: str, sentence: str) -> None:
    with pytest.raises(UnknownName) as error:
        meant(typed)
    assert str(error.value) == sentence


NAMES = """
kind spot is here, acre, tripoli
kind piece
    owner : player
    placed at : spot, starts at here
table piece
    | id | name               | owner |
    | r1 | Raymond of Tripoli | ann   |
    | r2 | Raymond of Tiber   | ann   |
    | h1 | Acre Knights       | ann   |
clause play "Play"
    action go(piece, spot) by ann in game
        text "{piece} goes to {spot}"
        do
            move piece to spot
    permit go(piece, spot) when piece.at is not spot
    procedure play
        repeat 9 times
            ann chooses go
"""


def test_a_name_is_taken_as_a_whole(tiny: Tiny) -> None:
    visible = VisiblePosition(tiny(NAMES).start(1), "ann")
    choices = offered(visible)
    texts = [row[1].text for row in named_wholly(visible, choices.like("raymond of tripoli"), "raymond of tripoli")]
    assert texts == ["Raymond of Tripoli goes to acre", "Raymond of Tripoli goes to tripoli"]
    about = [row[1].text for row in named_wholly(visible, choices.like("acre"), "acre")]
    assert about == [f"{name} goes to acre" for name in ("Raymond of Tripoli", "Raymond of Tiber", "Acre Knights")]


HIDES = "josselin to krak", "march a block, if Josselin were at ", "sail Josselin from "


@pytest.mark.parametrize(
    ("edition", "language", "typed", "meant"),
    [
        ("english", None, "raymond of tripoli to krak", ["march(raymond-tripoli, ", "sail(raymond-tripoli, krak)"]),
        ("english", None, "raymond of tiberias to krak", ["march(raymond-tiberias, ", "sail(raymond-tiberias, krak)"]),
        ("polish", None, "Raymonda z Tripoli do Krak", ["march(raymond-tripoli, ", "sail(raymond-tripoli, krak)"]),
        ("polish", None, "marsz Konrada do Acre", ["march(conrad, acre-tyre)"]),
        ("french", None, "raymond de tripoli pour krak", ["march(raymond-tripoli, ", "sail(raymond-tripoli, krak)"]),
        ("russian", None, "Raymond of Tripoli в Krak", ["march(raymond-tripoli, ", "sail(raymond-tripoli, krak)"]),
    ],
)
def test_what_may_be_meant_is_near_and_named_as_a_whole(
    edition: str, language: str | None, typed: str, meant: list[str]
) -> None:
    visible = VisiblePosition(first_move(edition), "franks")
    found = [visible.game.spelled(code) for code in candidate_actions(visible, typed)]
    for spelled in meant:
        assert any(each.startswith(spelled) for each in found), found
    wrong = "tiberias" if "ripoli" in typed else "raymond-tripoli"
    assert not any(f"raymond-{wrong}" in each or each.startswith(f"march({wrong}") for each in found)


def first_move(edition: str) -> Position:
    """The first move of a game in which both Raymonds stand where they begin, or may begin."""
    position = load("crusader-rex", edition=edition).start(5)
    while position.decision is not None and position.decision.legal[0].name not in ("decline", "group-move"):
        wanted = [a for a in position.decision.legal if a.id in ("deploy(raymond-tripoli, tripoli)",)]
        position.take(*(wanted or position.decision.legal)[:1])
    return position


def test_what_is_no_road_at_hand_is_told_before_other_actions() -> None:
    visible = VisiblePosition(first_move("english"), "franks")
    typed, march, sail = HIDES
    with pytest.raises(action_matching.SeveralMeanings) as several:
        action_matching.chosen_action(visible, offered(visible), typed, "franks")
    assert several.value.needs[0].startswith(march)
    assert several.value.texts[0].startswith(sail)
