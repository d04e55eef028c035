"""Between which numbers a term can lie, and how many members it can have, as far as its parts tell."""

from __future__ import annotations

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.types import Enum, ListOf, Number, SetOf, Thing, Type

Bounds = tuple[int | None, int | None]
UNKNOWN: Bounds = (None, None)
LIMIT = 10**12


def bounds(term: t.Term) -> Bounds:
    """The least and greatest value of a term; None where nothing is known."""
    return _bounds(term, {})


def _bounds(term: t.Term, known: dict[t.Definition, Bounds]) -> Bounds:
    """As far as its parts tell, each definition asked once: one that depends on itself tells nothing."""
    if isinstance(term.type, Number) and term.type.low is not None and term.type.high is not None:
        return term.type.low, term.type.high
    match term:
        case t.Const(value=int(value)):
            return value, value
        case t.Arith(operator=operator, left=left, right=right):
            return combined(operator, _bounds(left, known), _bounds(right, known))
        case t.Apply(definition=definition) if not definition.adjusts and definition.cases:
            if definition not in known:
                known[definition] = UNKNOWN
                known[definition] = _union([_bounds(case.answer, known) for case in definition.cases])
            return known[definition]
        case t.Cond(then=then, otherwise=otherwise):
            return _union([_bounds(then, known), _bounds(otherwise, known)])
        case t.SizeOf() | t.Pips():
            return 0, None
    return UNKNOWN


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


def _union(parts: list[Bounds]) -> Bounds:
    lows, highs = [low for low, _ in parts], [high for _, high in parts]
    low = None if None in lows else min(x for x in lows if x is not None)
    high = None if None in highs else max(x for x in highs if x is not None)
    return low, high


def combined(operator: str, one: Bounds, two: Bounds) -> Bounds:
    """The bounds of an arithmetic result; numbers beyond all reason bound nothing."""
    low, high = _combined(operator, one, two)
    return None if low is None or abs(low) > LIMIT else low, None if high is None or abs(high) > LIMIT else high


def _combined(operator: str, one: Bounds, two: Bounds) -> Bounds:
    (a, b), (c, d) = one, two
    if operator == "min":
        lows, highs = [x for x in (a, c) if x is not None], [x for x in (b, d) if x is not None]
        return (min(lows) if len(lows) == 2 else None), (min(highs) if highs else None)
    if operator == "max":
        lows, highs = [x for x in (a, c) if x is not None], [x for x in (b, d) if x is not None]
        return (max(lows) if lows else None), (max(highs) if len(highs) == 2 else None)
    if a is None or b is None or c is None or d is None:
        return UNKNOWN
    match operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            ends = [x * y for x in (a, b) for y in (c, d)]
            return min(ends), max(ends)
        case "//" if c > 0:
            return a // (c if a < 0 else d), b // (c if b >= 0 else d)
        case "/^" if c > 0:
            return -(-a // d) if a >= 0 else -(-a // c), -(-b // c) if b >= 0 else -(-b // d)
    return UNKNOWN
