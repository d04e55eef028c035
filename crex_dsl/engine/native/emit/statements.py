"""Statements as WebAssembly text: assignments, stores into a state, legal codes, and calls for their effect."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import FREE, const, words_of
from crex_dsl.engine.native.ranges.memory import index_parts
from crex_dsl.engine.native.ranges.values import Items, Num, Pair, Table, Untranslatable

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter


class Statements:
    """Writes the statements of one function."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function

    def block(self, body: Sequence[ast.stmt]) -> list[str]:
        """The lines of statements."""
        return [line for node in body for line in self._statement(node)]

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Assign(targets=[ast.Name(id="out")], value=value):
                return self._codes(value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(names, values, strict=True)
                return [line for name, value in pairs for line in self._assign(name, value)]
            case ast.Assign(targets=[target], value=value):
                return self._assign(target, value)
            case ast.Assign(targets=targets, value=value):
                return [line for target in reversed(targets) for line in self._assign(target, value)]
            case ast.AugAssign(target=target, op=op, value=value):
                read = ast.copy_location(ast.BinOp(left=_loaded(target), op=op, right=value), node)
                return self._assign(target, read)
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(test, body, orelse)
            case ast.While(test=test, body=body):
                return self.fn.loops.while_holds(test, body)
            case ast.For(target=target, iter=of, body=body):
                return self.fn.loops.for_each(target, of, body)
            case ast.Break():
                return [f"(br {self.fn.loops.ends[-1]})"]
            case ast.Return(value=value):
                return self._return(value)
            case ast.Expr(value=ast.Call() as call):
                return self._effect(call)
            case ast.Raise():
                return ["(call $fail (i32.const 6) (i64.const 0) (i64.const 0))", "(unreachable)"]
            case ast.Pass():
                return []
        raise Untranslatable(f"`{type(node).__name__}` in {self.fn.function.name}")

    def _if(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> list[str]:
        """Lines that are passed over unless a condition holds, and others that are if it does."""
        end, other = self.fn.labels()
        if not orelse:
            return [f"(block {end}", *self.fn.conditions.leave_unless(test, end), *self.block(body), ")"]
        lines = [*self.fn.conditions.leave_unless(test, other), *self.block(body), f"(br {end})"]
        return [f"(block {end} (block {other}", *lines, ")", *self.block(orelse), ")"]

    def _return(self, value: ast.expr | None) -> list[str]:
        if value is None or (isinstance(value, ast.Name) and value.id == "out"):
            return [FREE, "(return)"]
        gives = self.fn.function.gives
        if isinstance(gives, Items | Table):
            self.fn.makes_lists = True
            return [f"(return (call $kept {self.fn.items(value)} (local.get $mark)))"]
        if isinstance(gives, Pair):
            raise Untranslatable(f"{self.fn.function.name} gives several numbers")
        count = 1 if gives is None else gives.limbs
        if count == 1:
            return [self.fn.number(value), FREE, "return"]
        before, limbs = self.fn.limbs(value, count)
        return [*before, *limbs, FREE, "return"]

    def _assign(self, target: ast.expr, value: ast.expr) -> list[str]:
        match target:
            case ast.Name(id=name):
                return self.set_name(name, value)
            case ast.Subscript(slice=ast.Slice(lower=ast.Constant(value=int() as low))):
                assert isinstance(value, ast.Name)
                return self._slice(low, self.fn.module.ranges.constants[value.id])
            case ast.Subscript(slice=index):
                return self._store(index, value)
        raise Untranslatable(f"an assignment in {self.fn.function.name}")

    def set_name(self, name: str, value: ast.expr) -> list[str]:
        """Lines that give a name its value."""
        of = self.fn.function.names.get(name, Num(0, 0))
        words = self.fn.declared(name)
        if isinstance(of, Items | Table):
            made = self.fn.lists.begun(of) if isinstance(value, ast.List) else self.fn.items(value)
            return [f"(local.set {words[0]} {made})"]
        if isinstance(of, Pair):
            if isinstance(value, ast.Name):
                others = self.fn.declared(value.id)
                return [f"(local.set {a} (local.get {b}))" for a, b in zip(words, others, strict=True)]
            assert isinstance(value, ast.Tuple)
            return [f"(local.set {a} {self.fn.number(b)})" for a, b in zip(words, value.elts, strict=True)]
        if len(words) == 1:
            return [f"(local.set {words[0]} {self.fn.number(value)})"]
        before, limbs = self.fn.limbs(value, len(words))
        # all words are named before any is set: they may name each other
        return [*before, *limbs, *(f"(local.set {word})" for word in reversed(words))]

    def _slice(self, low: int, values: tuple[int, ...]) -> list[str]:
        """Lines that write constants into slots that stand side by side."""
        memory = self.fn.module.memory
        lines: list[str] = []
        for place, value in enumerate(values, start=low):
            words = words_of(value, memory.limbs[place])
            for k, word in enumerate(words[1:]):
                lines.append(f"(i64.store offset={memory.high[place] + 8 * k} (local.get $S) {const(word)})")
        start, size = f"(i32.add (local.get $S) (i32.const {8 * low}))", f"(i32.const {8 * len(values)})"
        if len(values) <= 4:
            lines += [
                f"(i64.store offset={8 * place} (local.get $S) {const(value)})"
                for place, value in enumerate(values, start=low)
            ]
        elif not any(values):
            lines.append(f"(memory.fill {start} (i32.const 0) {size})")
        else:
            lines.append(f"(memory.copy {start} (i32.const {self.fn.module.words(values)}) {size})")
        return lines

    def _store(self, index: ast.expr, value: ast.expr) -> list[str]:
        """Lines that write into one slot, of which it is tested that it can hold the value where that is not sure."""
        memory, (constant, rest) = self.fn.module.memory, index_parts(index)
        slot = memory.range_at(constant, bool(rest))
        count, of = memory.limbs_at(constant, bool(rest)), self.fn.num(value)
        if count == 1:
            address, offset = self.fn.elements.address(constant, self.fn.elements.index(rest))
            text = self.fn.number(value)
            if not of.within(slot):
                text = self.fn.fitted(text, slot)
            return [f"(i64.store{offset} {address} {text})"]
        before, limbs = self.fn.limbs(value, count)
        if not of.within(slot):
            before, limbs = self.fn.wide.fitted(before, limbs, slot)
        temps = [self.fn.fresh() for _ in limbs]
        lines = [*before, *(f"(local.set {temp} {limb})" for temp, limb in zip(temps, limbs, strict=True))]
        named, place = self.fn.elements.named_index(rest)
        lines += named
        address, offset = self.fn.elements.address(constant, place)
        lines.append(f"(i64.store{offset} {address} (local.get {temps[0]}))")
        for k, temp in enumerate(temps[1:]):
            address, offset = self.fn.elements.high_address(constant, place, count, k)
            lines.append(f"(i64.store{offset} {address} (local.get {temp}))")
        return lines

    def _codes(self, value: ast.expr) -> list[str]:
        """The legal codes, begun, without doubles, or only those for which a condition holds."""
        match value:
            case ast.List(elts=[]):
                return ["(global.set $count (i32.const 0))"]
            case ast.Call(func=ast.Name(id="list")):
                return ["(call $without_doubles)"]
            case ast.ListComp(elt=ast.Name(id=name), generators=[ast.comprehension(ifs=[test])]):
                (word,) = self.fn.declared(name)
                at, kept = self.fn.fresh("i32"), self.fn.fresh("i32")
                return [
                    f"(local.set {at} (i32.const 0))",
                    f"(local.set {kept} (i32.const 0))",
                    "(block $done (loop $next",
                    f"(br_if $done (i32.ge_u (local.get {at}) (global.get $count)))",
                    f"(local.set {word} (call $code (local.get {at})))",
                    f"(local.set {at} (i32.add (local.get {at}) (i32.const 1)))",
                    f"(if {self.fn.condition(test)} (then",
                    f"(call $put (local.get {kept}) (local.get {word}))",
                    f"(local.set {kept} (i32.add (local.get {kept}) (i32.const 1)))))",
                    "(br $next)))",
                    f"(global.set $count (local.get {kept}))",
                ]
        raise Untranslatable(f"what is done with legal codes in {self.fn.function.name}")

    def _effect(self, call: ast.Call) -> list[str]:
        """A call whose answer nobody waits for."""
        if isinstance(call.func, ast.Attribute):
            if isinstance(call.func.value, ast.Name) and call.func.value.id == "out":
                place = "(i32.add (global.get $OUT) (i32.shl (global.get $count) (i32.const 3)))"
                return [
                    f"(i64.store {place} {self.fn.number(call.args[0])})",
                    "(global.set $count (i32.add (global.get $count) (i32.const 1)))",
                ]
            return self.fn.lists.changed(call.func, call.args)
        assert isinstance(call.func, ast.Name)
        name, args = call.func.id, call.args
        match name:
            case "out_of_range":
                site, found = self.fn.number(args[0]), self.fn.number(args[1])
                return [f"(call $fail (i32.const 1) {site} {found})", "(unreachable)"]
            case "endless":
                return [f"(call $fail (i32.const 2) {self.fn.number(args[0])} (i64.const 0))", "(unreachable)"]
            case "spend":
                return [f"(call $spend {self.fn.number(args[0])} {self.fn.number(args[1])})"]
            case "N":
                return [f"(call $heard (local.get $S) {self.fn.number(args[1])})"]
        before, text = self.fn.calls.call(call)
        function = self.fn.module.ranges.functions.get(name)
        drops = len(self.fn.module.result_types(function)) if function is not None else 1
        return [*before, text, *["drop"] * drops]


def _loaded(target: ast.expr) -> ast.expr:
    """What stood in a target before."""
    match target:
        case ast.Name(id=name):
            return ast.Name(id=name, ctx=ast.Load())
        case ast.Subscript(value=value, slice=index):
            return ast.Subscript(value=value, slice=index, ctx=ast.Load())
    raise Untranslatable("an assignment")
