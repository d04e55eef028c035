"""How well sides stand: by who has won where the game is over, by the worth that the rule files declare elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.run.slots import OVER, POINT, WINNERS

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


BROKEN = (RuleFault, *FAULTS)  # how a guess can fail: what could be is not always what the rules can go on with


class Standings:
    """Tells how sides stand in states of one game."""

    def __init__(self, game: Game) -> None:
        self._worth = game.program.words["WORTH"]
        self.seats: tuple[int, ...] = tuple(game.seats)

    def won(self, state: list[int], seat: int) -> float | None:
        """What a side has of the victory: all, a share of it, nothing, of a draw as much as the others; None before."""
        if state[POINT] != OVER:
            return None
        winners = state[WINNERS]
        if not winners:
            return 1 / len(self.seats)
        return 1 / winners.bit_count() if winners >> seat & 1 else 0.0

    def worth(self, state: list[int], seat: int) -> int:
        """A side's own estimate."""
        return int(self._worth(state, seat))

    def leads(self, state: list[int]) -> list[int]:
        """By how much each side's estimate is above the best of the others', in the order of the seats."""
        worths = [int(self._worth(state, seat)) for seat in self.seats]
        return [
            worth - max((other for place, other in enumerate(worths) if place != at), default=0)
            for at, worth in enumerate(worths)
        ]
