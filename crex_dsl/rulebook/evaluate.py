"""The value of a term that depends on no memory: what wording quotes and what compiling folds away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.types import Kind, ListOf, Number, Optional, SetOf, Thing, Type


class NotConstant(Exception):
    """The term reads memory, or something that is not known yet."""


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


def evaluate(term: t.Term, env: Env) -> Any:
    """The value of a term; raises NotConstant where memory would have to be read."""
    match term:
        case t.Const(value=value):
            return value
        case t.Local(var=var):
            if var not in env:
                raise NotConstant
            return env[var]
        case t.Fixed(attribute=attribute, of=of):
            values, index = attribute.values, evaluate(of, env)
            if not 0 <= index < len(values):
                raise NotConstant
            return values[index]
        case t.Apply(definition=definition, args=args):
            return apply(definition, [evaluate(arg, env) for arg in args])
        case t.Arith(operator=operator, left=left, right=right):
            return arithmetic(operator, evaluate(left, env), evaluate(right, env))
        case t.SetArith(operator=operator, left=left, right=right):
            one, two = evaluate(left, env), evaluate(right, env)
            return one | two if operator == "+" else one & ~two
        case t.Compare(operator=operator, left=left, right=right):
            return compare(operator, evaluate(left, env), evaluate(right, env))
        case t.Not(of=of):
            return int(not evaluate(of, env))
        case t.And(items=items):
            return _chain(items, env, stop=0)
        case t.Or(items=items):
            return _chain(items, env, stop=1)
        case t.Cond(test=test, then=then, otherwise=otherwise):
            return evaluate(then if evaluate(test, env) else otherwise, env)
        case t.InSet(of=of, source=source):
            return evaluate(source, env) >> evaluate(of, env) & 1
        case t.InKind(of=of, kind=kind):
            return kind.mask >> evaluate(of, env) & 1
        case t.ElseOf(of=of, instead=instead):
            value = evaluate(of, env)
            return evaluate(instead, env) if value == nothing_of(of.type) else value
        case t.Items(items=items):
            listed = tuple(evaluate(item, env) for item in items)
            return sum(1 << value for value in set(listed)) if isinstance(term.type, SetOf) else listed
        case t.Quant() | t.SumOver() | t.Best() | t.Ranked():
            return _ranging(term, env)
        case t.Nth(place=place, of=of):
            items_, index = evaluate(of, env), evaluate(place, env)
            if 1 <= index <= len(items_):
                return items_[index - 1]
            return 0 if isinstance(term.type, Number) else nothing_of(term.type)
        case t.Slice(end=end, count=count, of=of):
            items_, size = evaluate(of, env), max(0, evaluate(count, env))
            return items_[:size] if end == "first" else items_[len(items_) - size :] if size < len(items_) else items_
        case t.SizeOf(of=of):
            value = evaluate(of, env)
            return len(value) if isinstance(of.type, ListOf) else value.bit_count()
        case t.TotalOf(of=of) if isinstance(of.type, ListOf):
            return sum(evaluate(of, env))
        case t.EnemyOf(of=of):
            assert isinstance(term.type, Thing)
            return (term.type.kind.mask & ~(1 << evaluate(of, env))).bit_length() - 1
        case t.SeatsAfter(start=start, of=of):
            assert isinstance(start.type, Thing)
            seats = start.type.kind.members
            return (seats.index(evaluate(of, env)) - seats.index(evaluate(start, env))) % len(seats)
        case t.Beyond(link=link, place=place):
            assert isinstance(link.type, Thing)
            return beyond(link.type.kind, evaluate(link, env), evaluate(place, env))
    raise NotConstant


def arithmetic(operator: str, one: int, two: int) -> int:
    """The result of an arithmetic operator."""
    match operator:
        case "+":
            return one + two
        case "-":
            return one - two
        case "*":
            return one * two
        case "//":
            return one // two
        case "/^":
            return -(-one // two)
        case "max":
            return max(one, two)
    return min(one, two)


def compare(operator: str, one: int, two: int) -> int:
    """The result of a comparison, 0 or 1."""
    match operator:
        case "==":
            return int(one == two)
        case "!=":
            return int(one != two)
        case "<":
            return int(one < two)
        case "<=":
            return int(one <= two)
        case ">":
            return int(one > two)
    return int(one >= two)


def beyond(kind: Kind, link: int, place: int) -> int:
    """The other end of a link."""
    ends = kind.attribute("ends")
    assert isinstance(ends, t.FixedAttribute)
    mask: int = ends.values[link]
    if not mask >> place & 1:
        return place
    return (mask & ~(1 << place)).bit_length() - 1 if mask.bit_count() == 2 else place


def apply(definition: t.Definition, args: list[Any]) -> Any:
    """The answer of a value or definition."""
    env: Env = dict(zip(definition.params, args, strict=True))
    for case in definition.cases:
        if case.when is None or evaluate(case.when, env):
            answer = evaluate(case.answer, env)
            break
    else:
        raise NotConstant
    for adjust in definition.adjusts:
        inner = {**env, adjust.it: answer}
        if adjust.when is None or evaluate(adjust.when, inner):
            answer = evaluate(adjust.to, inner)
    return answer


def _chain(items: tuple[t.Term, ...], env: Env, stop: int) -> int:
    """Conjunction or disjunction, known as soon as one part settles it."""
    unknown = False
    for item in items:
        try:
            if bool(evaluate(item, env)) == bool(stop):
                return stop
        except NotConstant:
            unknown = True
    if unknown:
        raise NotConstant
    return 1 - stop


def _ranging(term: t.Quant | t.SumOver | t.Best | t.Ranked, env: Env) -> Any:
    source = evaluate(term.source, env)
    members = list(source) if isinstance(term.source.type, ListOf) else list(bits(source))
    found = [m for m in members if term.where is None or evaluate(term.where, {**env, term.var: m})]
    match term:
        case t.SumOver(of=of):
            return sum(evaluate(of, {**env, term.var: m}) for m in found)
        case t.Best(keys=keys):
            for extreme, key in keys:
                values = {m: evaluate(key, {**env, term.var: m}) for m in found}
                if values:
                    best = (max if extreme == "most" else min)(values.values())
                    found = [m for m in found if values[m] == best]
            return sum(1 << m for m in found)
        case t.Ranked(keys=sort_keys):

            def rank(member: int) -> tuple[Any, ...]:
                inner = {**env, term.var: member}
                return tuple((-1 if falling else 1) * evaluate(key, inner) for key, falling in sort_keys)

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
