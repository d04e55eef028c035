"""A tree of answers: how often each was tried in what could be, and how well whoever gave it came off."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt
from random import Random

_CURIOSITY = 0.6
_WIDTH = 1.5  # of many answers, so many times the root of the visits are tried


class Arm:
    """One answer of one side to a decision."""

    __slots__ = ("offered", "told", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.told = 0  # how often it was given, and how often that told anything
        self.offered = 0  # how often it stood against others, once it was known
        self.total = 0.0

    @property
    def mean(self) -> float:
        """How well whoever gave it came off, on average."""
        return self.total / self.told if self.told else 0.5

    def add(self, value: float | None) -> None:
        """It was given once more, and how well that came off, if that can be told."""
        self.visits += 1
        if value is not None:
            self.told += 1
            self.total += value

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
            better = [code for code in liked if (seat, code) not in arms]
            fresh = [code for code in legal if (seat, code) not in arms]
            code = better[0] if better else fresh[int(rng.random() * len(fresh))]
            arm = arms[seat, code] = Arm()
            return code, arm, True
        for arm, _ in known:
            arm.offered += 1
        arm, code = max(known, key=lambda pair: pair[0].hope)
        return code, arm, False
