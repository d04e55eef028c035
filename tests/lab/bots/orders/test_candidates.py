"""Candidates: orders by lot and many pieces that do as one does, all as they can be taken."""

from __future__ import annotations

from random import Random

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.engine.search.deals import deal_into
from crex_dsl.engine.search.python_pool import PythonPool
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.luck import Luck
from crex_dsl.lab.bots.orders.candidates import Candidates, parts
from crex_dsl.lab.bots.orders.codes import DealCodes, things_named, with_another
from tests.lab.conftest import watched


def to_offer(game: Game, action: str, seed: int) -> tuple[list[int], list[int]]:
    """A state of a random game where an action is on offer, and what is legal there."""
    state, rng = game.program.start(seed), Luck(seed)
    codes = game.program.run(state)
    while action not in game.points[state[POINT] - POINTS - 2].offered:
        codes = game.program.run(state, codes[int(rng.random() * len(codes))])
    return state, codes


def candidates(seed: int) -> Candidates:
    """Candidates for the first side that moves."""
    game = watched("crusader-rex", "english")
    state, codes = to_offer(game, "group-move", seed)
    information_set, _ = InformationSet.of(game, game.decider(state), state, codes)
    pool = PythonPool(game)
    deal = deal_into(pool, information_set, 1, Random(1))[0]
    return Candidates(game, pool, deal, information_set.seat, "movement", Random(2))


def test_orders_by_lot_begin_with_every_sort_of_answer() -> None:
    made = candidates(1)
    drawn = made.drawn(40)
    sorts = {made.game.action_number(code) for code in made.deal.called if code != DECLINE}
    assert {made.game.action_number(codes[0]) for codes in drawn} == sorts
    assert all(DECLINE not in codes[:1] for codes in drawn)


def test_what_is_taken_is_legal_to_the_end() -> None:
    made = candidates(2)
    for path in made.taken(made.drawn(12)):
        number = made.pool.copy(made.deal.number)
        standing = None
        for code in path.codes:
            assert standing is None or code in standing.legal
            standing = made.pool.take(number, code)


def test_many_do_as_one_does() -> None:
    found = 0
    for seed in range(4):
        made = candidates(seed)
        for path in made.taken(made.drawn(24)):
            for codes in made.herds(path, (2,)):
                first = [things_named(made.game, code) for code in codes[1:] if code != DECLINE]
                movers = {things[0] for things in first if things}
                found += len(movers) > 1
                assert codes[0] == path.codes[0]
    assert found


def test_parts_begin_where_the_same_is_asked_again() -> None:
    made = candidates(1)
    for path in made.taken(made.drawn(8)):
        for part in parts(path):
            assert part[0] in made.deal.called or len(parts(path)) > 1


def test_another_thing_is_put_in_the_place_of_one() -> None:
    game = watched("crusader-rex", "english")
    code = next(row for row in game.actions if row.name == "march").base
    (kind, thing), *rest = things_named(game, code)
    other = with_another(game, code, (kind, thing), thing + 3)
    assert things_named(game, other) == [(kind, thing + 3), *rest]
    assert with_another(game, DECLINE, (kind, thing), 3) == DECLINE


def test_codes_go_to_a_deal_and_back() -> None:
    game = watched("crusader-rex", "english")
    state, codes = to_offer(game, "strike", 3)
    information_set, _ = InformationSet.of(game, game.decider(state), state, codes)
    _, called, back = information_set.determinise(Random(4))
    way = DealCodes(game, back)
    assert way.seen(called) == information_set.answers
    assert list(way.meant(information_set.answers)) == called
