"""What a condition asks of known names before the others are bound never excludes anything that is legal."""

from __future__ import annotations

import pytest

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.analysis.implied_conditions import ImpliedConditions, Near
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import free_vars
from tests.engine.tiny import STOP, Tiny, ids

RULES = """
kind town is aim, bog, cut, dun, elm, fen
kind lane joins town
table lane
    | from | to  |
    | aim  | bog |
    | bog  | cut |
    | cut  | dun |
    | dun  | elm |
kind band
    legs : 1..3
    changing at : town, starts at aim
    home : town
table band
    | id | legs | home |
    | b1 | 1    | aim  |
    | b2 | 2    | bog  |
    | b3 | 3    | fen  |
clause words "Words"
    state goal: town or nothing, starts at dun
    state closed: lane or nothing
    state n: 0..9
    define gets_there(b: band, r: lane, m: 0..9): yes or no is goal is not nothing and near(goal, b, r, m)
    define near(t: town, b: band, r: lane, m: 0..9): yes or no is t in reach from beyond(r, b.at) within m by q: lane
        where q is not closed
        through x: town where x is not fen
    action march(b: band, r: lane) in game
        text "march {b} {r}"
        do
            return
    permit march(b, r) when b.at in r.ends
    forbid march(b, r) when goal is not nothing and not gets_there(b, r, b.legs - 1)
    action test(b: band, r: lane) in game
        text "test"
        do
            return
    permit test(b, r) when %s
    procedure play
        for each b: band
            b.at becomes b.home
        ann chooses march, stay, quit
        goal becomes nothing
        ann chooses march, stay, quit
        closed becomes bog-cut
        goal becomes cut
        ann chooses march, stay, quit
"""

# A condition on band and lane, and what it asks of the band alone.
CONDITIONS = [
    ("n > 2 and b.at in r.ends", "n > 2"),
    ("n > 2 or b.at in r.ends", None),
    ("not (n > 2 or b.at in r.ends)", "not"),
    ("not (n > 2 and b.at in r.ends)", None),
    ("some x: town where x is b.at and x in r.ends", "some"),
    ("gets_there(b, r, b.legs)", "near"),
    ("not gets_there(b, r, b.legs)", None),
]


@pytest.mark.parametrize(("condition", "told"), CONDITIONS, ids=[row[0] for row in CONDITIONS])
def test_what_is_told_of_known_names(tiny: Tiny, condition: str, told: str | None) -> None:
    book = tiny(RULES % condition + STOP).rulebook
    action = book.world.actions["test"]
    when = action.permits[0].when
    assert when is not None
    band, lane = action.params
    found = ImpliedConditions(Simplifier(), [band]).weaker(when)
    assert (found is None) is (told is None)
    assert ImpliedConditions(Simplifier(), [band, lane]).weaker(when) is when
    if found is not None:
        assert lane not in free_vars(found)
        assert any(isinstance(part, Near) for part in found.walk()) is (told == "near")
        assert isinstance(found, t.Not) is (told == "not")


def test_bands_too_far_away_are_left_out_and_no_others(tiny: Tiny) -> None:
    position = tiny(RULES % "n > 2" + STOP).start(1)
    assert ids(position) == ["march(b2, bog-cut)", "stay", "quit"]
    position.take("stay")
    assert ids(position) == ["march(b1, aim-bog)", "march(b2, aim-bog)", "march(b2, bog-cut)", "stay", "quit"]
    position.take("stay")
    assert ids(position) == ["march(b2, bog-cut)", "stay", "quit"]
