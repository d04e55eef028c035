"""Things as they are written: by picture, by how they stand, or only as one of some number."""

from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.piece_sides import side_of
from crex_dsl.play.piece_labels import Figure, counted, figure, side_style
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import the

CARTS = """
kind cart
    load : 1..4
    changing cargo : 0..4, starts at cart.load
    changing shut  : yes or no
    changing mood  : calm | wild, starts at calm
    changing lord  : player or nobody
table cart
    | id   | load |
    | ox   | 4    |
    | mule | 2    |
clause play "Play"
    procedure play
        mule.shut becomes yes
        mule.mood becomes wild
        mule.lord becomes bob
        ann chooses stay, quit
"""


def test_a_picture_says_how_a_piece_is_written() -> None:
    game = the("ford")
    blocks = game.namer.kinds["block"][1]
    visible = VisiblePosition(game.start(7), "north")
    assert figure(visible, "block", blocks["ash-riders"]) == Figure("ash-riders A2 ■■■", 0)
    assert figure(visible, "block", blocks["ram-levy"]) == Figure("block", 1, known=False)


def test_without_a_picture_numbers_and_changes_are_shown(tiny: Tiny) -> None:
    visible = VisiblePosition(tiny(CARTS + STOP).start(), "ann")
    assert [figure(visible, "cart", index) for index in (0, 1)] == [
        Figure("ox (4)", None),
        Figure("mule (2, shut, wild)", 1),
    ]
    assert side_of(visible, "cart", 1) == 1
    assert [cell.name for cell in visible.game.changing("cart")] == ["cargo", "shut", "mood", "lord"]


def test_where_a_piece_stands_is_not_part_of_it() -> None:
    assert [cell.name for cell in the("ford").changing("block")] == ["strength"]


def test_unknown_things_are_counted_by_side() -> None:
    unknown = [Figure("block", 1, False), Figure("ox", 0), Figure("block", None, False), Figure("block", 1, False)]
    assert counted(unknown) == [
        Figure("ox", 0),
        Figure("2 × block?", 1, False),
        Figure("1 × block?", None, False),
    ]


def test_beside_the_figure_of_a_picture_stands_what_has_changed(tiny: Tiny) -> None:
    picture = "\npicture cart\n    pips cart.cargo\n"
    visible = VisiblePosition(tiny(CARTS + STOP + picture).start(), "ann")
    assert [figure(visible, "cart", index, also) for index, also in ((0, ["late"]), (1, []))] == [
        Figure("ox ■■■■ (late)", None),
        Figure("mule ■■ (shut, wild)", 1),
    ]


def test_what_is_seen_of_unknown_things_is_counted_apart() -> None:
    unknown = [Figure("block", 1, False), Figure("block (inside)", 1, False), Figure("block", 1, False)]
    assert [one.text for one in counted(unknown)] == ["2 × block?", "1 × block? (inside)"]


def test_a_side_that_is_called_by_a_colour_has_it() -> None:
    dash, ford = Case("dash", "four-player", ()).load(), the("ford")
    assert [side_style(dash, seat) for seat in dash.tables["players"]] == ["red", "blue", "green", "bright_blue"]
    assert len({side_style(ford, seat) for seat in ford.tables["players"]}) == 2
    assert side_style(ford, None) == ""
