"""How large every number of a generated module can become: by that it is known what fits one machine word.

The module's memory has declared ranges; those of local names, parameters, results and of the slots in which lists wait
are worked out together, from nothing upwards, until nothing grows any more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

WORD = 64
NUMBER = 1 << 62  # numbers that rules reckon with stay below this, or the game is played in Python
_STEPS = (1 << 16, 1 << 31, NUMBER)  # how ranges that grow and grow are rounded up
_PATIENCE = 6  # rounds before that
_ROUNDS = 60
_FARTHEST = 1_023  # the highest place of a set


class Untranslatable(Exception):
    """A generated module holds what WebAssembly is not made from; it is played in Python as a whole."""


@dataclass(frozen=True, slots=True)
class Num:
    """A whole number, or a set as one: between two ends, both included."""

    low: int
    high: int

    @property
    def limbs(self) -> int:
        """How many machine words it takes, sign included."""
        bits = max(self.high.bit_length(), (~self.low).bit_length() if self.low < 0 else 0) + 1
        return -(-bits // WORD)

    def __or__(self, other: Num) -> Num:
        return Num(min(self.low, other.low), max(self.high, other.high))

    def within(self, other: Num) -> bool:
        """Whether it lies in another range."""
        return other.low <= self.low and self.high <= other.high


@dataclass(frozen=True, slots=True)
class Items:
    """A list: what each of its items is made of, and how many there are at most."""

    parts: tuple[Num, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Several numbers that are compared one after the other."""

    parts: tuple[Num, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A constant: a row of numbers or of rows."""

    rows: tuple[Any, ...]


Value = Num | Items | Pair | Table

FLAG = Num(0, 1)
NUMBERS = Num(-NUMBER, NUMBER)
ZERO = Num(0, 0)


@dataclass(eq=False)
class Function:
    """One function of the module: what it is given, what it gives back, and what its names can be."""

    name: str
    node: ast.FunctionDef
    params: list[str]  # without the state and the list that legal codes go into
    names: dict[str, Value] = field(default_factory=dict)
    gives: Value | None = None
    answers: bool = False  # whether it gives anything back at all


@dataclass(eq=False)
class Memory:
    """What the slots of a state can hold, and which slots an index reaches from a constant on."""

    slots: list[tuple[int, int] | None]  # None where that is worked out
    areas: dict[int, tuple[int, int]]  # first and last slot, by the constant in the index

    def __post_init__(self) -> None:
        self.found = [ZERO if ends is None else Num(*ends) for ends in self.slots]
        self._reached: dict[int, Num] = {}

    def slot(self, place: int) -> Num:
        """What one slot can hold, as far as is known."""
        return self.found[place]

    def area(self, constant: int) -> tuple[int, int]:
        """The first and the last slot that an index with this constant reaches."""
        if constant not in self.areas:
            raise Untranslatable(f"nothing is known of the memory from {constant} on")
        return self.areas[constant]

    def reached(self, constant: int) -> Num:
        """What the slots can hold that an index with this constant reaches."""
        if constant not in self._reached:
            first, last = self.area(constant)
            if None in self.slots[first : last + 1]:
                raise Untranslatable(f"memory from {constant} on is not declared as a whole")
            found = self.found[first : last + 1]
            self._reached[constant] = Num(min(each.low for each in found), max(each.high for each in found))
        return self._reached[constant]


class Ranges:
    """The ranges of everything in a module."""

    def __init__(self, module: ast.Module, memory: Memory, entries: Mapping[str, Sequence[Num]], codes: int) -> None:
        """`entries` names the functions that are called from outside, with what they are given."""
        self.memory, self.codes = memory, Num(0, codes)
        self._narrowed: dict[str, Num] = {}  # names that a test has left between two ends
        self._known: dict[ast.expr, Value | None] = {}
        self._turns: list[int] = []  # how often the loops at hand go round at most
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
            _rename_checked(node)
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
                return
        raise Untranslatable("its numbers grow without end")

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
            names[name], self._grown = made, True

    def _store(self, target: ast.Subscript, value: Value | None) -> None:
        if not isinstance(value, Num):
            return
        constant, rest = index_parts(target.slice)
        if not rest and self.memory.slots[constant] is None:
            made = self._joined(self.memory.found[constant], value)
            if made != self.memory.found[constant]:
                assert isinstance(made, Num)
                self.memory.found[constant], self._grown = made, True

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
                self._name(name, self._binary(op, self._at.names.get(name), self.value(value), value))
            case ast.AugAssign(target=ast.Subscript() as target, op=op, value=value):
                self._store(target, self._binary(op, self.value(target), self.value(value), value))
            case ast.If(test=test, body=body, orelse=orelse):
                self.value(test)
                outside, self._narrowed = self._narrowed, self._narrowed | _tested(test)
                self._block(body)
                self._narrowed = outside
                self._block(orelse)
            case ast.While(test=test, body=body):
                members = self.value(test)
                known = isinstance(test, ast.Name) and isinstance(members, Num)
                self._loop(body, members.high.bit_length() if known else _FARTHEST)  # type: ignore[union-attr]
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
                            self._at.gives, self._grown = made, True
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="n"), attr="append"), args=[given])):
                item = self.value(given)
                if isinstance(item, Pair):
                    self._name("n", Items(item.parts, min(_FARTHEST, prod(self._turns))))
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
                    return min(_FARTHEST, max(0, two.high - one.low + 1))
            case ast.Call(func=ast.Name(id="range"), args=args):
                ends = [self.value(arg) for arg in args]
                begin, end = ends if len(ends) == 2 else [ZERO, ends[0]]
                if isinstance(begin, Num) and isinstance(end, Num):
                    self._target(target, (Num(begin.low, max(begin.low, end.high - 1)),))
                    return min(_FARTHEST, max(0, end.high - begin.low))
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
        return _FARTHEST

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
                return self._unary(op, self.value(operand))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self.value(left), self.value(right), right, left)
            case ast.BoolOp(op=op, values=values):
                either = [each for each in map(self.value, values) if isinstance(each, Num)]
                return _either([*either, ZERO] if isinstance(op, ast.And) else either)
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
            if place.high > _FARTHEST:
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

    def _unary(self, op: ast.unaryop, of: Value | None) -> Value | None:
        if of is None:
            return None
        assert isinstance(of, Num)
        match op:
            case ast.Not():
                return FLAG
            case ast.USub():
                return Num(-of.high, -of.low)
            case ast.Invert():
                return Num(~of.high, ~of.low)
        return of

    def _binary(
        self, op: ast.operator, one: Value | None, two: Value | None, right: ast.expr, left: ast.expr | None = None
    ) -> Value | None:
        if not isinstance(one, Num) or not isinstance(two, Num):
            return None
        return binary_range(op, one, two)

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
        return self._helper(name, node.args)

    def _helper(self, name: str, args: list[ast.expr]) -> Value | None:
        """What the functions give that generated code leans on."""
        found = [self.value(arg) for arg in args if not (isinstance(arg, ast.Name) and arg.id == "S")]
        first = found[0] if found else None
        match name:
            case "roll":
                sides = _known(found[1])
                return Num(0, (1 << 8 * sides) - 1)
            case "pick" | "the" | "foremost":
                return Num(0, max(0, first.high.bit_length() - 1)) if isinstance(first, Num) else None
            case "at_most" | "at_least" | "equal_to":
                return Num(0, 255)
            case "total":
                return Num(0, 255 * _known(found[1]))
            case "in_order":
                if not isinstance(first, Num):
                    return None
                return Items((Num(0, max(0, first.high.bit_length() - 1)),), first.high.bit_length())
            case "places_of":
                return _set_of(self.memory.reached(_known(found[1])))
            case "holders_of":
                who = self.memory.reached(_known(found[1]))
                return Num(~who.high, who.high)
            case "otherwise":
                one, two = found[0], found[2]
                return one | two if isinstance(one, Num) and isinstance(two, Num) else None
            case "nth":
                items = as_items(first) if isinstance(first, Table | Pair) else first
                missing = found[2]
                if not isinstance(items, Items) or not isinstance(missing, Num):
                    return None
                return items.parts[0] | missing if items.parts else missing
            case "first_of" | "last_of":
                return as_items(first) if isinstance(first, Table | Pair) else first
            case "packed":
                items = as_items(first) if isinstance(first, Table | Pair) else first
                if not isinstance(items, Items):
                    return None
                return Num(0, (1 << items.most * _known(found[1]) + 1) - 1)
            case "len":
                return Num(0, as_items(first).most) if isinstance(first, Items | Table | Pair) else None
            case "sum":
                items = as_items(first) if isinstance(first, Table | Pair) else first
                if not isinstance(items, Items) or not items.parts:
                    return ZERO if isinstance(items, Items) else None
                part = items.parts[0]
                return Num(min(0, part.low * items.most), max(0, part.high * items.most))
            case "within":
                return Num(_known(found[1]), _known(found[2]))
            case "bool":
                return FLAG
            case "out_of_range" | "endless" | "spend" | "N":
                return None
        raise Untranslatable(f"`{name}`, which is not known")


def binary_range(op: ast.operator, one: Num, two: Num) -> Num:
    """What an operation on two ranges can come to; numbers that grow too large stop the game instead."""
    match op:
        case ast.BitAnd():
            if one.low >= 0 and two.low >= 0:
                return Num(0, min(one.high, two.high))
            if one.low >= 0:
                return Num(0, one.high)
            if two.low >= 0:
                return Num(0, two.high)
            return _bitwise(one, two)
        case ast.BitOr() | ast.BitXor():
            return _bitwise(one, two)
        case ast.Add():
            return _numbers(one.low + two.low, one.high + two.high)
        case ast.Sub():
            if two == Num(1, 1):
                return Num(max(one.low - 1, min(one.low, -NUMBER)), one.high - 1)  # also of sets, for the lowest member
            return _numbers(one.low - two.high, one.high - two.low)
        case ast.Mult():
            ends = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
            return Num(min(ends), max(ends)) if one == Num(-2, -2) else _numbers(min(ends), max(ends))
        case ast.FloorDiv():
            if two.low <= 0:
                raise Untranslatable("a division by what may be nothing")
            ends = [a // b for a in (one.low, one.high) for b in (two.low, two.high)]
            return Num(min(ends), max(ends))
        case ast.Mod():
            if two.low <= 0:
                raise Untranslatable("a division by what may be nothing")
            return Num(0, one.high if one.low >= 0 and one.high < two.low else two.high - 1)
        case ast.RShift():
            low = max(0, two.low)
            return Num(min(one.low >> low, 0), max(one.high >> low, 0))
    raise Untranslatable(f"the operator `{type(op).__name__}`")


def _bitwise(one: Num, two: Num) -> Num:
    bits = max(one.high.bit_length(), two.high.bit_length(), (~one.low).bit_length(), (~two.low).bit_length())
    if one.low >= 0 and two.low >= 0:
        return Num(0, (1 << max(one.high.bit_length(), two.high.bit_length())) - 1)
    return Num(-(1 << bits), (1 << bits) - 1)


def _numbers(low: int, high: int) -> Num:
    return Num(max(low, -NUMBER), min(high, NUMBER)) if low <= NUMBER and high >= -NUMBER else NUMBERS


def exceeds(op: ast.operator, one: Num, two: Num) -> bool:
    """Whether an operation on numbers could leave the range that numbers have here, and is tested in play."""
    match op:
        case ast.Add():
            return one.low + two.low < -NUMBER or one.high + two.high > NUMBER
        case ast.Sub():
            return two != Num(1, 1) and (one.low - two.high < -NUMBER or one.high - two.low > NUMBER)
        case ast.Mult():
            ends = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
            return one != Num(-2, -2) and (min(ends) < -NUMBER or max(ends) > NUMBER)
    return False


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


def _either(found: list[Num]) -> Num | None:
    if not found:
        return None
    made = found[0]
    for each in found[1:]:
        made |= each
    return made


def _set_of(places: Num) -> Num:
    """A set of numbers of a range."""
    if places.high > _FARTHEST:
        raise Untranslatable("a set without bounds")
    return Num(0, (1 << places.high + 1) - 1)


def _known(value: Value | None) -> int:
    if isinstance(value, Num) and value.low == value.high:
        return value.low
    raise Untranslatable("a number that should be fixed")


def _rounded(number: int) -> int:
    return next((step for step in _STEPS if number <= step), number) if number > 0 else number


def constant_value(value: Any) -> Value:
    """The range of a constant."""
    return Num(value, value) if isinstance(value, int) else Table(value)


def entries_value(rows: tuple[Any, ...]) -> Value:
    """What the entries of a table can be."""
    if not rows or isinstance(rows[0], int):
        return Num(min(rows, default=0), max(rows, default=0))
    return row_items(rows)


def row_items(rows: tuple[Any, ...]) -> Items:
    """What rows of a table are as lists; an item may be a number or several."""
    entries = [entry if isinstance(entry, tuple) else (entry,) for row in rows for entry in row]
    widths = {len(entry) for entry in entries}
    if len(widths) > 1:
        raise Untranslatable("rows of unlike entries")
    parts = tuple(Num(min(column), max(column)) for column in zip(*entries, strict=True))
    return Items(parts, max(len(row) for row in rows))


def as_items(value: Items | Table | Pair) -> Items:
    """A constant row, or numbers side by side, as a list."""
    if isinstance(value, Items):
        return value
    if isinstance(value, Pair):
        made = _either(list(value.parts))
        return Items(() if made is None else (made,), len(value.parts))
    return row_items((value.rows,))


def index_parts(index: ast.expr) -> tuple[int, list[ast.expr]]:
    """The constant that an index is written with, and what is added to it, if anything is."""
    match index:
        case ast.Constant(value=int() as value):
            return value, []
        case ast.BinOp(left=rest, op=ast.Add(), right=ast.Constant(value=int() as value)):
            return value, [rest]
        case ast.BinOp(left=ast.Constant(value=int() as value), op=ast.Add(), right=rest):
            return value, [rest]
    return 0, [index]


def checked_limits(target: ast.Name) -> tuple[int, int] | None:
    """Between what an assigned number is found to lie right after, where that is tested."""
    found: tuple[int, int] | None = getattr(target, "limits", None)
    return found


def _is_out(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "out"


def _rename_checked(function: ast.FunctionDef) -> None:
    """Give every number that is tested right after it is worked out a name of its own, with what the test leaves."""
    count = 0

    def block(body: list[ast.stmt], name: str) -> None:
        nonlocal count
        for place, node in enumerate(body):
            after = body[place + 1] if place + 1 < len(body) else None
            match node:
                case ast.Assign(targets=[ast.Name(id="x")], value=value):
                    _renamed([value], name)
                    count += 1
                    name = f"x_{count}"
                    node.targets[0] = ast.Name(id=name, ctx=ast.Store())
                    if isinstance(after, ast.If):
                        node.targets[0].limits = _limits(after)  # type: ignore[attr-defined]
                    continue
                case ast.Assign(targets=[ast.Name(id="i")]):
                    count += 1
                    _rename_store(body[place : place + 4], count)
            for inner in _inner_blocks(node):
                block(inner, name)
            _renamed(_own_expressions(node), name)

    block(function.body, "x")


def _rename_store(lines: list[ast.stmt], number: int) -> None:
    """Give the names with which an indexed piece of memory is written names of their own."""
    if [type(line) for line in lines] != [ast.Assign, ast.Assign, ast.Assign, ast.If]:
        raise Untranslatable("an index that is written otherwise")
    of, value, before, change = lines
    assert isinstance(of, ast.Assign) and isinstance(value, ast.Assign) and isinstance(before, ast.Assign)
    named = [of.targets[0], value.targets[0], before.targets[0], *ast.walk(before.value), *ast.walk(change)]
    for each in named:
        if isinstance(each, ast.Name) and each.id in ("i", "n", "o"):
            each.id += f"_{number}"


def _inner_blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    for key in ("body", "orelse"):
        inner = getattr(node, key, None)
        if isinstance(inner, list) and inner:
            yield inner


def _own_expressions(node: ast.stmt) -> list[ast.expr]:
    return [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]


def _renamed(parts: list[ast.expr], name: str) -> None:
    for part in parts:
        for each in ast.walk(part):
            if isinstance(each, ast.Name) and each.id == "x":
                each.id = name


def _limits(node: ast.If) -> tuple[int, int] | None:
    """The ends between which a number must lie, where a statement tests just that."""
    match node.test:
        case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=low, comparators=[ast.Name(), high])):
            return ast.literal_eval(low), ast.literal_eval(high)
    return None
