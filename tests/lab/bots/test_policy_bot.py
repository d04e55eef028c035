"""Policies: what they pick, where they are not asked, and that they do not peek."""

import pytest

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import POINT
from crex_dsl.lab.bots.policy_bot import PolicyBot
from tests.engine.tiny import STOP, Tiny, play
from tests.lab.bots.asked import SHOP, choices, chosen

SECRETS = """
clause guessing "Guessing"
    state secret(player): 0..9, seen by player
    state hint: 0..9
    set spent of player
    action think(n: from 0 to 9) in game
        text "think {n}"
        do
            secret(actor) becomes n
    permit think(n)
    action guess(n: from 0 to 9) in game
        text "guess {n}"
        do
            hint becomes n
    permit guess(n)
    procedure play
        ann chooses think
        bob may choose guess or "no guess"
        ann chooses guess, stay

policy peeking "Would win if it could see"
    prefer guess(n) when n = secret(ann)

policy weighing "The more the better, but for seven, and rather nothing than little"
    prefer guess(n) by n
    avoid guess(n) when n = 7 by 3
    avoid guess(n) when n < 3 by 9

policy failing "Asks for somebody who is not there"
    prefer guess(n) when (the p in spent) is ann
"""


@pytest.fixture
def secrets(tiny: Tiny) -> Game:
    return tiny(SECRETS + STOP)


def after(game: Game, think: int) -> Position:
    """Bob is asked, and ann has thought of a number."""
    return play(game.start(), f"think({think})")


def test_preferences_and_dislikes_are_weighed(secrets: Game) -> None:
    assert set(choices(after(secrets, 4), "weighing")) == {"guess(9)"}
    weighing, state = PolicyBot(secrets, "weighing"), after(secrets, 4).state
    weights = {
        spelled: weighing._weight(state, secrets.spelled_code(spelled), 1)
        for spelled in ("guess(5)", "guess(7)", "guess(4)", "guess(2)", "done")
    }
    assert weights == {"guess(5)": 5, "guess(7)": 4, "guess(4)": 4, "guess(2)": -7, "done": 0}


def test_equals_are_drawn_by_lot(tiny: Tiny) -> None:
    text = SECRETS.replace("prefer guess(n) by n", "prefer guess(n) by min(n, 5)")
    assert set(choices(after(tiny(text + STOP), 4), "weighing")) == {"guess(5)", "guess(6)", "guess(8)", "guess(9)"}


def test_what_its_side_sees_counts(secrets: Game) -> None:
    assert set(choices(play(after(secrets, 4), "done"), "peeking")) == {"guess(4)"}


def test_it_does_not_peek(secrets: Game) -> None:
    four = choices(after(secrets, 4), "peeking")
    assert four == choices(after(secrets, 8), "peeking"), "what is hidden changes nothing"
    assert len(four) > 5


def test_one_that_fails_is_told(secrets: Game) -> None:
    with pytest.raises(RuleFault, match="found nothing that qualifies"):
        choices(after(secrets, 4), "failing")


def test_it_is_asked_only_where_it_has_a_preference(secrets: Game) -> None:
    weighing = PolicyBot(secrets, "weighing")
    assert weighing.indifferent(secrets.start().state[POINT])
    assert not weighing.indifferent(after(secrets, 4).state[POINT])
    assert len(choices(secrets.start(), "weighing")) == 10


def test_each_follows_its_rule(tiny: Tiny) -> None:
    assert chosen(tiny(SHOP + STOP).start(), "modest") == "earn(3)"
