"""A reckoning: games added up one by one, and forgotten; what is kept does not grow with their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Result
from crex_dsl.lab.simulation.match import Playout
from crex_dsl.lab.simulation.measures import measures_of
from crex_dsl.lab.statistics.intervals import Clusters

Numbers = Counter[int]  # how often each number came


@dataclass
class Course:
    """What was measured at the end of each stage: all of it, and by the how manyth stage it was."""

    all: Numbers = field(default_factory=Counter)
    clusters: Clusters = field(default_factory=Clusters)
    by_stage: list[Numbers] = field(default_factory=list)

    def add(self, series: tuple[int, ...]) -> None:
        """The stages of one more game."""
        if not series:
            return
        self.all.update(series)
        self.clusters.add(len(series), sum(series))
        self.by_stage += [Counter() for _ in range(len(series) - len(self.by_stage))]
        for numbers, number in zip(self.by_stage, series, strict=False):
            numbers[number] += 1


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

    def add(self, playout: Playout) -> None:
        """One more game; of one that went wrong only that it did."""
        self.played += 1
        self.decisions += playout.decisions
        self.answers += playout.answers
        if playout.fault is not None:
            self.mishaps.append(Mishap(playout.seed, playout.fault, playout.decisions))
            return
        if playout.result is None:
            self.cut_short += 1
        else:
            self.ended += 1
            self.results[playout.result] += 1
        self.lengths[playout.decisions] += 1
        for numbers, number in zip(self.stages, playout.stages, strict=True):
            numbers[number] += 1
        for numbers, number in zip(self.at_the_end, playout.measured, strict=True):
            numbers[number] += 1
        points = [number for gauge, number in zip(self.gauges, playout.measured, strict=True) if gauge.pays]
        if playout.result is not None and len(points) > 1:
            self.margins[margin(points)] += 1
        for course, series in zip(self.courses, playout.series, strict=True):
            course.add(series)
