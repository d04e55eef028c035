"""The planner: it sees answers coming, keeps sealed answers sealed, plays every game, and is the same again."""

import pytest

from crex_dsl.engine.native.availability import engine_version
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.luck import Luck
from crex_dsl.lab.bots.registry import bot
from tests.conformance.cases import Case
from tests.conformance.test_conformance import walk
from tests.engine.tiny import STOP, Tiny, play
from tests.lab.bots.asked import SHOP, choices, chosen
from tests.lab.bots.test_greedy_bot import ENDS
from tests.lab.bots.watched import watched

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


AMBUSH = """
clause ambushes "Ambushes"
    state purse(player): 0..99
    state out: yes or no
    action sneak in game
        text "sneak"
        do
            purse(actor) += 9
            out becomes yes
    action hide in game
        text "hide"
        do
            purse(actor) += 1
    action shoot(n: from 1 to 8) in game
        text "shoot {n}"
        do
            if out and n = 5
                end game won by actor
    permit sneak
    permit hide
    permit shoot(n)
    procedure play
        ann chooses sneak, hide
        bob chooses shoot
        ann chooses stay, quit
worth(p: player) is purse(p) - purse(enemy of p)
"""

BETS = """
clause bets "Bets"
    state secret(player): 0..9, seen by player
    action bet(low: yes or no) in game
        text "bet {low}"
        do
            if (secret(bob) < 4) is low
                end game won by actor
            otherwise
                end game won by enemy of actor
    action think(n: from 0 to 9) in game
        text "think {n}"
        do
            secret(actor) becomes n
    permit bet(low)
    permit think(n)
    procedure play
        bob chooses think
        ann chooses bet
worth(p: player) is 0
"""

SEEDS = """
clause seeds "Seeds"
    state planted(player): yes or no
    state purse(player): 0..99
    action plant in game
        text "plant"
        do
            planted(actor) becomes yes
    action pick in game
        text "pick"
        do
            purse(actor) += 1
    permit plant
    permit pick
    procedure play
        ann chooses plant, pick
        for each n from 1 to 6
            bob chooses stay, rest
        if planted(ann)
            purse(ann) += 9
        for each n from 1 to 60
            bob chooses stay, rest
worth(p: player) is purse(p)
"""

REST = (
    STOP
    + """
    action rest in game
        text "rest"
        do
            return
    permit rest
"""
)

GATE = """
kind spot is gate, field
kind guard
    owner : player, seen by all
    placed at : spot, starts at field, seen by all
    identity seen by guard.owner
table guard
    | id | owner |
    | g1 | bob   |
    | g2 | bob   |
    | g3 | bob   |
    | g4 | bob   |
clause gates "Gates"
    state bold: yes or no
    action post(guard) in game
        text "post {guard}"
        do
            move guard to gate
    action dare in game
        text "dare"
        do
            bold becomes yes
    action strike(guard) in game
        text "strike {guard}"
        do
            if guard.at is gate
                end game won by actor
            otherwise
                end game won by enemy of actor
    permit post(guard)
    permit dare
    permit strike(guard)
    procedure play
        bob chooses post
        ann chooses dare, quit
        ann chooses strike
worth(p: player) is 0
"""


def test_it_wins_at_once_where_it_can(tiny: Tiny) -> None:
    assert set(choices(tiny(ENDS + STOP).start(), "planner:40", 10)) == {"win"}


def test_it_sees_the_answer_coming(tiny: Tiny) -> None:
    position = tiny(TRAP + STOP).start()
    assert set(choices(position, "greedy", 10)) == {"grab"}
    assert set(choices(position, "planner:60", 10)) == {"save"}


def test_others_are_expected_to_find_what_is_best_for_them(tiny: Tiny) -> None:
    found = choices(tiny(AMBUSH + STOP).start(), "planner:300", 10)
    assert found["hide"] > 8, "one shot of eight hits, and bob will find it"


def test_what_could_be_is_drawn_more_than_once(tiny: Tiny) -> None:
    found = choices(play(tiny(BETS).start(), "think(2)"), "planner:400", 20)
    assert found["bet(no)"] > 17, "six secrets of ten are high, whatever this one is"


def test_what_comes_of_it_later_counts(tiny: Tiny) -> None:
    position = tiny(SEEDS + REST).start()
    assert set(choices(position, "greedy", 5)) == {"pick"}
    assert choices(position, "planner:60", 10)["plant"] > 8


def test_hidden_pieces_are_the_same_in_every_deal(tiny: Tiny) -> None:
    position = play(tiny(GATE + STOP).start(), "post(g3)")
    assert choices(position, "planner:200", 10)["dare"] > 8, "whoever it is, he can be struck at the gate"


@pytest.mark.parametrize(("purse", "answer"), [(80, "stay"), (0, "quit")])
def test_a_draw_is_a_lead_of_nothing(tiny: Tiny, purse: int, answer: str) -> None:
    start, ask = SEEDS.index("        ann chooses plant, pick\n"), f"        purse(ann) becomes {purse}\n"
    text = SEEDS[:start] + ask + "        purse(bob) becomes 40\n        ann chooses stay, quit\n" + SEEDS[start:]
    assert choices(tiny(text + REST).start(), "planner:40", 10)[answer] > 8


def test_what_breaks_the_rules_is_left_alone(tiny: Tiny) -> None:
    text = SHOP.replace("purse(player): 0..99", "purse(player): 0..3")
    assert {"earn(4)", "earn(5)"}.isdisjoint(choices(tiny(text + STOP).start(), "planner:60", 10))


def test_answers_given_together_stay_sealed(tiny: Tiny) -> None:
    position = tiny(HIDING).start()
    assert position.asked().who == "ann"
    found = choices(position, "planner:100", 12)
    assert found["fold"] < 3, "bob, who answers later, does not know what ann shows: three times of four she wins"


def test_what_was_given_together_before_is_known(tiny: Tiny) -> None:
    together = "        together each p in players chooses show, fold\n"
    assert together in HIDING
    in_turn = "".join(together.replace("players", f"[{who}]") for who in ("ann", "bob"))
    found = choices(tiny(HIDING.replace(together, in_turn)).start(), "planner:300", 12)
    assert found["fold"] > 9, "bob has seen what ann shows, and shows the same"


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


@pytest.mark.skipif(engine_version() is None, reason="there is no native engine here")
@pytest.mark.parametrize("name", ["greedy", "planner:24"])
@pytest.mark.parametrize("game", ["ford", "quince", "dash", "na-grunwald"])
def test_both_engines_think_alike(game: str, name: str) -> None:
    loaded = watched(game)
    natively, slowly = bot(loaded, name, machine_of(loaded)), bot(loaded, name)
    for position in walk(loaded, 4, every=11)[:5]:
        if position.codes:
            shown = InformationSet.of(loaded, loaded.decider(position.state), position.state, position.codes)[0]
            assert natively.choose(shown, Luck(3)) == slowly.choose(shown, Luck(3))


def test_one_playout_is_enough_to_answer(tiny: Tiny) -> None:
    assert chosen(tiny(TRAP + STOP).start(), "planner:1") in ("grab", "save")
    assert chosen(tiny(TRAP + STOP).start(), "planner:1ms") in ("grab", "save")
