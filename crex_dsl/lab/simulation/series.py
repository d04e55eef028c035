"""A series of games from consecutive seeds, in one process or shared out among several."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TypeVar

from crex_dsl.engine.explain.clause_counts import Counts
from crex_dsl.engine.game import Game, game_of
from crex_dsl.lab.simulation.match import Match, Playout, Until
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import Selection
from crex_dsl.system.processes import process_pool

F = TypeVar("F")

ALONE = 1.0  # for how many seconds one process plays before it looks whether others would help
WORTH_SHARING = 2.0  # how many seconds of work are worth the start of other processes
BATCH = 0.4  # how many seconds a batch is to take, so that few games are lost where a run is stopped
MOST = 2_000  # games in a batch
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

    def game(self) -> Game:
        """The game to be played, ready to be watched."""
        return game_of(self.files, self.selection, self.counted, watched=True)

    def without(self, first: int) -> Order:
        """What is left to play when the first games are done."""
        return replace(self, seed=self.seed + first, games=self.games - first)


@dataclass(frozen=True)
class Batch:
    """Some games of a series, what each clause did in them where that is counted, and how they were played."""

    playouts: list[Playout]
    coverage: dict[str, Counts] = field(default_factory=dict)
    seconds: float = 0.0
    among: int = 1  # how many processes share the series at that time
    in_python: str = ""  # why they were played in Python, where they were


def played(order: Order, workers: int | None = None) -> Iterator[Batch]:
    """All games of an order in the order of their seeds, whatever the number of processes.

    Where none is said, one process begins, and as many as there are cores go on where that is worth it.
    There are never more of them than games.
    """
    if workers is not None and min(workers, order.games) > 1:
        yield from _shared_out(order, min(workers, order.games))
        return
    bench, portions = Bench(order), Portions(order)
    cores = os.cpu_count() or 1
    begun, done = time.monotonic(), 0
    for seeds in iter(lambda: next(portions.several(1), None), None):
        took = time.monotonic() - begun
        left = took * (order.games - done) / max(1, done)
        if workers is None and cores > 1 and done and took > ALONE and left > WORTH_SHARING:
            yield from _shared_out(order.without(done), min(cores, order.games - done))
            return
        batch = bench.batch(seeds)
        portions.heed(batch)
        done += len(seeds)
        yield batch


def _shared_out(order: Order, workers: int) -> Iterator[Batch]:
    """The games of an order, played by several processes, which end at once where the series is given up."""
    with process_pool(workers, _sit_down, (order,)) as pool:
        yield from in_order(order, lambda seeds: pool.submit(_play, seeds), Future.result, lambda: workers)


def in_order(
    order: Order, submit: Callable[[range], F], result: Callable[[F], Batch], workers: Callable[[], int]
) -> Iterator[Batch]:
    """The games of an order in the order of their seeds, whoever they are submitted to; so many play at a time."""
    portions = Portions(order)
    ahead: deque[F] = deque()
    while True:
        among = workers()
        ahead.extend(submit(seeds) for seeds in portions.several(AHEAD * among - len(ahead)))
        if not ahead:
            return
        batch = result(ahead.popleft())
        portions.heed(batch)
        yield replace(batch, among=among)


class Portions:
    """The seeds of an order in portions that take about as long as a batch should."""

    def __init__(self, order: Order) -> None:
        self._next, self._end = order.seed, order.seed + order.games
        self._size = 1

    def several(self, count: int) -> Iterator[range]:
        """The next portions, as many as are asked for and left."""
        for _ in range(count):
            if self._next == self._end:
                return
            size = max(1, min(self._size, (self._end - self._next) // max(1, count)))
            portion = range(self._next, min(self._next + size, self._end))
            self._next = portion.stop
            yield portion

    def heed(self, batch: Batch) -> None:
        """Learn from a batch how large portions should be."""
        pace = max(batch.seconds / max(1, len(batch.playouts)), 1e-6)
        self._size = max(1, min(MOST, round(BATCH / pace)))


class Bench:
    """A table with its counters, in one process."""

    def __init__(self, order: Order, native: bool = True) -> None:
        self.game = order.game()
        self.table = Match(self.game, order.bots, order.cap, order.until, native)
        self.counted = order.counted

    def batch(self, seeds: range) -> Batch:
        """The games of some seeds."""
        begun = time.monotonic()
        before = self.game.coverage() if self.counted else {}
        playouts = list(self.table.games(seeds))
        after = self.game.coverage() if self.counted else {}
        coverage = {clause: counts - before[clause] for clause, counts in after.items()}
        return Batch(playouts, coverage, time.monotonic() - begun, in_python=self.table.in_python)


# ---- in the other processes ----
_BENCHES: list[Bench] = []


def _sit_down(order: Order) -> None:
    _BENCHES.append(Bench(order))


def _play(seeds: range) -> Batch:
    return _BENCHES[0].batch(seeds)
