"""Loops as WebAssembly text: while a condition holds, over numbers, the members of a set, shuffled ones, and lists."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import ZERO
from crex_dsl.engine.native.ranges.values import Items, Num, Pair, Table, Untranslatable, as_items
from crex_dsl.engine.run.runtime import LOOP_LIMIT

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter


class Loops:
    """Writes the loops of one function."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function
        self.ends: list[str] = []  # where the loops at hand end, innermost last

    def while_holds(self, test: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        """The lines of a loop that goes round as long as a condition holds."""
        return self._loop(self.fn.conditions.leave_unless(test, "$END"), body)

    def for_each(self, target: ast.expr, of: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        """The lines of a loop over numbers, members of a set, or items of a list."""
        match of:
            case ast.Call(func=ast.Name(id="counted"), args=[low, high, site, work]):
                return self._counted(target, self.fn.number(low), self.fn.number(high), body, site, work)
            case ast.Call(func=ast.Name(id="range"), args=args):
                low_text = self.fn.number(args[0]) if len(args) == 2 else ZERO
                high_text = f"(i64.sub {self.fn.number(args[-1])} (i64.const 1))"
                return self._counted(target, low_text, high_text, body)
            case ast.Call(func=ast.Name(id="shuffled"), args=[_, mask, _]):
                return self._shuffled(target, mask, body)
            case ast.Subscript(value=ast.Name(id="MEMBERS"), slice=mask):
                return self._members(target, mask, body)
        found = self.fn.value(of)
        items = as_items(found) if isinstance(found, Table | Pair) else found
        if not isinstance(items, Items):
            raise Untranslatable(f"a loop in {self.fn.function.name}")
        return self._items(target, self.fn.items(of), items, body)

    def _counted(
        self,
        target: ast.expr,
        low: str,
        high: str,
        body: Sequence[ast.stmt],
        site: ast.expr | None = None,
        work: ast.expr | None = None,
    ) -> list[str]:
        assert isinstance(target, ast.Name)
        (word,) = self.fn.declared(target.id)
        at, last = self.fn.fresh(), self.fn.fresh()
        lines = [f"(local.set {at} {low})", f"(local.set {last} {high})"]
        if site is not None and work is not None:
            limits = f"(local.get {at}) (local.get {last}) {self.fn.number(site)} {self.fn.number(work)}"
            lines.append(f"(call $turns {limits} (i64.const {LOOP_LIMIT}))")
        head = [
            f"(br_if $END (i64.gt_s (local.get {at}) (local.get {last})))",
            f"(local.set {word} (local.get {at}))",
            f"(local.set {at} (i64.add (local.get {at}) (i64.const 1)))",
        ]
        return [*lines, *self._loop(head, body)]

    def _members(self, target: ast.expr, mask: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        assert isinstance(target, ast.Name)
        (word,) = self.fn.declared(target.id)
        count = self.fn.num(mask).limbs
        before, limbs = self.fn.limbs(mask, count)
        left = [self.fn.fresh() for _ in limbs]
        lines = [*before, *limbs, *(f"(local.set {name})" for name in reversed(left))]
        lowest = [
            line
            for place, name in enumerate(left)
            for line in (
                f"(if (i64.ne (local.get {name}) (i64.const 0)) (then",
                f"(local.set {word} (i64.add (i64.ctz (local.get {name})) (i64.const {64 * place})))",
                f"(local.set {name} (i64.and (local.get {name}) (i64.sub (local.get {name}) (i64.const 1)))))",
                "(else",
            )
        ]
        head = [*lowest, "(br $END)", *["))"] * len(left)]
        return [*lines, *self._loop(head, body)]

    def _items(self, target: ast.expr, pointer: str, items: Items, body: Sequence[ast.stmt]) -> list[str]:
        if not items.parts:
            return [f"(drop {pointer})"]
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        at, end = self.fn.fresh("i32"), self.fn.fresh("i32")
        stride = 8 * sum(part.limbs for part in items.parts)
        lines = [
            f"(local.set {at} {pointer})",
            f"(local.set {end} (i32.add (local.get {at})"
            f" (i32.mul (i32.wrap_i64 (i64.load (local.get {at}))) (i32.const {stride}))))",
        ]
        head = [f"(br_if $END (i32.ge_u (local.get {at}) (local.get {end})))"]
        offset = 8
        for name, part in zip(names, items.parts, strict=True):
            assert isinstance(name, ast.Name)
            words = self.fn.declared(name.id)
            loads = [f"(i64.load offset={offset + 8 * k} (local.get {at}))" for k in range(part.limbs)]
            loads += [ZERO] * (len(words) - len(loads))
            head += [f"(local.set {word} {load})" for word, load in zip(words, loads, strict=True)]
            offset += 8 * part.limbs
        head.append(f"(local.set {at} (i32.add (local.get {at}) (i32.const {stride})))")
        return [*lines, *self._loop(head, body)]

    def _shuffled(self, target: ast.expr, mask: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        assert isinstance(target, ast.Tuple)
        number, member = target.elts
        assert isinstance(number, ast.Name) and isinstance(member, ast.Name)
        (counter,), pointer = self.fn.declared(number.id), self.fn.fresh("i32")
        counted = self.fn.fresh()
        lines = [
            f"(local.set {pointer} {self.fn.lists.members(mask)})",
            f"(call $shuffle (local.get $S) (local.get {pointer}))",
            f"(local.set {counted} (i64.const 0))",
        ]
        added = f"(i64.add (local.get {counted}) (i64.const 1))"
        highest = max(0, self.fn.num(mask).high.bit_length() - 1)
        items = self._items(member, f"(local.get {pointer})", Items((Num(0, highest),), 0), body)
        place = next(k for k, line in enumerate(items) if line.startswith("(br_if")) + 1
        items[place:place] = [f"(local.set {counted} {added})", f"(local.set {counter} (local.get {counted}))"]
        return [*lines, *items]

    def _loop(self, head: list[str], body: Sequence[ast.stmt]) -> list[str]:
        """A loop whose turns begin with lines that leave it for `$END`."""
        end, again = self.fn.labels()
        self.ends.append(end)
        lines = [line.replace("$END", end) for line in head]
        inner = self.fn.statements.block(body)
        self.ends.pop()
        return [f"(block {end} (loop {again}", *lines, *inner, f"(br {again})))"]
