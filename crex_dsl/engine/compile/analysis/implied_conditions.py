"""What a condition already asks of the names that are known, while it still waits for others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import conjuncts, free_vars, leans, substitute
from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Bool, Kind, Thing


class Near(t.Term):
    """Whether a place lies within so many links of another, whatever stands between them."""

    links: Kind
    places: int
    start: t.Term
    target: t.Term
    within: t.Term


def near(search: t.Reachable, target: t.Term, start: t.Term, more: int = 0) -> Near:
    """What a search that reaches its target must find: that it is not too far away."""
    assert isinstance(search.link.type, Thing) and isinstance(search.place.type, Thing)
    places = search.place.type.kind.count
    within = search.within
    if more:
        within = t.Arith(NUMBER, search.span, "+", within, t.Const(NUMBER, search.span, more))
    return Near(BOOL, search.span, search.link.type.kind, places, start, target, within)


_LOOKS, _DEPTH = 60, 8  # into definitions: those that double would never end


class ImpliedConditions:
    """Conditions with what is not known yet taken for granted."""

    def __init__(self, simplifier: Simplifier, known: Iterable[t.Var]) -> None:
        self.simplifier, self.known = simplifier, set(known)
        self._looks, self._depth = _LOOKS, 0

    def weaker(self, term: t.Term) -> t.Term | None:
        """A condition on known names that holds wherever a condition does; None where nothing can be told."""
        return self._bent(term, True)

    def _bent(self, term: t.Term, weaker: bool) -> t.Term | None:
        """Weaker: what follows from a condition; otherwise: what it follows from."""
        if self._is_known(term):
            return term
        match term:
            case t.Not(of=of):
                inner = self._bent(of, not weaker)
                return None if inner is None else t.Not(BOOL, term.span, inner)
            case t.And(items=items):
                return self._chain(term, t.And, items, not weaker, weaker)
            case t.Or(items=items):
                return self._chain(term, t.Or, items, weaker, weaker)
            case t.Apply(definition=definition) if (
                isinstance(definition.type, Bool) and self._looks > 0 and self._depth < _DEPTH
            ):
                self._looks -= 1
                body = self._body(term)
                self._depth += 1
                bent = None if body is None else self._bent(body, weaker)
                self._depth -= 1
                return bent
            case t.InSet(of=target, source=t.Reachable() as search) if weaker:
                return self._search(search, target)
            case t.Quant(word="some") if weaker and self._is_known(term.source):
                return self._some(term)
        return None

    def _is_known(self, term: t.Term) -> bool:
        return all(var in self.known for var in free_vars(term))

    def _chain(
        self,
        term: t.Term,
        make: Callable[..., t.Term],
        items: tuple[t.Term, ...],
        every: bool,
        weaker: bool,
    ) -> t.Term | None:
        """The parts of a chain that can be told; `every`: none of them may be missing."""
        bent = [self._bent(item, weaker) for item in items]
        found = [part for part in bent if part is not None]
        if not found or (every and len(found) < len(items)):
            return None
        if len(found) < len(items) and any(leans(part, items) for part in found):
            return None
        return found[0] if len(found) == 1 else make(BOOL, term.span, tuple(found))

    def _body(self, term: t.Apply) -> t.Term | None:
        """What a definition with one case says."""
        cases = self.simplifier.cases(term.definition)
        if term.definition.adjusts or len(cases) != 1 or cases[0][0] is not None:
            return None
        values = dict(zip(term.definition.params, term.args, strict=True))
        return self.simplifier.fold(substitute(cases[0][1], values))

    def _search(self, search: t.Reachable, target: t.Term) -> t.Term | None:
        if not self._is_known(target) or not self._is_known(search.within):
            return None
        if self._is_known(search.start):
            return near(search, target, search.start)
        match search.start:
            case t.Beyond(place=place) if self._is_known(place) and isinstance(place.type, Thing):
                return near(search, target, place, more=1)  # one link farther at most
        return None

    def _some(self, term: t.Quant) -> t.Term | None:
        """That somebody is there of whom less is asked."""
        parts = conjuncts(term.where)
        inside = {term.var, *self.known}
        kept = [p for p in parts if all(var in inside for var in free_vars(p)) and not leans(p, parts)]
        where = None if not kept else kept[0] if len(kept) == 1 else t.And(BOOL, term.span, tuple(kept))
        return t.Quant(BOOL, term.span, "some", term.var, term.source, where)
