"""How well sides stand: by who has won where the game is over, by the worth that the rule files declare elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.native.machine import Outcome
from crex_dsl.engine.run.runtime import FAULTS

BROKEN = (RuleFault, *FAULTS)  # how a guess can fail: what could be is not always what the rules can go on with
_UNDECIDED = 0.8  # the part of the scale that is left to games which are not decided


def share_of_victory(outcome: Outcome, seat: int, seats: Sequence[int]) -> float | None:
    """What a side has of the victory: all, a share of it, nothing, of a draw as much as the others; None before."""
    if not outcome.over:
        return None
    if not outcome.winners:
        return 1 / len(seats)
    return 1 / outcome.winners.bit_count() if outcome.winners >> seat & 1 else 0.0


def leads(outcome: Outcome) -> list[int]:
    """By how much each side's estimate is above the best of the others', in the order of the seats."""
    worths = outcome.worths
    return [
        worth - max((other for place, other in enumerate(worths) if place != at), default=0)
        for at, worth in enumerate(worths)
    ]


class ValueScale:
    """Puts all that can come of playouts between 0 and 1, by how far leads have spread so far.

    Victory is 1 and defeat 0.  What is undecided lies about the middle, by how much a lead is better or worse than
    mostly.  A draw is a lead of nothing, and a victory that is shared lies between a draw and one of one's own.
    """

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats, self._count = tuple(seats), 0
        self._means = [0.0] * len(seats)
        self._squares = [0.0] * len(seats)

    def values(self, outcome: Outcome) -> dict[int, float]:
        """By seat, how well a side has come off."""
        if outcome.over:
            parts = [(seat, share_of_victory(outcome, seat, self._seats) or 0.0) for seat in self._seats]
            return {seat: self._won(place, part) for place, (seat, part) in enumerate(parts)}
        self._count += 1
        found: dict[int, float] = {}
        for place, (seat, lead) in enumerate(zip(self._seats, leads(outcome), strict=True)):
            before = lead - self._means[place]
            self._means[place] += before / self._count
            self._squares[place] += before * (lead - self._means[place])
            found[seat] = self._undecided(place, lead)
        return found

    def _undecided(self, place: int, lead: float) -> float:
        spread = sqrt(self._squares[place] / max(1, self._count)) or 1.0
        return 0.5 + _UNDECIDED / 2 * tanh((lead - self._means[place]) / (1.5 * spread))

    def _won(self, place: int, part: float) -> float:
        """What a part of the victory is worth; all sides have the same part in a draw."""
        equal, drawn = 1 / len(self._seats), self._undecided(place, 0)
        return part / equal * drawn if part < equal else drawn + (part - equal) / (1 - equal) * (1 - drawn)
