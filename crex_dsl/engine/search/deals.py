"""Deals: states that could be, drawn from what a seat knows and put into a pool."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from crex_dsl.engine.search.state_pool import StatePool
from crex_dsl.engine.search.trials import Deal
from crex_dsl.engine.secrecy.information_set import InformationSet


def deal_into(
    pool: StatePool, information_set: InformationSet, count: int, rng: Random, counters: Sequence[int] = ()
) -> list[Deal]:
    """Draw so many states that could be, and put them into a pool, each with the counters that only the pool's has."""
    return pool.deal(information_set, [rng.getrandbits(64) for _ in range(count)], counters)
