"""Types that follow from other types: of members, counts, sums and what may be missing."""

from __future__ import annotations

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import World, facts
from crex_dsl.rulebook.terms.intervals import combined, union
from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Enum, ListOf, Number, Optional, SetOf, Thing, Type, solid


def as_set(group: t.Term) -> t.Term:
    """The members of a set or list as a set."""
    if isinstance(group.type, ListOf):
        return t.Quant(SetOf(group.type.of), group.span, "all", t.Var("_", group.type.of), group, None)
    return group


def also(one: t.Term | None, other: t.Term) -> t.Term:
    return other if one is None else t.And(BOOL, one.span, (one, other))


def element(of: Type | None) -> Type | None:
    """What a name may mean where `of` is asked for: the type itself, or what a set or list of it holds."""
    if of is None:
        return None
    of = solid(of)
    return solid(of.of) if isinstance(of, SetOf | ListOf) else of


def hint(of: Type) -> Type:
    return optional(of) if isinstance(of, Thing | Enum) else of


def optional(of: Type) -> Type:
    return of if isinstance(of, Optional) or not isinstance(of, Thing | Enum) else Optional(of)


def or_none(of: Number) -> Number:
    """A number of a list, or 0 beyond its end."""
    low, high = union([(of.low, of.high), (0, 0)])
    return NUMBER if low is None or high is None else Number(low, high)


def narrowed(where: t.Term, var: t.Var) -> Type:
    known = facts(where, True).get(("local", var))
    return known[0] if known else var.type


def smallest(world: World, of: Thing, name: str) -> Thing:
    """The type of a named thing: the kind that its table row was written for."""
    index = of.kind.root.aliases[name]
    best = of.kind.root
    for kind in world.kinds.values():
        if kind.root is best.root and kind.mask >> index & 1 and kind.is_within(best):
            best = kind
    return Thing(best)


def count_type(of: Type) -> Type:
    inner = of.of if isinstance(of, SetOf | ListOf) else None
    if isinstance(of, SetOf) and isinstance(inner, Thing):
        return Number(0, inner.kind.count)
    if isinstance(of, SetOf) and isinstance(inner, Enum):
        return Number(0, len(inner.words))
    return NUMBER


def bounds(operator: str, left: t.Term, right: t.Term) -> Number:
    """The type of a result, bounded as far as the types of its parts tell: not all cases of a value are known yet."""
    low, high = combined(operator, range(left), range(right))
    return NUMBER if low is None or high is None else Number(low, high)


def range(term: t.Term) -> tuple[int | None, int | None]:
    return (term.type.low, term.type.high) if isinstance(term.type, Number) else (None, None)
