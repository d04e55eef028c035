"""What happened without a word is told to whoever sees it, and to nobody else."""

import random

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.undo import NotUndone, undo
from tests.engine.tiny import Tiny
from tests.play.conftest import the

CARTS = """
kind spot
table spot
    | id    |
    | mill  |
    | abbey |
    | bog   |
kind cart
    placed at : spot, starts at mill
table cart
    | id   |
    | ox   |
    | mule |
clause play "Play"
    procedure play
        ann chooses drive, stay
        move mule to bog
        bob chooses drive, stay
    action drive(cart, spot) in game
        text "{cart} goes to {spot}"
        do
            move cart to spot
    permit drive(cart, spot) when cart.at is not spot
    action stay in game
        text "stay"
        do
            return
    permit stay
"""


def told(game: Game, *actions: str) -> list[str]:
    history = GameHistory(game.start())
    for action in actions:
        history.take(game.action(action, history.now))
    return [str(line) for line in history.lines("ann")]


def test_what_the_rules_do_with_a_piece_is_told(tiny: Tiny) -> None:
    game = tiny(CARTS)
    assert told(game, "drive(ox, abbey)") == ["ann: ox goes to abbey", "mule: from mill to bog"]
    assert told(game, "stay", "drive(mule, mill)")[2:] == ["bob: mule goes to mill", "game over: drawn"]


def test_what_goes_the_same_way_is_told_in_one_line(tiny: Tiny) -> None:
    game = tiny(
        CARTS.replace("move mule to bog", "for each c: cart\n            move c to bog\n            move c to mill")
    )
    assert told(game, "stay") == ["ann: stay", "ox, mule: from mill to bog, then to mill"]


HANDS = """
kind spot is pile, table, hand, camp
kind card
    placed at     : spot, starts at pile, seen by all
    changing held : player or nobody, seen by all
    identity seen by card.held, by all when card.at is table
table card
    | id |
    | c1 |
    | c2 |
clause play "Play"
    state purse(player): 0..9, starts at 3
    state stores(player): 0..9, starts at 1
    state starter: player, starts at ann
    state written(player): 0..9 per round, seen by player, by all when bids_open
    state bids_open: yes or no per round
    tally rounds
    procedure play
        move c1 to table
        ann chooses pay, stay
        do take(c1)
        move c2 to camp
        rounds += 1
        starter becomes bob
        open round
            together each p in players chooses note
            bids_open becomes yes
            ann chooses pay, stay
    procedure take(card)
        card.held becomes bob
        move card to hand
    action pay(n: from 1 to 2) in game
        text "pay {n}"
        do
            purse(actor) -= n
            stores(actor) += 2 * n
    permit pay(n)
    action note(n: from 0 to 4) in round
        text "note {n}"
        do
            written(actor) becomes n
    permit note(n)
    action stay in game
        text "stay"
        do
            return
    permit stay
stage round in game
"""


def test_what_changes_hands_is_told_to_those_who_saw_it_go(tiny: Tiny) -> None:
    game = tiny(HANDS)
    after = ["c1: from table to hand (bob)", "starter: ann to bob", "rounds: 0 to 1", "a card: from pile to camp"]
    assert told(game, "stay") == ["ann: stay", *after]


def test_what_a_decision_names_is_not_told_again_where_nothing_else_happened(tiny: Tiny) -> None:
    quiet = HANDS.replace("            stores(actor) += 2 * n\n", "").replace("        do take(c1)\n", "")
    quiet = quiet.replace("        move c2 to camp\n        rounds += 1\n        starter becomes bob\n", "")
    assert told(tiny(quiet), "pay 2") == ["ann: pay 2"]
    whole = ["ann: pay 2", "c1: from table to hand (bob)", "purse: ann 3 to 1", "stores: ann 1 to 5"]
    assert told(tiny(HANDS), "pay 2")[:4] == whole


def test_secret_notes_are_told_when_they_come_to_light(tiny: Tiny) -> None:
    game = tiny(HANDS)
    assert told(game, "stay", "note 3", "note 4")[-3:] == ["ann: note 3", "bob: choice made", "written: bob 4"]


def test_what_is_put_away_again_was_seen(tiny: Tiny) -> None:
    game = tiny(HANDS.replace("do take(c1)", "move c2 to table\n        do take(c1)"))
    history = GameHistory(game.start())
    step = history.take(game.action("stay", history.now))
    assert "c2: to table, then to camp" in [str(line) for line in step.lines("ann")]
    assert step.glimpsed("ann") == [("card", 1)]
    with pytest.raises(NotUndone, match=r"a secret has come to the eyes of ann since \(a card\)"):
        undo(history, "ann", ["ann", "bob"])


def test_nothing_is_told_that_is_never_seen() -> None:
    game, rng = the("ford"), random.Random(3)
    history = GameHistory(game.start(3))
    names = game.namer.kinds["block"][0]
    while not history.now.over:
        step = history.take(rng.choice(history.now.codes))
        for side in game.players:
            sights = [VisiblePosition(step.before, side), VisiblePosition(history.now, side)]
            seen = {
                ("block", piece)
                for piece in range(len(names))
                if any(visible.knows("block", piece) for visible in sights)
            }
            seen |= set(step.glimpsed(side))
            for line in (line.text for line in step.lines(side) if not line.clause and ": " in line.text):
                told = line.partition(": ")[0].split(", ")
                assert all(("block", names.index(name)) in seen for name in told if name in names)


