"""Shorter orders: what may be left out, and where a stop stands in its place."""

from __future__ import annotations

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.lab.bots.orders.shorter import shortened, unrepeated, without_end, without_things
from tests.lab.conftest import watched


def marches(game: Game) -> tuple[int, int, int, int]:
    """Four answers: two about one block, two about another; no two name the same road."""
    texts = (
        "march(king-guy, acre-tyre)",
        "march(king-guy, sidon-tyre)",
        "march(saladin, damascus-qaddas)",
        "march(saladin, homs-qaddas)",
    )
    one, two, three, four = (game.spelled_code(text) for text in texts)
    return one, two, three, four


def test_there_and_back_is_left_out_and_the_piece_stops() -> None:
    game = watched("crusader-rex", "english")
    one, two, three, four = marches(game)
    assert unrepeated(game, (one, two, two, three)) == [(one, three), (one, DECLINE, three)]
    assert unrepeated(game, (two, two, three)) == [(three,)]
    assert unrepeated(game, (one, two, two, one, three)) == [(three,)]
    assert unrepeated(game, (one, three, three, two)) == [(one, two)]
    assert unrepeated(game, (one, two, two, two, three)) == [(one, two, three)]
    assert unrepeated(game, (one, DECLINE, DECLINE, four)) == []
    assert unrepeated(game, (one, one)) == []


def test_one_answer_is_left_out_or_two() -> None:
    game = watched("crusader-rex", "english")
    one, two, three, _ = marches(game)
    found = shortened(game, (one, two, three))
    assert found[:5] == [(two, three), (one, three), (one, two), (three,), (one,)]
    assert found[5:] == [(one, DECLINE, three), (one, DECLINE)]


def test_a_thing_that_several_answers_name_does_nothing() -> None:
    game = watched("crusader-rex", "english")
    one, two, three, _ = marches(game)
    assert without_things(game, (one, two, three, DECLINE)) == [(three, DECLINE)]
    assert without_things(game, (one, two)) == []


def test_the_end_of_an_order_is_left_out() -> None:
    assert without_end((4, DECLINE)) == (4,)
    assert without_end((4, 5)) == (4, 5)
