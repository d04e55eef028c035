"""Lists as WebAssembly text: each as the address of how many items there are, followed by the items."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import const, folded, wrapped
from crex_dsl.engine.native.ranges.values import Items, Num, Pair, Table, Untranslatable, as_items

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter

ROOM = 1_024  # items for which a list that grows has room


class Lists:
    """Writes the lists of one function."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function

    def items(self, node: ast.expr) -> str:
        """An expression as a list: the address of how many there are, and then of what."""
        self.fn.makes_lists = True
        if not isinstance(node, ast.Name | ast.Subscript):
            self._only_words(node)
        match node:
            case ast.Name(id=name):
                if name in self.fn.module.ranges.constants:
                    return f"(i32.const {self.fn.module.row_of(self.fn.module.ranges.constants[name])})"
                return f"(local.get {self.fn.declared(name)[0]})"
            case ast.Subscript(value=ast.Name(id=name), slice=index) if name in self.fn.module.ranges.constants:
                return self.fn.module.rows(name, self.fn.number(index))
            case ast.Tuple(elts=parts):
                pointer = self.fn.fresh("i32")
                stores = [
                    f"(i64.store offset={8 + 8 * k} (local.get {pointer}) {self.fn.number(part)})"
                    for k, part in enumerate(parts)
                ]
                made = f"(local.set {pointer} (call $room (i32.const {8 + 8 * len(parts)})))"
                length = f"(i64.store (local.get {pointer}) (i64.const {len(parts)}))"
                return wrapped([made, length, *stores], f"(local.get {pointer})", "i32")
            case ast.ListComp():
                found = self.fn.function.names["n"]
                assert isinstance(found, Items)
                (pointer,) = self.fn.declared("n")
                packing = _packing(found)
                if packing:
                    mask = const((1 << packing[-2]) - 1)
                    return f"(call $low_parts (local.get {pointer}) {mask} {const(found.parts[-1].low)})"
                return f"(call $last_parts (local.get {pointer}) (i32.const {len(found.parts)}))"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                arms = f"(then {self.items(body)}) (else {self.items(orelse)})"
                return f"(if (result i32) {self.fn.condition(test)} {arms})"
            case ast.Call(func=ast.Name(id="in_order"), args=[_, mask, keys]):
                return self.in_order(self.members(mask), keys)
            case ast.Call(func=ast.Name(id="first_of" | "last_of" as name), args=[of, count]):
                return f"(call ${name} {self.items(of)} {self.fn.number(count)})"
            case ast.Call(func=ast.Name(id=name)) if name in self.fn.module.ranges.functions:
                before, text = self.fn.calls.call(node)
                return wrapped(before, text, "i32")
        raise Untranslatable(f"a list in {self.fn.function.name}")

    def _only_words(self, node: ast.expr) -> None:
        """Lists that are made or cut in play hold single machine words."""
        found = self.fn.value(node)
        items = as_items(found) if isinstance(found, Items | Table | Pair) else None
        if items is not None and any(part.limbs > 1 for part in items.parts):
            raise Untranslatable(f"a list of wide sets in {self.fn.function.name}")

    def members(self, mask: ast.expr) -> str:
        """The members of a set as a list, lowest first."""
        self.fn.makes_lists = True
        before, limbs = self.fn.limbs(mask, self.fn.num(mask).limbs)
        pointer = self.fn.fresh("i32")
        lines = [*before, f"(local.set {pointer} (call $room (i32.const {8 + 64 * 8 * len(limbs)})))"]
        for place, limb in enumerate(limbs):
            lines.append(f"(call $members (local.get {pointer}) {limb} (i64.const {64 * place}))")
        return wrapped(lines, f"(local.get {pointer})", "i32")

    def in_order(self, members: str, keys: ast.expr) -> str:
        """A list of things sorted by what stands from the slots on that a constant names."""
        assert isinstance(keys, ast.Name)
        return self.fn.module.in_order(self.fn.module.ranges.constants[keys.id], members)

    def begun(self, of: Items | Table) -> str:
        """A list that is still empty, with room for what it may come to hold."""
        self.fn.makes_lists = True
        parts = len(of.parts) if isinstance(of, Items) else 1
        return f"(call $room (i32.const {8 * max(1, parts) * ROOM + 8}))"

    def changed(self, what: ast.Attribute, args: list[ast.expr]) -> list[str]:
        """Lines that sort a list, or append one item to it; items that fit into one word are put where they belong."""
        assert isinstance(what.value, ast.Name)
        found = self.fn.function.names[what.value.id]
        assert isinstance(found, Items)
        (pointer,), parts = self.fn.declared(what.value.id), len(found.parts)
        packing = _packing(found)
        if what.attr == "sort":
            return [] if packing else [f"(call $sort (local.get {pointer}) (i32.const {parts}))"]
        (item,) = args
        assert isinstance(item, ast.Tuple)
        if packing:
            return [f"(call $insert (local.get {pointer}) {self._packed(item.elts, found.parts, packing)})"]
        place = self.fn.fresh("i32")
        values = [(self.fn.fresh(), part) for part in item.elts]
        sets = [f"(local.set {temp} {self.fn.number(part)})" for temp, part in values]
        words = [
            f"(i64.store offset={8 * k} (local.get {place}) (local.get {temp}))" for k, (temp, _) in enumerate(values)
        ]
        more = f"(call $append (local.get {pointer}) (i32.const {parts}))"
        return [*sets, f"(local.set {place} {more})", *words]

    def _packed(self, elements: Sequence[ast.expr], parts: Sequence[Num], packing: Sequence[int]) -> str:
        """Numbers in one word, the first highest, each counted from the least that it can be."""
        words = [
            f"(i64.shl (i64.sub {self.fn.number(element)} {const(part.low)}) (i64.const {shift}))"
            for element, part, shift in zip(elements, parts, packing, strict=True)
        ]
        return folded("i64.or", words)


def _packing(items: Items) -> list[int]:
    """How far each part of an item is shifted where all fit into one word; nothing where they do not."""
    widths = [max(1, (part.high - part.low).bit_length()) for part in items.parts]
    return [sum(widths[place + 1 :]) for place in range(len(widths))] if sum(widths) <= 63 else []
