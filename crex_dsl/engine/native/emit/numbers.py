"""Numbers as WebAssembly text: every expression that fits one machine word, or the lowest word of a wider one."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import BITWISE, const, wrapped
from crex_dsl.engine.native.ranges.arithmetic import exceeds
from crex_dsl.engine.native.ranges.values import NUMBER, Num, Untranslatable

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter


class Numbers:
    """Writes the numbers of one function."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function

    def number(self, node: ast.expr) -> str:
        """An expression as one machine word, its lowest."""
        of = self.fn.value(node)
        if isinstance(of, Num) and of.limbs > 1:
            before, limbs = self.fn.limbs(node, 1)
            return wrapped(before, limbs[0], "i64")
        match node:
            case ast.Constant(value=int() | bool() as value):
                return const(int(value))
            case ast.Name(id=name):
                if name in self.fn.module.ranges.constants:
                    return const(self.fn.module.ranges.constants[name])
                return f"(local.get {self.fn.declared(name)[0]})"
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                words = self.fn.declared(name)
                if len(words) == 1:
                    return f"(local.tee {words[0]} {self.number(value)})"
                before = self.fn.statements.set_name(name, value)
                return wrapped(before, f"(local.get {words[0]})", "i64")
            case ast.Subscript():
                return self.fn.elements.word(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"(i64.sub (i64.const 0) {self.number(operand)})"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"(i64.xor {self.number(operand)} (i64.const -1))"
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return f"(i64.extend_i32_u {self.fn.condition(node)})"
            case ast.BoolOp():
                return self._bool_value(node)
            case ast.IfExp(test=test, body=ast.Constant(value=int() as one), orelse=ast.Constant(value=int() as two)):
                return f"(select {const(one)} {const(two)} {self.fn.condition(test)})"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                arms = f"(then {self.number(body)}) (else {self.number(orelse)})"
                return f"(if (result i64) {self.fn.condition(test)} {arms})"
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(left, op, right)
            case ast.Call():
                before, text = self.fn.calls.call(node)
                return wrapped(before, text, "i64")
        raise Untranslatable(f"`{type(node).__name__}` in {self.fn.function.name}")

    def _bool_value(self, node: ast.BoolOp) -> str:
        if all(self.fn.num(value).within(Num(0, 1)) for value in node.values):
            return f"(i64.extend_i32_u {self.fn.condition(node)})"
        text = self.number(node.values[-1])
        for value in reversed(node.values[:-1]):
            temp = self.fn.fresh()
            first = f"(i64.ne (local.tee {temp} {self.number(value)}) (i64.const 0))"
            arms = (text, f"(local.get {temp})")
            then, other = arms if isinstance(node.op, ast.And) else arms[::-1]
            text = f"(if (result i64) {first} (then {then}) (else {other}))"
        return text

    def _arithmetic(self, left: ast.expr, op: ast.operator, right: ast.expr) -> str:
        if type(op) in BITWISE:
            return f"(i64.{BITWISE[type(op)]} {self.number(left)} {self.number(right)})"
        one, two = self.fn.num(left), self.fn.num(right)
        a, b = self.number(left), self.number(right)
        match op:
            case ast.Add() | ast.Sub():
                text = f"(i64.{'add' if isinstance(op, ast.Add) else 'sub'} {a} {b})"
                return self.fn.fitted(text, Num(-NUMBER, NUMBER)) if exceeds(op, one, two) else text
            case ast.Mult():
                return f"(call $product {a} {b})" if exceeds(op, one, two) else f"(i64.mul {a} {b})"
            case ast.FloorDiv() | ast.Mod():
                word = "div" if isinstance(op, ast.FloorDiv) else "rem"
                if one.low >= 0:
                    return f"(i64.{word}_u {a} {b})"
                return f"(call ${'floor_div' if word == 'div' else 'floor_mod'} {a} {b})"
            case ast.RShift():
                if one.limbs > 1:
                    before, limbs = self.fn.wide.shifted(left, right, 1)
                    return wrapped(before, limbs[0], "i64")
                sign = "u" if one.low >= 0 else "s"
                if two.high < 64 and two.low >= 0:
                    return f"(i64.shr_{sign} {a} {b})"
                return f"(call $shift_{sign} {a} {b})"
        raise Untranslatable(f"the operator `{type(op).__name__}` in {self.fn.function.name}")
