"""A pool of states: what searches ask, whichever engine answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from crex_dsl.engine.search.native_pool import NativePool
from crex_dsl.engine.search.python_pool import PythonPool
from crex_dsl.engine.search.trials import NEXT_400, Deal, Horizon, Outcome, Path, Script, Standing, Trial

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.native.machine import Machine
    from crex_dsl.engine.secrecy.information_set import InformationSet

_MOST_STAGES = 62  # as many as a machine word can tell of


class StatePool(Protocol):
    """States by number, which stay where they are played, and what comes of orders in them.

    How an order is taken: it belongs to whoever decides in its state.  At each decision of his, the first of its codes
    that is left and legal is taken, and those before it are passed over; other seats answer by their scripts.
    """

    def __len__(self) -> int: ...

    def put(self, state: Sequence[int]) -> int:
        """Add a state; gives its number."""
        ...

    def read(self, number: int) -> list[int]:
        """A state as it is now."""
        ...

    def copy(self, number: int) -> int:
        """Add a state that is like another; gives its number."""
        ...

    def keep(self, count: int) -> None:
        """Forget all states from a number on."""
        ...

    def deal(self, information_set: InformationSet, seeds: Sequence[int], counters: Sequence[int] = ()) -> list[Deal]:
        """Add states that could be, one drawn from each seed, with counters behind what the information set has."""
        ...

    def take(self, number: int, code: int | None = None) -> Standing:
        """Carry out an answer in a state and run on; raises RuleFault where the rules break."""
        ...

    def branch(self, answers: Sequence[tuple[int, int]]) -> list[tuple[int, Standing] | None]:
        """Carry out answers in copies of states: the number of each and where play stands; None where rules break."""
        ...

    def rollouts(
        self, trials: Sequence[Trial], scripts: Sequence[Script], horizon: Horizon = NEXT_400
    ) -> list[Outcome | None]:
        """What comes of each order, scripts playing on for every seat; None where the rules break."""
        ...

    def played_out(self, trial: Trial, scripts: Sequence[Script], most: int) -> list[int] | None:
        """The state in which play comes to its end; None where that takes too many decisions.

        Raises RuleFault where the rules break.
        """
        ...

    def follow(
        self, trials: Sequence[Trial], script: Script | None = None, most: int = 64, outside: str | None = None
    ) -> list[Path | None]:
        """What each order does until it ends, a script going on where its codes are used up; None where rules break.

        It ends when a stage has closed that its first decision opened, or, if that opened none, one that was open;
        when another seat is asked; when chance was asked; when the game is over; or after `most` decisions.
        """
        ...


def pool_of(game: Game, machine: Machine | None) -> StatePool:
    """An empty pool for a game that was loaded watched: native where there is a machine."""
    if machine is None or len(game.tables["stages"]) > _MOST_STAGES:
        return PythonPool(game)
    return NativePool(game, machine)
