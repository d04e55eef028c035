"""The planner: it sees answers coming, keeps sealed answers sealed, plays every game, and is the same again."""

import pytest

from crex_dsl.lab.bots.planner import HORIZON
from tests.conformance.cases import Case
from tests.conformance.test_conformance import walk
from tests.engine.tiny import STOP, Tiny
from tests.lab.bots.asked import choices, chosen
from tests.lab.bots.test_greedy import ENDS

TRAP = """
clause traps "Traps"
    state purse(player): 0..99
    state open_door: yes or no
    action grab in game
        text "grab"
        do
            purse(actor) += 9
            open_door becomes yes
    action save in game
        text "save"
        do
            purse(actor) += 1
    action rob in game
        text "rob"
        do
            end game won by actor
    permit grab
    permit save
    permit rob when open_door
    procedure play
        ann chooses grab, save
        bob chooses rob, stay, quit
        ann chooses stay, quit
worth(p: player) is purse(p) - purse(enemy of p)
"""

HIDING = """
clause hiding "Hiding"
    state shown(player): 0..4
    action show(n: from 1 to 4) in game
        text "show {n}"
        do
            shown(actor) becomes n
    action fold in game
        text "fold"
        do
            shown(actor) becomes 0
    permit show(n)
    permit fold when actor is ann
    procedure play
        together each p in players chooses show, fold
        if shown(ann) = 0
            end game drawn
        otherwise if shown(ann) = shown(bob)
            end game won by bob
        otherwise
            end game won by ann
worth(p: player) is 0
"""


def test_it_wins_at_once_where_it_can(tiny: Tiny) -> None:
    assert set(choices(tiny(ENDS + STOP).start(), "planner:40", 10)) == {"win"}


def test_it_sees_the_answer_coming(tiny: Tiny) -> None:
    position = tiny(TRAP + STOP).start()
    assert set(choices(position, "greedy", 10)) == {"grab"}
    assert set(choices(position, "planner:60", 10)) == {"save"}


def test_answers_given_together_stay_sealed(tiny: Tiny) -> None:
    position = tiny(HIDING).start()
    assert position.asked().who == "ann"
    found = choices(position, "planner:100", 12)
    assert found["fold"] < 3, "bob, who answers later, does not know what ann shows: three times of four she wins"


@pytest.mark.parametrize(
    "case",
    [
        Case("noughts", "standard", ()),
        Case("dash", "three-player", ()),
        Case("ford", "royal-2.0", ()),
        Case("quince", "polish-1.0", ()),
        Case("quince", "english-1.0", ("sealed-auction",)),
    ],
    ids=str,
)
def test_it_plays_every_game_and_is_the_same_again(case: Case) -> None:
    positions = walk(case.load(), 3, every=9)[:-1]
    for position in positions[:8]:
        before = list(position.state)
        answer = chosen(position, "planner:12", 5)
        assert position.game.spelled_code(answer) in position.codes
        assert chosen(position, "planner:12", 5) == answer
        assert position.state == before


def test_one_playout_is_enough_to_answer(tiny: Tiny) -> None:
    assert HORIZON > 1
    assert chosen(tiny(TRAP + STOP).start(), "planner:1") in ("grab", "save")
    assert chosen(tiny(TRAP + STOP).start(), "planner:1ms") in ("grab", "save")
