"""The search for an order: what it leaves out, and what it takes for luck."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.search.state_pool import pool_of
from crex_dsl.engine.search.trials import Horizon, Script
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.orders.search import Effort, Order, OrderSearch, clearly_worse
from tests.lab.bots.orders.test_candidates import to_offer
from tests.lab.conftest import watched

BRIEF = Effort(deals=2, samples=12, herds=2, width=2, turns=2, final=3, generations=1, polish=3, flat=6)


@pytest.mark.parametrize(
    ("one", "other", "worse"),
    [
        ([5, 5, 5, 5], [5, 5, 5, 5], False),
        ([9, 0, 9, 0], [5, 5, 5, 5], False),
        ([4, 4, 4, 4], [5, 5, 5, 5], True),
        ([9, 0, 5, 0], [5, 5, 5, 5], False),
        ([6, 6, 6, 6], [5, 5, 5, 5], False),
        ([5, 5, 5, -(1 << 40)], [5, 5, 5, 5], True),
    ],
)
def test_what_luck_may_explain_is_not_clearly_worse(one: list[int], other: list[int], worse: bool) -> None:
    assert clearly_worse(Order((1,), 0, one), Order((2,), 1, other)) is worse


def search(seed: int) -> OrderSearch:
    """A search for the first side that moves."""
    game = watched("crusader-rex", "english")
    state, codes = to_offer(game, "group-move", seed)
    information_set, _ = InformationSet.of(game, game.decider(state), state, codes)
    scripts = [Script("captain")] * len(game.seats)
    pool = pool_of(game, machine_of(game))
    return OrderSearch(game, pool, scripts, Horizon(400, "turn"), BRIEF, information_set, Random(3))


@pytest.mark.parametrize("seed", range(3))
def test_an_order_does_not_go_there_and_back(seed: int) -> None:
    order = search(seed).best()
    assert all(one == DECLINE or one != other for one, other in zip(order.codes, order.codes[1:], strict=False))
