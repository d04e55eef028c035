"""The small map: drawn where pictures say where places lie, listed where they do not."""

import random

import pytest

from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.play.map import chart, place_kind
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import shown, the

PATHS = """
kind spot is here, there, away, nowhere
kind path joins spot
    size : wide | narrow
table path
    | from | to    | size   |
    | here | there | wide   |
    | here | away  | narrow |
kind piece
    owner : player
    placed at : spot, starts at there
table piece
    | id  | owner |
    | one | ann   |
    | two | bob   |
clause play "Play"
    procedure play
        ann chooses stay, quit
"""


def test_a_map_is_drawn_with_who_stands_where() -> None:
    rows = shown(chart(VisiblePosition(the("ford").start(7), "north"), 80), 80).splitlines()
    north, south = (
        next(n for n, row in enumerate(rows) if word in row) for word in ("northgate 2 N2", "southgate 2 S2")
    )
    mill = next(row for row in rows if "mill 1 N2" in row)
    assert north < south
    assert mill.index("abbey 1 N2") < mill.index("mill 1 N2")
    assert rows[-1] == "· major  : minor"
    assert max(len(row) for row in rows) <= 80
    assert "graveyard" not in "".join(rows)


def test_every_place_is_on_a_narrow_map_too() -> None:
    text = shown(chart(VisiblePosition(the("ford").start(7), None), 44), 44)
    towns = ["northgate", "abbey", "mill", "bridge", "shallows", "market", "orchard", "southgate"]
    assert [town for town in towns if town not in text] == []
    assert max(len(row) for row in text.splitlines()) <= 44


def test_without_coordinates_links_are_listed(tiny: Tiny) -> None:
    visible = VisiblePosition(tiny(PATHS + STOP).start(), "ann")
    assert shown(chart(visible, 80)) == (
        "spot   there  links\n"
        "here          wide: there; narrow: away\n"
        "there  A1 B1  wide: here\n"
        "away          narrow: here"
    )
    assert shown(chart(visible, 80, around=1)) == (
        "spot   there  links\nhere          wide: there; narrow: away\nthere  A1 B1  wide: here"
    )
    assert shown(chart(visible, 80, around=3)) == "No link leads anywhere from there."


def test_a_grid_without_links_is_drawn() -> None:
    position = the("noughts").start()
    position.take("mark(a1)")
    visible = VisiblePosition(position, None)
    assert place_kind(visible.game) == "square"
    assert shown(chart(visible, 80)).count("cross") == 1


def test_a_game_without_places() -> None:
    visible = VisiblePosition(the("dash").start(), "red")
    assert place_kind(visible.game) is None
    assert shown(chart(visible, 80)) == "This game has no map; `board` shows what there is."


@pytest.mark.parametrize(("width", "lines"), [(80, 24), (100, 30), (160, 50)])
def test_the_map_fits_the_window(width: int, lines: int) -> None:
    visible = VisiblePosition(Case("crusader-rex", "english-2.0", ()).load().start(7), "franks")
    drawn = shown(chart(visible, width, None, lines - 3), width).splitlines()
    assert len(drawn) <= lines - 1
    assert max(map(len, drawn)) <= width
    text = "\n".join(drawn)
    assert "Acre 3≈★ F1" in text  # its rating, a port, a victory city, and one Frank stands there
    assert "3 town rating  ≈ port  ★ victory city" in text


def test_the_window_is_where_it_matters() -> None:
    game = Case("crusader-rex", "english-2.0", ()).load()
    whole, rng = game.start(7), random.Random(1)
    while "group-move" not in whole.asked().actions:
        whole.take(rng.choice(whole.codes))
    moves = [action for action in whole.asked().legal if action.name == "group-move"]
    for action in moves:
        after = whole.copy()
        after.take(action)
        town = action.text.removeprefix("move the group at ")
        if after.read("group") is not None:  # where it is, and not all of the map
            assert town in shown(chart(VisiblePosition(after, after.asked().who), 80, None, 12), 80)
