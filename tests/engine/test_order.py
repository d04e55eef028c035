"""In which order covered things are gone through, and what others are told of it."""

from __future__ import annotations

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.position import Position
from crex_dsl.gameplay.history import GameHistory
from tests.conformance.lockstep import Twins
from tests.engine.tiny import STOP, Tiny, by_lot, lines, play

ARMIES = """
kind camp is east, north, west
kind piece
    owner : player, seen by all
    size  : 1..4
    home  : camp
    placed at   : camp, starts at piece.home, seen by all
    identity seen by piece.owner, by all when piece in shown
table piece
    | id | owner | size | home  |
    | p1 | ann   | 1    | west  |
    | p2 | ann   | 2    | north |
    | p3 | ann   | 3    | east  |
    | p4 | ann   | 4    | north |
    | q1 | bob   | 2    | west  |
clause armies "Armies"
    set shown of piece
    state post(piece): camp or nothing, seen by piece.owner
    set resting of piece
    tally losses
"""
ASKED = """
clause posting "Posting"
    procedure play
        for each p: piece where p.owner is ann
            ann chooses send(p, any)
        roll 1 die
        bob chooses stay, quit
        ann may keep choosing rest or "enough"
        bob chooses stay, quit
    action send(piece, camp) by piece.owner in game
        text "a piece is sent to {camp}"
        do
            post(piece) becomes camp
    permit send(piece, camp) when piece.size > 1 or camp is west
    action rest(piece) by piece.owner in game unordered
        text "{piece} at {piece.at} rests"
        do
            add piece to resting
    permit rest(piece) when piece not in resting and piece.size < 4
"""
ROLLED = """
clause attrition "Attrition"
    procedure play
        ann chooses stay, quit
        for each p: piece where p.owner is ann
            roll 1 die
            if dice at most 3 = 1
                losses += 1
                move p to west
        bob chooses stay, quit
"""


def test_a_loop_over_covered_things_goes_from_place_to_place(tiny: Tiny) -> None:
    position = tiny(ARMIES + ROLLED + STOP).start(3, chance="told")
    north = by_lot(position, "piece", "p2", "p4")
    play(position, "stay")
    for face in (6, 1, 6, 6):  # one in the east, two in the north, one in the west
        position.tell([face])
    assert [position.read("at", name) for name in ("p3", *north, "p1")] == ["east", "west", "north", "west"]


def test_in_one_place_the_lot_decides_and_nobody_sees_it(tiny: Tiny) -> None:
    game = tiny(ARMIES + ROLLED + STOP)
    found = {tuple(by_lot(game.start(seed), "piece", "p2", "p4")) for seed in range(20)}
    assert found == {("p2", "p4"), ("p4", "p2")}
    views = [game.start(seed).view(player) for seed in range(20) for player in ("ann", "bob")]
    assert len({tuple(view.state) for view in views}) == 2


def test_lots_are_saved_and_go_along_to_other_rules(tiny: Tiny) -> None:
    game = tiny(ARMIES + ROLLED + STOP)
    for seed in range(5):
        position = game.start(seed)
        order = by_lot(position, "piece", "p1", "p2", "p3", "p4", "q1")
        for other in (game.from_json(position.to_json()), position.under(game), position.reseeded(9)):
            assert by_lot(other, "piece", *order) == order


def test_a_loop_that_is_under_way_is_saved_by_name(tiny: Tiny) -> None:
    game = tiny(ARMIES + ASKED + STOP)
    position = play(game.start(1), "send(p3, east)")
    again = game.from_json(position.to_json())
    assert again.state == position.state
    assert '"p1"' in position.to_json().partition('"frames"')[2]


def sent(game: Game, *posts: str, chance: str = "own") -> Position:
    """The game after the pieces have been sent, in the order in which they are asked for; who has no choice is not."""
    position = game.start(1, chance=chance)
    order = ["p3", *by_lot(position, "piece", "p2", "p4"), "p1"]
    for name, camp in zip(order, posts, strict=False):
        position.take(f"send({name}, {camp})")
    return position


def test_what_is_decided_about_covered_things_is_told_when_it_is_over(tiny: Tiny) -> None:
    game = tiny(ARMIES + ASKED + STOP)
    half, whole = sent(game, "west", "north"), sent(game, "west", "north", "east")
    assert len(half.log) == 2
    assert half.view("bob").log == []
    assert [str(line) for line in half.view("ann").log] == lines(half)
    told = [str(line) for line in whole.view("bob").log]
    assert [line.removeprefix("ann: a piece is sent to ") for line in told[:-1]] == ["east", "north", "west", "west"]
    assert told[-1].startswith("dice: ")
    assert lines(whole)[0] == "ann: a piece is sent to west"
    assert lines(whole)[-1] == told[-1]


def test_whether_somebody_was_asked_makes_no_difference_to_others(tiny: Tiny) -> None:
    """The first piece has nowhere else to go, so nobody is asked about it."""
    game = tiny(ARMIES + ASKED + STOP)
    history = GameHistory.of(sent(game, "west", "north", "east"))
    assert (len(history.steps), history.count(None), history.count("ann"), history.count("bob")) == (3, 3, 4, 1)
    assert [line.forced for line in history.lines("ann") if line.who] == [False, False, False, True]
    assert not any(line.forced for line in history.lines("bob"))
    assert history.after(0, "bob") == game.start(1)
    assert history.after(1, "bob") == history.now


def test_picks_in_no_order_are_told_in_none_and_that_nobody_else_is_picked_not_at_all(tiny: Tiny) -> None:
    game = tiny(ARMIES + ASKED + STOP)
    first, second, third = by_lot(game.start(1), "piece", "p1", "p2", "p3")
    position = play(sent(game, "west", "north", "east"), "stay", f"rest({first})", f"rest({second})")
    assert [action.id for action in position.asked().legal] == [f"rest({third})", "done"]
    assert "rests" not in "".join(str(line) for line in position.view("bob").log)
    declined = play(position.copy(), "done")
    told = [str(line) for line in declined.view("bob").log][-2:]
    assert told == sorted(told)
    assert all(line.endswith("rests") for line in told)
    assert lines(declined)[-1] == "ann: enough"


def test_twins_would_find_what_goes_by_the_table(tiny: Tiny) -> None:
    """Where a loop goes in the order of the table after all, two games that look alike do not read alike."""
    game = tiny(ARMIES + ROLLED + STOP)
    numbers = game.namer.kinds["piece"][1]

    def read() -> None:
        position = game.start(1)
        twins = Twins.of(position, "bob", "piece", numbers["p1"], numbers["p3"])
        code = game.spelled_code("stay")
        twins.here.take(code, ((1,), (6,), (6,), (6,)))
        twins.there.take(code, ((1,), (6,), (6,), (6,)))
        twins.compare()

    read()
    game.program.space["in_order"] = lambda state, members, keys: members_of(members)
    with pytest.raises(AssertionError, match="bob reads another view"):
        read()
