"""A table: one game with bots in its seats, ready to be played from any seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position, Result
from crex_dsl.lab.bots.protocol import answer
from crex_dsl.lab.bots.registry import RANDOM, bot
from crex_dsl.lab.simulation.measures import measures_of

DECISIONS = "decisions"


@dataclass(frozen=True)
class Until:
    """Where games are cut short: once a stage has closed so many times, or so many decisions are taken."""

    what: str
    times: int


@dataclass(frozen=True)
class Playout:
    """One game played: how it ended, how long it was, and what was measured.

    Without a result it was cut short, unless a fault says why it went wrong.
    """

    seed: int
    result: Result | None
    fault: str | None
    decisions: int
    answers: int
    stages: tuple[int, ...]
    measured: tuple[int, ...]
    series: tuple[tuple[int, ...], ...]


def outer_stages(game: Game) -> list[tuple[int, str]]:
    """The stages of which games consist, each with its number."""
    stages: dict[str, str | None] = game.tables["stages"]
    return [
        (place, stage)
        for place, (stage, within) in enumerate(stages.items())
        if within is not None and stages.get(within) is None
    ]


class Match:
    """A watched game, its bots, and when to stop."""

    def __init__(self, game: Game, bots: dict[str, str], cap: int, until: Until | None = None) -> None:
        self.game, self.cap, self.until = game, cap, until
        self.bots = {game.seat(player): bot(game, name) for player, name in bots.items()}
        self._at_random = until is None and all(name == RANDOM for name in bots.values())
        self.gauges = measures_of(game)
        self.stage_names = list(game.tables["stages"])
        self._closed = [0] * len(self.stage_names)
        self._series: list[list[int]] = [[] for _ in self.gauges]
        self._readers = [
            [(measure, self._series[place]) for place, measure in enumerate(self.gauges) if measure.each == stage]
            for stage in self.stage_names
        ]
        self._decisions = self._answers = 0
        game.watch(self._hear)

    def play(self, seed: int) -> Playout:
        """The game from one seed; the same seed gives the same game."""
        self._closed[:] = [0] * len(self._closed)
        self._decisions = self._answers = 0
        for series in self._series:
            series.clear()
        result: Result | None = None
        measured: tuple[int, ...] = ()
        fault: str | None = None
        try:
            state = self._played_at_random(seed) if self._at_random else self._played(seed)
            if state is None:
                fault = f"it goes on after {self.cap:,} decisions"
            else:
                result = Position(self.game, state, [], state, None).result
                measured = tuple(measure.read(state) for measure in self.gauges)
                if result is not None:
                    self._read_what_is_open(state)
        except CrexError as error:
            fault = str(error)
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        return Playout(
            seed,
            result,
            fault,
            self._decisions,
            self._answers,
            tuple(self._closed),
            measured,
            tuple(tuple(series) for series in self._series),
        )

    def _played_at_random(self, seed: int) -> list[int] | None:
        """The last state of a game in which everybody plays at random; None where it does not come to an end."""
        run, chance = self.game.program.run, Random(seed).random
        state = self.game.program.start(seed)
        codes = run(state)
        decisions = answers = 0
        try:
            while codes:
                if decisions == self.cap:
                    return None
                decisions += 1
                answers += len(codes)
                codes = run(state, codes[int(chance() * len(codes))])
            return state
        finally:
            self._decisions, self._answers = decisions, answers

    def _played(self, seed: int) -> list[int] | None:
        """The last state of a game; None where it does not come to an end."""
        run, decider, rng = self.game.program.run, self.game.decider, Random(seed)
        state = self.game.program.start(seed)
        codes = run(state)
        while codes and not self._reached():
            if self._decisions == self.cap:
                return None
            self._decisions += 1
            self._answers += len(codes)
            codes = run(state, answer(self.bots[decider(state)], self.game, state, codes, rng))
        return state

    def _reached(self) -> bool:
        """Whether the game is to be cut short here."""
        until = self.until
        if until is None:
            return False
        if until.what == DECISIONS:
            return self._decisions >= until.times
        return self._closed[self.stage_names.index(until.what)] >= until.times

    def _hear(self, state: list[int], stage: int) -> None:
        """Note a stage that closes."""
        self._closed[stage] += 1
        self._read(state, stage)

    def _read(self, state: list[int], stage: int) -> None:
        """Take what is measured at the end of a stage; of what is counted, as much as has come since the last one."""
        for measure, series in self._readers[stage]:
            series.append(measure.read(state) - (sum(series) if measure.counts else 0))

    def _read_what_is_open(self, state: list[int]) -> None:
        """A stage in which the game ended never closed, and yet was played."""
        doors = self.game.tables["doors"]
        for number, stage in enumerate(self.stage_names):
            if stage in doors and state[doors[stage]]:
                self._read(state, number)
