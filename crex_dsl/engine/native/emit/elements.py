"""Elements as WebAssembly text: one number of a state, a table or a row, read from where it stands in memory."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import ZERO, Limbs, bit_word
from crex_dsl.engine.native.ranges.memory import index_parts
from crex_dsl.engine.native.ranges.values import Items, Num, Pair, Table, Untranslatable, as_items

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter


class Elements:
    """Writes where numbers stand, and how they are read."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function

    def index(self, rest: Sequence[ast.expr]) -> str:
        """The part of an index that is only known in play; nothing where all of it is known."""
        return f"(i32.wrap_i64 {self.fn.number(rest[0])})" if rest else ""

    def named_index(self, rest: Sequence[ast.expr]) -> tuple[list[str], str]:
        """The same, worked out once for all the words of a number."""
        if not rest:
            return [], ""
        place = self.fn.fresh("i32")
        return [f"(local.set {place} {self.index(rest)})"], f"(local.get {place})"

    def address(self, constant: int, index: str) -> tuple[str, str]:
        """The address of a slot, and the offset that comes on top."""
        return _at(index, 8, 8 * constant)

    def high_address(self, constant: int, index: str, count: int, place: int) -> tuple[str, str]:
        """The same for one of the higher words of a wide slot."""
        return _at(index, 8 * (count - 1), self.fn.module.memory.high_at(constant, bool(index)) + 8 * place)

    def word(self, node: ast.Subscript) -> str:
        """One number of a state, a table or a row, in one word."""
        match node.value:
            case ast.Name(id="S"):
                constant, rest = index_parts(node.slice)
                address, offset = self.address(constant, self.index(rest))
                return f"(i64.load{offset} {address})"
            case ast.Name(id="BIT"):
                return f"(i64.shl (i64.const 1) {self.fn.number(node.slice)})"
        of = self.fn.value(node.value)
        if isinstance(of, Table) and isinstance(node.value, ast.Name):
            return self.fn.module.table(node.value.id).load(self.fn, node.slice)
        address, _ = self._row_item(node)
        return f"(i64.load offset=8 {address})"

    def _row_item(self, node: ast.Subscript) -> tuple[str, Num]:
        """Where an item of a row stands, after how many there are, and what it can be."""
        found = self.fn.value(node.value)
        items = as_items(found) if isinstance(found, Table | Pair) else found
        assert isinstance(items, Items)
        if len(items.parts) != 1:
            raise Untranslatable(f"an index in {self.fn.function.name}")
        pointer, stride = self.fn.items(node.value), 8 * items.parts[0].limbs
        index = f"(i32.mul (i32.wrap_i64 {self.fn.number(node.slice)}) (i32.const {stride}))"
        return f"(i32.add {pointer} {index})", items.parts[0]

    def limbs(self, node: ast.Subscript, count: int) -> Limbs:
        """The lowest words of a wide number of a state, a table or a row, or of a set of one."""
        match node.value:
            case ast.Name(id="S"):
                constant, rest = index_parts(node.slice)
                before, index = self.named_index(rest)
                address, offset = self.address(constant, index)
                loads = [f"(i64.load{offset} {address})"]
                room = self.fn.module.memory.limbs_at(constant, bool(rest))
                for k in range(count - 1):
                    address, offset = self.high_address(constant, index, room, k)
                    loads.append(f"(i64.load{offset} {address})")
                return self.fn.wide.named(before, loads)
            case ast.Name(id="BIT"):
                place = self.fn.fresh()
                before = [f"(local.set {place} {self.fn.number(node.slice)})"]
                return before, [bit_word(place, limb) for limb in range(count)]
        of = self.fn.value(node.value)
        if isinstance(of, Table) and isinstance(node.value, ast.Name):
            return self.fn.wide.named(*self.fn.module.table(node.value.id).loads(self.fn, node.slice, count))
        address, part = self._row_item(node)
        pointer = self.fn.fresh("i32")
        loads = [f"(i64.load offset={8 + 8 * k} (local.get {pointer}))" for k in range(min(count, part.limbs))]
        return self.fn.wide.named([f"(local.set {pointer} {address})"], [*loads, *[ZERO] * (count - len(loads))])


def _at(index: str, scale: int, offset: int) -> tuple[str, str]:
    """An address in the state at hand, and the offset that comes on top."""
    base = f"(i32.add (local.get $S) (i32.mul {index} (i32.const {scale})))" if index else "(local.get $S)"
    if offset < 0:
        return f"(i32.add {base} (i32.const {offset}))", ""
    return base, f" offset={offset}" if offset else ""
