"""One generated function as WebAssembly text: numbers in one machine word each, wide sets in several.

Every expression is written in one of three ways: as a condition (`i32`), as a number (`i64`), or as limbs, the machine
words of a number that is too wide for one, with what has to be worked out before they can be named.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from crex_dsl.engine.native.value_ranges import (
    NUMBER,
    Function,
    Items,
    Num,
    Pair,
    Table,
    Untranslatable,
    Value,
    as_items,
    exceeds,
    index_parts,
)
from crex_dsl.engine.run.runtime import LOOP_LIMIT, packed

if TYPE_CHECKING:
    from crex_dsl.engine.native.module_emitter import ModuleEmitter

Limbs = tuple[list[str], list[str]]  # lines that come before, and the words, lowest first

_COMPARISONS = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s"}
_BITWISE = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
_ZERO, _MINUS = "(i64.const 0)", "(i64.const -1)"


def const(value: int) -> str:
    """A machine word as a constant."""
    value &= (1 << 64) - 1
    return f"(i64.const {value - (1 << 64) if value >> 63 else value})"


def words_of(value: int, count: int) -> list[int]:
    """The lowest machine words of a number."""
    return [value >> 64 * place & (1 << 64) - 1 for place in range(count)]


class FunctionEmitter:
    """Writes one function."""

    def __init__(self, module: ModuleEmitter, function: Function) -> None:
        self.m, self.f = module, function
        self.locals: dict[str, str] = {}
        self._fresh = 0
        self._breaks: list[str] = []
        self._lists = False

    # ---- the whole ----
    def text(self) -> str:
        """The function."""
        params = ["(param $S i32)"]
        for name in self.f.params:
            params += [f"(param {word} {of})" for word, of in self.words_of_name(name)]
        result = "".join(f" (result {of})" for of in self.m.result_types(self.f))
        body = self.block(self.f.node.body)
        if self._lists:
            self.locals["$mark"] = "i32"
            body.insert(0, "(local.set $mark (global.get $heap))")
        free = "(global.set $heap (local.get $mark))" if self._lists else ""
        body = [line.replace(FREE, free) for line in body]
        body.append("(unreachable)" if self.f.answers else free)
        given = {word for name in self.f.params for word, _ in self.words_of_name(name)}
        declared = [f"(local {name} {of})" for name, of in self.locals.items() if name not in given]
        shown = f' (export "{self.f.name}")' if self.f.name in self.m.source.entries else ""
        return "\n".join([f"(func ${self.f.name}{shown} {' '.join(params)}{result}", *declared, *body, ")"])

    def words_of_name(self, name: str) -> list[tuple[str, str]]:
        """The locals in which a name is kept."""
        of = self.f.names.get(name, Num(0, 0))
        if isinstance(of, Items | Table):
            return [(f"${name}", "i32")]
        if isinstance(of, Pair):
            return [(f"${name}.{place}", "i64") for place in range(len(of.parts))]
        return [(f"${name}", "i64")] if of.limbs == 1 else [(f"${name}.{k}", "i64") for k in range(of.limbs)]

    def declared(self, name: str) -> list[str]:
        """The locals in which a name is kept, made known."""
        words = self.words_of_name(name)
        self.locals.update(words)
        return [word for word, _ in words]

    def fresh(self, of: str = "i64") -> str:
        """A local of its own."""
        self._fresh += 1
        name = f"$t{self._fresh}"
        self.locals[name] = of
        return name

    def value(self, node: ast.expr) -> Value:
        """What an expression can be."""
        found = self.m.ranges.value_in(self.f, node)
        return Num(0, 0) if found is None else found

    def num(self, node: ast.expr) -> Num:
        """What a number can be."""
        found = self.value(node)
        if not isinstance(found, Num):
            raise Untranslatable(f"a list where a number should be, in {self.f.name}")
        return found

    # ---- statements ----
    def block(self, body: Sequence[ast.stmt]) -> list[str]:
        """The lines of statements."""
        return [line for node in body for line in self.statement(node)]

    def statement(self, node: ast.stmt) -> list[str]:
        """The lines of one statement."""
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
                lines = [f"(if {self.cond(test)}", "(then", *self.block(body), ")"]
                return [*lines, "(else", *self.block(orelse), "))"] if orelse else [*lines, ")"]
            case ast.While(test=test, body=body):
                return self._loop([f"(br_if $END (i32.eqz {self.cond(test)}))"], body, [])
            case ast.For(target=target, iter=of, body=body):
                return self._for(target, of, body)
            case ast.Break():
                return [f"(br {self._breaks[-1]})"]
            case ast.Return(value=value):
                return self._return(value)
            case ast.Expr(value=ast.Call() as call):
                return self._effect(call)
            case ast.Raise():
                return ["(call $fail (i32.const 6) (i64.const 0) (i64.const 0))", "(unreachable)"]
            case ast.Pass():
                return []
        raise Untranslatable(f"`{type(node).__name__}` in {self.f.name}")

    def _loop(self, head: list[str], body: Sequence[ast.stmt], last: list[str]) -> list[str]:
        self._fresh += 1
        end, again = f"$e{self._fresh}", f"$l{self._fresh}"
        self._breaks.append(end)
        lines = [line.replace("$END", end) for line in head]
        inner = self.block(body)
        self._breaks.pop()
        return [f"(block {end} (loop {again}", *lines, *inner, *last, f"(br {again})))"]

    def _return(self, value: ast.expr | None) -> list[str]:
        if value is None or (isinstance(value, ast.Name) and value.id == "out"):
            return [FREE, "(return)"]
        gives = self.f.gives
        if isinstance(gives, Items | Table):
            self._lists = True
            return [f"(return (call $kept {self.items(value)} (local.get $mark)))"]
        if isinstance(gives, Pair):
            raise Untranslatable(f"{self.f.name} gives several numbers")
        count = 1 if gives is None else gives.limbs
        if count == 1:
            return [self.number(value), FREE, "return"]
        before, limbs = self.limbs(value, count)
        return [*before, *limbs, FREE, "return"]

    def _assign(self, target: ast.expr, value: ast.expr) -> list[str]:
        match target:
            case ast.Name(id=name):
                return self._set(name, value)
            case ast.Subscript(slice=ast.Slice(lower=ast.Constant(value=int() as low))):
                assert isinstance(value, ast.Name)
                return self._slice(low, self.m.ranges.constants[value.id])
            case ast.Subscript(slice=index):
                return self._store(index, value)
        raise Untranslatable(f"an assignment in {self.f.name}")

    def _set(self, name: str, value: ast.expr) -> list[str]:
        of = self.f.names.get(name, Num(0, 0))
        words = self.declared(name)
        if isinstance(of, Items | Table):
            if isinstance(value, ast.List):
                self._lists = True
                parts = len(of.parts) if isinstance(of, Items) else 1
                return [f"(local.set {words[0]} (call $room (i32.const {8 * max(1, parts) * ROOM + 8})))"]
            return [f"(local.set {words[0]} {self.items(value)})"]
        if isinstance(of, Pair):
            if isinstance(value, ast.Name):
                return [f"(local.set {a} (local.get {b}))" for a, b in zip(words, self.declared(value.id), strict=True)]
            assert isinstance(value, ast.Tuple)
            return [f"(local.set {a} {self.number(b)})" for a, b in zip(words, value.elts, strict=True)]
        if len(words) == 1:
            return [f"(local.set {words[0]} {self.number(value)})"]
        before, limbs = self.limbs(value, len(words))
        # all words are named before any is set: they may name each other
        return [*before, *limbs, *(f"(local.set {word})" for word in reversed(words))]

    def _slice(self, low: int, values: tuple[int, ...]) -> list[str]:
        lines: list[str] = []
        for place, value in enumerate(values, start=low):
            words = words_of(value, self.m.memory.limbs[place])
            for k, word in enumerate(words[1:]):
                lines.append(f"(i64.store offset={self.m.memory.high[place] + 8 * k} (local.get $S) {const(word)})")
        start, size = f"(i32.add (local.get $S) (i32.const {8 * low}))", f"(i32.const {8 * len(values)})"
        if len(values) <= 4:
            lines += [
                f"(i64.store offset={8 * place} (local.get $S) {const(value)})"
                for place, value in enumerate(values, start=low)
            ]
        elif not any(values):
            lines.append(f"(memory.fill {start} (i32.const 0) {size})")
        else:
            lines.append(f"(memory.copy {start} (i32.const {self.m.words(values)}) {size})")
        return lines

    def _store(self, index: ast.expr, value: ast.expr) -> list[str]:
        constant, rest = index_parts(index)
        slot = self.m.memory.range_at(constant, bool(rest))
        count, of = self.m.memory.limbs_at(constant, bool(rest)), self.num(value)
        if count == 1:
            address, offset = self._address(constant, rest)
            text = self.number(value)
            if not of.within(slot):
                text = f"(call $fit {text} {const(slot.low)} {const(slot.high)})"
            return [f"(i64.store{offset} {address} {text})"]
        before, limbs = self.limbs(value, count)
        if not of.within(slot):
            before, limbs = self._fitted(before, limbs, slot)
        temps = [self.fresh() for _ in limbs]
        lines = [*before, *(f"(local.set {temp} {limb})" for temp, limb in zip(temps, limbs, strict=True))]
        address, offset = self._address(constant, rest)
        lines.append(f"(i64.store{offset} {address} (local.get {temps[0]}))")
        for k, temp in enumerate(temps[1:]):
            address, offset = self._high(constant, rest, count, k)
            lines.append(f"(i64.store{offset} {address} (local.get {temp}))")
        return lines

    def _fitted(self, before: list[str], limbs: list[str], slot: Num) -> Limbs:
        """Limbs of which it is tested that they hold no more than a slot may."""
        bits = slot.high.bit_length()
        if slot.low < 0 or slot.high != (1 << bits) - 1:
            raise Untranslatable(f"a wide number in {self.f.name}")
        temps = [self.fresh() for _ in limbs]
        lines = [*before, *(f"(local.set {temp} {limb})" for temp, limb in zip(temps, limbs, strict=True))]
        for place, temp in enumerate(temps):
            inside = max(0, min(64, bits - 64 * place))
            if inside < 64:
                lines.append(f"(call $empty (i64.shr_u (local.get {temp}) {const(inside)}))")
        return lines, [f"(local.get {temp})" for temp in temps]

    # ---- legal codes ----
    def _codes(self, value: ast.expr) -> list[str]:
        match value:
            case ast.List(elts=[]):
                return ["(global.set $count (i32.const 0))"]
            case ast.Call(func=ast.Name(id="list")):
                return ["(call $without_doubles)"]
            case ast.ListComp(elt=ast.Name(id=name), generators=[ast.comprehension(ifs=[test])]):
                (word,) = self.declared(name)
                at, kept = self.fresh("i32"), self.fresh("i32")
                return [
                    f"(local.set {at} (i32.const 0))",
                    f"(local.set {kept} (i32.const 0))",
                    "(block $done (loop $next",
                    f"(br_if $done (i32.ge_u (local.get {at}) (global.get $count)))",
                    f"(local.set {word} (call $code (local.get {at})))",
                    f"(local.set {at} (i32.add (local.get {at}) (i32.const 1)))",
                    f"(if {self.cond(test)} (then",
                    f"(call $put (local.get {kept}) (local.get {word}))",
                    f"(local.set {kept} (i32.add (local.get {kept}) (i32.const 1)))))",
                    "(br $next)))",
                    f"(global.set $count (local.get {kept}))",
                ]
        raise Untranslatable(f"what is done with legal codes in {self.f.name}")

    def _effect(self, call: ast.Call) -> list[str]:
        """A call whose answer nobody waits for."""
        if isinstance(call.func, ast.Attribute):
            of, name = call.func.value, call.func.attr
            assert isinstance(of, ast.Name)
            if of.id == "out":
                place = "(i32.add (global.get $OUT) (i32.shl (global.get $count) (i32.const 3)))"
                return [
                    f"(i64.store {place} {self.number(call.args[0])})",
                    "(global.set $count (i32.add (global.get $count) (i32.const 1)))",
                ]
            found = self.f.names[of.id]
            assert isinstance(found, Items)
            (pointer,), parts = self.declared(of.id), len(found.parts)
            if name == "sort":
                return [f"(call $sort (local.get {pointer}) (i32.const {parts}))"]
            (item,) = call.args
            assert isinstance(item, ast.Tuple)
            place = self.fresh("i32")
            values = [(self.fresh(), part) for part in item.elts]
            sets = [f"(local.set {temp} {self.number(part)})" for temp, part in values]
            words = [
                f"(i64.store offset={8 * k} (local.get {place}) (local.get {temp}))"
                for k, (temp, _) in enumerate(values)
            ]
            more = f"(call $append (local.get {pointer}) (i32.const {parts}))"
            return [*sets, f"(local.set {place} {more})", *words]
        assert isinstance(call.func, ast.Name)
        name, args = call.func.id, call.args
        match name:
            case "out_of_range":
                return [f"(call $fail (i32.const 1) {self.number(args[0])} {self.number(args[1])})", "(unreachable)"]
            case "endless":
                return [f"(call $fail (i32.const 2) {self.number(args[0])} (i64.const 0))", "(unreachable)"]
            case "spend":
                return [f"(call $spend {self.number(args[0])} {self.number(args[1])})"]
            case "N":
                return [f"(call $heard (local.get $S) {self.number(args[1])})"]
        before, text = self.call(call)
        function = self.m.ranges.functions.get(name)
        drops = len(self.m.result_types(function)) if function is not None else 1
        return [*before, text, *["drop"] * drops]

    # ---- loops ----
    def _for(self, target: ast.expr, of: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        match of:
            case ast.Call(func=ast.Name(id="counted"), args=[low, high, site, work]):
                return self._counted(target, self.number(low), self.number(high), body, site, work)
            case ast.Call(func=ast.Name(id="range"), args=args):
                low_text = self.number(args[0]) if len(args) == 2 else _ZERO
                high_text = f"(i64.sub {self.number(args[-1])} (i64.const 1))"
                return self._counted(target, low_text, high_text, body)
            case ast.Call(func=ast.Name(id="shuffled"), args=[_, mask, _]):
                return self._shuffled(target, mask, body)
            case ast.Subscript(value=ast.Name(id="MEMBERS"), slice=mask):
                return self._members(target, mask, body)
        found = self.value(of)
        items = as_items(found) if isinstance(found, Table | Pair) else found
        if not isinstance(items, Items):
            raise Untranslatable(f"a loop in {self.f.name}")
        return self._items(target, self.items(of), items, body)

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
        (word,) = self.declared(target.id)
        at, last = self.fresh(), self.fresh()
        lines = [f"(local.set {at} {low})", f"(local.set {last} {high})"]
        if site is not None and work is not None:
            limits = f"(local.get {at}) (local.get {last}) {self.number(site)} {self.number(work)}"
            lines.append(f"(call $turns {limits} (i64.const {LOOP_LIMIT}))")
        head = [
            f"(br_if $END (i64.gt_s (local.get {at}) (local.get {last})))",
            f"(local.set {word} (local.get {at}))",
            f"(local.set {at} (i64.add (local.get {at}) (i64.const 1)))",
        ]
        return [*lines, *self._loop(head, body, [])]

    def _members(self, target: ast.expr, mask: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        assert isinstance(target, ast.Name)
        (word,) = self.declared(target.id)
        count = self.num(mask).limbs
        before, limbs = self.limbs(mask, count)
        left = [self.fresh() for _ in limbs]
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
        return [*lines, *self._loop(head, body, [])]

    def _items(self, target: ast.expr, pointer: str, items: Items, body: Sequence[ast.stmt]) -> list[str]:
        if not items.parts:
            return [f"(drop {pointer})"]
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        at, end = self.fresh("i32"), self.fresh("i32")
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
            words = self.declared(name.id)
            loads = [f"(i64.load offset={offset + 8 * k} (local.get {at}))" for k in range(part.limbs)]
            loads += [_ZERO] * (len(words) - len(loads))
            head += [f"(local.set {word} {load})" for word, load in zip(words, loads, strict=True)]
            offset += 8 * part.limbs
        head.append(f"(local.set {at} (i32.add (local.get {at}) (i32.const {stride})))")
        return [*lines, *self._loop(head, body, [])]

    def _shuffled(self, target: ast.expr, mask: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        assert isinstance(target, ast.Tuple)
        number, member = target.elts
        assert isinstance(number, ast.Name) and isinstance(member, ast.Name)
        (counter,), pointer = self.declared(number.id), self.fresh("i32")
        counted = self.fresh()
        lines = [
            f"(local.set {pointer} {self.member_list(mask)})",
            f"(call $shuffle (local.get $S) (local.get {pointer}))",
            f"(local.set {counted} (i64.const 0))",
        ]
        added = f"(i64.add (local.get {counted}) (i64.const 1))"
        highest = max(0, self.num(mask).high.bit_length() - 1)
        items = self._items(member, f"(local.get {pointer})", Items((Num(0, highest),), 0), body)
        place = next(k for k, line in enumerate(items) if line.startswith("(br_if")) + 1
        items[place:place] = [f"(local.set {counted} {added})", f"(local.set {counter} (local.get {counted}))"]
        return [*lines, *items]

    # ---- conditions ----
    def cond(self, node: ast.expr) -> str:
        """An expression as a condition."""
        match node:
            case ast.Constant(value=fixed):
                return f"(i32.const {1 if fixed else 0})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(i32.eqz {self.cond(operand)})"
            case ast.BoolOp(op=op, values=values):
                text = self.cond(values[-1])
                for value in reversed(values[:-1]):
                    arms = (text, "(i32.const 0)") if isinstance(op, ast.And) else ("(i32.const 1)", text)
                    text = f"(if (result i32) {self.cond(value)} (then {arms[0]}) (else {arms[1]}))"
                return text
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared(left, ops, others)
            case ast.Call(func=ast.Name(id="bool"), args=[inner]):
                return self.cond(inner)
            case ast.Name(id="out"):
                return "(i32.ne (global.get $count) (i32.const 0))"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"(if (result i32) {self.cond(test)} (then {self.cond(body)}) (else {self.cond(orelse)}))"
        of = self.num(node)
        if of.limbs == 1:
            return f"(i64.ne {self.number(node)} (i64.const 0))"
        before, limbs = self.limbs(node, of.limbs)
        return _wrapped(before, f"(i64.ne {_folded('i64.or', limbs)} (i64.const 0))", "i32")

    def _compared(self, left: ast.expr, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> str:
        if len(ops) == 1:
            return self._comparison(left, ops[0], others[0])
        middle = others[0]
        if not isinstance(middle, ast.Name | ast.Constant) and not _is_plain(middle):
            raise Untranslatable(f"a chain of comparisons in {self.f.name}")
        rest = self._compared(middle, ops[1:], others[1:])
        return f"(if (result i32) {self._comparison(left, ops[0], middle)} (then {rest}) (else (i32.const 0)))"

    def _comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        one, two = self.value(left), self.value(right)
        word = _COMPARISONS[type(op)]
        if isinstance(one, Pair) and isinstance(two, Pair):
            return self._pairs(word, self._parts(left), self._parts(right))
        if not isinstance(one, Num) or not isinstance(two, Num):
            raise Untranslatable(f"a comparison of lists in {self.f.name}")
        count = max(one.limbs, two.limbs)
        if count == 1:
            if two == Num(0, 0) and word == "eq":
                return f"(i64.eqz {self.number(left)})"
            return f"(i64.{word} {self.number(left)} {self.number(right)})"
        before, limbs = self.limbs(left, count)
        more, others = self.limbs(right, count)
        before += more
        if word in ("eq", "ne"):
            unlike = [f"(i64.xor {a} {b})" for a, b in zip(limbs, others, strict=True)]
            return _wrapped(before, f"(i64.{word} {_folded('i64.or', unlike)} (i64.const 0))", "i32")
        strict = f"{word[0]}t"
        text = f"(i64.{word[:2]}_u {limbs[0]} {others[0]})"
        for place in range(1, count):
            sign = "s" if place == count - 1 else "u"
            a, b = limbs[place], others[place]
            text = f"(if (result i32) (i64.eq {a} {b}) (then {text}) (else (i64.{strict}_{sign} {a} {b})))"
        return _wrapped(before, text, "i32")

    def _parts(self, node: ast.expr) -> list[str]:
        if isinstance(node, ast.Name):
            return [f"(local.get {word})" for word in self.declared(node.id)]
        assert isinstance(node, ast.Tuple)
        return [self.number(part) for part in node.elts]

    def _pairs(self, word: str, one: list[str], two: list[str]) -> str:
        same = [f"(i64.eq {a} {b})" for a, b in zip(one, two, strict=True)]
        if word == "eq":
            return _folded("i32.and", same)
        if word != "gt_s":
            raise Untranslatable(f"a comparison in {self.f.name}")
        text = "(i32.const 0)"
        for a, b, equal in reversed(list(zip(one, two, same, strict=True))):
            text = f"(if (result i32) {equal} (then {text}) (else (i64.gt_s {a} {b})))"
        return text

    # ---- numbers ----
    def number(self, node: ast.expr) -> str:
        """An expression as one machine word, its lowest."""
        of = self.value(node)
        if isinstance(of, Num) and of.limbs > 1:
            before, limbs = self.limbs(node, 1)
            return _wrapped(before, limbs[0], "i64")
        match node:
            case ast.Constant(value=int() | bool() as value):
                return const(int(value))
            case ast.Name(id=name):
                if name in self.m.ranges.constants:
                    return const(self.m.ranges.constants[name])
                return f"(local.get {self.declared(name)[0]})"
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                words = self.declared(name)
                if len(words) == 1:
                    return f"(local.tee {words[0]} {self.number(value)})"
                before = self._set(name, value)
                return _wrapped(before, f"(local.get {words[0]})", "i64")
            case ast.Subscript():
                return self._element(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"(i64.sub (i64.const 0) {self.number(operand)})"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"(i64.xor {self.number(operand)} (i64.const -1))"
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return f"(i64.extend_i32_u {self.cond(node)})"
            case ast.BoolOp():
                return self._bool_value(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                arms = f"(then {self.number(body)}) (else {self.number(orelse)})"
                return f"(if (result i64) {self.cond(test)} {arms})"
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(left, op, right)
            case ast.Call():
                before, text = self.call(node)
                return _wrapped(before, text, "i64")
        raise Untranslatable(f"`{type(node).__name__}` in {self.f.name}")

    def _bool_value(self, node: ast.BoolOp) -> str:
        if all(self.num(value).within(Num(0, 1)) for value in node.values):
            return f"(i64.extend_i32_u {self.cond(node)})"
        text = self.number(node.values[-1])
        for value in reversed(node.values[:-1]):
            temp = self.fresh()
            first = f"(i64.ne (local.tee {temp} {self.number(value)}) (i64.const 0))"
            arms = (text, f"(local.get {temp})")
            then, other = arms if isinstance(node.op, ast.And) else arms[::-1]
            text = f"(if (result i64) {first} (then {then}) (else {other}))"
        return text

    def _arithmetic(self, left: ast.expr, op: ast.operator, right: ast.expr) -> str:
        if type(op) in _BITWISE:
            return f"(i64.{_BITWISE[type(op)]} {self.number(left)} {self.number(right)})"
        one, two = self.num(left), self.num(right)
        a, b = self.number(left), self.number(right)
        match op:
            case ast.Add() | ast.Sub():
                text = f"(i64.{'add' if isinstance(op, ast.Add) else 'sub'} {a} {b})"
                return f"(call $fit {text} {const(-NUMBER)} {const(NUMBER)})" if exceeds(op, one, two) else text
            case ast.Mult():
                return f"(call $product {a} {b})" if exceeds(op, one, two) else f"(i64.mul {a} {b})"
            case ast.FloorDiv() | ast.Mod():
                word = "div" if isinstance(op, ast.FloorDiv) else "rem"
                if one.low >= 0:
                    return f"(i64.{word}_u {a} {b})"
                return f"(call ${'floor_div' if word == 'div' else 'floor_mod'} {a} {b})"
            case ast.RShift():
                if one.limbs > 1:
                    before, limbs = self._shifted(left, right, 1)
                    return _wrapped(before, limbs[0], "i64")
                sign = "u" if one.low >= 0 else "s"
                if two.high < 64 and two.low >= 0:
                    return f"(i64.shr_{sign} {a} {b})"
                return f"(call $shift_{sign} {a} {b})"
        raise Untranslatable(f"the operator `{type(op).__name__}` in {self.f.name}")

    # ---- memory and tables ----
    def _offset(self, rest: Sequence[ast.expr], scale: int) -> str:
        """The part of an address that is only known in play."""
        total = self.number(rest[0])
        for part in rest[1:]:
            total = f"(i64.add {total} {self.number(part)})"
        return f"(i32.mul (i32.wrap_i64 {total}) (i32.const {scale}))"

    def _address(self, constant: int, rest: Sequence[ast.expr]) -> tuple[str, str]:
        """The address of a slot, and the offset that comes on top."""
        return self._at("(local.get $S)", rest, 8, 8 * constant)

    def _high(self, constant: int, rest: Sequence[ast.expr], count: int, place: int) -> tuple[str, str]:
        """The same for one of the higher words of a wide slot."""
        offset = self.m.memory.high_at(constant, bool(rest)) + 8 * place
        return self._at("(local.get $S)", rest, 8 * (count - 1), offset)

    def _at(self, base: str, rest: Sequence[ast.expr], scale: int, offset: int) -> tuple[str, str]:
        if rest:
            base = f"(i32.add {base} {self._offset(rest, scale)})"
        if offset < 0:
            return f"(i32.add {base} (i32.const {offset}))", ""
        return base, f" offset={offset}" if offset else ""

    def _element(self, node: ast.Subscript) -> str:
        """One number of a state, a table or a row, in one word."""
        match node.value:
            case ast.Name(id="S"):
                constant, rest = index_parts(node.slice)
                address, offset = self._address(constant, rest)
                return f"(i64.load{offset} {address})"
            case ast.Name(id="BIT"):
                return f"(i64.shl (i64.const 1) {self.number(node.slice)})"
        of = self.value(node.value)
        if isinstance(of, Table) and isinstance(node.value, ast.Name):
            return self.m.table(node.value.id).load(self, node.slice)
        address, _ = self._row_item(node)
        return f"(i64.load offset=8 {address})"

    def _row_item(self, node: ast.Subscript) -> tuple[str, Num]:
        """Where an item of a row stands, after how many there are, and what it can be."""
        found = self.value(node.value)
        items = as_items(found) if isinstance(found, Table | Pair) else found
        assert isinstance(items, Items)
        if len(items.parts) != 1:
            raise Untranslatable(f"an index in {self.f.name}")
        pointer, stride = self.items(node.value), 8 * items.parts[0].limbs
        index = f"(i32.mul (i32.wrap_i64 {self.number(node.slice)}) (i32.const {stride}))"
        return f"(i32.add {pointer} {index})", items.parts[0]

    # ---- calls ----
    def call(self, node: ast.Call) -> tuple[list[str], str]:
        """A call: what comes before it, and the call."""
        if isinstance(node.func, ast.Attribute):
            return self._bits(node.func.value, node.func.attr)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        function = self.m.ranges.functions.get(name)
        if function is None:
            return self._helper(name, node)
        given = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id in ("S", "out"))]
        before: list[str] = []
        args: list[str] = []
        for param, arg in zip(function.params, given, strict=True):
            of = function.names.get(param, Num(0, 0))
            if isinstance(of, Items | Table):
                args.append(self.items(arg))
            elif isinstance(of, Pair):
                raise Untranslatable(f"{name} is given several numbers")
            elif of.limbs == 1:
                args.append(self.number(arg))
            else:
                more, limbs = self.limbs(arg, of.limbs)
                temps = [self.fresh() for _ in limbs]
                before += [*more, *(f"(local.set {t} {limb})" for t, limb in zip(temps, limbs, strict=True))]
                args += [f"(local.get {temp})" for temp in temps]
        return before, f"(call ${name} (local.get $S) {' '.join(args)})"

    def _bits(self, of: ast.expr, name: str) -> tuple[list[str], str]:
        found = self.num(of)
        if found.limbs == 1:
            text = self.number(of)
            if name == "bit_count":
                return [], f"(i64.popcnt {text if found.low >= 0 else f'(call $abs {text})'})"
            if found.low < 0:
                text = f"(call $abs {text})"
            return [], f"(i64.sub (i64.const 64) (i64.clz {text}))"
        if found.low < 0:
            raise Untranslatable(f"a wide number in {self.f.name}")
        before, limbs = self._named(*self.limbs(of, found.limbs))
        if name == "bit_count":
            return before, _folded("i64.add", [f"(i64.popcnt {limb})" for limb in limbs])
        text = f"(i64.sub (i64.const 64) (i64.clz {limbs[0]}))"
        for place, limb in enumerate(limbs[1:], start=1):
            length = f"(i64.sub (i64.const {64 * place + 64}) (i64.clz {limb}))"
            text = f"(if (result i64) (i64.eqz {limb}) (then {text}) (else {length}))"
        return before, text

    def _helper(self, name: str, node: ast.Call) -> tuple[list[str], str]:
        args = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "S")]
        match name:
            case "bool":
                return [], f"(i64.extend_i32_u {self.cond(args[0])})"
            case "otherwise":
                temp, nothing = self.fresh(), self.number(args[1])
                test = f"(i64.eq (local.tee {temp} {self.number(args[0])}) {nothing})"
                return [], f"(if (result i64) {test} (then {self.number(args[2])}) (else (local.get {temp})))"
            case "within":
                return [], f"(call $within {' '.join(self.number(arg) for arg in args)})"
            case "the" | "pick" | "foremost":
                return self._chosen(name, args)
            case "roll":
                return [], f"(call $roll (local.get $S) {' '.join(self.number(arg) for arg in args)})"
            case "at_most" | "at_least" | "equal_to" | "total":
                return self._dice(name, args)
            case "places_of":
                if self.num(args[0]).limbs > 1:
                    before, limbs = self._places(args, 1)
                    return before, limbs[0]
                return [], f"(call $places_of (local.get $S) {self.number(args[0])} {self.number(args[1])})"
            case "holders_of":
                if self.num(args[0]).limbs > 1 and self.num(args[2]).limbs > 1:
                    raise Untranslatable(f"a search among many places in {self.f.name}")
                texts = [self.number(arg) for arg in args]
                return [], f"(call $holders_of (local.get $S) {' '.join(texts)})"
            case "nth":
                return [], f"(call $nth {self.items(args[0])} {self.number(args[1])} {self.number(args[2])})"
            case "len":
                return [], f"(i64.load {self.items(args[0])})"
            case "sum":
                return [], f"(call $sum {self.items(args[0])})"
            case "packed":
                found = self.value(args[0])
                if isinstance(found, Table):
                    return [], const(packed(found.rows, _fixed(args[1])))
                return [], f"(call $packed {self.items(args[0])} {self.number(args[1])})"
        raise Untranslatable(f"`{name}` in {self.f.name}")

    def _chosen(self, name: str, args: list[ast.expr]) -> tuple[list[str], str]:
        """One member of a set: the only one, the first in order, or any."""
        if name == "the" and self.num(args[0]).limbs == 1:
            return [], f"(call $the {self.number(args[0])})"
        if name == "pick" and self.num(args[0]).limbs == 1:
            return [], f"(call $pick (local.get $S) {self.number(args[0])} {self.number(args[1])})"
        members = self.member_list(args[0])
        if name == "pick":
            return [], f"(call $pick_from (local.get $S) {members} {self.number(args[1])})"
        if name == "foremost":
            members = self._sorted(members, args[1])
        return [], f"(call $first {members})"

    def _dice(self, name: str, args: list[ast.expr]) -> tuple[list[str], str]:
        packed, rest = args[0], " ".join(self.number(arg) for arg in args[1:])
        count = self.num(packed).limbs
        if count == 1:
            return [], f"(call ${name} {self.number(packed)} {rest})"
        before, limbs = self.limbs(packed, count)
        before = [*before, *self._scratched(limbs)]
        return before, f"(call ${name}_of_many {rest})"

    def _places(self, args: list[ast.expr], count: int) -> Limbs:
        """The set of all values that members have, member by member."""
        word, temps = self.fresh(), [self.fresh() for _ in range(count)]
        place = self.fresh()
        base = _fixed(args[1])
        mask = self.num(args[0])
        before, limbs = self.limbs(args[0], mask.limbs)
        left = [self.fresh() for _ in limbs]
        lines = [*before, *limbs, *(f"(local.set {name})" for name in reversed(left))]
        lines += [f"(local.set {temp} (i64.const 0))" for temp in temps]
        address = f"(i32.add (local.get $S) (i32.shl (i32.wrap_i64 (local.get {word})) (i32.const 3)))"
        added = [
            f"(local.set {temp} (i64.or (local.get {temp}) {self._bit(place, k)}))" for k, temp in enumerate(temps)
        ]
        for number, name in enumerate(left):
            self._fresh += 1
            end, again = f"$e{self._fresh}", f"$l{self._fresh}"
            lines += [
                f"(block {end} (loop {again} (br_if {end} (i64.eqz (local.get {name})))",
                f"(local.set {word} (i64.add (i64.ctz (local.get {name})) (i64.const {64 * number})))",
                f"(local.set {name} (i64.and (local.get {name}) (i64.sub (local.get {name}) (i64.const 1))))",
                f"(local.set {place} (i64.load offset={8 * base} {address}))",
                *added,
                f"(br {again})))",
            ]
        return lines, [f"(local.get {temp})" for temp in temps]

    def _bit(self, place: str, limb: int) -> str:
        """One word of the set that holds one place."""
        inside = f"(i64.eq (i64.shr_u (local.get {place}) (i64.const 6)) (i64.const {limb}))"
        return f"(select (i64.shl (i64.const 1) (local.get {place})) (i64.const 0) {inside})"

    # ---- lists ----
    def items(self, node: ast.expr) -> str:
        """An expression as a list: the address of how many there are, and then of what."""
        self._lists = True
        match node:
            case ast.Name(id=name):
                if name in self.m.ranges.constants:
                    return f"(i32.const {self.m.row_of(self.m.ranges.constants[name])})"
                return f"(local.get {self.declared(name)[0]})"
            case ast.Subscript(value=ast.Name(id=name), slice=index) if name in self.m.ranges.constants:
                return self.m.rows(name, self.number(index))
            case ast.Tuple(elts=parts):
                pointer = self.fresh("i32")
                stores = [
                    f"(i64.store offset={8 + 8 * k} (local.get {pointer}) {self.number(part)})"
                    for k, part in enumerate(parts)
                ]
                made = f"(local.set {pointer} (call $room (i32.const {8 + 8 * len(parts)})))"
                length = f"(i64.store (local.get {pointer}) (i64.const {len(parts)}))"
                return _wrapped([made, length, *stores], f"(local.get {pointer})", "i32")
            case ast.ListComp():
                found = self.f.names["n"]
                assert isinstance(found, Items)
                (pointer,) = self.declared("n")
                return f"(call $last_parts (local.get {pointer}) (i32.const {len(found.parts)}))"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                arms = f"(then {self.items(body)}) (else {self.items(orelse)})"
                return f"(if (result i32) {self.cond(test)} {arms})"
            case ast.Call(func=ast.Name(id="in_order"), args=[_, mask, keys]):
                return self._sorted(self.member_list(mask), keys)
            case ast.Call(func=ast.Name(id="first_of" | "last_of" as name), args=[of, count]):
                return f"(call ${name} {self.items(of)} {self.number(count)})"
            case ast.Call(func=ast.Name(id=name)) if name in self.m.ranges.functions:
                before, text = self.call(node)
                return _wrapped(before, text, "i32")
        raise Untranslatable(f"a list in {self.f.name}")

    def member_list(self, mask: ast.expr) -> str:
        """The members of a set as a list, lowest first."""
        self._lists = True
        before, limbs = self.limbs(mask, self.num(mask).limbs)
        pointer = self.fresh("i32")
        lines = [*before, f"(local.set {pointer} (call $room (i32.const {8 + 64 * 8 * len(limbs)})))"]
        for place, limb in enumerate(limbs):
            lines.append(f"(call $members (local.get {pointer}) {limb} (i64.const {64 * place}))")
        return _wrapped(lines, f"(local.get {pointer})", "i32")

    def _sorted(self, members: str, keys: ast.expr) -> str:
        assert isinstance(keys, ast.Name)
        return self.m.in_order(self.m.ranges.constants[keys.id], members)

    # ---- wide numbers ----
    def limbs(self, node: ast.expr, count: int) -> Limbs:
        """The lowest words of an expression."""
        of = self.num(node)
        if of.limbs == 1:
            return self._extended(self.number(node), of, count)
        before, found = self._wide(node, min(count, of.limbs), of)
        if count > len(found):
            before, found = self._named(before, found)
            sign = _ZERO if of.low >= 0 else f"(i64.shr_s {found[-1]} (i64.const 63))"
            found = [*found, *[sign] * (count - len(found))]
        return before, found

    def _extended(self, text: str, of: Num, count: int) -> Limbs:
        if count == 1:
            return [], [text]
        temp = self.fresh()
        sign = _ZERO if of.low >= 0 else f"(i64.shr_s (local.get {temp}) (i64.const 63))"
        return [f"(local.set {temp} {text})"], [f"(local.get {temp})", *[sign] * (count - 1)]

    def _named(self, before: list[str], limbs: list[str]) -> Limbs:
        """Limbs that may be named more than once."""
        temps = [self.fresh() for _ in limbs]
        sets = [f"(local.set {temp} {limb})" for temp, limb in zip(temps, limbs, strict=True)]
        return [*before, *sets], [f"(local.get {temp})" for temp in temps]

    def _wide(self, node: ast.expr, count: int, of: Num) -> Limbs:
        match node:
            case ast.Constant(value=int() as value):
                return [], [const(word) for word in words_of(value, count)]
            case ast.Name(id=name):
                if name in self.m.ranges.constants:
                    return [], [const(word) for word in words_of(self.m.ranges.constants[name], count)]
                return [], [f"(local.get {word})" for word in self.declared(name)[:count]]
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                words = self.declared(name)
                return self._set(name, value), [f"(local.get {word})" for word in words[:count]]
            case ast.Subscript():
                return self._wide_element(node, count)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                before, limbs = self.limbs(operand, count)
                return before, [f"(i64.xor {limb} (i64.const -1))" for limb in limbs]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negated(*self.limbs(operand, count))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.limbs(operand, count)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._either(self.cond(test), lambda: self.limbs(body, count), lambda: self.limbs(orelse, count))
            case ast.BoolOp(op=op, values=[first, *rest]):
                last = rest[0] if len(rest) == 1 else ast.BoolOp(op=op, values=rest)
                before, limbs = self._named(*self.limbs(first, self.num(first).limbs))
                some = f"(i64.ne {_folded('i64.or', limbs)} (i64.const 0))"
                arms = [
                    lambda: self.limbs(last, count),
                    lambda: ([], [*limbs[:count], *[_ZERO] * (count - len(limbs))]),
                ]
                then, other = arms if isinstance(op, ast.And) else arms[::-1]
                more, found = self._either(some, then, other)
                return [*before, *more], found
            case ast.BinOp(left=left, op=op, right=right):
                return self._wide_arithmetic(left, op, right, count)
            case ast.Call():
                return self._wide_call(node, count)
        raise Untranslatable(f"a wide `{type(node).__name__}` in {self.f.name}")

    def _either(self, test: str, then: Callable[[], Limbs], other: Callable[[], Limbs]) -> Limbs:
        arms = []
        temps: list[str] = []
        for arm in (then, other):
            before, limbs = arm()
            temps = temps or [self.fresh() for _ in limbs]
            arms.append([*before, *limbs, *(f"(local.set {temp})" for temp in reversed(temps))])
        lines = [f"(if {test}", "(then", *arms[0], ")", "(else", *arms[1], "))"]
        return lines, [f"(local.get {temp})" for temp in temps]

    def _wide_element(self, node: ast.Subscript, count: int) -> Limbs:
        match node.value:
            case ast.Name(id="S"):
                constant, rest = index_parts(node.slice)
                address, offset = self._address(constant, rest)
                loads = [f"(i64.load{offset} {address})"]
                room = self.m.memory.limbs_at(constant, bool(rest))
                for k in range(count - 1):
                    address, offset = self._high(constant, rest, room, k)
                    loads.append(f"(i64.load{offset} {address})")
                return self._named([], loads)
            case ast.Name(id="BIT"):
                place = self.fresh()
                before = [f"(local.set {place} {self.number(node.slice)})"]
                return before, [self._bit(place, limb) for limb in range(count)]
        of = self.value(node.value)
        if isinstance(of, Table) and isinstance(node.value, ast.Name):
            return self._named([], self.m.table(node.value.id).loads(self, node.slice, count))
        address, part = self._row_item(node)
        pointer = self.fresh("i32")
        loads = [f"(i64.load offset={8 + 8 * k} (local.get {pointer}))" for k in range(min(count, part.limbs))]
        return self._named([f"(local.set {pointer} {address})"], [*loads, *[_ZERO] * (count - len(loads))])

    def _negated(self, before: list[str], limbs: list[str]) -> Limbs:
        before, limbs = self._named(before, limbs)
        made = [f"(i64.sub (i64.const 0) {limbs[0]})"]
        zero = f"(i64.eqz {limbs[0]})"
        for limb in limbs[1:]:
            made.append(f"(i64.add (i64.xor {limb} (i64.const -1)) (i64.extend_i32_u {zero}))")
            zero = f"(i32.and {zero} (i64.eqz {limb}))"
        return before, made

    def _wide_arithmetic(self, left: ast.expr, op: ast.operator, right: ast.expr, count: int) -> Limbs:
        if type(op) in _BITWISE:
            before, limbs = self.limbs(left, count)
            more, others = self.limbs(right, count)
            word = _BITWISE[type(op)]
            return [*before, *more], [f"(i64.{word} {a} {b})" for a, b in zip(limbs, others, strict=True)]
        if isinstance(op, ast.RShift):
            return self._shifted(left, right, count)
        if isinstance(op, ast.Sub) and isinstance(right, ast.Constant) and right.value == 1:
            before, limbs = self._named(*self.limbs(left, count))
            made = [f"(i64.sub {limbs[0]} (i64.const 1))"]
            borrow = f"(i64.eqz {limbs[0]})"
            for limb in limbs[1:]:
                made.append(f"(i64.sub {limb} (i64.extend_i32_u {borrow}))")
                borrow = f"(i32.and {borrow} (i64.eqz {limb}))"
            return before, made
        if isinstance(op, ast.Mult) and self.num(left) == Num(-2, -2):
            before, limbs = self._named(*self.limbs(right, count))
            doubled = [f"(i64.shl {limbs[0]} (i64.const 1))"]
            for low, limb in pairwise(limbs):
                carry = f"(i64.shr_u {low} (i64.const 63))"
                doubled.append(f"(i64.or (i64.shl {limb} (i64.const 1)) {carry})")
            return self._negated(before, doubled)
        raise Untranslatable(f"a wide `{type(op).__name__}` in {self.f.name}")

    def _shifted(self, left: ast.expr, right: ast.expr, count: int) -> Limbs:
        """A wide number moved down."""
        of = self.num(left)
        before, limbs = self._named(*self.limbs(left, of.limbs))
        above = _ZERO if of.low >= 0 else f"(i64.shr_s {limbs[-1]} (i64.const 63))"
        if isinstance(right, ast.Constant) and isinstance(right.value, int):
            words, bits = divmod(right.value, 64)
            padded = [*limbs, *[above] * (words + count + 1)]
            made = []
            for place in range(count):
                low, high = padded[place + words], padded[place + words + 1]
                moved = f"(i64.shr_u {low} (i64.const {bits}))"
                made.append(f"(i64.or {moved} (i64.shl {high} (i64.const {64 - bits})))" if bits else low)
            return before, made
        by = self.fresh()
        before += [*self._scratched([*limbs, *[above] * (count + 1)]), f"(local.set {by} {self.number(right)})"]
        return before, [
            f"(call $scratch_from (local.get {by}) (i32.const {place}) (i32.const {len(limbs) + count}))"
            for place in range(count)
        ]

    def _scratched(self, limbs: list[str]) -> list[str]:
        """Lines that write limbs where they can be reached by their place."""
        self.m.need_scratch(len(limbs))
        return [f"(i64.store offset={8 * k} (global.get $SCRATCH) {limb})" for k, limb in enumerate(limbs)]

    def _wide_call(self, node: ast.Call, count: int) -> Limbs:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        args = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "S")]
        function = self.m.ranges.functions.get(name)
        if function is not None:
            before, text = self.call(node)
            temps = [self.fresh() for _ in self.m.result_types(function)]
            lines = [*before, text, *(f"(local.set {temp})" for temp in reversed(temps))]
            return lines, [f"(local.get {temp})" for temp in temps[:count]]
        match name:
            case "packed":
                found = self.value(args[0])
                if isinstance(found, Table):
                    return [], [const(w) for w in words_of(packed(found.rows, _fixed(args[1])), count)]
                self.m.need_scratch(count + 1)
                call = f"(call $packed_far {self.items(args[0])} {self.number(args[1])} (i32.const {count + 1}))"
                return self._named([call], [f"(i64.load offset={8 * k} (global.get $SCRATCH))" for k in range(count)])
            case "places_of":
                return self._places(args, count)
            case "holders_of":
                return self._holders(args, count)
            case "roll":
                self.m.need_scratch(count + 1)
                texts = " ".join(self.number(arg) for arg in args)
                call = f"(call $roll_many (local.get $S) {texts} (i32.const {count}))"
                return self._named([call], [f"(i64.load offset={8 * k} (global.get $SCRATCH))" for k in range(count)])
            case "otherwise":
                before, limbs = self._named(*self.limbs(args[0], count))
                more, nothing = self.limbs(args[1], count)
                unlike = [f"(i64.xor {a} {b})" for a, b in zip(limbs, nothing, strict=True)]
                test = f"(i64.ne {_folded('i64.or', unlike)} (i64.const 0))"
                lines, found_limbs = self._either(test, lambda: ([], limbs), lambda: self.limbs(args[2], count))
                return [*before, *more, *lines], found_limbs
        raise Untranslatable(f"a wide `{name}` in {self.f.name}")

    def _holders(self, args: list[ast.expr], count: int) -> Limbs:
        """All whose value is in a set, value by value; the set may hold bits of nobody."""
        index, whole = _fixed(args[1]), _fixed(args[2], self.m.ranges.constants)
        places = whole.bit_length()
        before, limbs = self._named(*self.limbs(args[0], -(-places // 64)))
        temps = [self.fresh() for _ in range(count)]
        lines = [*before, *(f"(local.set {temp} (i64.const 0))" for temp in temps)]
        room = self.m.memory.limbs_at(index, True)
        for place in range(places):
            if whole >> place & 1:
                test = f"(i64.and {limbs[place // 64]} {const(1 << place % 64)})"
                loads = [f"(i64.load offset={8 * (index + place)} (local.get $S))"]
                high = self.m.memory.high_at(index, True) + 8 * (room - 1) * place
                loads += [f"(i64.load offset={high + 8 * k} (local.get $S))" for k in range(room - 1)]
                adds = [
                    f"(local.set {t} (i64.or (local.get {t}) {load}))" for t, load in zip(temps, loads, strict=False)
                ]
                lines += [f"(if (i64.ne {test} (i64.const 0)) (then {' '.join(adds)}))"]
        return lines, [f"(local.get {temp})" for temp in temps]


FREE = "(;free;)"  # where a function ends: lists that it has made are let go
ROOM = 1_024  # items for which a list that grows has room


def _wrapped(before: list[str], text: str, of: str) -> str:
    return f"(block (result {of}) {' '.join(before)} {text})" if before else text


def _folded(word: str, parts: Sequence[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        text = f"({word} {text} {part})"
    return text


def _loaded(target: ast.expr) -> ast.expr:
    """What stood in a target before."""
    match target:
        case ast.Name(id=name):
            return ast.Name(id=name, ctx=ast.Load())
        case ast.Subscript(value=value, slice=index):
            return ast.Subscript(value=value, slice=index, ctx=ast.Load())
    raise Untranslatable("an assignment")


def _is_plain(node: ast.expr) -> bool:
    """Whether an expression can be worked out twice."""
    return not any(isinstance(part, ast.NamedExpr | ast.Call) for part in ast.walk(node))


def _fixed(node: ast.expr, constants: dict[str, int] | None = None) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if constants is not None and isinstance(node, ast.Name) and isinstance(constants.get(node.id), int):
        return constants[node.id]
    raise Untranslatable("a number that should be fixed")
