"""The slots of a state: what each can hold, declared or worked out so far, and which of them an index reaches."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from crex_dsl.engine.native.ranges.values import ZERO, Num, Untranslatable


@dataclass(eq=False)
class Memory:
    """What the slots of a state can hold, and which slots an index reaches from a constant on."""

    slots: list[tuple[int, int] | None]  # None where that is worked out
    areas: dict[int, tuple[int, int]]  # first and last slot, by the constant in the index

    def __post_init__(self) -> None:
        self.found = [ZERO if ends is None else Num(*ends) for ends in self.slots]
        self._reached: dict[int, Num] = {}

    def slot(self, place: int) -> Num:
        """What one slot can hold, as far as is known."""
        return self.found[place]

    def area(self, constant: int) -> tuple[int, int]:
        """The first and the last slot that an index with this constant reaches."""
        if constant not in self.areas:
            raise Untranslatable(f"nothing is known of the memory from {constant} on")
        return self.areas[constant]

    def reached(self, constant: int) -> Num:
        """What the slots can hold that an index with this constant reaches."""
        if constant not in self._reached:
            first, last = self.area(constant)
            if None in self.slots[first : last + 1]:
                raise Untranslatable(f"memory from {constant} on is not declared as a whole")
            found = self.found[first : last + 1]
            self._reached[constant] = Num(min(each.low for each in found), max(each.high for each in found))
        return self._reached[constant]


def index_parts(index: ast.expr) -> tuple[int, list[ast.expr]]:
    """The constant that an index is written with, and what is added to it, if anything is."""
    alone = _fixed(index)
    if alone is not None:
        return alone, []
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add):
        for constant, rest in ((index.right, index.left), (index.left, index.right)):
            value = _fixed(constant)
            if value is not None:
                return value, [rest]
    return 0, [index]


def _fixed(node: ast.expr) -> int | None:
    """The number that an expression is, where it is written as one."""
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None
