"""Picks whose order is of no account: gathered in any order, taken in the order in which the rules offer them."""

from pathlib import Path

import pytest

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.gameplay.unordered_picks import Picks
from tests.engine.tiny import Tiny
from tests.play.conftest import Sitting, Typist

CARTS = """
kind cart
table cart
    | id   |
    | ox   |
    | mule |
    | ass  |
clause play "Play"
    set resting of cart
    procedure play
        for each n from 1 to 2
            clear resting
            ann may keep choosing rest, shout or "the others stay awake"
    action rest(cart) by ann in game unordered
        text "{cart} rests"
        do
            add cart to resting
    permit rest(cart) when cart not in resting and size of resting < 2
    action shout by ann in game
        text "shout"
        do
            clear resting
    permit shout
"""


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        (["ass", "ox", "no"], ["rest(ox)", "rest(ass)", "done"]),
        (["ass", "no"], ["rest(ass)", "done"]),
        (["no"], ["done"]),
        (["mule", "undo", "ass", "no"], ["rest(ass)", "done"]),
        (["mule", "shout"], ["rest(mule)", "shout"]),
        (["mule", "ox"], []),  # not decided yet: shouting is still open
    ],
)
def test_picks_at_the_table(tiny: Tiny, tmp_path: Path, typed: list[str], taken: list[str]) -> None:
    lines = ["the others" if line == "no" else line for line in typed]
    game = tiny(CARTS)
    sitting = Sitting(game, tmp_path / "game.json", Typist(*lines), [], 7, False).play()
    assert [game.spelled(step.code) for step in sitting.table.history.steps] == taken


def test_the_question_ends_with_the_last_pick_that_fits_even_if_it_is_asked_once_more(tiny: Tiny) -> None:
    game = tiny(CARTS.replace("choosing rest, shout or", "choosing rest or"))
    start = game.start()
    ox, mule, ass = (game.action(f"rest({cart})", start) for cart in ("ox", "mule", "ass"))
    picks = Picks(start)
    assert picks.answer(ass) is None
    assert ox in picks.now.codes
    after = start.copy()
    after.take(ass)
    assert ox in after.codes  # the second time round: nothing was left above
    assert picks.answer(DECLINE) == [ass]  # a decline would be the answer to the second question
    picks = Picks(start)
    assert picks.answer(mule) is None
    assert picks.answer(ox) == [ox, mule]
