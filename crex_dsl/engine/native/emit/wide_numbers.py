"""Wide numbers as WebAssembly text: each as limbs, the machine words of a number that is too wide for one."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import BITWISE, ZERO, Limbs, const, folded, words_of
from crex_dsl.engine.native.ranges.values import Num, Untranslatable

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter


class WideNumbers:
    """Writes the wide numbers of one function."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function

    def limbs(self, node: ast.expr, count: int) -> Limbs:
        """The lowest words of an expression."""
        of = self.fn.num(node)
        if of.limbs == 1:
            return self._extended(self.fn.number(node), of, count)
        before, found = self._wide(node, min(count, of.limbs))
        if count > len(found):
            before, found = self.named(before, found)
            sign = ZERO if of.low >= 0 else f"(i64.shr_s {found[-1]} (i64.const 63))"
            found = [*found, *[sign] * (count - len(found))]
        return before, found

    def _extended(self, text: str, of: Num, count: int) -> Limbs:
        if count == 1:
            return [], [text]
        temp = self.fn.fresh()
        sign = ZERO if of.low >= 0 else f"(i64.shr_s (local.get {temp}) (i64.const 63))"
        return [f"(local.set {temp} {text})"], [f"(local.get {temp})", *[sign] * (count - 1)]

    def named(self, before: list[str], limbs: list[str]) -> Limbs:
        """Limbs that may be named more than once."""
        temps = [self.fn.fresh() for _ in limbs]
        sets = [f"(local.set {temp} {limb})" for temp, limb in zip(temps, limbs, strict=True)]
        return [*before, *sets], [f"(local.get {temp})" for temp in temps]

    def _wide(self, node: ast.expr, count: int) -> Limbs:
        match node:
            case ast.Constant(value=int() as value):
                return [], [const(word) for word in words_of(value, count)]
            case ast.Name(id=name):
                if name in self.fn.module.ranges.constants:
                    return [], [const(word) for word in words_of(self.fn.module.ranges.constants[name], count)]
                return [], [f"(local.get {word})" for word in self.fn.declared(name)[:count]]
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                words = self.fn.declared(name)
                return self.fn.statements.set_name(name, value), [f"(local.get {word})" for word in words[:count]]
            case ast.Subscript():
                return self.fn.elements.limbs(node, count)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                before, limbs = self.limbs(operand, count)
                return before, [f"(i64.xor {limb} (i64.const -1))" for limb in limbs]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negated(*self.limbs(operand, count))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.limbs(operand, count)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.either(
                    self.fn.condition(test), lambda: self.limbs(body, count), lambda: self.limbs(orelse, count)
                )
            case ast.BoolOp(op=op, values=[first, *rest]):
                last = rest[0] if len(rest) == 1 else ast.BoolOp(op=op, values=rest)
                before, limbs = self.named(*self.limbs(first, self.fn.num(first).limbs))
                some = f"(i64.ne {folded('i64.or', limbs)} (i64.const 0))"
                arms = [
                    lambda: self.limbs(last, count),
                    lambda: ([], [*limbs[:count], *[ZERO] * (count - len(limbs))]),
                ]
                then, other = arms if isinstance(op, ast.And) else arms[::-1]
                more, found = self.either(some, then, other)
                return [*before, *more], found
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(left, op, right, count)
            case ast.Call():
                return self.fn.calls.limbs(node, count)
        raise Untranslatable(f"a wide `{type(node).__name__}` in {self.fn.function.name}")

    def either(self, test: str, then: Callable[[], Limbs], other: Callable[[], Limbs]) -> Limbs:
        """One number or another, by a condition."""
        arms = []
        temps: list[str] = []
        for arm in (then, other):
            before, limbs = arm()
            temps = temps or [self.fn.fresh() for _ in limbs]
            arms.append([*before, *limbs, *(f"(local.set {temp})" for temp in reversed(temps))])
        lines = [f"(if {test}", "(then", *arms[0], ")", "(else", *arms[1], "))"]
        return lines, [f"(local.get {temp})" for temp in temps]

    def _negated(self, before: list[str], limbs: list[str]) -> Limbs:
        before, limbs = self.named(before, limbs)
        made = [f"(i64.sub (i64.const 0) {limbs[0]})"]
        zero = f"(i64.eqz {limbs[0]})"
        for limb in limbs[1:]:
            made.append(f"(i64.add (i64.xor {limb} (i64.const -1)) (i64.extend_i32_u {zero}))")
            zero = f"(i32.and {zero} (i64.eqz {limb}))"
        return before, made

    def _arithmetic(self, left: ast.expr, op: ast.operator, right: ast.expr, count: int) -> Limbs:
        if type(op) in BITWISE:
            before, limbs = self.limbs(left, count)
            more, others = self.limbs(right, count)
            word = BITWISE[type(op)]
            return [*before, *more], [f"(i64.{word} {a} {b})" for a, b in zip(limbs, others, strict=True)]
        if isinstance(op, ast.RShift):
            return self.shifted(left, right, count)
        if isinstance(op, ast.Sub) and isinstance(right, ast.Constant) and right.value == 1:
            before, limbs = self.named(*self.limbs(left, count))
            made = [f"(i64.sub {limbs[0]} (i64.const 1))"]
            borrow = f"(i64.eqz {limbs[0]})"
            for limb in limbs[1:]:
                made.append(f"(i64.sub {limb} (i64.extend_i32_u {borrow}))")
                borrow = f"(i32.and {borrow} (i64.eqz {limb}))"
            return before, made
        if isinstance(op, ast.Mult) and self.fn.num(left) == Num(-2, -2):
            before, limbs = self.named(*self.limbs(right, count))
            doubled = [f"(i64.shl {limbs[0]} (i64.const 1))"]
            for low, limb in pairwise(limbs):
                carry = f"(i64.shr_u {low} (i64.const 63))"
                doubled.append(f"(i64.or (i64.shl {limb} (i64.const 1)) {carry})")
            return self._negated(before, doubled)
        raise Untranslatable(f"a wide `{type(op).__name__}` in {self.fn.function.name}")

    def shifted(self, left: ast.expr, right: ast.expr, count: int) -> Limbs:
        """A wide number moved down."""
        of = self.fn.num(left)
        before, limbs = self.named(*self.limbs(left, of.limbs))
        above = ZERO if of.low >= 0 else f"(i64.shr_s {limbs[-1]} (i64.const 63))"
        if isinstance(right, ast.Constant) and isinstance(right.value, int):
            words, bits = divmod(right.value, 64)
            padded = [*limbs, *[above] * (words + count + 1)]
            made = []
            for place in range(count):
                low, high = padded[place + words], padded[place + words + 1]
                moved = f"(i64.shr_u {low} (i64.const {bits}))"
                made.append(f"(i64.or {moved} (i64.shl {high} (i64.const {64 - bits})))" if bits else low)
            return before, made
        by = self.fn.fresh()
        before += [f"(local.set {by} {self.fn.number(right)})", *self.scratched([*limbs, *[above] * (count + 1)])]
        moved_down = [
            f"(call $scratch_from (local.get {by}) (i32.const {place}) (i32.const {len(limbs) + count}))"
            for place in range(count)
        ]
        return self.named(before, moved_down)  # before anybody else writes there

    def scratched(self, limbs: list[str]) -> list[str]:
        """Lines that write limbs where they can be reached by their place."""
        self.fn.module.need_scratch(len(limbs))
        return [f"(i64.store offset={8 * k} (global.get $SCRATCH) {limb})" for k, limb in enumerate(limbs)]

    def fitted(self, before: list[str], limbs: list[str], slot: Num) -> Limbs:
        """Limbs of which it is tested that they hold no more than a slot may."""
        bits = slot.high.bit_length()
        if slot.low < 0 or slot.high != (1 << bits) - 1:
            raise Untranslatable(f"a wide number in {self.fn.function.name}")
        temps = [self.fn.fresh() for _ in limbs]
        lines = [*before, *(f"(local.set {temp} {limb})" for temp, limb in zip(temps, limbs, strict=True))]
        for place, temp in enumerate(temps):
            inside = max(0, min(64, bits - 64 * place))
            if inside < 64:
                lines.append(f"(call $empty (i64.shr_u (local.get {temp}) {const(inside)}))")
        return lines, [f"(local.get {temp})" for temp in temps]
