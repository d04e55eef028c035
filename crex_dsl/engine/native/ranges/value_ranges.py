"""How large every number of a generated module can become: by that it is known what fits one machine word.

The module's memory has declared ranges; those of local names, parameters, results and of the slots in which lists wait
are worked out together, from nothing upwards, until nothing grows any more.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from crex_dsl.engine.native.ranges.arithmetic import binary_range, unary_range
from crex_dsl.engine.native.ranges.generated_names import checked_limits, rename_checked
from crex_dsl.engine.native.ranges.helper_ranges import helper_range
from crex_dsl.engine.native.ranges.memory import Memory, index_parts
from crex_dsl.engine.native.ranges.values import (
    FARTHEST,
    FLAG,
    NUMBER,
    ZERO,
    Items,
    Num,
    Pair,
    Table,
    Untranslatable,
    Value,
    any_of,
    as_items,
    constant_value,
    entries_value,
)

_STEPS = (1 << 16, 1 << 31, NUMBER)  # how ranges that grow and grow are rounded up
_PATIENCE = 6  # rounds before that
_ROUNDS = 60


@dataclass(eq=False)
class Function:
    """One function of the module: what it is given, what it gives back, and what its names can be."""

    name: str
    node: ast.FunctionDef
    params: list[str]  # without the state and the list that legal codes go into
    names: dict[str, Value] = field(default_factory=dict)
    gives: Value | None = None
    answers: bool = False  # whether it gives anything back at all


class Ranges:
    """The ranges of everything in a module."""

    def __init__(self, module: ast.Module, memory: Memory, entries: Mapping[str, Sequence[Num]], codes: int) -> None:
        """`entries` names the functions that are called from outside, with what they are given."""
        self.memory, self.codes = memory, Num(0, codes)
        self._narrowed: dict[str, Num] = {}  # names that a test has left between two ends
        self._known: dict[ast.expr, Value | None] = {}
        self._turns: list[int] = []  # how often the loops at hand go round at most
        self._settled = False
        self.constants: dict[str, Any] = {}
        self.lists: dict[str, list[str]] = {}  # tuples of functions
        self.functions: dict[str, Function] = {}
        for node in module.body:
            self._declare(node)
        for name, given in entries.items():
            function = self.functions[name]
            function.names |= dict(zip(function.params, given, strict=True))
        self._settle()

    def _declare(self, node: ast.stmt) -> None:
        if isinstance(node, ast.FunctionDef):
            params = [arg.arg for arg in node.args.args if arg.arg not in ("S", "out")]
            rename_checked(node)
            function = self.functions[node.name] = Function(node.name, node, params)
            function.answers = any(
                isinstance(part, ast.Return) and part.value is not None and not _is_out(part.value)
                for part in ast.walk(node)
            )
            return
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if isinstance(value, ast.Tuple) and value.elts and any(isinstance(e, ast.Name) for e in value.elts):
                    self.lists[name] = [ast.unparse(element) for element in value.elts]
                elif isinstance(value, ast.Lambda):
                    pass
                else:
                    self.constants[name] = ast.literal_eval(value)
                return
        raise Untranslatable(f"`{type(node).__name__}` outside of functions")

    def _settle(self) -> None:
        for turn in range(_ROUNDS):
            self._grown, self._widening = False, turn >= _PATIENCE
            for function in self.functions.values():
                self._at = function
                self._block(function.node.body)
            if not self._grown:
                self._settled = True
                return
        raise Untranslatable("its numbers grow without end")

    def _grow(self) -> None:
        """Note that a range has become wider, which none may once code is written by them."""
        if self._settled:
            raise Untranslatable(f"a number in {self._at.name} that is larger than was worked out")
        self._grown = True

    def value_in(self, function: Function, node: ast.expr) -> Value | None:
        """What an expression of a function can be."""
        if node in self._known:
            return self._known[node]
        self._at = function
        return self.value(node)

    # ---- growing ----
    def _joined(self, before: Value | None, after: Value) -> Value:
        if before is None or before == after:
            return after
        if isinstance(before, Num) and isinstance(after, Num):
            made = before | after
            if made != before and self._widening:
                low = made.low if made.low == before.low else -_rounded(-made.low)
                made = Num(low, made.high if made.high == before.high else _rounded(made.high))
            return made
        one, two = (as_items(each) if isinstance(each, Table) else each for each in (before, after))
        if isinstance(one, Items) and isinstance(two, Items):
            if not one.parts or not two.parts:
                return Items(one.parts or two.parts, max(one.most, two.most))
            if len(one.parts) == len(two.parts):
                return Items(self._parts(one.parts, two.parts), max(one.most, two.most))
        if isinstance(one, Pair) and isinstance(two, Pair) and len(one.parts) == len(two.parts):
            return Pair(self._parts(one.parts, two.parts))
        raise Untranslatable(f"a name in {self._at.name} is now a number and now a list")

    def _parts(self, one: tuple[Num, ...], two: tuple[Num, ...]) -> tuple[Num, ...]:
        parts = [self._joined(a, b) for a, b in zip(one, two, strict=True)]
        return tuple(part for part in parts if isinstance(part, Num))

    def _name(self, name: str, value: Value | None, function: Function | None = None) -> None:
        if value is None:
            return
        names = (function or self._at).names
        made = self._joined(names.get(name), value)
        if made != names.get(name):
            self._grow()
            names[name] = made

    def _store(self, target: ast.Subscript, value: Value | None) -> None:
        if not isinstance(value, Num):
            return
        constant, rest = index_parts(target.slice)
        if not rest and self.memory.slots[constant] is None:
            made = self._joined(self.memory.found[constant], value)
            if made != self.memory.found[constant]:
                assert isinstance(made, Num)
                self._grow()
                self.memory.found[constant] = made

    # ---- statements ----
    def _block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id="out")], value=value):
                self._filter(value)
            case ast.Assign(targets=targets, value=value):
                found = self.value(value)
                for target in targets:
                    self._assign(target, value, found)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                self._name(name, _binary(op, self._at.names.get(name), self.value(value)))
            case ast.AugAssign(target=ast.Subscript() as target, op=op, value=value):
                self._store(target, _binary(op, self.value(target), self.value(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                self.value(test)
                outside, self._narrowed = self._narrowed, self._narrowed | _tested(test)
                for name in _assigned(node) & set(self._narrowed) if self._narrowed else ():
                    del self._narrowed[name]  # it may become something else before it is read
                self._block(body)
                self._narrowed = outside
                self._block(orelse)
            case ast.While(test=test, body=body):
                members, known = self.value(test), isinstance(test, ast.Name)
                self._loop(body, members.high.bit_length() if known and isinstance(members, Num) else FARTHEST)
            case ast.For(target=target, iter=of, body=body):
                self._loop(body, self._for(target, of))
            case ast.Return(value=None):
                pass
            case ast.Return(value=ast.expr() as value):
                if not _is_out(value):
                    found = self.value(value)
                    if found is not None:
                        made = self._joined(self._at.gives, found)
                        if made != self._at.gives:
                            self._grow()
                            self._at.gives = made
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="n"), attr="append"), args=[given])):
                item = self.value(given)
                if isinstance(item, Pair):
                    self._name("n", Items(item.parts, min(FARTHEST, prod(self._turns))))
            case ast.Expr(value=value):
                self.value(value)
            case ast.Raise() | ast.Pass() | ast.Break():
                pass
            case _:
                raise Untranslatable(f"`{type(node).__name__}` in {self._at.name}")

    def _filter(self, value: ast.expr) -> None:
        """The legal codes, begun, without doubles, or only those for which a condition holds."""
        match value:
            case ast.ListComp(elt=ast.Name(id=name), generators=[ast.comprehension(ifs=[test])]):
                self._name(name, self.codes)
                self.value(test)
            case ast.List(elts=[]) | ast.Call(func=ast.Name(id="list")):
                pass
            case _:
                raise Untranslatable(f"what is done with legal codes in {self._at.name}")

    def _assign(self, target: ast.expr, value: ast.expr, found: Value | None) -> None:
        match target:
            case ast.Name(id=name):
                limits = checked_limits(target)
                if limits is not None and isinstance(found, Num):
                    low, high = max(found.low, limits[0]), min(found.high, limits[1])
                    found = Num(low, high) if low <= high else Num(*limits)
                self._name(name, found)
            case ast.Subscript(slice=ast.Slice()):
                pass
            case ast.Subscript():
                self._store(target, found)
            case ast.Tuple(elts=names) if isinstance(value, ast.Tuple):
                for each, part in zip(names, value.elts, strict=True):
                    self._assign(each, part, self.value(part))
            case _:
                raise Untranslatable(f"an assignment in {self._at.name}")

    def _loop(self, body: list[ast.stmt], turns: int) -> None:
        self._turns.append(turns)
        self._block(body)
        self._turns.pop()

    def _for(self, target: ast.expr, of: ast.expr) -> int:
        """Note what a loop goes through; how many turns that makes at most."""
        match of:
            case ast.Call(func=ast.Name(id="counted"), args=[low, high, _, work]):
                one, two = self.value(low), self.value(high)
                self.value(work)
                if isinstance(one, Num) and isinstance(two, Num):
                    self._target(target, (Num(one.low, max(one.low, two.high)),))
                    return min(FARTHEST, max(0, two.high - one.low + 1))
            case ast.Call(func=ast.Name(id="range"), args=args):
                ends = [self.value(arg) for arg in args]
                begin, end = ends if len(ends) == 2 else [ZERO, ends[0]]
                if isinstance(begin, Num) and isinstance(end, Num):
                    self._target(target, (Num(begin.low, max(begin.low, end.high - 1)),))
                    return min(FARTHEST, max(0, end.high - begin.low))
            case ast.Call(func=ast.Name(id="shuffled"), args=[_, mask, _]):
                members = self.value(mask)
                if isinstance(members, Num):
                    most = members.high.bit_length()
                    self._target(target, (Num(1, max(1, most)), Num(0, max(0, most - 1))))
                    return most
            case ast.Subscript(value=ast.Name(id="MEMBERS"), slice=mask):
                members = self.value(mask)
                if isinstance(members, Num):
                    self._target(target, (Num(0, max(0, members.high.bit_length() - 1)),))
                    return members.high.bit_length()
            case _:
                found = self.value(of)
                items = as_items(found) if isinstance(found, Table | Pair) else found
                if isinstance(items, Items):
                    if items.parts:
                        self._target(target, items.parts)
                    return items.most
        return FARTHEST

    def _target(self, target: ast.expr, parts: tuple[Num, ...]) -> None:
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        for each, part in zip(names, parts, strict=True):
            assert isinstance(each, ast.Name)
            self._name(each.id, part)

    # ---- expressions ----
    def value(self, node: ast.expr) -> Value | None:
        """What an expression can be; None as long as nothing is known of its parts."""
        found = self._known[node] = self._value(node)
        return found

    def _value(self, node: ast.expr) -> Value | None:
        match node:
            case ast.Constant(value=bool() | int() as value):
                return Num(int(value), int(value))
            case ast.Name(id=name):
                if name in self.constants:
                    return constant_value(self.constants[name])
                return self._within(self._at.names.get(name), self._narrowed.get(name))
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                found = self.value(value)
                self._name(name, found)
                return found
            case ast.Subscript():
                return self._subscript(node)
            case ast.UnaryOp(op=op, operand=operand):
                return _unary(op, self.value(operand))
            case ast.BinOp(left=left, op=op, right=right):
                return _binary(op, self.value(left), self.value(right))
            case ast.BoolOp(op=op, values=values):
                either = [each for each in map(self.value, values) if isinstance(each, Num)]
                return any_of([*either, ZERO] if isinstance(op, ast.And) else either)
            case ast.Compare(left=left, comparators=others):
                for part in [left, *others]:
                    self.value(part)
                return FLAG
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.value(test)
                one, two = self.value(body), self.value(orelse)
                return two if one is None else one if two is None else self._union(one, two)
            case ast.Call():
                return self._call(node)
            case ast.Tuple(elts=parts):
                several = [each for each in map(self.value, parts) if isinstance(each, Num)]
                return Pair(tuple(several)) if len(several) == len(parts) else None
            case ast.ListComp():  # `[k[-1] for k in n]`: the things that were ranked
                ranked = self._at.names.get("n")
                return Items(ranked.parts[-1:], ranked.most) if isinstance(ranked, Items) else None
            case ast.List(elts=[]):
                return Items((), 0)
        raise Untranslatable(f"`{type(node).__name__}` in {self._at.name}")

    def _within(self, value: Value | None, limits: Num | None) -> Value | None:
        """A number that is known to lie between tested ends."""
        if limits is None or not isinstance(value, Num):
            return value
        low, high = max(value.low, limits.low), min(value.high, limits.high)
        return Num(low, high) if low <= high else limits

    def _union(self, one: Value, two: Value) -> Value:
        if isinstance(one, Num) and isinstance(two, Num):
            return one | two
        widening, self._widening = self._widening, False
        made = self._joined(one, two)
        self._widening = widening
        return made

    def _subscript(self, node: ast.Subscript) -> Value | None:
        if isinstance(node.value, ast.Name) and node.value.id == "S":
            constant, rest = index_parts(node.slice)
            for part in rest:
                self.value(part)
            return self.memory.reached(constant) if rest else self.memory.slot(constant)
        if isinstance(node.value, ast.Name) and node.value.id == "BIT":
            place = self.value(node.slice)
            if not isinstance(place, Num):
                return None
            if place.high > FARTHEST:
                raise Untranslatable(f"a set without bounds in {self._at.name}")
            return Num(0, 1 << max(0, place.high))
        of = self.value(node.value)
        self.value(node.slice)
        if isinstance(of, Table):
            return entries_value(of.rows)
        if isinstance(of, Items):
            return of.parts[0] if len(of.parts) == 1 else Pair(of.parts)
        if of is None:
            return None
        raise Untranslatable(f"an index in {self._at.name}")

    def _call(self, node: ast.Call) -> Value | None:
        if isinstance(node.func, ast.Attribute):
            of = self.value(node.func.value) if not _is_out(node.func.value) else None
            for arg in node.args:
                self.value(arg)
            if node.func.attr in ("bit_length", "bit_count"):
                return Num(0, max(of.high.bit_length(), of.low.bit_length())) if isinstance(of, Num) else None
            return None
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.functions:
            function = self.functions[name]
            given = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id in ("S", "out"))]
            for param, arg in zip(function.params, given, strict=True):
                self._name(param, self.value(arg), function)
            return function.gives
        found = [self.value(arg) for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "S")]
        return helper_range(name, found, self.memory)


def _unary(op: ast.unaryop, of: Value | None) -> Num | None:
    if of is None:
        return None
    assert isinstance(of, Num)
    return unary_range(op, of)


def _binary(op: ast.operator, one: Value | None, two: Value | None) -> Num | None:
    if not isinstance(one, Num) or not isinstance(two, Num):
        return None
    return binary_range(op, one, two)


def _tested(test: ast.expr) -> dict[str, Num]:
    """The names that a condition leaves between two fixed ends."""
    found: dict[str, Num] = {}
    for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
        match part:
            case ast.Compare(
                left=ast.Constant(value=int() as low),
                ops=[ast.LtE(), ast.Lt() | ast.LtE() as last],
                comparators=[ast.Name(id=name), ast.Constant(value=int() as high)],
            ):
                found[name] = Num(low, high - isinstance(last, ast.Lt))
    return found


def _assigned(node: ast.stmt) -> set[str]:
    """The names that a statement gives something else."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _rounded(number: int) -> int:
    return next((step for step in _STEPS if number <= step), number) if number > 0 else number


def _is_out(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "out"
