"""Conditions made simpler by what is known to hold where they are tested."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import path
from crex_dsl.rulebook.terms.evaluate import nothing_of
from crex_dsl.rulebook.terms.free_variables import conjuncts
from crex_dsl.rulebook.terms.types import BOOL, Bool, Enum, Optional, Thing

Rewrite = Callable[[t.Term], t.Term | None]
_LOOKS, _DEPTH = 40, 8  # into definitions, for one condition: those that double would never end


def shape(value: object) -> Hashable:
    """What a term asks, whoever asks it: the same for two terms that mean the same by their form."""
    if isinstance(value, t.Term):
        return (type(value), *(shape(getattr(value, name)) for name in value.parts))
    if isinstance(value, tuple):
        return tuple(shape(part) for part in value)
    return (type(value), value) if isinstance(value, int | str) else value if value is None else id(value)


def rewritten(term: t.Term, rewrite: Rewrite) -> t.Term:
    """A term with every part replaced for which there is another; from the outside in."""
    found = rewrite(term)
    if found is not None:
        return found
    return t.with_parts(term, lambda part: rewritten(part, rewrite))


def replaced(term: t.Term, old: t.Term, new: t.Term) -> t.Term:
    """A term with another one for every part that asks the same as `old`."""
    wanted, sort = shape(old), type(old)
    return rewritten(term, lambda part: new if type(part) is sort and shape(part) == wanted else None)


def assuming(term: t.Term, facts: Iterable[t.Term], inlined: Rewrite) -> t.Term:
    """A condition with what follows from facts put in; definitions are looked into where that tells more."""
    truths: dict[Hashable, bool] = {}
    known: list[t.Term] = []
    for fact in facts:
        inner, holds = (fact.of, False) if isinstance(fact, t.Not) else (fact, True)
        truths[shape(inner)] = holds
        known.append(fact)

    looks, depth = _LOOKS, 0

    def rewrite(part: t.Term) -> t.Term | None:
        nonlocal looks, depth
        if isinstance(part.type, Bool) and not isinstance(part, t.Const | t.Local):
            holds = truths.get(shape(part))
            if holds is None and isinstance(part, t.Compare) and part.operator in ("==", "!="):
                equal = part if part.operator == "==" else dataclasses.replace(part, operator="==")
                if any(exclusive(fact, equal) for fact in known):
                    holds = part.operator == "!="
            if holds is not None:
                return t.Const(BOOL, part.span, int(holds))
        if isinstance(part, t.Apply) and looks > 0 and depth < _DEPTH:
            looks -= 1
            body = inlined(part)
            if body is not None:
                depth += 1
                told = rewritten(body, rewrite)
                depth -= 1
                return None if told is body else told
        return None

    return rewritten(term, rewrite) if known else term


def exclusive(one: t.Term, other: t.Term | None) -> bool:
    """Whether two conditions plainly cannot both hold: they ask one thing to be two."""
    asked = [pair for part in conjuncts(one) for pair in _equality(part)]
    for part in conjuncts(other):
        for place, value in _equality(part):
            for known, wanted in asked:
                if place == known and _differ(value, wanted):
                    return True
    return False


def _equality(term: t.Term) -> list[tuple[object, t.Term]]:
    """What a condition asks to be equal: a place in memory or a name, and its value."""
    if not isinstance(term, t.Compare) or term.operator != "==":
        return []
    sides = ((term.left, term.right), (term.right, term.left))
    return [(path(side)[0], value) for side, value in sides]


def _differ(one: t.Term, other: t.Term) -> bool:
    """Whether two values can never be the same."""
    if isinstance(one, t.Const) and isinstance(other, t.Const):
        return bool(one.value != other.value)
    for constant, value in ((one, other), (other, one)):
        if (
            isinstance(constant, t.Const)
            and isinstance(constant.type, Optional)
            and isinstance(value.type, Thing | Enum)
        ):
            return bool(constant.value == nothing_of(constant.type))
    return False
