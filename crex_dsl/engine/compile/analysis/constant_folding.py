"""Terms made simpler before they are compiled: what is known is worked out, what cannot hold is dropped."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from crex_dsl.language.diagnostics import Diagnostic, RuleError
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.evaluate import NotConstant, Work, evaluate
from crex_dsl.rulebook.terms.free_variables import BINDING, definition_terms, free_vars
from crex_dsl.rulebook.terms.types import BOOL
from crex_dsl.text.messages import said

MAX_EFFORT = 1_000_000  # terms that are looked at while one rulebook is compiled


class Simplifier:
    """Folds constants, remembering which definitions depend on nothing that changes."""

    def __init__(self) -> None:
        self.work = Work()
        self._left = MAX_EFFORT
        self._pure: dict[t.Definition, bool] = {}
        self._cases: dict[t.Definition, list[tuple[t.Term | None, t.Term]]] = {}

    def pure(self, term: t.Term) -> bool:
        """Whether a term depends on local names and fixed facts only."""
        for part in term.walk():
            if isinstance(part, t.Read | t.CanDo | t.Reachable | t.Pips):
                return False
            if isinstance(part, t.TotalOf):
                return False
            if isinstance(part, t.Apply) and not self.pure_definition(part.definition):
                return False
        return True

    def pure_definition(self, definition: t.Definition) -> bool:
        """Whether a definition's answer depends on its arguments only."""
        if definition not in self._pure:
            self._pure[definition] = False
            self._pure[definition] = all(self.pure(term) for term in definition_terms(definition))
        return self._pure[definition]

    def strain(self, term: t.Term, effort: int) -> None:
        """Take some effort off what the compiler may make of one rulebook; raises a RuleError where nothing is left."""
        self._left -= effort
        if self._left < 0:
            hint = said("let definitions that call one another many times call one another less often")
            raise RuleError([Diagnostic(said("the rules around here take too long to compile"), term.span, hint=hint)])

    def fold(self, term: t.Term) -> t.Term:
        """The same term with everything worked out that can be."""
        if isinstance(term, t.Const | t.Local):
            return term
        self.strain(term, 1)
        folded = t.with_parts(term, self.fold)
        match folded:
            case t.Not(of=t.Const(value=value)):
                return t.Const(BOOL, term.span, int(not value))
            case t.Not(of=t.Not(of=inner)):
                return inner
            case t.And(items=items):
                return _chain(folded, items, stop=0)
            case t.Or(items=items):
                return _chain(folded, items, stop=1)
            case t.Cond(test=t.Const(value=value), then=then, otherwise=otherwise):
                return then if value else otherwise
            case t.Within(of=t.Const(value=value)) if folded.low <= value <= folded.high:
                return t.Const(folded.type, folded.span, value)
            case t.Quant(where=t.Const(value=1)):
                return dataclasses.replace(folded, where=None) if folded.word != "every" else folded
        settled = isinstance(folded, BINDING) or all(isinstance(part, t.Const) for part in folded.children())
        if settled and self.pure(folded) and not free_vars(folded):
            try:
                return t.Const(folded.type, folded.span, evaluate(folded, {}, self.work))
            except NotConstant:
                return folded
        if isinstance(folded, t.Apply):
            return self._known_case(folded)
        return folded

    def _known_case(self, term: t.Apply) -> t.Term:
        """A value whose first case always holds, or whose parameters settle it, without the others."""
        definition = term.definition
        env = {p: a.value for p, a in zip(definition.params, term.args, strict=True) if isinstance(a, t.Const)}
        if not env and definition.params:
            return term
        if definition.adjusts:
            return term
        for case in definition.cases:
            if case.when is not None:
                try:
                    if not evaluate(case.when, dict(env), self.work):
                        continue
                except NotConstant:
                    return term
            try:
                return t.Const(term.type, term.span, evaluate(case.answer, dict(env), self.work))
            except NotConstant:
                return term
        return term

    def cases(self, definition: t.Definition) -> list[tuple[t.Term | None, t.Term]]:
        """The cases of a definition that can hold, up to the one that always does."""
        if definition not in self._cases:
            self._cases[definition] = self._holding(definition)
        return self._cases[definition]

    def _holding(self, definition: t.Definition) -> list[tuple[t.Term | None, t.Term]]:
        kept: list[tuple[t.Term | None, t.Term]] = []
        for case in definition.cases:
            when = None if case.when is None else self.fold(case.when)
            if isinstance(when, t.Const):
                if not when.value:
                    continue
                when = None
            kept.append((when, self.fold(case.answer)))
            if when is None:
                break
        return kept


def _chain(term: t.And | t.Or, items: Iterable[t.Term], stop: int) -> t.Term:
    kept: list[t.Term] = []
    for item in items:
        if isinstance(item, t.Const):
            if bool(item.value) == bool(stop):
                return t.Const(BOOL, term.span, stop)
            continue
        if type(item) is type(term):
            kept += item.items
        else:
            kept.append(item)
    if not kept:
        return t.Const(BOOL, term.span, 1 - stop)
    return kept[0] if len(kept) == 1 else type(term)(BOOL, term.span, tuple(kept))
