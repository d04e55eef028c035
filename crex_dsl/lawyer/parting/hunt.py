"""The hunt for witnesses: rounds of random games under both rulebooks, until all is found or time is up."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event

from crex_dsl.lawyer.parting.bag import Bag
from crex_dsl.lawyer.parting.ground import Ground, Order
from crex_dsl.lawyer.parting.witness import Witness

ROUNDS = (1, 1, 2, 3, 5, 8, 12)  # games of a round under each rulebook; the last again and again


def hunt(order: Order, jobs: int | None = None) -> Iterator[Bag]:
    """Look for witnesses round by round, in one process or two; gives the same bag again and again, fuller each time.

    It ends when every clause has a witness (unless the order is thorough), after so many games, or when time is up.
    What is found in so many games is always the same.
    """
    deadline = time.time() + order.seconds
    grounds = _Apart(order) if (os.cpu_count() or 1 if jobs is None else jobs) > 1 else _Here(order)
    try:
        clauses, things = grounds.begin()
        bag = Bag(clauses, order.each)
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
    finally:
        grounds.end()


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
        self._grounds = [Ground(order, side) for side in (0, 1)]

    def begin(self) -> tuple[list[str], list[Witness]]:
        return self._grounds[0].clauses, self._grounds[0].things()

    def round(self, seeds: range, ways: Mapping[str, int], deadline: float) -> list[Witness]:
        def over() -> bool:
            return time.time() > deadline

        return [witness for ground in self._grounds for witness in ground.round(seeds, ways, over)]

    def end(self) -> None:
        self._grounds.clear()


class _Apart:
    """Each ground in a process of its own."""

    def __init__(self, order: Order) -> None:
        context = get_context("spawn")
        self._called_off = context.Event()
        given = [(order, side, self._called_off) for side in (0, 1)]
        self._pools = [ProcessPoolExecutor(1, context, _sit_down, each) for each in given]

    def begin(self) -> tuple[list[str], list[Witness]]:
        with _interrupts_ignored():
            first, _ = [pool.submit(_begun, side == 0) for side, pool in enumerate(self._pools)]
        return first.result()

    def round(self, seeds: range, ways: Mapping[str, int], deadline: float) -> list[Witness]:
        waiting = [pool.submit(_round, seeds, dict(ways), deadline) for pool in self._pools]
        return [witness for done in waiting for witness in done.result()]

    def end(self) -> None:
        self._called_off.set()
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """For the processes that start meanwhile: an interrupt is meant for the one that started them."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where interrupts do not arrive anyway
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---- in the other processes ----
_GROUNDS: list[tuple[Ground, Event]] = []


def _sit_down(order: Order, side: int, called_off: Event) -> None:
    _GROUNDS.append((Ground(order, side), called_off))


def _begun(things: bool) -> tuple[list[str], list[Witness]]:
    ground, _ = _GROUNDS[0]
    return ground.clauses, ground.things() if things else []


def _round(seeds: range, ways: Mapping[str, int], deadline: float) -> list[Witness]:
    ground, called_off = _GROUNDS[0]
    return ground.round(seeds, ways, lambda: time.time() > deadline or called_off.is_set())
