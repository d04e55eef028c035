"""A pool of states that stay in a machine's memory: what comes of orders is worked out there, a batch in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.native.machine import BeyondNative, Found, Machine
from crex_dsl.engine.run.slots import IDLE, OVER, POINT
from crex_dsl.engine.search.deal_words import deal_words
from crex_dsl.engine.search.memory_digest import spans_outside
from crex_dsl.engine.search.python_pool import PythonPool
from crex_dsl.engine.search.trials import (
    GREEDY,
    NEXT_400,
    RANDOM,
    Deal,
    Horizon,
    Outcome,
    Path,
    Script,
    Standing,
    Trial,
)
from crex_dsl.engine.secrecy.determinisation import determinisation

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.secrecy.deal_plan import DealPlan
    from crex_dsl.engine.secrecy.information_set import InformationSet

T = TypeVar("T", Outcome, Path)


class _Template(NamedTuple):
    """The state that deals are drawn from, where it lies, and the plan of what is not seen; no words: not natively."""

    plan: DealPlan
    counters: tuple[int, ...]
    place: int
    words: list[int] | None


class NativePool:
    """What `PythonPool` is, natively; what only the other engine can do, it does."""

    def __init__(self, game: Game, machine: Machine) -> None:
        self.game, self.machine = game, machine
        self._seats = len(game.seats)
        self._places: list[int] = []  # where states lie in the machine's own pool
        self._python = PythonPool(game)
        self._beyond: dict[int, list[int]] = {}  # states that do not fit into machine words
        self._policies = {name: number for number, name in enumerate(game.tables["policies"], start=1)}
        self._policies |= {RANDOM: 0, GREEDY: -1}
        self._template: _Template | None = None
        self._kinds = {kind: number for number, kind in enumerate(game.tables["kinds"])}

    def __len__(self) -> int:
        return len(self._places)

    def __del__(self) -> None:
        self.machine.give_back(self._places)
        self._forget_template()

    def put(self, state: Sequence[int]) -> int:
        """Add a state; gives its number."""
        number = len(self._places)
        self._places.append(self.machine.own_place())
        self._write(number, state)
        return number

    def _write(self, number: int, state: Sequence[int]) -> None:
        self._beyond.pop(number, None)
        try:
            self.machine.write(self._places[number], state)
        except BeyondNative:
            self._beyond[number] = list(state)

    def read(self, number: int) -> list[int]:
        """A state as it is now."""
        return self._beyond[number][:] if number in self._beyond else self.machine.read(self._places[number])

    def copy(self, number: int) -> int:
        """Add a state that is like another; gives its number."""
        if number in self._beyond:
            return self.put(self._beyond[number])
        self._places.append(self.machine.own_place())
        self.machine.copy(self._places[number], self._places[-1])
        return len(self._places) - 1

    def keep(self, count: int) -> None:
        """Forget all states from a number on."""
        self.machine.give_back(self._places[count:])
        del self._places[count:]
        self._beyond = {number: state for number, state in self._beyond.items() if number < count}

    def deal(self, information_set: InformationSet, seeds: Sequence[int], counters: Sequence[int] = ()) -> list[Deal]:
        """Add states that could be, one drawn from each seed, with counters behind what the information set has."""
        plan = information_set.plan
        first, places = len(self._places), [self.machine.own_place() for _ in seeds]
        self._places += places
        answers: Sequence[Sequence[int] | BeyondNative] = [BeyondNative()] * len(seeds)
        template, dealt = self._template_of(information_set, tuple(counters)), 1 + len(plan.numbers)
        if template.words is not None and seeds:
            asked = list(zip(places, seeds, strict=True))
            answers = self.machine.deals(template.place, template.words, asked, dealt + len(plan.answers))
        found: list[Deal] = []
        for number, (seed, answer) in enumerate(zip(seeds, answers, strict=True), start=first):
            if isinstance(answer, BeyondNative) or not answer[0]:
                state, called, back = determinisation(plan, seed)
                self._write(number, [*state, *counters])
                found.append(Deal(number, called, back))
            else:
                found.append(Deal(number, list(answer[dealt:]), plan.back(answer[1:dealt])))
        return found

    def _template_of(self, information_set: InformationSet, counters: tuple[int, ...]) -> _Template:
        """What could be drawn from in the machine's memory, put there once where several batches are dealt."""
        plan, known = information_set.plan, self._template
        if known is not None and known.plan is plan and known.counters == counters:
            return known
        self._forget_template()
        words, place = deal_words(plan, self.machine.map), self.machine.own_place()
        if words is not None:
            unseen = [slot for slot, value in enumerate(information_set.state) if value is None]
            try:
                self.machine.write(place, [*(value or 0 for value in information_set.state), *counters], unseen)
            except BeyondNative:
                words = None
        self._template = _Template(plan, counters, place, words)
        return self._template

    def _forget_template(self) -> None:
        if self._template is not None:
            self.machine.give_back([self._template.place])
            self._template = None

    def take(self, number: int, code: int | None = None) -> Standing:
        """Carry out an answer in a state and run on; raises RuleFault where the rules break."""
        if number not in self._beyond:
            before = self.machine.read(self._places[number])
            try:
                return Standing(*self.machine.take(self._places[number], code))
            except BeyondNative:
                self._beyond[number] = before
        self._python.put(self._beyond[number])
        try:
            found = self._python.take(0, code)
            self._write(number, self._python.read(0))
            return found
        finally:
            self._python.keep(0)

    def branch(self, answers: Sequence[tuple[int, int]]) -> list[tuple[int, Standing] | None]:
        """Carry out answers in copies of states: the number of each and where play stands; None where rules break."""
        first, places = len(self._places), [self.machine.own_place() for _ in answers]
        self._places += places
        rows = [
            (self._places[number], place, code)
            for (number, code), place in zip(answers, places, strict=True)
            if number not in self._beyond
        ]
        known = iter(self.machine.branches(rows))
        found: list[tuple[int, Standing] | None] = []
        for copy, (number, code) in enumerate(answers, start=first):
            answer = BeyondNative() if number in self._beyond else next(known)
            if isinstance(answer, BeyondNative):
                self._write(copy, self.read(number))
                with suppress(RuleFault):
                    found.append((copy, self.take(copy, code)))
                    continue
            found.append(None if isinstance(answer, RuleFault | BeyondNative) else (copy, Standing(*answer)))
        return found

    def rollouts(
        self, trials: Sequence[Trial], scripts: Sequence[Script], horizon: Horizon = NEXT_400
    ) -> list[Outcome | None]:
        """What comes of each order, scripts playing on for every seat; None where the rules break."""
        self._tell(scripts)
        stages = list(self.game.tables["stages"])
        stage = -1 if horizon.stage is None else stages.index(horizon.stage)
        told = (horizon.decisions, stage, horizon.times, 0, 0)
        return self._batches(
            trials,
            lambda rows: self.machine.search("rollouts", rows, 4 + self._seats, told),
            lambda row: Outcome(bool(row[0]), row[1], tuple(row[4:]), row[2], row[3]),
            lambda trial: self._python.rollouts([trial], scripts, horizon)[0],
        )

    def played_out(self, trial: Trial, scripts: Sequence[Script], most: int) -> list[int] | None:
        """The state in which play comes to its end; None where that takes too many decisions."""
        answer: Found = BeyondNative()
        if trial.number not in self._beyond:
            self._tell(scripts)
            (answer,) = self.machine.search("rollouts", [self._row(trial)], 4 + self._seats, (most, -1, 1, 0, 0))
        if isinstance(answer, RuleFault):
            raise answer
        if isinstance(answer, BeyondNative):
            number = self._python.put(self.read(trial.number))
            try:
                return self._python.played_out(trial._replace(number=number), scripts, most)
            finally:
                self._python.keep(0)
        state = self.machine.read_trial()
        return state if state[POINT] in (OVER, IDLE) else None

    def follow(
        self, trials: Sequence[Trial], script: Script | None = None, most: int = 64, outside: str | None = None
    ) -> list[Path | None]:
        """What each order does until it ends, a script going on where its codes are used up; None where rules break."""
        self._tell([script or Script()] * self._seats)
        self.machine.spans(spans_outside(self.game, outside))
        told = (0, -1, 1, most, int(script is not None))
        return self._batches(
            trials,
            lambda rows: self.machine.search("follow", rows, 9 + self._seats + 2 * most, told),
            lambda row: self._path(row, most),
            lambda trial: self._python.follow([trial], script, most, outside)[0],
        )

    def _path(self, row: Sequence[int], most: int) -> Path:
        count, end, point, who, answers, closed, opened, digest, repaired = row[:9]
        first = 9 + self._seats
        return Path(
            tuple(row[first : first + count]),
            tuple(row[first + most : first + most + count]),
            end,
            point,
            who,
            answers,
            closed,
            opened,
            digest & (1 << 64) - 1,
            repaired,
            tuple(row[9:first]),
        )

    def _tell(self, scripts: Sequence[Script]) -> None:
        """Tell the machine how seats play on."""
        rows = {
            seat: [self._policies[script.policy], script.quiet, script.noise, script.affinity, 0, 0]
            for seat, script in zip(self.game.seats, scripts, strict=True)
        }
        self.machine.scripts([word for seat in range(max(rows) + 1) for word in rows.get(seat, [0] * 6)])

    def _batches(
        self,
        asked: Sequence[Trial],
        search: Callable[[list[list[int]]], list[Found]],
        made: Callable[[Sequence[int]], T],
        in_python: Callable[[Trial], T | None],
    ) -> list[T | None]:
        """What comes of what is asked, natively; in Python where numbers leave a machine word."""
        rows = [self._row(each) for each in asked if each.number not in self._beyond]
        answers = iter(search(rows))
        found: list[T | None] = []
        for each in asked:
            answer = BeyondNative() if each.number in self._beyond else next(answers)
            if isinstance(answer, BeyondNative):
                place = self._python.put(self.read(each.number))
                found.append(in_python(each._replace(number=place)))
                self._python.keep(0)
            else:
                found.append(None if isinstance(answer, RuleFault) else made(answer))
        return found

    def _row(self, asked: Trial) -> list[int]:
        """How a trial is told to the machine."""
        focus = asked.focus
        kind, thing = (-1, -1) if focus is None else (self._kinds[focus[0]], focus[1])
        return [self._places[asked.number], asked.seed, kind, thing, len(asked.codes), *asked.codes]
