"""A tree of answers: how often each was tried in what could be, and how well whoever gave it came off."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt
from random import Random

_CURIOSITY = 0.4
_WIDTH = 1.5  # of many answers so many are tried for each time that the number of visits doubles in square


class Arm:
    """One answer of one side to a decision."""

    __slots__ = ("offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.offered = 0  # how often it was given; how often it could have been, once it was known
        self.total = 0.0

    @property
    def mean(self) -> float:
        """How well whoever gave it came off, on average."""
        return self.total / self.visits if self.visits else 0.0

    @property
    def hope(self) -> float:
        """The mean, and the more on top of it the less is known."""
        return self.mean + _CURIOSITY * sqrt(log(self.offered + 1) / (self.visits or 1))


class Node:
    """A decision, or several at the same time, after the same answers; what is legal may differ from time to time."""

    __slots__ = ("after", "arms", "visits")

    def __init__(self) -> None:
        self.arms: dict[tuple[int, int], Arm] = {}  # by seat and answer
        self.after: dict[Hashable, Node] = {}
        self.visits = 0

    def tried(self, seat: int) -> dict[int, Arm]:
        """The answers that a seat has tried."""
        return {code: arm for (who, code), arm in self.arms.items() if who == seat}

    def pick(self, seat: int, legal: Sequence[int], rng: Random, liked: Sequence[int] = ()) -> tuple[int, Arm, bool]:
        """The answer that a seat tries next, its arm, and whether it is tried for the first time.

        The oftener the decision comes up, the more answers are taken in, those that are `liked` before others.
        """
        self.visits += 1
        arms = self.arms
        known = [(arms[seat, code], code) for code in legal if (seat, code) in arms]
        if len(known) < len(legal) and len(known) < _WIDTH * sqrt(self.visits):
            fresh = [code for code in liked or legal if (seat, code) not in arms]
            fresh = fresh or [code for code in legal if (seat, code) not in arms]
            code = fresh[0] if liked else fresh[int(rng.random() * len(fresh))]
            arm = arms[seat, code] = Arm()
            return code, arm, True
        for arm, _ in known:
            arm.offered += 1
        arm, code = max(known, key=lambda pair: pair[0].hope)
        return code, arm, False
