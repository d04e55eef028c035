"""Names that are free or bound in a term, terms put in their place, and what a term mentions."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import facts, path
from crex_dsl.rulebook.terms.types import BOOL, Enum, Optional, Thing


def definition_terms(definition: t.Definition) -> list[t.Term]:
    """Every term of a definition."""
    found = [case.answer for case in definition.cases]
    found += [case.when for case in definition.cases if case.when is not None]
    found += [adjust.to for adjust in definition.adjusts]
    return found + [adjust.when for adjust in definition.adjusts if adjust.when is not None]


BINDING = (t.Quant, t.SumOver, t.Best, t.Ranked, t.Reachable)


def binders(term: t.Term) -> tuple[t.Var, ...]:
    """The names that a term binds for its own parts."""
    match term:
        case t.Quant(var=var) | t.SumOver(var=var) | t.Best(var=var) | t.Ranked(var=var):
            return (var,)
        case t.Reachable(link=link, place=place):
            return (link, place)
    return ()


def free_vars(term: t.Term) -> list[t.Var]:
    """The local names that a term uses and does not bind, in order of first use."""
    bound: set[t.Var] = set()
    found: dict[t.Var, None] = {}
    for part in term.walk():
        if isinstance(part, t.Local):
            found.setdefault(part.var)
        elif isinstance(part, BINDING):
            bound.update(binders(part))
    return [var for var in found if var not in bound]


def substitute(term: t.Term, values: dict[t.Var, t.Term]) -> t.Term:
    """A term with local names replaced by other terms; what is known to be there under a name stays so."""
    if isinstance(term, t.Local):
        found = values.get(term.var, term)
        if isinstance(found.type, Optional) and not isinstance(term.type, Optional) and not isinstance(found, t.Const):
            return found if path(found) is None else dataclasses.replace(found, type=term.type)
        return found
    return t.with_parts(term, lambda part: substitute(part, values))


def conjuncts(term: t.Term | None) -> list[t.Term]:
    """The conditions that must all hold for a condition to hold."""
    if term is None:
        return []
    if isinstance(term, t.And):
        return [part for item in term.items for part in conjuncts(item)]
    if isinstance(term, t.Not) and isinstance(term.of, t.Or):
        return [part for item in term.of.items for part in conjuncts(t.Not(BOOL, item.span, item))]
    return [term]


def leans(term: t.Term, others: Iterable[t.Term], truth: bool = True) -> bool:
    """Whether a term takes for granted what only others show by being true (or false).

    That an optional value is there, or that `the …` finds somebody.
    """
    if may_fail(term) and any(other is not term for other in others):
        return True
    needed = {path(part)[0] for part in term.walk() if _taken_as_there(part)}
    return bool(needed) and any(key in needed for other in others if other is not term for key in facts(other, truth))


def may_fail(term: t.Term) -> bool:
    """Whether working a term out may end in a fault, or would without the conditions before it.

    `the …` may find nobody, and an index that only they keep in its range may leave it.
    """
    return any(
        (isinstance(part, t.Quant) and part.word == "the")
        or isinstance(part, t.Within)
        or (isinstance(part, t.Apply) and _definition_may_fail(part.definition))
        for part in term.walk()
    )


@functools.lru_cache(maxsize=4_096)
def _definition_may_fail(definition: t.Definition) -> bool:
    return any(may_fail(term) for term in definition_terms(definition))


def _taken_as_there(term: t.Term) -> bool:
    """Whether a term may be missing by its declaration, and is used as if it could not."""
    match term:
        case t.Read(state=t.State(type=declared)) | t.Local(var=t.Var(type=declared)):
            pass
        case t.Fixed(attribute=t.FixedAttribute(type=declared)) | t.Apply(definition=t.Definition(type=declared)):
            pass
        case t.Nth():
            return isinstance(term.type, Thing | Enum)
        case t.ElseOf(instead=instead):
            declared = instead.type
        case _:
            return False
    return isinstance(declared, Optional) and not isinstance(term.type, Optional)


def mentions(term: t.Term, var: t.Var) -> bool:
    """Whether a term uses a local name."""
    return any(isinstance(part, t.Local) and part.var is var for part in term.walk())
