"""A reckoning: games added up, and forgotten; what is kept does not grow with their number."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress, groupby, islice

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Result
from crex_dsl.lab.simulation.measures import measures_of
from crex_dsl.lab.simulation.playouts import GameTable, Playout
from crex_dsl.lab.statistics.intervals import Clusters

Numbers = Counter[int]  # how often each number came
AT_ONCE = 2_000  # games that are held while they are counted
FEW = 24  # different numbers that are counted one after the other


def count(numbers: Numbers, column: Iterable[int]) -> None:
    """Add how often each number stands in a column: of few small ones each at once, which takes a third of the time."""
    if not isinstance(column, array) or column.itemsize != 8:
        numbers.update(column)
        return
    words = column.tobytes()
    if int.from_bytes(words, "little") & _above_bytes(len(column)):
        numbers.update(column)
        return
    rest = words[::8]
    for _ in range(FEW):
        if not rest:
            return
        without = rest.translate(None, rest[:1])
        numbers[rest[0]] += len(rest) - len(without)
        rest = without
    numbers.update(rest)


@lru_cache(8)
def _above_bytes(words: int) -> int:
    """Every bit of so many words, one after the other, that no number has that fits into a byte."""
    return int.from_bytes((b"\0" + 7 * b"\xff") * words, "little")


@dataclass
class Course:
    """What was measured at the end of each stage, by the how manyth it was, and how far the mean can be trusted."""

    clusters: Clusters = field(default_factory=Clusters)
    by_stage: list[Numbers] = field(default_factory=list)

    def add(self, games: Sequence[tuple[int, ...]]) -> None:
        """The stages of some games more."""
        by_length: dict[int, Sequence[tuple[int, ...]]] = {len(games[0]): games}
        if len(set(map(len, games))) > 1:
            ordered = sorted(games, key=len)
            by_length = {length: list(alike) for length, alike in groupby(ordered, len)}
        for alike in by_length.values():
            self.add_columns(list(zip(*alike, strict=True)), map(sum, alike))

    def add_columns(self, columns: Sequence[Sequence[int]], totals: Iterable[int]) -> None:
        """The stages of some games more that have equally many, stage by stage, and what each game's add up to."""
        length = len(columns)
        self.by_stage += [Counter() for _ in range(length - len(self.by_stage))]
        for numbers, column in zip(self.by_stage, columns, strict=False):
            count(numbers, column)
        if length:
            sums: Numbers = Counter()
            count(sums, totals)
            for total, times in sums.items():
                self.clusters.add(length, total, times)

    @property
    def all(self) -> Numbers:
        """What was measured, whichever stage it was."""
        found: Numbers = Counter()
        for numbers in self.by_stage:
            found.update(numbers)
        return found


def margin(points: Sequence[int]) -> int:
    """By how much the best of several is above the next."""
    best, next_best = sorted(points, reverse=True)[:2]
    return best - next_best


@dataclass(frozen=True)
class Mishap:
    """A game that went wrong."""

    seed: int
    what: str
    decisions: int


class Accumulator:
    """What some games of one watched game add up to, in whatever order they come."""

    def __init__(self, game: Game) -> None:
        self.gauges = measures_of(game)
        self.played = self.ended = self.cut_short = 0
        self.decisions = self.answers = 0
        self.results: Counter[Result] = Counter()
        self.mishaps: list[Mishap] = []
        self.lengths: Numbers = Counter()
        self.stages: list[Numbers] = [Counter() for _ in game.tables["stages"]]
        self.at_the_end: list[Numbers] = [Counter() for _ in self.gauges]
        self.courses = [Course() for _ in self.gauges]
        self.margins: Numbers = Counter()

    def add(self, playouts: Iterable[Playout]) -> None:
        """Some games more, however many; of one that went wrong only that it did."""
        if isinstance(playouts, GameTable):
            self._add_table(playouts)
            return
        coming = iter(playouts)
        while some := list(islice(coming, AT_ONCE)):
            self._add(some)

    def _add_table(self, games: GameTable) -> None:
        """Count games that come as columns."""
        *_, decisions, answers = games.records.head
        self._heed(decisions, answers)
        outcomes = games.outcomes
        done = [result is not None for result in games.results] if None in outcomes else None
        self._count(outcomes, decisions, games.records.stage_counts, games.records.measured, done)
        for course, columns, totals in zip(self.courses, games.records.series, games.records.totals, strict=True):
            course.add_columns(columns, totals)

    def _add(self, playouts: list[Playout]) -> None:
        """Count games column by column, which is several times as fast as one by one."""
        self._heed([playout.decisions for playout in playouts], [playout.answers for playout in playouts])
        self.mishaps += [
            Mishap(playout.seed, playout.fault, playout.decisions) for playout in playouts if playout.fault is not None
        ]
        games = [playout for playout in playouts if playout.fault is None]
        if not games:
            return
        self._count(
            Counter(playout.result for playout in games),
            [playout.decisions for playout in games],
            zip(*(playout.stages for playout in games), strict=True),
            list(zip(*(playout.measured for playout in games), strict=True)),
            [playout.result is not None for playout in games],
        )
        for course, series in zip(self.courses, zip(*(playout.series for playout in games), strict=True), strict=True):
            course.add(series)

    def _heed(self, decisions: Sequence[int], answers: Sequence[int]) -> None:
        """How long games were, whatever became of them."""
        self.played += len(decisions)
        self.decisions += sum(decisions)
        self.answers += sum(answers)

    def _count(
        self,
        outcomes: Counter[Result | None],
        decisions: Sequence[int],
        stages: Iterable[Sequence[int]],
        measured: Sequence[Sequence[int]],
        done: Sequence[bool] | None,
    ) -> None:
        """How games ended, how long they were, and what was measured at the end; which are over, if not all of them."""
        self.cut_short += outcomes.pop(None, 0)
        self.ended += outcomes.total()
        self.results.update({result: times for result, times in outcomes.items() if result is not None})
        count(self.lengths, decisions)
        for numbers, column in zip(self.stages, stages, strict=True):
            count(numbers, column)
        for numbers, column in zip(self.at_the_end, measured, strict=True):
            count(numbers, column)
        paid = [column for gauge, column in zip(self.gauges, measured, strict=True) if gauge.pays]
        if len(paid) > 1:
            points = zip(*paid, strict=True)
            for each, times in Counter(points if done is None else compress(points, done)).items():
                self.margins[margin(each)] += times
