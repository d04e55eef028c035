"""The value of a term that depends on no memory: what wording quotes and what compiling folds away."""

from __future__ import annotations

import operator as op
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.intervals import LIMIT
from crex_dsl.rulebook.terms.types import Kind, ListOf, Optional, SetOf, Thing, Type
from crex_dsl.text.messages import marked

MAX_FOR_ONE = 100_000  # for one value
MAX_TOTAL = 2_000_000  # for all values of one sort


class NotConstant(Exception):
    """The term reads memory, or something that is not known yet, or it would take too long."""

    sentence: str | None = None


class TooLong(NotConstant):
    """The term is too much work to be worked out before play."""

    sentence = marked("this is too much to be worked out before play")


Env = dict[t.Var, Any]


def bits(mask: int) -> Iterator[int]:
    """The members of a bit set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nothing_of(of: Type) -> int:
    """The code of nothing for an optional type."""
    assert isinstance(of, Optional)
    inner = of.of
    return inner.kind.count if isinstance(inner, Thing) else len(inner.words)  # type: ignore[attr-defined]


@dataclass(slots=True)
class Work:
    """What has been worked out so far, and what may still be: no answer is worked out twice, and not too many are."""

    left: int = MAX_TOTAL
    answers: dict[tuple[t.Definition, tuple[Any, ...]], Any] = field(default_factory=dict)


def evaluate(term: t.Term, env: Env, work: Work | None = None) -> Any:
    """The value of a term; raises NotConstant where memory would have to be read, or it would take too long.

    Several values that share their `work` together take no longer than it allows.
    """
    if work is None:
        return _value(term, env, Work(MAX_FOR_ONE))
    share = Work(min(MAX_FOR_ONE, work.left), work.answers)
    before = share.left
    try:
        return _value(term, env, share)
    finally:
        work.left -= before - max(0, share.left)


def apply(definition: t.Definition, args: list[Any]) -> Any:
    """The answer of a value or definition."""
    return _answer(definition, args, Work(MAX_FOR_ONE))


class Tabulator:
    """Works out all answers of definitions, each once, as long as that is not too much work altogether."""

    def __init__(self) -> None:
        self._work = Work()
        self._tables: dict[t.Definition, tuple[Any, ...] | None] = {}

    def table(self, definition: t.Definition, counts: list[int]) -> tuple[Any, ...] | None:
        """The answers for all arguments below these counts, 0 where there is none; None where it is too much."""
        if definition not in self._tables:
            self._tables[definition] = self._tabulated(definition, counts)
        return self._tables[definition]

    def _tabulated(self, definition: t.Definition, counts: list[int]) -> tuple[Any, ...] | None:
        answers: list[Any] = []
        for args in product(*(range(count) for count in counts)):
            try:
                answers.append(_answer(definition, list(args), self._work))
            except (NotConstant, IndexError):
                answers.append(0)
            if self._work.left < 0:
                return None
        return tuple(answers)


def _value(term: t.Term, env: Env, work: Work) -> Any:
    work.left -= 1
    if work.left < 0:
        raise TooLong
    match term:
        case t.Const(value=value):
            return value
        case t.Local(var=var):
            if var not in env:
                raise NotConstant
            return env[var]
        case t.Within(of=of, low=low, high=high):
            value = _value(of, env, work)
            if not low <= value <= high:
                raise NotConstant
            return value
        case t.Fixed(attribute=attribute, of=of):
            values, index = attribute.values, _value(of, env, work)
            if not 0 <= index < len(values):
                raise NotConstant
            return values[index]
        case t.Apply(definition=definition, args=args):
            return _answer(definition, [_value(arg, env, work) for arg in args], work)
        case t.Arith(operator=operator, left=left, right=right):
            return arithmetic(operator, _value(left, env, work), _value(right, env, work))
        case t.SetArith(operator=operator, left=left, right=right):
            one, two = _value(left, env, work), _value(right, env, work)
            return one | two if operator == "+" else one & ~two
        case t.Compare(operator=operator, left=left, right=right):
            return compare(operator, _value(left, env, work), _value(right, env, work))
        case t.Not(of=of):
            return int(not _value(of, env, work))
        case t.And(items=items):
            return _chain(items, env, work, stop=0)
        case t.Or(items=items):
            return _chain(items, env, work, stop=1)
        case t.Cond(test=test, then=then, otherwise=otherwise):
            return _value(then if _value(test, env, work) else otherwise, env, work)
        case t.InSet(of=of, source=source):
            return _value(source, env, work) >> _value(of, env, work) & 1
        case t.InKind(of=of, kind=kind):
            return kind.mask >> _value(of, env, work) & 1
        case t.ElseOf(of=of, instead=instead):
            value = _value(of, env, work)
            return _value(instead, env, work) if value == nothing_of(of.type) else value
        case t.Items(items=items):
            listed = tuple(_value(item, env, work) for item in items)
            return sum(1 << value for value in set(listed)) if isinstance(term.type, SetOf) else listed
        case t.Quant() | t.SumOver() | t.Best() | t.Ranked():
            return _ranging(term, env, work)
        case t.Nth(place=place, of=of):
            items_, index = _value(of, env, work), _value(place, env, work)
            if 1 <= index <= len(items_):
                return items_[index - 1]
            return nothing_of(term.type) if isinstance(term.type, Optional) else 0
        case t.Slice(end=end, count=count, of=of):
            items_, size = _value(of, env, work), max(0, _value(count, env, work))
            return items_[:size] if end == "first" else items_[len(items_) - size :] if size < len(items_) else items_
        case t.SizeOf(of=of):
            value = _value(of, env, work)
            return len(value) if isinstance(of.type, ListOf) else value.bit_count()
        case t.TotalOf(of=of) if isinstance(of.type, ListOf):
            return sum(_value(of, env, work))
        case t.EnemyOf(of=of):
            assert isinstance(term.type, Thing)
            return (term.type.kind.mask & ~(1 << _value(of, env, work))).bit_length() - 1
        case t.SeatsAfter(start=start, of=of):
            assert isinstance(start.type, Thing)
            seats = start.type.kind.members
            one, two = _value(start, env, work), _value(of, env, work)
            if one not in seats or two not in seats:
                raise NotConstant
            return (seats.index(two) - seats.index(one)) % len(seats)
        case t.Beyond(link=link, place=place):
            assert isinstance(link.type, Thing)
            return beyond(link.type.kind, _value(link, env, work), _value(place, env, work))
    raise NotConstant


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": op.add,
    "-": op.sub,
    "*": op.mul,
    "//": op.floordiv,
    "/^": lambda one, two: -(-one // two),
    "max": max,
    "min": min,
}
_COMPARISONS = {"==": op.eq, "!=": op.ne, "<": op.lt, "<=": op.le, ">": op.gt, ">=": op.ge}


def arithmetic(operator: str, one: int, two: int) -> int:
    """The result of an arithmetic operator; numbers beyond all reason are not worked out."""
    if max(abs(one), abs(two)) > LIMIT:
        raise NotConstant
    return _ARITHMETIC[operator](one, two)


def compare(operator: str, one: int, two: int) -> int:
    """The result of a comparison, 0 or 1."""
    return int(_COMPARISONS[operator](one, two))


def beyond(kind: Kind, link: int, place: int) -> int:
    """The other end of a link."""
    ends = kind.attribute("ends")
    assert isinstance(ends, t.FixedAttribute)
    mask: int = ends.values[link]
    if not mask >> place & 1:
        return place
    return (mask & ~(1 << place)).bit_length() - 1 if mask.bit_count() == 2 else place


def _answer(definition: t.Definition, args: list[Any], work: Work) -> Any:
    key = definition, tuple(args)
    if key not in work.answers:
        try:
            work.answers[key] = _first_case(definition, args, work)
        except NotConstant as unknown:
            work.answers[key] = type(unknown)
    if work.answers[key] in (NotConstant, TooLong):
        raise work.answers[key]
    return work.answers[key]


def _first_case(definition: t.Definition, args: list[Any], work: Work) -> Any:
    env: Env = dict(zip(definition.params, args, strict=True))
    for case in definition.cases:
        if case.when is None or _value(case.when, env, work):
            answer = _value(case.answer, env, work)
            break
    else:
        raise NotConstant
    for adjust in definition.adjusts:
        inner = {**env, adjust.it: answer}
        if adjust.when is None or _value(adjust.when, inner, work):
            answer = _value(adjust.to, inner, work)
    return answer


def _chain(items: tuple[t.Term, ...], env: Env, work: Work, stop: int) -> int:
    """Conjunction or disjunction, known as soon as one part settles it."""
    unknown = False
    for item in items:
        try:
            if bool(_value(item, env, work)) == bool(stop):
                return stop
        except NotConstant:
            unknown = True
    if unknown:
        raise NotConstant
    return 1 - stop


def _ranging(term: t.Quant | t.SumOver | t.Best | t.Ranked, env: Env, work: Work) -> Any:
    source = _value(term.source, env, work)
    members = list(source) if isinstance(term.source.type, ListOf) else list(bits(source))
    found = [m for m in members if term.where is None or _value(term.where, {**env, term.var: m}, work)]
    match term:
        case t.SumOver(of=of):
            return sum(_value(of, {**env, term.var: m}, work) for m in found)
        case t.Best(keys=keys):
            for extreme, key in keys:
                values = {m: _value(key, {**env, term.var: m}, work) for m in found}
                if values:
                    best = (max if extreme == "most" else min)(values.values())
                    found = [m for m in found if values[m] == best]
            return sum(1 << m for m in found)
        case t.Ranked(keys=sort_keys):

            def rank(member: int) -> tuple[Any, ...]:
                inner = {**env, term.var: member}
                return tuple((-1 if falling else 1) * _value(key, inner, work) for key, falling in sort_keys)

            return tuple(sorted(found, key=rank))
    assert isinstance(term, t.Quant)
    match term.word:
        case "some":
            return int(bool(found))
        case "no":
            return int(not found)
        case "every":
            return int(len(found) == len(members))
        case "count":
            return len(found)
        case "all":
            return sum(1 << m for m in set(found))
    if not found:
        raise NotConstant
    return found[0]
