"""A shadow game: a crossing that plays along with a game, wherever it could make a difference, until it does."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import TypeVar

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.run.program import Program
from crex_dsl.engine.run.slots import POINTS
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.saves.state_mapping import NoStateMapping, StateMapping
from crex_dsl.lawyer.witness_search.hunks import RuleHunk

SLOWEST = 6
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Unit:
    """What is exchanged at once: a hunk with those that it needs, and the game that they make."""

    hunk: RuleHunk
    exchanged: list[RuleHunk]
    game: Game


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a game: the state before, the decision (None: the start), the points passed, the state after."""

    before: list[int]
    code: int | None
    passed: set[int]
    after: list[int]
    codes: list[int]


class ShadowGame:
    """One unit that follows one game after another."""

    def __init__(self, unit: Unit, leader: Game) -> None:
        self.unit = unit
        self._tables = leader.tables
        self.mapping = StateMapping(leader, unit.game)
        self.touched: frozenset[int] = frozenset()  # the points of the game where it could make a difference
        self.keepers: frozenset[str] = frozenset()  # the procedures that may keep something else than the game's
        self.own: list[int] = []  # where it stood when it last went elsewhere
        self.doubtful = False  # whether it went elsewhere at the last step, or may have
        self.divergences = 0
        self._games = self._steps = 0
        self._doors = [slot for stage, slot in leader.tables["doors"].items() if stage in self.mapping.own_stages]
        self._always_new = "game" not in self.mapping.own_stages
        self._state: list[int] | None = None
        self._level = False  # whether it stands where the game stands

    def within(self, other: ShadowGame) -> bool:
        """Whether it exchanges only some of what another does."""
        mine, its = self.unit.exchanged, other.unit.exchanged
        return len(mine) < len(its) and all(hunk in its for hunk in mine)

    def begin(self, seed: int) -> None:
        """Set out with a game from its start."""
        self._state, self._level, self.divergences = self.unit.game.program.start(seed), True, 0
        self._games += 1

    def slowness(self, steps: int) -> int:
        """How many times as many steps of a game it goes along as some number, so far and on the average."""
        return max(1, min(SLOWEST, round(self._steps / (self._games * steps)))) if self._games else 1

    def go(self, step: Step) -> bool:
        """Follow one step of the game; whether it leads elsewhere."""
        self.doubtful = False
        if self.touched.isdisjoint(step.passed) and (not self._level or self._can_be_left(step.before)):
            self._level = False
            return False
        own = self._state if self._level else self._caught_up(step.before)
        caught_up, self._level, self.doubtful = not self._level, False, True
        if own is None:
            return False
        theirs = None if step.code is None else self.mapping.code(step.code)
        state = list(own)
        self._state = None
        self._steps += 1
        try:
            if not caught_up or theirs in legal_codes(self.unit.game, state):
                codes = self.unit.game.program.run(state, theirs)
                if self._same(step, state, codes):
                    self._state, self._level, self.doubtful = state, True, False
                    return False
        except CrexError:
            return False
        self.own = own
        self.divergences += 1
        return True

    def _can_be_left(self, before: list[int]) -> bool:
        """Whether nothing runs that could not be taken over from the game later on."""
        if self.keepers and any(frame.name in self.keepers for frame, _, _ in live_frames(self._tables, before)):
            return False
        return self.mapping.whole(before)

    def _caught_up(self, before: list[int]) -> list[int] | None:
        """The game's state under the own rules, where all that runs has a counterpart and nothing of it is unknown."""
        new = self._always_new and not any(before[slot] for slot in self._doors)
        if (self._state is None and not new) or not self._can_be_left(before):
            return None
        try:
            return self.mapping.carried(before, onto=self._state)
        except NoStateMapping:
            return None

    def _same(self, step: Step, state: list[int], codes: list[int]) -> bool:
        if len(step.codes) != len(codes) or not self.mapping.agree(step.after, state):
            return False
        return {self.mapping.code(code) for code in step.codes} == set(codes)


def noting(program: Program, passed: set[int]) -> Program:
    """A program that notes every step and decision point that it passes."""

    def noted(number: int, work: Callable[[list[int]], T]) -> Callable[[list[int]], T]:
        def noting_work(state: list[int]) -> T:
            passed.add(number)
            return work(state)

        return noting_work

    made = copy(program)
    made.steps = tuple(noted(number, work) for number, work in enumerate(program.steps))
    made.legal = tuple(noted(POINTS + 2 + number, work) for number, work in enumerate(program.legal))
    return made
