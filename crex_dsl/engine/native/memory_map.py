"""What a native program is made from, and where things lie in its memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from crex_dsl.engine.native.ranges.memory import Memory
from crex_dsl.engine.native.ranges.values import Num

PAGE = 65_536
CONTROL = 1_024  # where host and module leave each other numbers
NOTES = 2_048  # where counts of the game at hand are kept
HEAP = 4 << 20  # bytes for the lists of one step
RESULTS = 8 << 20  # bytes for what games leave behind
JOBS = 1 << 20  # bytes for playouts that are asked for, and what comes of them
MOST_MEMORY = 1 << 30  # bytes for all of that


@dataclass(frozen=True)
class Reading:
    """One thing to be measured: by which function, of what, after which stage, and whether only what is new counts."""

    function: str
    args: tuple[int, ...]
    stage: int  # -1 where it is read only at the end
    counts: bool


@dataclass(frozen=True)
class Source:
    """What a native program is made from, as the compiler leaves it."""

    text: str
    slots: tuple[tuple[int, int] | None, ...]
    areas: dict[int, tuple[int, int]]
    entries: dict[str, tuple[tuple[int, int], ...]]  # functions that are called from outside, with what they are given
    worth: str | None
    policies: dict[str, tuple[str, tuple[str, ...]]] = field(
        default_factory=dict
    )  # what weighs answers, of which actions
    guesses: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by memory: the least, the most, the usual


@dataclass(eq=False)
class StateMap:
    """Where the words of a state stand: the lowest one after the other, higher ones of wide slots behind them."""

    memory: Memory
    limbs: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    size: int = 0  # in bytes

    def __post_init__(self) -> None:
        self.limbs = [each.limbs for each in self.memory.found]
        for _ in range(2):  # areas may overlap
            for first, last in sorted(self.memory.areas.values()):
                self.limbs[first : last + 1] = [max(self.limbs[first : last + 1])] * (last + 1 - first)
        self.size = 8 * len(self.limbs)
        for count in self.limbs:
            self.high.append(self.size)
            self.size += 8 * (count - 1)

    def range_at(self, constant: int, ranging: bool) -> Num:
        """What a slot can hold, or all slots that an index reaches."""
        return self.memory.reached(constant) if ranging else self.memory.slot(constant)

    def limbs_at(self, constant: int, ranging: bool) -> int:
        """How many words a slot has."""
        return self.limbs[self.memory.area(constant)[0] if ranging else constant]

    def high_at(self, constant: int, ranging: bool) -> int:
        """Where the higher words of a slot begin; of several, those of the one at the constant itself."""
        if not ranging:
            return self.high[constant]
        first = self.memory.area(constant)[0]
        return self.high[first] + 8 * (self.limbs[first] - 1) * (constant - first)
