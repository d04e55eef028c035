"""A series of games from consecutive seeds, in one process or shared out among several."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context

from crex_dsl.engine.coverage import Counts
from crex_dsl.engine.game import game_of
from crex_dsl.lab.table import Playout, Table, Until
from crex_dsl.rulebook.library import GameFiles
from crex_dsl.rulebook.selection import Selection

WORTH_SHARING = 100
BATCH = 20
AHEAD = 4  # batches for each process, so that none has to wait for another


@dataclass(frozen=True)
class Order:
    """Which games to play: the rulebook, who plays for whom, from which seed on, and how many."""

    files: GameFiles
    selection: Selection
    bots: dict[str, str]
    games: int
    seed: int = 0
    cap: int = 100_000
    until: Until | None = None
    counted: bool = False


@dataclass(frozen=True)
class Batch:
    """Some games of a series, and what each clause did in them where that is counted."""

    playouts: list[Playout]
    coverage: dict[str, Counts] = field(default_factory=dict)


def jobs_for(games: int) -> int:
    """How many processes a series is worth."""
    return max(1, min(os.cpu_count() or 1, games // WORTH_SHARING))


def played(order: Order, jobs: int) -> Iterator[Batch]:
    """All games of an order in the order of their seeds, whatever the number of processes."""
    if jobs < 2:
        bench = Bench(order)
        for seed in range(order.seed, order.seed + order.games):
            yield bench.batch(range(seed, seed + 1))
        return
    size = max(1, min(BATCH, order.games // (4 * jobs)))
    last = order.seed + order.games
    seeds = (range(first, min(first + size, last)) for first in range(order.seed, last, size))
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_sit_down, initargs=(order,)) as pool:
        try:
            with _interrupts_ignored():
                ahead = deque(pool.submit(_play, some) for some in islice(seeds, AHEAD * jobs))
            while ahead:
                yield ahead.popleft().result()
                ahead.extend(pool.submit(_play, some) for some in islice(seeds, 1))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


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


class Bench:
    """A table with its counters, in one process."""

    def __init__(self, order: Order) -> None:
        self.game = game_of(order.files, order.selection, order.counted, watched=True)
        self.table = Table(self.game, order.bots, order.cap, order.until)
        self.counted = order.counted

    def batch(self, seeds: range) -> Batch:
        """The games of some seeds."""
        if not self.counted:
            return Batch([self.table.play(seed) for seed in seeds])
        before = self.game.coverage()
        playouts = [self.table.play(seed) for seed in seeds]
        return Batch(playouts, {clause: counts - before[clause] for clause, counts in self.game.coverage().items()})


# ---- in the other processes ----
_BENCHES: list[Bench] = []


def _sit_down(order: Order) -> None:
    _BENCHES.append(Bench(order))


def _play(seeds: range) -> Batch:
    return _BENCHES[0].batch(seeds)
