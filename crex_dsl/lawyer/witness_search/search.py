"""The hunt for witnesses: rounds of random games under both rulebooks, until all is found or time is up."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor

from crex_dsl.lawyer.witness_search.witness import BestWitnesses, Witness
from crex_dsl.lawyer.witness_search.worker import Order, WitnessWorker
from crex_dsl.system.processes import process_pool

ROUNDS = (1, 1, 2, 3, 5, 8, 12)  # games of a round under each rulebook; the last again and again


def search_witnesses(order: Order, jobs: int | None = None) -> Iterator[BestWitnesses]:
    """Look for witnesses round by round, in one process or two; gives the same bag again and again, fuller each time.

    It ends when every clause has a witness (unless the order is thorough), after so many games, or when time is up.
    What is found in so many games is always the same.
    """
    deadline = time.time() + order.seconds
    if (os.cpu_count() or 1 if jobs is None else jobs) < 2:
        yield from _rounds(order, _Here(order), deadline)
        return
    with process_pool(1, _sit_down, (order, 0)) as one, process_pool(1, _sit_down, (order, 1)) as other:
        yield from _rounds(order, _Apart(one, other), deadline)


def _rounds(order: Order, grounds: _Here | _Apart, deadline: float) -> Iterator[BestWitnesses]:
    clauses, things = grounds.begin()
    bag = BestWitnesses(clauses, order.each)
    for witness in things:
        bag.add(witness)
    yield bag
    for size in _sizes(order):
        if time.time() > deadline or not (bag.missing or order.thorough):
            return
        first = order.seed + bag.games
        for witness in grounds.round(range(first, first + size), bag.ways, deadline):
            bag.add(witness)
        bag.games += size
        yield bag


def _sizes(order: Order) -> Iterator[int]:
    """How many games each round has, as many in all as are ordered."""
    left, turn = order.games, 0
    while left is None or left > 0:
        size = ROUNDS[min(turn, len(ROUNDS) - 1)]
        size = size if left is None else min(size, left)
        left = None if left is None else left - size
        turn += 1
        yield size


class _Here:
    """Both grounds in this process, one after the other."""

    def __init__(self, order: Order) -> None:
        self._grounds = [WitnessWorker(order, side) for side in (0, 1)]

    def begin(self) -> tuple[list[str], list[Witness]]:
        return self._grounds[0].clauses, self._grounds[0].things()

    def round(self, seeds: range, ways: Mapping[str, int], deadline: float) -> list[Witness]:
        def over() -> bool:
            return time.time() > deadline

        return [witness for ground in self._grounds for witness in ground.round(seeds, ways, over)]


class _Apart:
    """Each ground in a process of its own."""

    def __init__(self, *pools: ProcessPoolExecutor) -> None:
        self._pools = pools

    def begin(self) -> tuple[list[str], list[Witness]]:
        return self._pools[0].submit(_begun).result()

    def round(self, seeds: range, ways: Mapping[str, int], deadline: float) -> list[Witness]:
        waiting = [pool.submit(_round, seeds, dict(ways), deadline) for pool in self._pools]
        return [witness for done in waiting for witness in done.result()]


# ---- in the other processes ----
_GROUNDS: list[WitnessWorker] = []


def _sit_down(order: Order, side: int) -> None:
    _GROUNDS.append(WitnessWorker(order, side))


def _begun() -> tuple[list[str], list[Witness]]:
    return _GROUNDS[0].clauses, _GROUNDS[0].things()


def _round(seeds: range, ways: Mapping[str, int], deadline: float) -> list[Witness]:
    return _GROUNDS[0].round(seeds, ways, lambda: time.time() > deadline)
