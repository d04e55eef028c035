"""Links are named from either end, and lead from one end to the other."""

from __future__ import annotations

import pytest

from crex_dsl.engine.errors import UnknownName
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny, ids


def test_a_link_has_one_id_and_two_names() -> None:
    game = Case("ford", "plain-1.0", ()).load()
    one = game.code("march", {"block": "oak-spears", "road": "abbey-bridge"})
    two = game.code("march", {"block": "oak-spears", "road": "bridge-abbey"})
    assert one == two
    assert game.spelled(one) == "march(oak-spears, abbey-bridge)"
    assert game.spelled_code("march(oak-spears, bridge-abbey)") == one


def test_a_link_that_does_not_exist_is_refused_with_a_hint() -> None:
    game = Case("ford", "plain-1.0", ()).load()
    with pytest.raises(UnknownName, match="`abbey-brigde` is no road: did you mean `abbey-bridge`"):
        game.code("march", {"block": "oak-spears", "road": "abbey-brigde"})


def test_an_action_may_be_taken_by_either_name(tiny: Tiny) -> None:
    text = """
kind town is aim, bog, cut
kind lane joins town
table lane
    | from | to  |
    | aim  | bog |
    | cut  | bog |
clause walking "Walking"
    state at: town, starts at bog
    state came_from: town, starts at aim
    action walk(lane) in game
        text "walk {lane}"
        do
            came_from becomes at
            at becomes beyond(lane, at)
    permit walk(lane) when at in lane.ends
    procedure play
        ann chooses walk, stay
        ann chooses walk, stay
        end game drawn
"""
    position = tiny(text + STOP).start()
    assert ids(position) == ["walk(aim-bog)", "walk(cut-bog)", "stay"]
    position.take("walk(bog-cut)")
    assert (position.read("came_from"), position.read("at")) == ("bog", "cut")
    assert ids(position) == ["walk(cut-bog)", "stay"]


def test_beyond_a_link_that_does_not_touch_a_place_lies_the_place_itself(tiny: Tiny) -> None:
    text = """
kind town is aim, bog, cut
kind lane joins town
table lane
    | from | to  |
    | aim  | bog |
clause walking "Walking"
    state at: town, starts at cut
    procedure play
        at becomes beyond(aim-bog, at)
        ann chooses stay, quit
"""
    assert tiny(text + STOP).start().read("at") == "cut"
