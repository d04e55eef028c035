"""Orders as a person types them: which pieces and which place are meant, and where more must be said."""

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.order_words import order_said
from tests.conformance.cases import Case
from tests.play.conftest import the

# What is typed; the pieces by number, the place, whether all of them must go.
SAID = [
    ("ash-riders to bridge", (0,), "bridge", True),
    ("ASH elm to Bridge", (0, 1), "bridge", True),
    ("ash, elm and oak to bridge", (0, 1, 2), "bridge", True),
    ("ash → bridge", (0,), "bridge", True),
    ("all to bridge", (0, 1, 2, 3, 4, 5), "bridge", False),
    ("all at mill to bridge", (3, 5), "bridge", False),
    ("mill to bridge", (3, 5), "bridge", False),
]


@pytest.mark.parametrize(("typed", "pieces", "place", "every"), SAID)
def test_an_order(typed: str, pieces: tuple[int, ...], place: str, every: bool) -> None:
    game = the("ford")
    order = order_said(VisiblePosition(game.start(7), "north"), typed)
    assert order is not None
    assert (order.pieces, game.namer.kinds["place"][0][order.place], order.every) == (pieces, place, every)


@pytest.mark.parametrize("typed", ["3", "ash", "to bridge", "ash to nowhere", "march ash to bridge", "fox to bridge"])
def test_no_order(typed: str) -> None:
    assert order_said(VisiblePosition(the("ford").start(7), "north"), typed) is None


# What fits several is listed, and none of them is taken in silence.
UNCLEAR = [
    ("levy to bridge", "`levy` could be birch-levy or pine-levy: say more"),
    ("bridge to mill", "nothing of yours is there that could go to mill"),
]


@pytest.mark.parametrize(("typed", "message"), UNCLEAR)
def test_more_must_be_said(typed: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        order_said(VisiblePosition(the("ford").start(7), "north"), typed)


def test_a_game_without_places_has_no_orders() -> None:
    game = Case("quince", "english-1.0", ()).load()
    assert order_said(VisiblePosition(game.start(7), "anna"), "anna to bela") is None


def test_a_town_named_in_full_is_no_part_of_a_piece() -> None:
    game = Case("crusader-rex", "english-2.0", ()).load()
    visible = VisiblePosition(game.start(5), "franks")
    order = order_said(visible, "jerusalem to nablus")
    assert order is not None
    assert not order.every  # those that stand there, whatever they are called
    assert order_said(visible, "acre hospitallers to tyre") == order_said(visible, "acre-hospitallers to tyre")
