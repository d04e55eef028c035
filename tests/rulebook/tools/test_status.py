"""What is said of where play stands, and which dice are hits: as each reader may know it."""

from pathlib import Path

import pytest

from crex_dsl.engine.explain.game_log import log_of
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.history import GameHistory
from tests.engine.tiny import Tiny

GAME = """
kind piece is fox, owl
clause play "Play"
    state purse(player): 0..9, starts at 3, seen by player
    state bids: 0..9
    action fire(piece, n: 1..6) in bout
        text "fire"
        do
            roll 6 dice
            bids += 1
    permit fire(piece, n)
    procedure play
        for each k from 1 to 3
            open bout with number is k
                ann chooses fire
                bob chooses fire
stage bout in game with number: 0..3
status game
    "{bids} {bids: bid | bids}"
status bout
    "bout {number}"
    "the last" when number = 3
    "rich" when purse(ann) > 2
    "poor" when purse(bob) < 2
status player
    "you have {purse(player)}"
successes of fire(p, n) at most n "hit", "hits"
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)


def test_every_text_that_holds_is_told_to_those_who_may_know(tiny: Tiny) -> None:
    position = tiny(GAME).start(1)
    ann, bob, all_seeing = (VisiblePosition(position, viewer) for viewer in ("ann", "bob", None))
    assert ann.says_status
    assert ann.status("game") == ["0 bids"]
    assert ann.status("bout") == ["bout 1", "rich"]
    assert bob.status("bout") == ["bout 1"]  # what ann has is hidden
    assert bob.status("player") == ["you have 3"]
    assert all_seeing.status("player") == []


def test_hits_are_counted_among_dice(tiny: Tiny) -> None:
    game = tiny(GAME)
    history = GameHistory(game.start(1))
    for spelled, told in (("fire(fox, 6)", "6 hits"), ("fire(owl, 1)", "hit")):
        step = history.take(game.spelled_code(spelled))
        (dice,) = (line.text for line in step.lines("ann") if line.text.startswith("dice"))
        assert told in dice


def test_a_later_layer_says_it_anew(tiny: Tiny) -> None:
    game = tiny(GAME, {"polska": 'edition polska "Polska" of tiny\nstatus game\n    "licytacje: {bids}"\n'}, "polska")
    visible = VisiblePosition(game.start(1), "ann")
    assert visible.status("game") == ["licytacje: 0"]
    assert visible.status("bout") == ["bout 1", "rich"]


PROCEDURES = """
kind piece is fox, owl
clause play "Play"
    state tries: 0..9
    state luck(player): 0..6, starts at 6, seen by player
    action wait in game
        text "wait"
        do
            tries += 1
    permit wait
    procedure test-luck(p: player, most: 1..6) in game
        roll 6 dice
    procedure test-purse(most: 0..6) in game
        roll 5 dice
    procedure play
        do test-luck(ann, 6)
        let mine be luck(ann)
        do test-purse(mine)
        roll 4 dice
        ann chooses wait
clause feast "A feast" off
    procedure test-feast in game
        roll 6 dice
successes of test-feast at most 3 "success", "successes"
successes of test-luck(p, n) at most n "success", "successes"
successes of test-purse(n) at most n "success", "successes"
"""


def test_dice_of_procedures_are_counted_by_what_they_were_given_unless_that_is_secret(tiny: Tiny) -> None:
    position = tiny(PROCEDURES).start(1)

    def told(viewer: str | None) -> list[bool]:
        lines = log_of(position, None if viewer is None else position.game.seat(viewer))
        return ["successes" in line.text for line in lines if line.dice]

    assert told(None) == [True, True, False]
    assert told("ann") == told("bob") == [True, False, False]
