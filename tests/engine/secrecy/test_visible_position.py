"""What one pair of eyes sees: values, names, pictures; and nothing that is secret."""

from crex_dsl.engine.run.memory import find_cell
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from tests.play.conftest import the


def test_a_player_sees_his_own_and_not_the_other_sides() -> None:
    game = the("ford")
    position = game.start(7)
    blocks = game.namer.kinds["block"][1]
    strength = find_cell(game, "strength")
    north, whole = VisiblePosition(position, "north"), VisiblePosition(position, None)
    mine, theirs = blocks["ash-riders"], blocks["fox-riders"]
    assert (north.knows("block", mine), north.knows("block", theirs)) == (True, False)
    assert (north.value(strength, (mine,)), north.value(strength, (theirs,))) == (3, None)
    assert whole.knows("block", theirs)
    assert whole.value(strength, (theirs,)) == 3


def test_values_in_words() -> None:
    game = the("ford")
    visible = VisiblePosition(game.start(7), "north")
    blocks = ("thing", "block", "block", -1)
    both = 1 << game.namer.kinds["block"][1]["ash-riders"] | 1 << game.namer.kinds["block"][1]["fox-riders"]
    assert visible.text(("number", 0, 4), None) == "?"
    assert visible.text(("set", blocks), both) == "ash-riders, 1 × block?"
    assert visible.text(("set", blocks), 0) == "nothing"


def test_open_stages_from_the_outermost() -> None:
    assert VisiblePosition(the("ford").start(7), "north").open_stages() == ["turn", "movement"]
    assert VisiblePosition(the("quince").start(7), None).open_stages() == ["deal", "auction"]


def test_pictures_of_the_narrowest_kind() -> None:
    game = the("ford")
    visible = VisiblePosition(game.start(7), "north")
    place = game.namer.kinds["place"][1]
    assert visible.drawn("place", place["mill"], "label") == "mill 1"
    assert visible.drawn("place", place["graveyard"], "label") is None  # it is no town
    assert visible.drawn("place", place["mill"], "pips") is None
