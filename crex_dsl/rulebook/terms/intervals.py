"""Between which numbers a term can lie, and how many members it can have, as far as its parts tell."""

from __future__ import annotations

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Enum, ListOf, Number, SetOf, Thing, Type

Bounds = tuple[int | None, int | None]
UNKNOWN: Bounds = (None, None)
LIMIT = 10**12


def bounds(term: t.Term) -> Bounds:
    """The least and greatest value of a term, whatever holds; None where nothing is known."""
    return Intervals().of(term)


def lies_within(found: Bounds, low: int, high: int) -> bool:
    """Whether all that a term can be lies in a range."""
    return found[0] is not None and found[1] is not None and low <= found[0] and found[1] <= high


class Intervals:
    """Between which numbers terms lie, as far as their parts tell, each definition asked once."""

    def __init__(self) -> None:
        self._known: dict[t.Definition, Bounds] = {}

    def of(self, term: t.Term) -> Bounds:
        """The least and greatest value of a term."""
        declared = (term.type.low, term.type.high) if isinstance(term.type, Number) else UNKNOWN
        return declared if None not in declared else meet(declared, self.of_parts(term))

    def of_parts(self, term: t.Term) -> Bounds:
        """What the parts of a term tell; a definition that depends on itself tells nothing."""
        match term:
            case t.Const(value=int(value)):
                return value, value
            case t.Local(var=var) if isinstance(var.type, Number):
                return var.type.low, var.type.high  # which may have become known since
            case t.Within(of=of, low=low, high=high):
                return meet((low, high), self.of(of))
            case t.Arith(operator=operator, left=left, right=right):
                return combined(operator, self.of(left), self.of(right))
            case t.Apply(definition=definition) if not definition.adjusts and definition.cases:
                if definition not in self._known:
                    self._known[definition] = UNKNOWN
                    self._known[definition] = self.of_answers(definition)
                return self._known[definition]
            case t.Cond(then=then, otherwise=otherwise):
                return union([self.of(then), self.of(otherwise)])
            case t.SizeOf(of=of):
                return 0, most_members(of)
            case t.Quant(word="count", source=source):
                return 0, most_members(source)
            case t.Pips():
                return 0, None
        return UNKNOWN

    def of_answers(self, definition: t.Definition) -> Bounds:
        """The least and greatest answer of a definition."""
        return union([self.of(case.answer) for case in definition.cases])


def most_members(term: t.Term) -> int | None:
    """How many members a set or list has at most; None where nothing is known."""
    return _most_members(term, {})


def _most_members(term: t.Term, known: dict[t.Definition, int | None]) -> int | None:
    """As far as its type and its parts tell, each definition asked once."""
    found = [_most_of(term.type)]
    match term:
        case t.Const(type=SetOf(), value=int(mask)):
            found.append(mask.bit_count())
        case t.Const(type=ListOf(), value=tuple(values)):
            found.append(len(values))
        case t.Items(items=items):
            found.append(len(items))
        case t.Ranked(source=source):
            found.append(_most_members(source, known))
        case t.Slice(count=count, of=of):
            high = bounds(count)[1]
            found += [None if high is None else max(0, high), _most_members(of, known)]
        case t.Cond(then=then, otherwise=otherwise):
            found.append(_greatest([_most_members(then, known), _most_members(otherwise, known)]))
        case t.Apply(definition=definition) if not definition.adjusts and definition.cases:
            if definition not in known:
                known[definition] = None
                known[definition] = _greatest([_most_members(case.answer, known) for case in definition.cases])
            found.append(known[definition])
    return min((most for most in found if most is not None), default=None)


def _most_of(of: Type) -> int | None:
    """How many members a set of that type has at most: a list may hold one more than once."""
    match of:
        case SetOf(of=Thing(kind=kind)):
            return kind.mask.bit_count()
        case SetOf(of=Enum(words=words)):
            return len(words)
    return None


def _greatest(parts: list[int | None]) -> int | None:
    return None if None in parts else max(part for part in parts if part is not None)


def union(parts: list[Bounds]) -> Bounds:
    """The bounds of what may be any of several."""
    lows, highs = [low for low, _ in parts], [high for _, high in parts]
    low = None if None in lows else min(x for x in lows if x is not None)
    high = None if None in highs else max(x for x in highs if x is not None)
    return low, high


def meet(one: Bounds, two: Bounds) -> Bounds:
    """The bounds of what lies within both."""
    (a, b), (c, d) = one, two
    return c if a is None else a if c is None else max(a, c), d if b is None else b if d is None else min(b, d)


def combined(operator: str, one: Bounds, two: Bounds) -> Bounds:
    """The bounds of an arithmetic result; numbers beyond all reason bound nothing."""
    low, high = _combined(operator, one, two)
    return None if low is None or abs(low) > LIMIT else low, None if high is None or abs(high) > LIMIT else high


def _combined(operator: str, one: Bounds, two: Bounds) -> Bounds:
    (a, b), (c, d) = one, two
    if operator in ("min", "max"):
        lows, highs = [x for x in (a, c) if x is not None], [x for x in (b, d) if x is not None]
        if operator == "min":
            return (min(lows) if len(lows) == 2 else None), (min(highs) if highs else None)
        return (max(lows) if lows else None), (max(highs) if len(highs) == 2 else None)
    if operator == "+":
        return None if a is None or c is None else a + c, None if b is None or d is None else b + d
    if operator == "-":
        return None if a is None or d is None else a - d, None if b is None or c is None else b - c
    if a is None or b is None or c is None or d is None:
        return UNKNOWN
    match operator:
        case "*":
            ends = [x * y for x in (a, b) for y in (c, d)]
            return min(ends), max(ends)
        case "//" if c > 0:
            return a // (c if a < 0 else d), b // (c if b >= 0 else d)
        case "/^" if c > 0:
            return -(-a // d) if a >= 0 else -(-a // c), -(-b // c) if b >= 0 else -(-b // d)
    return UNKNOWN
