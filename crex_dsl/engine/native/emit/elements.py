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

    def _offset(self, rest: Sequence[ast.expr], scale: int) -> str:
        """The part of an address that is only known in play."""
        total = self.fn.number(rest[0])
        for part in rest[1:]:
            total = f"(i64.add {total} {self.fn.number(part)})"
        return f"(i32.mul (i32.wrap_i64 {total}) (i32.const {scale}))"

    def address(self, constant: int, rest: Sequence[ast.expr]) -> tuple[str, str]:
        """The address of a slot, and the offset that comes on top."""
        return self._at("(local.get $S)", rest, 8, 8 * constant)

    def high_address(self, constant: int, rest: Sequence[ast.expr], count: int, place: int) -> tuple[str, str]:
        """The same for one of the higher words of a wide slot."""
        offset = self.fn.module.memory.high_at(constant, bool(rest)) + 8 * place
        return self._at("(local.get $S)", rest, 8 * (count - 1), offset)

    def _at(self, base: str, rest: Sequence[ast.expr], scale: int, offset: int) -> tuple[str, str]:
        if rest:
            base = f"(i32.add {base} {self._offset(rest, scale)})"
        if offset < 0:
            return f"(i32.add {base} (i32.const {offset}))", ""
        return base, f" offset={offset}" if offset else ""

    def word(self, node: ast.Subscript) -> str:
        """One number of a state, a table or a row, in one word."""
        match node.value:
            case ast.Name(id="S"):
                constant, rest = index_parts(node.slice)
                address, offset = self.address(constant, rest)
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
                address, offset = self.address(constant, rest)
                loads = [f"(i64.load{offset} {address})"]
                room = self.fn.module.memory.limbs_at(constant, bool(rest))
                for k in range(count - 1):
                    address, offset = self.high_address(constant, rest, room, k)
                    loads.append(f"(i64.load{offset} {address})")
                return self.fn.wide.named([], loads)
            case ast.Name(id="BIT"):
                place = self.fn.fresh()
                before = [f"(local.set {place} {self.fn.number(node.slice)})"]
                return before, [bit_word(place, limb) for limb in range(count)]
        of = self.fn.value(node.value)
        if isinstance(of, Table) and isinstance(node.value, ast.Name):
            return self.fn.wide.named([], self.fn.module.table(node.value.id).loads(self.fn, node.slice, count))
        address, part = self._row_item(node)
        pointer = self.fn.fresh("i32")
        loads = [f"(i64.load offset={8 + 8 * k} (local.get {pointer}))" for k in range(min(count, part.limbs))]
        return self.fn.wide.named([f"(local.set {pointer} {address})"], [*loads, *[ZERO] * (count - len(loads))])