LOSSES = """
kind spot is field, pool
kind piece
    owner : player, seen by all
    placed at         : spot, starts at field, seen by all
    changing strength : 0..4, starts at 2, seen by piece.owner, by all when piece in bared
    identity seen by piece.owner, by all when piece in bared
table piece
    | id | owner |
    | a1 | ann   |
    | b1 | bob   |
clause play "Play"
    set bared of piece
    action strike(piece) in game
        text "{piece} is struck"
        do
            piece.strength -= 1
            if piece.strength = 0
                piece.strength becomes 4
                remove piece from bared
                move piece to pool
    permit strike(piece) when piece.at is field
    procedure play
        add b1 to bared
        repeat 9 times
            ann may choose strike or "wait"
"""


def test_losses_are_told_step_by_step_and_to_the_end(tiny: Tiny) -> None:
    game = tiny(LOSSES)
    history = GameHistory(game.start(1))
    for told in ("strength: b1 2 to 1", "strength: b1 1 to 0"):
        lines = history.take(game.spelled_code("strike(b1)")).lines("ann")
        assert told in [line.text for line in lines]
    lines = history.take(game.spelled_code("strike(a1)")).lines("bob")
    assert not any("strength" in line.text for line in lines)  # it is covered


COVERED = """
kind spot is pile, wood, moor
kind hare
    placed at : spot, starts at pile, seen by all
    identity seen by bob
table hare
    | id |
    | h1 |
    | h2 |
    | h3 |
kind leaf
    changing turned : dark | light, starts at dark
    identity seen by bob, by all when leaf.turned is light
table leaf
    | id  | name |
    | oak | Oak  |
    | elm | Elm  |
clause play "Play"
    procedure play
        ann chooses wait, rest
        STEPS
        ann chooses wait, rest
    action wait in game
        text "wait"
        do
            return
    permit wait
    action rest in game
        text "rest"
        do
            return
    permit rest
"""


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        ("move h1 to wood", ["a hare: from pile to wood"]),
        ("move h1 to wood\n        move h3 to wood", ["2 × hare: from pile to wood"]),
        ("move h1 to wood\n        move h1 to pile", []),
        ("oak.turned becomes light", ["Oak: light"]),
        ("oak.turned becomes light\n        oak.turned becomes dark", []),
    ],
)
def test_what_covered_things_do_is_told_by_their_number(steps: str, lines: list[str], tiny: Tiny) -> None:
    assert told(tiny(COVERED.replace("STEPS", steps)), "wait") == ["ann: wait", *lines]


def test_covered_things_that_trade_places_are_not_told(tiny: Tiny) -> None:
    begun = "move h1 to wood\n        ann chooses wait, rest\n        "
    game = tiny(COVERED.replace("STEPS", begun + "move h1 to pile\n        move h2 to wood"))
    assert told(game, "wait", "wait") == ["ann: wait", "a hare: from pile to wood", "ann: wait"]


THROWS = """
clause play "Play"
    state throw(p: player): 0..12
    procedure play
        ann may choose stay or "nothing"
        for each p in players
            roll 2 dice
            throw(p) becomes total of dice
        roll 1 die
    action stay in game
        text "stay"
        do
            return
    permit stay
"""


def test_dice_that_are_written_down_of_a_player_are_his(tiny: Tiny) -> None:
    lines = [line for line in told(tiny(THROWS), "stay") if "dice" in line]
    first, second, *rest = lines
    assert first.startswith("ann: dice: ")
    assert second.startswith("bob: dice: ")
    assert rest[0].startswith("dice: ")


def test_a_secret_order_that_one_gave_is_not_told_again_when_it_comes_true(tiny: Tiny) -> None:
    rules = CARTS.replace(
        "        ann chooses drive, stay\n        move mule to bog\n",
        """        ann chooses send(ox, any)
        ann chooses send(mule, any)
        shown becomes yes
        for each c: cart where goal(c) is not nothing
            move c to goal(c)
""",
    ).replace(
        "    procedure play\n",
        """    state shown: yes or no
    state goal(c: cart): spot or nothing, seen by ann, by all when shown
    action send(cart, spot) in game
        text "{cart} is to go to {spot}"
        do
            goal(cart) becomes spot
    permit send(cart, spot) when cart.at is not spot
    procedure play
""",
    )
    game = tiny(rules)
    history = GameHistory(game.start())
    for action in ("send(ox, abbey)", "send(mule, abbey)"):
        history.take(game.action(action, history.now))
    for viewer in ("ann", None):
        assert [str(line) for line in history.lines(viewer)] == [
            "ann: ox is to go to abbey",
            "ann: mule is to go to abbey",
        ]
    assert "ox: from mill to abbey" in [str(line) for line in history.lines("bob")]
