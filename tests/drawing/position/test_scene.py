"""Scenes: what is to be drawn, as plain data."""

from __future__ import annotations

from random import Random

from crex_dsl.drawing.position.backdrop import backdrop
from crex_dsl.drawing.position.scene import Scene, scene_of
from crex_dsl.drawing.position.stacks import rows_of, stacks
from crex_dsl.drawing.position.trays import items_of
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from tests.conformance.cases import Case
from tests.drawing.position.test_picture import REX, played


def scene(case: Case, decisions: int, side: str | None) -> Scene:
    return scene_of(VisiblePosition(played(case, decisions), side))


def test_where_play_stands_is_told_in_the_words_of_the_rule_files() -> None:
    assert scene(REX, 60, "franks").standing[0].startswith("11")
    assert scene(Case("na-grunwald", "four-players", ()), 30, "red").standing[0].startswith("runda ")


def test_sides_have_places_for_what_they_keep_on_the_board() -> None:
    position, rng = Case("na-grunwald", "four-players", ()).load().start(1), Random(1)
    while not any(position.read("helpers_on", player, "crown") for player in position.game.players):
        position.take(rng.choice(position.codes))
    found = scene_of(VisiblePosition(position, "red"))
    (ledger,) = [each for each in found.ledgers if each.title]
    called = position.game.namer.called("helpers_on")
    assert called != "helpers on"
    assert any(called in cell for _, row in ledger.rows for cell in row)
    assert any(called in text for tokens in found.tokens.values() for _, text in tokens)


def test_a_number_that_is_hidden_is_a_question_mark() -> None:
    position, rng = Case("na-grunwald", "four-players", ()).load().start(1), Random(1)
    while not any(
        "?" in cell
        for each in scene_of(VisiblePosition(position, "red")).ledgers
        for _, row in each.rows
        for cell in row
    ):
        position.take(rng.choice(position.codes))
    told = [cell for each in scene_of(VisiblePosition(position, None)).ledgers for _, row in each.rows for cell in row]
    assert "?" not in told


def test_a_stack_has_a_row_for_each_side_and_none_is_too_long() -> None:
    found = scene(REX, 200, None)
    for pieces in found.on_board.values():
        rows = rows_of(pieces, 4)
        assert sum(count for row in rows for _, count in row.items) == len(pieces)
        assert all(len(row.items) <= 4 for row in rows)
        assert all(len({drawn.colour for drawn, _ in row.items}) == 1 for row in rows)


def test_stacks_do_not_lie_on_one_another_where_there_is_room() -> None:
    found = scene(REX, 150, None)
    boxes = [stack.box for stack in stacks(found.backdrop, found.on_board, frozenset())]
    assert sum(1 for n, box in enumerate(boxes) for other in boxes[n + 1 :] if box.covers(other)) <= 1


def test_cards_that_look_alike_lie_on_one_pile() -> None:
    found = scene(REX, 60, None)
    for tray in found.trays:
        items = items_of(tray.pieces)
        assert sum(item.count for item in items) == len(tray.pieces)
        cards = [item.drawn.title for item in items if item.drawn.shape == "card"]
        assert len(set(cards)) == len(cards)


def test_a_backdrop_is_made_once_for_a_game() -> None:
    assert backdrop(REX.load()) is backdrop(REX.load())
    whole = backdrop(REX.load())
    assert whole.cut(frozenset(["acre"])) is whole.cut(frozenset(["acre"]))
    assert whole.cut(frozenset()) is whole
