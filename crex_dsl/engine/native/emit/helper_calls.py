"""Calls as WebAssembly text: of the module's own functions, and of each helper that generated code leans on."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.instructions import Limbs, bit_word, const, folded, words_of
from crex_dsl.engine.native.ranges.values import Items, Num, Pair, Table, Untranslatable
from crex_dsl.engine.run.runtime import packed

if TYPE_CHECKING:
    from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter


class HelperCalls:
    """Writes the calls in one function."""

    def __init__(self, function: FunctionEmitter) -> None:
        self.fn = function

    def call(self, node: ast.Call) -> tuple[list[str], str]:
        """A call: what comes before it, and the call."""
        if isinstance(node.func, ast.Attribute):
            return self._bits(node.func.value, node.func.attr)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        function = self.fn.module.ranges.functions.get(name)
        if function is None:
            return self._helper(name, node)
        given = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id in ("S", "out"))]
        before: list[str] = []
        args: list[str] = []
        for param, arg in zip(function.params, given, strict=True):
            of = function.names.get(param, Num(0, 0))
            if isinstance(of, Items | Table):
                args.append(self.fn.items(arg))
            elif isinstance(of, Pair):
                raise Untranslatable(f"{name} is given several numbers")
            elif of.limbs == 1:
                args.append(self.fn.number(arg))
            else:
                more, limbs = self.fn.limbs(arg, of.limbs)
                temps = [self.fn.fresh() for _ in limbs]
                before += [*more, *(f"(local.set {t} {limb})" for t, limb in zip(temps, limbs, strict=True))]
                args += [f"(local.get {temp})" for temp in temps]
        return before, f"(call ${name} (local.get $S) {' '.join(args)})"

    def _bits(self, of: ast.expr, name: str) -> tuple[list[str], str]:
        """How many members a set has, or the place after its highest."""
        found = self.fn.num(of)
        if found.limbs == 1:
            text = self.fn.number(of)
            if name == "bit_count":
                return [], f"(i64.popcnt {text if found.low >= 0 else f'(call $abs {text})'})"
            if found.low < 0:
                text = f"(call $abs {text})"
            return [], f"(i64.sub (i64.const 64) (i64.clz {text}))"
        if found.low < 0:
            raise Untranslatable(f"a wide number in {self.fn.function.name}")
        before, limbs = self.fn.wide.named(*self.fn.limbs(of, found.limbs))
        if name == "bit_count":
            return before, folded("i64.add", [f"(i64.popcnt {limb})" for limb in limbs])
        text = f"(i64.sub (i64.const 64) (i64.clz {limbs[0]}))"
        for place, limb in enumerate(limbs[1:], start=1):
            length = f"(i64.sub (i64.const {64 * place + 64}) (i64.clz {limb}))"
            text = f"(if (result i64) (i64.eqz {limb}) (then {text}) (else {length}))"
        return before, text

    def _helper(self, name: str, node: ast.Call) -> tuple[list[str], str]:
        args = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "S")]
        match name:
            case "bool":
                return [], f"(i64.extend_i32_u {self.fn.condition(args[0])})"
            case "otherwise":
                temp, nothing = self.fn.fresh(), self.fn.number(args[1])
                test = f"(i64.eq (local.tee {temp} {self.fn.number(args[0])}) {nothing})"
                return [], f"(if (result i64) {test} (then {self.fn.number(args[2])}) (else (local.get {temp})))"
            case "within":
                return [], f"(call $within {' '.join(self.fn.number(arg) for arg in args)})"
            case "the" | "pick" | "foremost":
                return self._chosen(name, args)
            case "roll":
                return [], f"(call $roll (local.get $S) {' '.join(self.fn.number(arg) for arg in args)})"
            case "at_most" | "at_least" | "equal_to" | "total":
                return self._dice(name, args)
            case "places_of":
                if self.fn.num(args[0]).limbs > 1:
                    before, limbs = self._places(args, 1)
                    return before, limbs[0]
                return [], f"(call $places_of (local.get $S) {self.fn.number(args[0])} {self.fn.number(args[1])})"
            case "holders_of":
                if self.fn.num(args[2]).limbs > 1:
                    before, limbs = self._holders(args, 1)
                    return before, limbs[0]
                texts = [self.fn.number(arg) for arg in args]
                return [], f"(call $holders_of (local.get $S) {' '.join(texts)})"
            case "nth":
                return [], f"(call $nth {self.fn.items(args[0])} {self.fn.number(args[1])} {self.fn.number(args[2])})"
            case "len":
                return [], f"(i64.load {self.fn.items(args[0])})"
            case "sum":
                return [], f"(call $sum {self.fn.items(args[0])})"
            case "packed":
                found = self.fn.value(args[0])
                if isinstance(found, Table):
                    return [], const(packed(found.rows, _fixed(args[1])))
                return [], f"(call $packed {self.fn.items(args[0])} {self.fn.number(args[1])})"
        raise Untranslatable(f"`{name}` in {self.fn.function.name}")

    def _chosen(self, name: str, args: list[ast.expr]) -> tuple[list[str], str]:
        """One member of a set: the only one, the first in order, or any."""
        if name == "the" and self.fn.num(args[0]).limbs == 1:
            return [], f"(call $the {self.fn.number(args[0])})"
        if name == "pick" and self.fn.num(args[0]).limbs == 1:
            return [], f"(call $pick (local.get $S) {self.fn.number(args[0])} {self.fn.number(args[1])})"
        members = self.fn.lists.members(args[0])
        if name == "pick":
            return [], f"(call $pick_from (local.get $S) {members} {self.fn.number(args[1])})"
        if name == "foremost":
            members = self.fn.lists.in_order(members, args[1])
        return [], f"(call $first {members})"

    def _dice(self, name: str, args: list[ast.expr]) -> tuple[list[str], str]:
        """How many of packed dice show so many pips, or the sum of all."""
        packed, rest = args[0], " ".join(self.fn.number(arg) for arg in args[1:])
        count = self.fn.num(packed).limbs
        if count == 1:
            return [], f"(call ${name} {self.fn.number(packed)} {rest})"
        before, limbs = self.fn.wide.named(*self.fn.limbs(packed, count))
        given = [(self.fn.fresh(), self.fn.number(arg)) for arg in args[1:]]
        before += [f"(local.set {temp} {text})" for temp, text in given]
        before += self.fn.wide.scratched(limbs)  # last: what comes before may write there too
        return before, f"(call ${name}_of_many {' '.join(f'(local.get {temp})' for temp, _ in given)})"

    def _places(self, args: list[ast.expr], count: int) -> Limbs:
        """The set of all values that members have, member by member."""
        word, temps = self.fn.fresh(), [self.fn.fresh() for _ in range(count)]
        place = self.fn.fresh()
        base = _fixed(args[1])
        mask = self.fn.num(args[0])
        before, limbs = self.fn.limbs(args[0], mask.limbs)
        left = [self.fn.fresh() for _ in limbs]
        lines = [*before, *limbs, *(f"(local.set {name})" for name in reversed(left))]
        lines += [f"(local.set {temp} (i64.const 0))" for temp in temps]
        address = f"(i32.add (local.get $S) (i32.shl (i32.wrap_i64 (local.get {word})) (i32.const 3)))"
        added = [f"(local.set {temp} (i64.or (local.get {temp}) {bit_word(place, k)}))" for k, temp in enumerate(temps)]
        for number, name in enumerate(left):
            end, again = self.fn.labels()
            lines += [
                f"(block {end} (loop {again} (br_if {end} (i64.eqz (local.get {name})))",
                f"(local.set {word} (i64.add (i64.ctz (local.get {name})) (i64.const {64 * number})))",
                f"(local.set {name} (i64.and (local.get {name}) (i64.sub (local.get {name}) (i64.const 1))))",
                f"(local.set {place} (i64.load offset={8 * base} {address}))",
                *added,
                f"(br {again})))",
            ]
        return lines, [f"(local.get {temp})" for temp in temps]

    def limbs(self, node: ast.Call, count: int) -> Limbs:
        """The lowest words of the wide number that a call gives."""
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        args = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "S")]
        function = self.fn.module.ranges.functions.get(name)
        if function is not None:
            before, text = self.call(node)
            temps = [self.fn.fresh() for _ in self.fn.module.result_types(function)]
            lines = [*before, text, *(f"(local.set {temp})" for temp in reversed(temps))]
            return lines, [f"(local.get {temp})" for temp in temps[:count]]
        match name:
            case "packed":
                found = self.fn.value(args[0])
                if isinstance(found, Table):
                    return [], [const(w) for w in words_of(packed(found.rows, _fixed(args[1])), count)]
                self.fn.module.need_scratch(count + 1)
                call = f"(call $packed_far {self.fn.items(args[0])} {self.fn.number(args[1])} (i32.const {count + 1}))"
                return self.fn.wide.named([call], _scratch_loads(count))
            case "places_of":
                return self._places(args, count)
            case "holders_of":
                return self._holders(args, count)
            case "roll":
                self.fn.module.need_scratch(count + 1)
                texts = " ".join(self.fn.number(arg) for arg in args)
                call = f"(call $roll_many (local.get $S) {texts} (i32.const {count}))"
                return self.fn.wide.named([call], _scratch_loads(count))
            case "otherwise":
                before, limbs = self.fn.wide.named(*self.fn.limbs(args[0], count))
                more, nothing = self.fn.limbs(args[1], count)
                unlike = [f"(i64.xor {a} {b})" for a, b in zip(limbs, nothing, strict=True)]
                test = f"(i64.ne {folded('i64.or', unlike)} (i64.const 0))"
                lines, either = self.fn.wide.either(test, lambda: ([], limbs), lambda: self.fn.limbs(args[2], count))
                return [*before, *more, *lines], either
        raise Untranslatable(f"a wide `{name}` in {self.fn.function.name}")

    def _holders(self, args: list[ast.expr], count: int) -> Limbs:
        """All whose value is in a set, value by value; the set may hold bits of nobody."""
        index, whole = _fixed(args[1]), _fixed(args[2], self.fn.module.ranges.constants)
        places = whole.bit_length()
        before, limbs = self.fn.wide.named(*self.fn.limbs(args[0], -(-places // 64)))
        temps = [self.fn.fresh() for _ in range(count)]
        lines = [*before, *(f"(local.set {temp} (i64.const 0))" for temp in temps)]
        room = self.fn.module.memory.limbs_at(index, True)
        for place in range(places):
            if whole >> place & 1:
                test = f"(i64.and {limbs[place // 64]} {const(1 << place % 64)})"
                loads = [f"(i64.load offset={8 * (index + place)} (local.get $S))"]
                high = self.fn.module.memory.high_at(index, True) + 8 * (room - 1) * place
                loads += [f"(i64.load offset={high + 8 * k} (local.get $S))" for k in range(room - 1)]
                adds = [
                    f"(local.set {t} (i64.or (local.get {t}) {load}))" for t, load in zip(temps, loads, strict=False)
                ]
                lines += [f"(if (i64.ne {test} (i64.const 0)) (then {' '.join(adds)}))"]
        return lines, [f"(local.get {temp})" for temp in temps]


def _scratch_loads(count: int) -> list[str]:
    """The words that a helper has left to be taken up."""
    return [f"(i64.load offset={8 * k} (global.get $SCRATCH))" for k in range(count)]


def _fixed(node: ast.expr, constants: dict[str, int] | None = None) -> int:
    """The number that must be known before the game begins."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if constants is not None and isinstance(node, ast.Name) and isinstance(constants.get(node.id), int):
        return constants[node.id]
    raise Untranslatable("a number that should be fixed")
