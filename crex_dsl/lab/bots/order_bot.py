"""The bots that think in orders: levels from easy to hard, each with its effort."""

from __future__ import annotations

import threading
from contextlib import suppress
from random import Random
from weakref import WeakKeyDictionary

from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.native.availability import NoNative
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.native.machine import Machine
from crex_dsl.engine.run.slots import POINT
from crex_dsl.engine.search.state_pool import StatePool, pool_of
from crex_dsl.engine.search.trials import Horizon, Script
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.orders.search import Effort, OrderSearch
from crex_dsl.lab.bots.seat_memory import SeatMemory

EASY, NORMAL, HARD = "easy", "normal", "hard"
EFFORTS = {
    EASY: Effort(deals=2, samples=20, herds=2, width=2, turns=2, final=2, generations=0, polish=1, flat=8, noise=24),
    NORMAL: Effort(deals=12, samples=80, herds=12, width=5, turns=8, final=48, generations=2, polish=4, flat=240),
    HARD: Effort(deals=32, samples=400, herds=40, width=12, turns=32, final=200, generations=4, polish=8, flat=800),
}
_FAR = 400  # decisions after which a playout ends at the latest


class OrderBot:
    """Thinks of its answers until somebody else decides or dice fall as one order, and keeps to it.

    It draws orders, leaves out what leads to the same as doing nothing, tries the others out in the same states that
    could be, with the same dice, to the end of the stage that the rule files name with `worth`, and puts the best of
    them together, shortens and varies them.  In playouts all others follow the policy that the rule files name.
    """

    def __init__(self, game: Game, effort: Effort, machine: Machine | None = None) -> None:
        self.game, self.effort = game, effort
        self.pool, self._counters = (pool_of(game, machine), ()) if game.is_watched else twin_pool(game)
        stage, policy = game.tables["worth"]
        script = Script(policy) if policy else Script(quiet=192)
        self.scripts = [script for _ in game.seats]
        self.horizon = Horizon(_FAR, stage) if stage else Horizon(40)
        self.begin()

    def begin(self) -> None:
        """Forget what was planned and seen in another game."""
        self._plan: list[tuple[int, tuple[int, ...], int]] = []
        self._planned_for = -1
        self._memories: dict[int, SeatMemory] = {}

    def indifferent(self, point: int) -> bool:
        """Never."""
        return False

    def remember(self, information_set: InformationSet) -> None:
        """Take in what a seat sees, asked or not."""
        self._memory(information_set.seat).look(information_set)

    def drop_plan(self) -> None:
        """Think anew when next asked."""
        self._plan = []

    def planned(self, information_set: InformationSet) -> int | None:
        """The place of the next answer of its order; None where it has none, or expected to be asked something else."""
        if self._plan and self._planned_for == information_set.seat:
            point, expected, code = self._plan.pop(0)
            if point == information_set.state[POINT] and expected == information_set.answers:
                return expected.index(code)
        self._plan = []
        return None

    def _memory(self, seat: int) -> SeatMemory:
        if seat not in self._memories:
            self._memories[seat] = SeatMemory(self.game)
        return self._memories[seat]

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """The next answer of its order, thought of anew where something else is asked than it expected."""
        planned = self.planned(information_set)
        if planned is not None:
            return planned
        if self.effort.noise and rng.randrange(256) < self.effort.noise:
            return rng.randrange(len(information_set.answers))
        believed, back = self._memory(information_set.seat).believed(information_set, rng)
        search = OrderSearch(
            self.game, self.pool, self.scripts, self.horizon, self.effort, believed, rng, self._counters
        )
        order = search.best()
        recoded = self.game.secret_state.recoded
        self._plan = [
            (point, tuple(sorted(recoded(code, back) for code in expected)), recoded(meant, back))
            for point, expected, meant in search.expected(order)
        ]
        self._planned_for = information_set.seat
        return believed.answers.index(order.codes[0])


def twin_pool(game: Game) -> tuple[StatePool, tuple[int, ...]]:
    """A pool for a game that is not watched, of its watched twin: that has the same states, with counters behind them.

    Each thread has its own, since a machine does one thing at a time.
    """
    pools: WeakKeyDictionary[Game, tuple[StatePool, tuple[int, ...]]] = _TWINS.__dict__.setdefault(
        "pools", WeakKeyDictionary()
    )
    if game not in pools:
        twin, machine = game_of(game.files, game.selection, watched=True), None
        with suppress(NoNative):
            machine = machine_of(twin)
        pools[game] = pool_of(twin, machine), twin.tables["start"][len(game.tables["start"]) :]
    return pools[game]


_TWINS = threading.local()
