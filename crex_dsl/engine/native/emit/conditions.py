"""Conditions as WebAssembly text: every expression that is asked whether it holds, as one `i32`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import folded, wrapped
from crex_dsl.engine.native.ranges.values import Num, Pair, Untranslatable

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter

_COMPARISONS = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s"}


class Conditions:
    """Writes the conditions of one function."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function

    def condition(self, node: ast.expr) -> str:
        """An expression as a condition."""
        match node:
            case ast.Constant(value=fixed):
                return f"(i32.const {1 if fixed else 0})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(i32.eqz {self.condition(operand)})"
            case ast.BoolOp(op=op, values=values):
                text = self.condition(values[-1])
                if all(_is_cheap(value) for value in values[1:]):  # which costs less than a branch
                    return folded("i32.and" if isinstance(op, ast.And) else "i32.or", list(map(self.condition, values)))
                for value in reversed(values[:-1]):
                    arms = (text, "(i32.const 0)") if isinstance(op, ast.And) else ("(i32.const 1)", text)
                    text = f"(if (result i32) {self.condition(value)} (then {arms[0]}) (else {arms[1]}))"
                return text
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared(left, ops, others)
            case ast.Call(func=ast.Name(id="bool"), args=[inner]):
                return self.condition(inner)
            case ast.Name(id="out"):
                return "(i32.ne (global.get $count) (i32.const 0))"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                first, then, other = self.condition(test), self.condition(body), self.condition(orelse)
                return f"(if (result i32) {first} (then {then}) (else {other}))"
        of = self.fn.num(node)
        if of.limbs == 1:
            return f"(i64.ne {self.fn.number(node)} (i64.const 0))"
        before, limbs = self.fn.limbs(node, of.limbs)
        return wrapped(before, f"(i64.ne {folded('i64.or', limbs)} (i64.const 0))", "i32")

    def leave_unless(self, node: ast.expr, label: str) -> list[str]:
        """Lines that go to where a label says unless a condition holds; nothing is asked that need not be."""
        return self._leave(node, label, holds=False)

    def _leave(self, node: ast.expr, label: str, holds: bool) -> list[str]:
        """Lines that go to where a label says if a condition holds, or if it does not."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._leave(operand, label, not holds)
            case ast.BoolOp(op=op, values=values) if isinstance(op, ast.Or) == holds:
                return [line for value in values for line in self._leave(value, label, holds)]
            case ast.BoolOp(values=values):
                stay, _ = self.fn.labels()
                lines = [line for value in values[:-1] for line in self._leave(value, stay, not holds)]
                return [f"(block {stay}", *lines, *self._leave(values[-1], label, holds), ")"]
        text = self.condition(node)
        return [f"(br_if {label} {text})" if holds else f"(br_if {label} (i32.eqz {text}))"]

    def _compared(self, left: ast.expr, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> str:
        """A chain of comparisons, each asked only if those before it hold."""
        if len(ops) == 1:
            return self._comparison(left, ops[0], others[0])
        middle = others[0]
        if not isinstance(middle, ast.Name | ast.Constant) and not _is_plain(middle):
            raise Untranslatable(f"a chain of comparisons in {self.fn.function.name}")
        rest = self._compared(middle, ops[1:], others[1:])
        return f"(if (result i32) {self._comparison(left, ops[0], middle)} (then {rest}) (else (i32.const 0)))"

    def _comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        one, two = self.fn.value(left), self.fn.value(right)
        word = _COMPARISONS[type(op)]
        if isinstance(one, Pair) and isinstance(two, Pair):
            return self._pairs(word, self._parts(left), self._parts(right))
        if not isinstance(one, Num) or not isinstance(two, Num):
            raise Untranslatable(f"a comparison of lists in {self.fn.function.name}")
        count = max(one.limbs, two.limbs)
        if count == 1:
            if two == Num(0, 0) and word == "eq":
                return f"(i64.eqz {self.fn.number(left)})"
            return f"(i64.{word} {self.fn.number(left)} {self.fn.number(right)})"
        before, limbs = self.fn.limbs(left, count)
        more, others = self.fn.limbs(right, count)
        before += more
        if word in ("eq", "ne"):
            unlike = [f"(i64.xor {a} {b})" for a, b in zip(limbs, others, strict=True)]
            return wrapped(before, f"(i64.{word} {folded('i64.or', unlike)} (i64.const 0))", "i32")
        strict = f"{word[0]}t"
        text = f"(i64.{word[:2]}_u {limbs[0]} {others[0]})"
        for place in range(1, count):
            sign = "s" if place == count - 1 else "u"
            a, b = limbs[place], others[place]
            text = f"(if (result i32) (i64.eq {a} {b}) (then {text}) (else (i64.{strict}_{sign} {a} {b})))"
        return wrapped(before, text, "i32")

    def _parts(self, node: ast.expr) -> list[str]:
        """Numbers that stand side by side, each as one word."""
        if isinstance(node, ast.Name):
            return [f"(local.get {word})" for word in self.fn.declared(node.id)]
        assert isinstance(node, ast.Tuple)
        return [self.fn.number(part) for part in node.elts]

    def _pairs(self, word: str, one: list[str], two: list[str]) -> str:
        """Numbers side by side compared with others, the first ones first."""
        same = [f"(i64.eq {a} {b})" for a, b in zip(one, two, strict=True)]
        if word == "eq":
            return folded("i32.and", same)
        if word != "gt_s":
            raise Untranslatable(f"a comparison in {self.fn.function.name}")
        text = "(i32.const 0)"
        for a, b, equal in reversed(list(zip(one, two, same, strict=True))):
            text = f"(if (result i32) {equal} (then {text}) (else (i64.gt_s {a} {b})))"
        return text


def _is_cheap(node: ast.expr) -> bool:
    """Whether nothing but names and constants is compared."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _is_cheap(operand)
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            return all(isinstance(part, ast.Name | ast.Constant) for part in (left, right))
    return False


def _is_plain(node: ast.expr) -> bool:
    """Whether an expression can be worked out twice."""
    return not any(isinstance(part, ast.NamedExpr | ast.Call) for part in ast.walk(node))
