"""What an expression of generated code can be: a number between two ends, a list, numbers side by side, a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

WORD = 64
NUMBER = 1 << 62  # numbers that rules reckon with stay below this, or the game is played in Python
FARTHEST = 1_023  # the highest place of a set


class Untranslatable(Exception):
    """A generated module holds what WebAssembly is not made from; it is played in Python as a whole."""


@dataclass(frozen=True, slots=True)
class Num:
    """A whole number, or a set as one: between two ends, both included."""

    low: int
    high: int

    @property
    def limbs(self) -> int:
        """How many machine words it takes, sign included."""
        bits = max(self.high.bit_length(), (~self.low).bit_length() if self.low < 0 else 0) + 1
        return -(-bits // WORD)

    def __or__(self, other: Num) -> Num:
        return Num(min(self.low, other.low), max(self.high, other.high))

    def within(self, other: Num) -> bool:
        """Whether it lies in another range."""
        return other.low <= self.low and self.high <= other.high


@dataclass(frozen=True, slots=True)
class Items:
    """A list: what each of its items is made of, and how many there are at most."""

    parts: tuple[Num, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Several numbers that are compared one after the other."""

    parts: tuple[Num, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A constant: a row of numbers or of rows."""

    rows: tuple[Any, ...]


Value = Num | Items | Pair | Table

FLAG = Num(0, 1)
NUMBERS = Num(-NUMBER, NUMBER)
ZERO = Num(0, 0)


def any_of(found: list[Num]) -> Num | None:
    """The range of whichever of several numbers; None of none."""
    if not found:
        return None
    made = found[0]
    for each in found[1:]:
        made |= each
    return made


def constant_value(value: Any) -> Value:
    """The range of a constant."""
    return Num(value, value) if isinstance(value, int) else Table(value)


def entries_value(rows: tuple[Any, ...]) -> Value:
    """What the entries of a table can be."""
    if not rows or isinstance(rows[0], int):
        return Num(min(rows, default=0), max(rows, default=0))
    return row_items(rows)


def row_items(rows: tuple[Any, ...]) -> Items:
    """What rows of a table are as lists; an item may be a number or several."""
    entries = [entry if isinstance(entry, tuple) else (entry,) for row in rows for entry in row]
    widths = {len(entry) for entry in entries}
    if len(widths) > 1:
        raise Untranslatable("rows of unlike entries")
    parts = tuple(Num(min(column), max(column)) for column in zip(*entries, strict=True))
    return Items(parts, max(len(row) for row in rows))


def as_items(value: Items | Table | Pair) -> Items:
    """A constant row, or numbers side by side, as a list."""
    if isinstance(value, Items):
        return value
    if isinstance(value, Pair):
        made = any_of(list(value.parts))
        return Items(() if made is None else (made,), len(value.parts))
    return row_items((value.rows,))
