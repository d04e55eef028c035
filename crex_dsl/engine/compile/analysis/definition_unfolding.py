"""Definitions unfolded: the conjuncts that a condition has inside them, so that each can narrow by itself."""

from __future__ import annotations

from collections.abc import Callable

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import conjuncts, substitute
from crex_dsl.rulebook.terms.types import BOOL, Bool

_ROOM = 400  # how many parts one condition may unfold to; what is larger stays a call
_DEPTH = 8


class DefinitionUnfolding:
    """Unfolds conditions, remembering what each definition comes to."""

    def __init__(self, simplifier: Simplifier) -> None:
        self.simplifier = simplifier
        self._formulas: dict[t.Definition, t.Term | None] = {}

    def conjuncts(self, term: t.Term | None, whole: Callable[[t.Apply], bool]) -> list[t.Term]:
        """The conditions that must all hold for a condition to hold, in order; what is better left `whole` stays."""
        found: list[t.Term] = []
        waiting, room = [(part, 0) for part in reversed(conjuncts(term))], _ROOM
        while waiting:
            part, depth = waiting.pop()
            inner = self._unfolded(part, whole) if depth < _DEPTH else [part]
            size = sum(1 for item in inner for _ in item.walk())
            if len(inner) == 1 or size > room:
                found.append(part)
                continue
            room -= size
            waiting += [(item, depth + 1) for item in reversed(inner)]
        return found

    def _unfolded(self, term: t.Term, whole: Callable[[t.Apply], bool]) -> list[t.Term]:
        """A condition that is a definition, or the opposite of one, as the conjuncts that it comes to."""
        call = term.of if isinstance(term, t.Not) else term
        if not isinstance(call, t.Apply) or whole(call):
            return [term]
        formula, given = self._formula(call.definition), dict(zip(call.definition.params, call.args, strict=True))
        if formula is None or any(_dear(arg) and _uses(formula, param) > 1 for param, arg in given.items()):
            return [term]
        body = substitute(formula, given)
        return conjuncts(self.simplifier.fold(body if call is term else t.Not(BOOL, term.span, body)))

    def _formula(self, definition: t.Definition) -> t.Term | None:
        """A yes-or-no definition as one condition; None where its cases are no plain chain of `and` and `or`."""
        if definition not in self._formulas:
            self._formulas[definition] = self._joined(definition)
        return self._formulas[definition]

    def _joined(self, definition: t.Definition) -> t.Term | None:
        cases = self.simplifier.cases(definition)
        if definition.adjusts or not isinstance(definition.type, Bool) or not cases or cases[-1][0] is not None:
            return None
        formula: t.Term = cases[-1][1]
        for when, answer in reversed(cases[:-1]):
            assert when is not None
            if isinstance(answer, t.Const):
                formula = _chained(when, formula, bool(answer.value))
            elif isinstance(formula, t.Const):
                formula = _chained(t.Not(BOOL, when.span, when), answer, bool(formula.value))
            else:
                return None
        return formula


def _chained(settled: t.Term, otherwise: t.Term, answer: bool) -> t.Term:
    """Yes or no where one condition settles it, and another one where it does not."""
    if answer:
        return t.Or(BOOL, settled.span, (settled, otherwise))
    return t.And(BOOL, settled.span, (t.Not(BOOL, settled.span, settled), otherwise))


def _dear(term: t.Term) -> bool:
    """Whether a term is better not worked out twice."""
    return not all(isinstance(part, t.Local | t.Const | t.Read | t.Fixed | t.EnemyOf) for part in term.walk())


def _uses(term: t.Term, var: t.Var) -> int:
    return sum(1 for part in term.walk() if isinstance(part, t.Local) and part.var is var)
