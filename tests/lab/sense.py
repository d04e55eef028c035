"""What orders were given for: finished games, looked at by a referee who knows everything and no game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.game import Game
from crex_dsl.engine.native.availability import NoNative
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.lab.bots.luck import Luck
from crex_dsl.lab.bots.protocol import answer
from crex_dsl.lab.bots.registry import bot
from crex_dsl.lab.simulation.measures import measures_of


@dataclass
class Sense:
    """What came of some games: orders, those that changed nothing, stages that closed, and what measures counted."""

    games: int = 0
    orders: int = 0
    empty: int = 0
    closed: dict[str, int] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)  # of all players together

    def per(self, one: str, other: str) -> float:
        """How much of one count there is for one of another."""
        return self.counted.get(one, 0) / max(1, self.counted.get(other, 0))


@dataclass
class _Open:
    """An order that has begun: who gives it, what was open, and where its giver would be without it."""

    seat: int
    chance: int
    stages: frozenset[str]
    declined: list[int] | None
    deeds: int = 0


class Referee:
    """Lets a bot play against itself and looks at its orders."""

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        machine = None
        with suppress(NoNative):
            machine = machine_of(game)
        self.bots = {seat: bot(game, name, machine) for seat in game.seats}
        self._measures = [measure for measure in measures_of(game) if measure.counts]
        self._within: dict[str, str | None] = game.tables["stages"]

    def judge(self, seeds: range) -> Sense:
        """What is to be said of the games from some seeds."""
        found = Sense(closed=dict.fromkeys(self._within, 0))
        names = list(self._within)

        def hear(_: list[int], stage: int) -> None:
            found.closed[names[stage]] += 1

        self.game.watch(hear)
        for seed in seeds:
            state = self._play(seed, found)
            found.games += 1
            for measure in self._measures:
                found.counted[measure.name] = found.counted.get(measure.name, 0) + measure.read(state)
        return found

    def _play(self, seed: int, found: Sense) -> list[int]:
        game, rng = self.game, Luck(seed)
        for each in self.bots.values():
            each.begin()
        state = game.program.start(seed)
        codes = game.program.run(state)
        order: _Open | None = None
        while codes:
            seat = game.decider(state)
            if order is None or self._ended(order, state, seat):
                self._close(order, state, found)
                order = self._opened(state, seat, codes)
            code = answer(self.bots[seat], game, state, codes, rng)
            order.deeds += code != DECLINE
            codes = game.program.run(state, code)
        self._close(order, state, found)
        return state

    def _opened(self, state: list[int], seat: int, codes: list[int]) -> _Open:
        """An order that begins; where its giver may decline, what comes of that."""
        order = _Open(seat, state[CHANCE], self._open_stages(state), None)
        if DECLINE not in codes:
            return order
        other = list(state)
        try:
            with self.game.unheard():
                codes = self.game.program.run(other, DECLINE)
                while codes and DECLINE in codes and not self._ended(order, other, self.game.decider(other)):
                    codes = self.game.program.run(other, DECLINE)
        except (RuleFault, *FAULTS):
            return order
        order.declined = other
        return order

    def _ended(self, order: _Open, state: list[int], seat: int) -> bool:
        return seat != order.seat or state[CHANCE] != order.chance or not order.stages <= self._open_stages(state)

    def _close(self, order: _Open | None, state: list[int], found: Sense) -> None:
        """Count an order in which something was done that might have been left."""
        if order is None or order.declined is None or not order.deeds:
            return
        found.orders += 1
        found.empty += all(state[slot] == order.declined[slot] for slot in self._lasting(order.stages))

    def _open_stages(self, state: list[int]) -> frozenset[str]:
        return frozenset(stage for stage, slot in self.game.tables["doors"].items() if state[slot])

    def _lasting(self, stages: frozenset[str]) -> Iterator[int]:
        """The slots of memory that outlasts the innermost of some stages."""
        outer = {within for within in (self._within[stage] for stage in stages) if within is not None}
        inner = {stage for stage in stages if stage not in outer}
        for cell in self.game.cells:
            of: str | None = cell.stage
            while of is not None and of not in inner:
                of = self._within.get(of)
            if of is None:
                yield from range(cell.base, cell.base + cell.size)
