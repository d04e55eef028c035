"""How well sides stand, in whole numbers: by who has won where the game is over, by the worth that the rule files
declare elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from crex_dsl.engine.search.trials import VICTORY, Outcome

_MIDDLE = VICTORY // 2
_REACH = VICTORY * 2 // 5  # how far from the middle games are that are not decided
_FINE = 256  # parts of a point of worth in which means are kept


def share_of_victory(outcome: Outcome, seat: int, seats: Sequence[int]) -> int | None:
    """What a side has of the victory: all, a share, nothing, of a draw as much as the others; None before the end."""
    if not outcome.over:
        return None
    if not outcome.winners:
        return VICTORY // len(seats)
    return VICTORY // outcome.winners.bit_count() if outcome.winners >> seat & 1 else 0


def leads(worths: Sequence[int]) -> list[int]:
    """By how much each side's estimate is above the best of the others', in the order of the seats."""
    if len(worths) == 2:
        one, two = worths
        return [one - two, two - one]
    if len(worths) == 1:
        return list(worths)
    next_best, best = sorted(worths)[-2:]
    return [worth - (best if worth < best else next_best) for worth in worths]


class ValueScale:
    """Puts all that can come of playouts between defeat, which is 0, and victory, by how far leads have spread so far.

    What is undecided lies about the middle, by how much a lead is better or worse than mostly.  A draw is a lead of
    nothing, and a victory that is shared lies between a draw and one of one's own.
    """

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats, self._count = tuple(seats), 0
        self._sums = [0] * len(seats)
        self._spreads = [0] * len(seats)

    def values(self, outcome: Outcome) -> list[int]:
        """How well every seat has come off."""
        if outcome.over:
            return self._decided(outcome)
        self._count += 1
        found = leads(outcome.worths)
        for place, lead in enumerate(found):
            self._sums[place] += lead
            off = self._off(place, lead)
            self._spreads[place] += abs(off)
            found[place] = self._undecided(place, off)
        return found

    def _off(self, place: int, lead: int) -> int:
        """How far a lead is from what it mostly is."""
        total = self._sums[place]
        mean = _FINE * abs(total) // (self._count or 1)  # rounded alike for whoever is ahead and whoever is behind
        return _FINE * lead - (mean if total > 0 else -mean)

    def _undecided(self, place: int, off: int) -> int:
        if not off:
            return _MIDDLE
        far = abs(off)
        reach = _REACH * far // (far + 3 * self._spreads[place] // (2 * (self._count or 1)))
        return _MIDDLE + (reach if off > 0 else -reach)

    def _decided(self, outcome: Outcome) -> list[int]:
        """What each seat's share of the victory is worth; all have the same one in a draw."""
        equal = VICTORY // len(self._seats)
        shares = [share_of_victory(outcome, seat, self._seats) or 0 for seat in self._seats]
        return [
            share if share in (0, VICTORY) and equal < VICTORY else self._shared(place, share, equal)
            for place, share in enumerate(shares)
        ]

    def _shared(self, place: int, share: int, equal: int) -> int:
        """What a share of the victory is worth that is neither all nor nothing."""
        drawn = self._undecided(place, self._off(place, 0))
        if share <= equal:
            return share * drawn // equal
        return drawn + (share - equal) * (VICTORY - drawn) // (VICTORY - equal)
