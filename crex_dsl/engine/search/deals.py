"""Deals: states that could be, drawn from what a seat knows and put into a pool."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from crex_dsl.engine.search.state_pool import StatePool
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.engine.secrecy.secret_state import Swap


class Deal(NamedTuple):
    """A state of the pool that could be: its number, the code that each own answer has in it, and how it was dealt."""

    number: int
    called: list[int]
    back: Swap  # the information set's numbers of hidden pieces, by those that they have here


def deal_into(
    pool: StatePool, information_set: InformationSet, count: int, rng: Random, counters: Sequence[int] = ()
) -> list[Deal]:
    """Draw so many states that could be, and put them into a pool, each with the counters that only the pool's has."""
    found: list[Deal] = []
    for _ in range(count):
        state, called, back = information_set.determinise(rng)
        found.append(Deal(pool.put([*state, *counters]), called, back))
    return found
