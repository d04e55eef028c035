"""Conditions as trees of phrases with places for what is known when somebody asks: one phrasing for each reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from crex_dsl.engine.compile.tables import quoted
from crex_dsl.engine.compile.texts.phrase_trees import GIVEN, Figures, PhraseTrees
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Number
from crex_dsl.text.grammar.functions import Tree

VALUE = "value"  # what a part of the condition comes to, by its words in the rule file

INSTEAD = "by_value"  # a part that is told by what it comes to, where that is known


class ReasonTrees(PhraseTrees):
    """Makes the tree of one condition; `given` are the names whose values are known when it is asked.

    Of `operands` both what they are and what they come to is told, of what is `looked_up` within them the latter alone.
    """

    def __init__(
        self, given: Mapping[t.Var, int], operands: Iterable[t.Term] = (), looked_up: Iterable[t.Term] = ()
    ) -> None:
        super().__init__(Figures())
        self._given = given
        self._operands = {id(term) for term in operands if not isinstance(term, t.Const | t.Local)}
        self._looked_up = {id(term) for term in looked_up if not isinstance(term, t.Const | t.Local)}

    def leaf(self, term: t.Term, witnesses: t.Quant | None) -> Tree:
        """A condition that is told as one; `witnesses` are those who make it so that there is somebody or not."""
        made = self.holds(term)
        if witnesses is None:
            return made
        turned = False
        while made[0] == "not":
            made, turned = made[1], not turned
        while isinstance(term, t.Not):
            term = term.of
        assert isinstance(term, t.Quant)
        word = "every" if term.word == "every" else "some"
        told: Tree = ("witnessed", made, word, (VALUE, witnesses.var.name))
        return ("not", told) if turned else told

    def value(self, term: t.Term) -> Tree:
        if isinstance(term, t.Local) and term.var in self._given:
            given = (GIVEN, self._given[term.var])
            return ("known", ("the", self.local(term.var)), given) if isinstance(term.type, Number) else given
        made = super().value(term)
        if id(term) in self._operands:
            return ("known", made, (VALUE, quoted(term.span)))
        return (INSTEAD, made, (VALUE, quoted(term.span))) if id(term) in self._looked_up else made

    def _stands(self, term: t.Term, others: Sequence[t.Term]) -> Tree:
        made = super()._stands(term, others)
        if id(term) not in self._operands or isinstance(term.type, Number):
            return made
        sort, one, items = made
        bare = one[1] if one[0] == "known" else one
        return (f"{sort}_known", bare, items, (VALUE, quoted(term.span)))
