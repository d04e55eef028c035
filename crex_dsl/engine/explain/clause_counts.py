"""What counting found: how often each clause permitted, forbade, excepted or fired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields


@dataclass(frozen=True)
class Counts:
    """How often one clause had each effect; counts of several runs add up."""

    permitted: int = 0
    forbade: int = 0
    excepted: int = 0
    fired: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    def __sub__(self, other: Counts) -> Counts:
        return Counts(*(one - two for one, two in zip(astuple(self), astuple(other), strict=True)))

    def __bool__(self) -> bool:
        return any(astuple(self))


EFFECTS = tuple(field.name for field in fields(Counts))


def read_counts(clauses: Sequence[str], counters: Sequence[int]) -> dict[str, Counts]:
    """The counters of a program by clause."""
    width = len(EFFECTS)
    return {clause: Counts(*counters[width * n : width * (n + 1)]) for n, clause in enumerate(clauses)}
