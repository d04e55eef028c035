"""The board as tables, and that it gives nothing away."""

import random

import pytest

from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.play.board import bearings, board, scenes
from crex_dsl.play.map import chart
from crex_dsl.play.thing_details import look
from tests.conformance.test_conformance import swapped
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import shown, the


def test_the_board_that_a_side_sees() -> None:
    assert shown(board(VisiblePosition(the("ford").start(7), "north"))) == (
        "turn: turn number 1, player 1 north, player 2 south\n"
        "movement: mover north, moves 2, legs 0\n"
        "\n"
        "place      north                                  south\n"
        "northgate  ash-riders A2 ■■■, elm-guard B2 ■■■■\n"
        "abbey      oak-spears B2 ■■■, birch-levy C1 ■■■■\n"
        "mill       yew-bows A2 ■■, pine-levy C1 ■■■\n"
        "market                                            2 × block?\n"
        "orchard                                           2 × block?\n"
        "southgate                                         2 × block?\n"
        "Nothing stands on the other 5."
    )


def test_things_that_stand_nowhere_lie_in_piles() -> None:
    position = the("noughts").start()
    position.take("mark(b2)")
    text = shown(board(VisiblePosition(position, "nought")))
    assert "        square\n" in text  # which field says so is nothing for people
    assert "cross   b2\n" in text
    assert "nobody  a1, b1, c1, a2, c2, a3, b3, c3\n" in text
    assert "player   cross  nought\nto move         ×" in text


FAIR = """
kind spot is pile, box
kind stall is east-side, west-side
kind card
    placed at : spot, starts at pile, seen by all
    identity seen by all when card.at is box
table card
    | id |
    | c1 |
    | c2 |
clause play "Play"
    state purse(player): 0..9, starts at 3
    state score(player): 0..9
    state starter: player, starts at bob
    state goods(player, stall): 0..9
    state stands_at(player): stall or nothing
    set passed of player
    procedure play
        ann chooses sell, stay
        ann chooses sell, stay
    action sell(stall) in game
        text "sell at {stall}"
        do
            goods(actor, stall) += 2
            stands_at(actor) becomes stall
            add actor to passed
            move c1 to box
    permit sell(stall)
"""


def test_what_players_have_is_a_table_with_a_column_each(tiny: Tiny) -> None:
    position = tiny(FAIR + STOP).start()
    assert shown(board(VisiblePosition(position, "ann"))) == (
        "in heaps: pile 2 (`board all` shows more)\n"
        "Nothing stands on the other 1.\n"
        "\n"
        "player   ann  bob\n"
        "purse    3    3\n"
        "starter       ×"
    )
    assert [str(fact) for fact in bearings(VisiblePosition(position, "ann"))] == ["ann: purse 3"]
    assert "pile  2 × card?" in shown(board(VisiblePosition(position, "ann"), whole=True))
    position.take("sell(west-side)")
    assert shown(board(VisiblePosition(position, "ann"))).partition("\n\n")[2] == (
        "player   ann  bob\n"
        "purse    3    3\n"
        "starter       ×\n"
        "passed   ×\n"
        "\n"
        "stall      ann                 bob\n"
        "west-side  stands at, goods 2"
    )


def test_what_is_remembered_in_brief_and_whole() -> None:
    game = the("ford")
    position = game.start(7)
    position.take("group-move(mill)")
    position.take("march(yew-bows, mill-shallows)")
    record, whole = (shown(board(VisiblePosition(position, "north"), everything)) for everything in (False, True))
    assert "passed" not in record
    assert "`board all` shows" in record
    assert "passed" in whole
    assert "mill-shallows 1" in whole
    assert "`board all`" not in whole


@pytest.mark.parametrize("name", ["ford", "quince"])
def test_swapping_two_hidden_pieces_changes_nothing_that_is_seen(name: str) -> None:
    game, rng = the(name), random.Random(5)
    position, tried = game.start(3), 0
    while not position.over:
        for seat in game.seats:
            visible = VisiblePosition(position, game.player_id(seat))
            for kind, pieces in hidden_pieces(game, visible.mask).items():
                for group in game.secret_state.groups(kind, pieces):
                    if len(group) < 2 or rng.random() > 0.3:
                        continue
                    other = VisiblePosition(swapped(position, kind, *rng.sample(group, 2)), game.player_id(seat))
                    assert shown(board(visible, True)) == shown(board(other, True))
                    assert shown(chart(visible, 80)) == shown(chart(other, 80))
                    assert bearings(visible) + scenes(visible) == bearings(other) + scenes(other)
                    for piece in group:
                        assert shown(look(visible, kind, piece)) == shown(look(other, kind, piece))
                    tried += 1
        position.take(rng.choice(position.codes))
    assert tried > 20
