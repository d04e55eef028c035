"""One thing in full, as far as its reader may know it."""

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.play.explanations import clauses_headed
from crex_dsl.play.thing_details import look, thing_named
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import shown, the


def seen(viewer: str | None, name: str) -> str:
    visible = VisiblePosition(the("ford").start(7), viewer)
    return shown(look(visible, *thing_named(visible, name)))


def test_ones_own_piece() -> None:
    text = seen("north", "ash-riders")
    assert text.startswith("ash-riders, a block\n")
    assert "strength   3\n" in text
    assert "at         northgate\n" in text


def test_another_sides_hidden_piece_is_known_from_the_box_only() -> None:
    text = seen("north", "fox-riders")
    assert "stride     3" in text  # printed on it
    assert "strength" not in text
    assert "\nat " not in text
    assert "Where it is and how it stands is hidden from north." in text
    assert "strength   3\n" in seen(None, "fox-riders")


def test_a_place_with_who_is_there_and_where_it_leads() -> None:
    text = seen("north", "market")
    assert "there: 2 × block?\n" in text
    assert "market     S2     major: bridge, southgate; minor: orchard" in text


@pytest.mark.parametrize(
    ("typed", "found"), [("MILL", "mill"), ("grave", "graveyard"), ("mill-northgate", "northgate-mill")]
)
def test_things_are_found_by_any_name(typed: str, found: str) -> None:
    visible = VisiblePosition(the("ford").start(7), "north")
    kind, index = thing_named(visible, typed)
    assert visible.game.namer.kinds[kind][0][index] == found


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("mil", "nothing is called `mil`: did you mean `mill`?"),
        ("abey", "nothing is called `abey`: did you mean `abbey`?"),
        ("zzz", "nothing is called `zzz`"),
    ],
)
def test_what_has_no_name(typed: str, sentence: str) -> None:
    visible = VisiblePosition(the("ford").start(7), "north")
    with pytest.raises(UnknownName) as error:
        thing_named(visible, typed)
    assert str(error.value) == sentence


def test_a_word_of_a_name_will_do(tiny: Tiny) -> None:
    text = """
kind card
table card
    | id   | name       |
    | k    | King Otto  |
    | q    | Queen Beth |
clause play "Play"
    procedure play
        ann chooses stay, quit
clause beth "Queen Beth"
    says "She wins."
"""
    visible = VisiblePosition(tiny(text + STOP).start(), "ann")
    assert thing_named(visible, "otto") == ("card", 0)
    assert thing_named(visible, "beth") == ("card", 1)
    assert clauses_headed(visible.game, "Queen Beth") == ["beth"]


FAIR = """
kind stall is east-side, west-side
kind ware
    price : 1..9
kind spice is a ware
    heat : 1..3
kind egg is a ware
table spice
    | id     | price | heat |
    | pepper | 2     | 3    |
table egg
    | id    | price |
    | quail | 1     |
clause play "Play"
    state purse(player): 0..9, starts at 3
    state goods(player, stall): 0..9
    procedure play
        goods(bob, east-side) becomes 2
        ann chooses stay, quit
"""


def test_what_is_kept_of_players_shows_from_both_sides(tiny: Tiny) -> None:
    visible = VisiblePosition(tiny(FAIR + STOP).start(), "ann")
    texts = {
        name: shown(look(visible, *thing_named(visible, name))) for name in ("bob", "east-side", "quail", "pepper")
    }
    assert texts == {
        "bob": "bob, a player\npurse  3",
        "east-side": "east-side, a stall\ngoods  bob 2",
        "quail": "quail, an egg\nprice  1",
        "pepper": "pepper, a spice\nprice  2\nheat   3",
    }


def test_somebody_without_a_seat() -> None:
    visible = VisiblePosition(the("dash").start(7), None)
    names = visible.game.namer.kinds["player"][0]
    absent = next(index for index in range(len(names)) if index not in visible.game.seats)
    assert shown(look(visible, "player", absent)).endswith(", a player")


def test_attributes_and_kinds_are_called_as_the_glossary_has_them(tiny: Tiny) -> None:
    rules = """
kind piece
    inner_worth: 0..9
table piece
    | id  | inner_worth |
    | fox | 4           |
clause play "Play"
    procedure play
        ann chooses stay, quit
glossary en
    inner-worth "mettle"
    piece "animal", "animals"
"""
    visible = VisiblePosition(tiny(rules + STOP).start(1), None)
    text = shown(look(visible, *thing_named(visible, "fox")))
    assert text.startswith("fox, an animal\n")
    assert text.endswith("\nmettle  4")
