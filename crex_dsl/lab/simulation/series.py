"""A series of games from consecutive seeds, in one process or shared out among several."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from crex_dsl.engine.explain.clause_counts import Counts
from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.scenarios.setup import opening
from crex_dsl.lab.simulation.match import Match, Until
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import Selection
from crex_dsl.system.processes import process_pool

F = TypeVar("F")
Turn = tuple[int, range]  # the place of an order among those that are played in turn, and the seeds of its games

ALONE = 1.0  # for how many seconds one process plays before it looks whether others would help
WORTH_SHARING = 2.0  # how many seconds of work are worth the start of other processes
BATCH = 0.4  # how many seconds a batch is to take, so that few games are lost where a run is stopped
MOST = 2_000  # games in a batch
GROWTH = 10  # how many times as many as before at most: of several orders the slowest may not have been heard of yet
MOST_BENCHES = 12  # in a process, each a compiled rulebook
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
    scenario: tuple[str, ...] = ()  # the name of the one that games begin with, and its values in words
    weighed: bool = False  # what counts for a side's standing is read, and no measure
    minds: dict[str, Selection] = field(default_factory=dict)  # whose bots think by another worth than the game's

    def game(self) -> Game:
        """The game to be played, ready to be watched."""
        return game_of(self.files, self.selection, self.counted, watched=True)

    def without(self, first: int) -> Order:
        """What is left to play when the first games are done."""
        return replace(self, seed=self.seed + first, games=self.games - first)


@dataclass(frozen=True)
class Batch:
    """Some games of a series, what each clause did in them where that is counted, and how they were played."""

    playouts: Sequence[Playout]
    coverage: dict[str, Counts] = field(default_factory=dict)
    seconds: float = 0.0
    among: int = 1  # how many processes share the series at that time
    in_python: str = ""  # why they were played in Python, where they were


def played(order: Order, workers: int | None = None) -> Iterator[Batch]:
    """All games of an order in the order of their seeds, whatever the number of processes."""
    for _, batch in played_in_turn([order], workers):
        yield batch


def played_in_turn(orders: Sequence[Order], workers: int | None = None) -> Iterator[tuple[int, Batch]]:
    """The games of some orders, some seeds of each in turn, each batch with the place of its order.

    Where no number of processes is said, one begins, and as many as there are cores go on where that is worth it.
    There are never more of them than games.
    """
    games = sum(order.games for order in orders)
    if workers is not None and min(workers, games) > 1:
        yield from _shared_out(orders, min(workers, games))
        return
    benches, turns = Benches(orders), Turns(orders)
    cores = os.cpu_count() or 1
    begun, done = time.monotonic(), [0] * len(orders)
    for number, seeds in iter(lambda: next(turns.several(1), None), None):
        took, left = time.monotonic() - begun, games - sum(done)
        is_long = took > ALONE and took * left / max(1, sum(done)) > WORTH_SHARING
        if workers is None and cores > 1 and all(done) and is_long:
            rest = [order.without(played) for order, played in zip(orders, done, strict=True)]
            yield from _shared_out(rest, min(cores, left))
            return
        batch = benches.batch(number, seeds)
        turns.heed(number, batch)
        done[number] += len(seeds)
        yield number, batch


def _shared_out(orders: Sequence[Order], workers: int) -> Iterator[tuple[int, Batch]]:
    """The games of some orders, played by several processes, which end at once where the series is given up."""
    with process_pool(workers, _sit_down, (tuple(orders),)) as pool:
        yield from in_order(
            orders, lambda turn: pool.submit(_play, *turn), lambda future: future.result(), lambda: workers
        )


def in_order(
    orders: Sequence[Order], submit: Callable[[Turn], F], result: Callable[[F], Batch], workers: Callable[[], int]
) -> Iterator[tuple[int, Batch]]:
    """The games of some orders in turn, whoever they are submitted to; so many play at a time."""
    turns = Turns(orders)
    ahead: deque[tuple[int, F]] = deque()
    while True:
        among = workers()
        ahead.extend((turn[0], submit(turn)) for turn in turns.several(AHEAD * among - len(ahead)))
        if not ahead:
            return
        number, submitted = ahead.popleft()
        batch = result(submitted)
        turns.heed(number, batch)
        yield number, replace(batch, among=among)


class Turns:
    """What is played next: of each portion of seeds the games of every order in turn, so that they come in pairs."""

    def __init__(self, orders: Sequence[Order]) -> None:
        self._orders = orders
        first, end = min(order.seed for order in orders), max(order.seed + order.games for order in orders)
        self._portions = Portions(range(first, end))
        self._waiting: deque[Turn] = deque()

    def several(self, count: int) -> Iterator[Turn]:
        """The next turns, as many as are asked for and left."""
        for left in range(count, 0, -1):
            while not self._waiting:
                seeds = self._portions.next(-(-left // len(self._orders)))
                if not seeds:
                    return
                for number, order in enumerate(self._orders):
                    mine = range(max(seeds.start, order.seed), min(seeds.stop, order.seed + order.games))
                    self._waiting += [(number, mine)] if mine else []
            yield self._waiting.popleft()

    def heed(self, number: int, batch: Batch) -> None:
        """Learn from a batch of an order how large portions should be."""
        self._portions.heed(batch, number)


class Portions:
    """Seeds in portions that take about as long as a batch should."""

    def __init__(self, seeds: range) -> None:
        self._next, self._end = seeds.start, seeds.stop
        self._size = 1
        self._paces: dict[int, float] = {}  # seconds for a game, by order

    def next(self, among: int = 1) -> range:
        """The next portion, no larger than a fair share if so many take the rest; empty where none is left."""
        size = max(1, min(self._size, (self._end - self._next) // max(1, among)))
        portion = range(self._next, min(self._next + size, self._end))
        self._next = portion.stop
        return portion

    def heed(self, batch: Batch, number: int = 0) -> None:
        """Learn from a batch of an order how large portions should be: by the slowest, since all play every portion."""
        self._paces[number] = max(batch.seconds / max(1, len(batch.playouts)), 1e-6)
        self._size = max(1, min(MOST, self._size * GROWTH, round(BATCH / max(self._paces.values()))))


class Bench:
    """A table with its counters, in one process."""

    def __init__(self, order: Order, native: bool = True) -> None:
        self.game = order.game()
        begins_with = opening(self.game, order.scenario[0], order.scenario[1:]) if order.scenario else None
        minds = {player: game_of(order.files, of, watched=True) for player, of in order.minds.items()}
        self.table = Match(self.game, order.bots, order.cap, order.until, native, begins_with, order.weighed, minds)
        self.counted = order.counted

    def batch(self, seeds: range) -> Batch:
        """The games of some seeds."""
        begun = time.monotonic()
        before = self.game.coverage() if self.counted else {}
        playouts = self.table.batch(seeds)
        after = self.game.coverage() if self.counted else {}
        coverage = {clause: counts - before[clause] for clause, counts in after.items()}
        return Batch(playouts, coverage, time.monotonic() - begun, in_python=self.table.in_python)


class Benches:
    """A bench for each of some orders, made when it is first needed; of many only the latest are kept."""

    def __init__(self, orders: Sequence[Order]) -> None:
        self._bench = lru_cache(MOST_BENCHES)(lambda number: Bench(orders[number]))

    def batch(self, number: int, seeds: range) -> Batch:
        """Some games of one of the orders."""
        return self._bench(number).batch(seeds)


# ---- in the other processes ----
_BENCHES: list[Benches] = []


def _sit_down(orders: tuple[Order, ...]) -> None:
    _BENCHES.append(Benches(orders))


def _play(number: int, seeds: range) -> Batch:
    return _BENCHES[0].batch(number, seeds)
