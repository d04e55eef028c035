"""A table: one game with bots in its seats, ready to be played from any seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game
from crex_dsl.engine.native.availability import NoNative
from crex_dsl.engine.native.game_records import Record, RecordTable, each_game
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.native.machine import LONG, WAITS, Machine, NativeError
from crex_dsl.engine.run.position import Position, Result
from crex_dsl.engine.run.slots import ENDING, HEAD, IDLE, OVER, POINT, POINTS, SITE, WINNERS
from crex_dsl.engine.scenarios.setup import Opening
from crex_dsl.lab.bots.luck import Luck
from crex_dsl.lab.bots.protocol import Bot, answer
from crex_dsl.lab.bots.registry import RANDOM, bot
from crex_dsl.lab.simulation.measures import measures_of, weights_of
from crex_dsl.lab.simulation.playouts import End, GameTable, Playout
from crex_dsl.text.messages import number_as_said, said

DECISIONS = "decisions"


@dataclass(frozen=True)
class Until:
    """Where games are cut short: once a stage has closed so many times, or so many decisions are taken."""

    what: str
    times: int


def outer_stages(game: Game) -> list[tuple[int, str]]:
    """The stages of which games consist, each with its number."""
    stages: dict[str, str | None] = game.tables["stages"]
    return [
        (place, stage)
        for place, (stage, within) in enumerate(stages.items())
        if within is not None and stages.get(within) is None
    ]


class Match:
    """A watched game, its bots, and when to stop; it is played natively where that can be."""

    def __init__(
        self,
        game: Game,
        bots: dict[str, str],
        cap: int,
        until: Until | None = None,
        native: bool = True,
        opening: Opening | None = None,
        weighed: bool = False,
        minds: dict[str, Game] | None = None,
    ) -> None:
        self.game, self.cap, self.until, self.opening = game, cap, until, opening
        self.gauges = weights_of(game) if weighed else measures_of(game)
        self.stage_names = list(game.tables["stages"])
        self.machine, self.in_python = self._native() if native else (None, said("it is not wanted"))
        self._minds = {game.seat(player): mind for player, mind in (minds or {}).items()}
        self.bots = {game.seat(player): self._bot(game.seat(player), name) for player, name in bots.items()}
        if opening is not None and self.machine is not None:  # bots think natively all the same
            self.machine, self.in_python = None, said("it begins with a scenario")
        self._at_random = until is None and all(name == RANDOM for name in bots.values())
        self._closed = [0] * len(self.stage_names)
        self._series: list[list[int]] = [[] for _ in self.gauges]
        self._readers = [
            [(measure, self._series[place]) for place, measure in enumerate(self.gauges) if measure.each == stage]
            for stage in self.stage_names
        ]
        self._decisions = self._answers = 0
        self._ends: dict[End, Result | None] = {}
        game.watch(self._hear)

    def _native(self) -> tuple[Machine | None, str]:
        """A machine that plays the game, or none and why there is none."""
        stages = {stage: number for number, stage in enumerate(self.stage_names)}
        readings = [
            (measure.name, measure.args, -1 if measure.each is None else stages[measure.each], measure.counts)
            for measure in self.gauges
        ]
        try:
            return machine_of(self.game, readings), ""
        except NoNative as reason:
            return None, str(reason)

    def _bot(self, seat: int, name: str) -> Bot:
        """The bot of a seat, which thinks natively where the game is played so."""
        mind = self._minds.get(seat)
        if mind is None:
            return bot(self.game, name, self.machine)
        assert mind.does == self.game.does, "whoever thinks by other rules would not know where it is"
        return bot(mind, name, None if self.machine is None else machine_of(mind))

    def _answer(self, state: list[int], codes: Sequence[int], rng: Luck) -> int:
        """What the bot answers that is asked, by what its own rulebook makes of the state."""
        seat = self.game.decider(state)
        return answer(self.bots[seat], self._minds.get(seat, self.game), state, codes, rng)

    def batch(self, seeds: range) -> Sequence[Playout]:
        """The games from some seeds, in their order; as a table where they are of one shape."""
        if self.machine is None or self._thinks():
            return list(self.games(seeds))
        self._prepare(self.machine)
        found = list(self.machine.games_at_once(seeds.start, len(seeds)))
        match found:
            case [(first, RecordTable() as records)]:
                status, *ends, _, _ = records.head
                if LONG not in status:
                    return GameTable(first, records, {end: self._result(*end) for end in set(zip(*ends, strict=True))})
        return [self._playout(seed, record) for seed, record in each_game(found)]

    def games(self, seeds: range) -> Iterator[Playout]:
        """The games from some seeds, in their order; each depends on its own seed only."""
        if self.machine is None:
            yield from map(self.play, seeds)
            return
        self._prepare(self.machine)
        if not self._thinks():
            for seed, record in self.machine.games(seeds.start, len(seeds)):
                yield self._playout(seed, record)
            return
        for seed in seeds:
            yield self._playout(seed, self._recorded(self.machine, seed))

    def _prepare(self, machine: Machine) -> None:
        """Tell a machine when games stop, and who is asked from outside."""
        machine.limits(self.cap, self._cut())
        machine.ask_at(self._asked())

    def _thinks(self) -> bool:
        """Whether anybody is to be asked."""
        return any(self._asked())

    def _points(self) -> range:
        """The numbers of all decision points."""
        return range(POINTS + 2, POINTS + 2 + len(self.game.points))

    def _asked(self) -> list[int]:
        """By decision point, the seats of bots that are asked there, as a set."""
        return [
            sum(1 << seat for seat, each in self.bots.items() if not each.indifferent(point))
            for point in self._points()
        ]

    def _cut(self) -> tuple[int, int, int]:
        """How games are cut short, as a machine is told."""
        if self.until is None:
            return 0, 0, 0
        if self.until.what == DECISIONS:
            return 1, 0, self.until.times
        return 2, self.stage_names.index(self.until.what), self.until.times

    def _recorded(self, machine: Machine, seed: int) -> Record | Exception:
        """One game in which somebody thinks: natively from thought to thought."""
        luck = Luck(seed)
        self._begin()
        try:
            status = machine.begin(seed, luck.state)
            while status == WAITS:
                state, codes = machine.read(0), machine.listed()
                luck.state = machine.luck
                code = self._answer(state, codes, luck)
                machine.luck = luck.state
                status = machine.go_on(code)
            return machine.ended(status)
        except Exception as error:  # whatever it is, the game is played again in Python, which tells of it
            return error

    def _playout(self, seed: int, record: Record | Exception) -> Playout:
        """A game as everybody knows it; played again in Python where it broke off."""
        if isinstance(record, NativeError):
            self.in_python = said("the native engine broke off, which is an error of ours (seed {seed})", seed=seed)
        if not isinstance(record, Record) or record.status == LONG:
            return self.play(seed)
        return Playout.of(seed, record, self._result(record.ending, record.winners, record.site))

    def _result(self, ending: int, winners: int, site: int) -> Result | None:
        """How a game ended, in words."""
        end = ending, winners, site
        if end not in self._ends:
            state = [0] * HEAD
            state[POINT] = OVER if ending else IDLE
            state[ENDING], state[WINNERS], state[SITE] = end
            self._ends[end] = Position(self.game, state, [], state, None).result
        return self._ends[end]

    def play(self, seed: int) -> Playout:
        """The game from one seed, played in Python; the same seed gives the same game."""
        return self._told(seed, self._played_at_random if self._at_random else self._played)

    def again(self, position: Position, number: int) -> Playout:
        """A game that somebody has played, gone through once more; it counts under a number instead of a seed."""
        return self._told(number, lambda _: self._gone_through(position))

    def _gone_through(self, position: Position) -> list[int]:
        """The last state of a game whose decisions are known."""
        run, state = self.game.program.run, list(position.origin)
        codes = run(state)
        for code in position.past:
            if not isinstance(code, int):
                raise CrexError(said("chance was told from outside in this game"))
            self._decisions += 1
            self._answers += len(codes)
            codes = run(state, code)
        return state

    def _told(self, seed: int, play: Callable[[int], list[int] | None]) -> Playout:
        """What is told of a game that is played meanwhile."""
        self._closed[:] = [0] * len(self._closed)
        self._decisions = self._answers = 0
        for series in self._series:
            series.clear()
        result: Result | None = None
        measured: tuple[int, ...] = ()
        fault: str | None = None
        try:
            state = play(seed)
            if state is None:
                fault = said("it goes on after {cap} decisions", cap=number_as_said(self.cap))
            else:
                result = Position(self.game, state, [], state, None, self.opening).result
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
        run, chance = self.game.program.run, Luck(seed).random
        state = self._start(seed)
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

    def _begin(self) -> None:
        """Let bots forget the game before."""
        for each in self.bots.values():
            each.begin()

    def _played(self, seed: int) -> list[int] | None:
        """The last state of a game; None where it does not come to an end."""
        self._begin()
        run, rng = self.game.program.run, Luck(seed)
        state = self._start(seed)
        codes = run(state)
        while codes and not self._reached():
            if self._decisions == self.cap:
                return None
            self._decisions += 1
            self._answers += len(codes)
            codes = run(state, self._answer(state, codes, rng))
        return state

    def _start(self, seed: int) -> list[int]:
        """The state before the first step."""
        return self.game.program.start(seed) if self.opening is None else self.opening.state(seed)

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
