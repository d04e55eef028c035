"""What happened, told again: every line with who, what and by which clause."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.explain.game_log import log_of
from crex_dsl.engine.run.position import Position
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny, lines, play

TEXT = """
kind chip is c1, c2, c3
clause luck "Luck"
    tally pips_so_far
    state order_of(chip): 0..3
    set drawn of chip
    procedure play
        repeat 3 times
            do throw-it
            ann may choose take-back, stay or "let it be"
        shuffle all c: chip by order_of
        draw c from all x: chip
        add c to drawn
        bob chooses stay
        end game won by bob
clause throwing "Throwing"
    procedure throw-it
        roll 2 dice
        pips_so_far += total of dice
clause taking "Taking"
    action take-back in game
        text "take back {pips_so_far} {pips_so_far: pip | pips}"
        do
            pips_so_far -= 1
    permit take-back
"""


def told(tiny: Tiny) -> Position:
    position = tiny(TEXT + STOP).start(chance="told")
    position.tell((1, 1))
    play(position, "take-back").tell((6, 2))
    play(position, "done").tell((3, 3))
    return position


def test_every_line_has_who_what_and_a_clause(tiny: Tiny) -> None:
    position = told(tiny)
    assert [(line.who, line.text, line.clause, line.forced) for line in position.log] == [
        (None, "dice: 1, 1", "throwing", False),
        ("ann", "take back 2 pips", "taking", False),
        (None, "dice: 6, 2", "throwing", False),
        ("ann", "let it be", "luck", False),
        (None, "dice: 3, 3", "throwing", False),
    ]
    assert lines(position)[1] == "ann: take back 2 pips"
    assert lines(position)[0] == "dice: 1, 1"


def test_a_text_speaks_of_the_moment_before(tiny: Tiny) -> None:
    position = told(tiny)
    assert position.read("pips_so_far") == 15
    assert "take back 2 pips" in lines(position)[1]


def test_the_end_is_the_last_line(tiny: Tiny) -> None:
    position = told(tiny)
    play(position, "stay")
    position.tell((2, 0, 1))
    position.tell(1)
    assert lines(position)[-5:] == ["ann: stay", "shuffles 3", "drawn: c2", "bob: stay", "game over: won by bob"]
    assert position.log[-2].forced
    assert position.log[-1].clause == "luck"


def test_told_dice_are_those_that_were_told(tiny: Tiny) -> None:
    """A position that began with a seed keeps a log of what it was told, not of what the seed would have given."""
    game = tiny(TEXT + STOP)
    position = game.start(5, chance="told")
    position.tell((4, 4))
    assert lines(position) == ["dice: 4, 4"]
    assert lines(game.from_json(position.to_json())) == ["dice: 4, 4"]


def test_own_and_told_chance_may_alternate(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    position = game.start(5)
    own = lines(position)
    position.chance = "told"
    play(position, "done").tell((1, 2))
    position.chance = "own"
    play(position, "take-back")
    expected = [
        *own,
        "ann: let it be",
        "dice: 1, 2",
        f"ann: take back {position.read('pips_so_far') + 1 - int_of(position)} pips",
    ]
    assert lines(position)[: len(expected)] == expected
    again = game.from_json(position.to_json())
    assert lines(again) == lines(position)
    assert again == position
    rest = lines(position)[len(expected) :]
    other = game.start(5)
    assert rest[0] == [line for line in lines(play(other, "done")) if line.startswith("dice")][1]


def int_of(position: Position) -> int:
    """The total of the last dice in the log."""
    last = [line for line in lines(position) if line.startswith("dice: ")][-1]
    return sum(int(face) for face in last.removeprefix("dice: ").split(", "))


def test_a_log_while_chance_waits_ends_there(tiny: Tiny) -> None:
    position = told(tiny)
    play(position, "take-back")
    assert position.event is not None
    assert len(lines(position)) == 5  # the decision counts when chance has spoken


@pytest.mark.parametrize(
    "case", [Case("ford", "royal-2.0", ()), Case("quince", "english-1.0", ("sealed-auction",))], ids=str
)
def test_reading_a_log_changes_nothing(case: Case) -> None:
    game, rng = case.load(), random.Random(2)
    position = game.start(2)
    while not position.over and len(position.past) < 60:
        position.take(rng.choice(position.codes))
    before, past = list(position.state), position.past
    one, two = lines(position), lines(position)
    assert one == two
    assert (position.state, position.past) == (before, past)
    assert len(one) >= len(past) > 20


def test_a_log_of_a_copy_goes_its_own_way(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    position = game.start(1)
    other = position.copy()
    play(position, "done")
    play(other, "take-back")
    assert lines(position)[1] == "ann: let it be"
    assert lines(other)[1].startswith("ann: take back")


# ---- what was drawn ----
DRAWN = """
kind spot is pile, table, box
kind card
    placed at     : spot, starts at pile, seen by all
    changing held : player or nobody, seen by all
    identity seen by card.held, by all when card.at is table
table card
    | id |
    | c1 |
    | c2 |
    | c3 |
clause luck "Luck"
    state starter: player, starts at ann
    state culprit: player or nobody, seen by bob when told
    state told: yes or no
    action tell in game
        text "tell"
        do
            told becomes yes
    permit tell
    procedure play
        draw p from players
        starter becomes p
        draw p from players
        culprit becomes p
        draw c from all c: card where c.at is pile
        move c to box
        draw c from all c: card where c.at is pile
        move c to table
        draw c from all c: card where c.at is pile
        c.held becomes bob
        ann chooses tell, stay
        draw p from players
        culprit becomes p
        ann chooses tell, stay
        for each c: card where c.at is table
            move c to box
        bob chooses tell, stay
"""


def drawn(position: Position, player: str) -> list[str]:
    return [line.drawn for line in log_of(position, position.game.seat(player)) if line.drawn]


def test_what_was_drawn_is_told_to_those_who_see_it(tiny: Tiny) -> None:
    position = tiny(DRAWN + STOP).start(chance="told")
    for outcome in (1, 0, 2, 0, 1):
        position.tell(outcome)
    assert [line.text for line in position.log] == ["drawn: bob", "drawn: ann", "drawn: c3", "drawn: c1", "drawn: c2"]
    assert drawn(position, "ann") == ["bob", "a player", "a card", "c1", "a card"]
    assert drawn(position, "bob") == ["bob", "a player", "a card", "c1", "c2"]
    play(position, "tell").tell(1)
    assert drawn(position, "ann")[-1] == "a player"
    assert drawn(position, "bob")[-1] == "bob"


def test_what_was_drawn_and_is_covered_again_stays_told(tiny: Tiny) -> None:
    position = tiny(DRAWN + STOP).start(chance="told")
    for outcome in (0, 0, 2, 0, 1):
        position.tell(outcome)
    play(position, "stay").tell(1)
    play(position, "stay")
    assert drawn(position, "ann") == ["ann", "a player", "a card", "c1", "a card", "a player"]
