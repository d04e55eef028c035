"""What Polish and Russian share: nouns without articles, in cases, beside which names stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.lexicon import Unsaid
from crex_dsl.text.grammar.phrased import SAME, PhrasedGrammar

CASES = {"": 0, "gen": 1, "loc": 2, "acc": 3, "pl": 4, "plgen": 5}  # the forms of a noun, in their order
FORMS = {"gen": "genitive", "loc": "locative", "acc": "accusative"}  # as rule files call those of names
_EARLY_COMMA = re.compile(r",(\s*\([^()]*\))")
_IDLE_COMMA = re.compile(r",(?=\s*(?:[,;:.)”»]|$))")
_DETERMINED = ("each", "this", "all", "these", "rel")


class SlavicGrammar(PhrasedGrammar):
    """Says things by the noun of their kind in its case, with the name beside it: so a covered one never differs."""

    blank_forms = (*FORMS, SAME)
    each: ClassVar[Mapping[str, tuple[str, str, str, str]]]  # by gender, every one of them in four cases
    this: ClassVar[Mapping[str, tuple[str, str, str, str]]]  # by gender, this one in four cases
    all: ClassVar[tuple[str, str, str]]  # all things, all persons, of all
    these: ClassVar[tuple[str, str, str]]  # these things, these persons, of these
    relative: ClassVar[Mapping[str, str]]  # by gender, for which
    numbered: ClassVar[str]  # before the number of a second one of a kind

    def said(self, tree: Tree) -> str:
        """A subordinate clause ends in a comma, unless something stronger follows."""
        return _IDLE_COMMA.sub("", _EARLY_COMMA.sub(r"\1,", super().said(tree)))

    def in_case(self, forms: tuple[str, ...], case: str) -> str:
        """Of a word that is said in some cases only, the plain form serves for the accusative, the genitive else."""
        place = CASES.get(case, 0)
        if place < len(forms):
            return forms[place]
        return forms[0] if case in ("acc", "pl") else forms[min(1, len(forms) - 1)]

    def gender(self, kind: str) -> str:
        """The gender of a kind's noun, by the word for this one."""
        return self.lexicon.noun(kind).get("this", "") or next(iter(self.this))

    def noun_in(self, kind: str, form: str, number: int, several: bool) -> str:
        word = next((each for each in _DETERMINED if form.startswith(each)), "")
        case = form.removeprefix(word)
        if word == "rel":
            return self.relative.get(self.gender(kind), next(iter(self.relative.values())))
        if word in ("all", "these"):
            things, persons, of = self.all if word == "all" else self.these
            determiner = of if case not in ("", "acc") else persons if kind == "player" else things
            return f"{determiner} {self._form(kind, 'plgen' if case not in ('', 'acc') else 'pl')}"
        if several and case in ("", "gen", "loc", "acc"):
            case = "plgen" if case in ("gen", "loc") else "pl"
        made = self._form(kind, case)
        if number > 1 and case not in ("pl", "plgen"):
            made = f"{made} {self.numbered} {number}"
        if word:
            by_gender = self.each if word == "each" else self.this
            row = by_gender.get(self.gender(kind), next(iter(by_gender.values())))
            living = case == "acc" and self._form(kind, "acc") == self._form(kind, "gen")
            made = f"{row[CASES['gen' if living else case]]} {made}"
        return made

    def _form(self, kind: str, case: str) -> str:
        forms = self.own_nouns.get(kind) or self.noun_of(kind)
        return forms[CASES.get(case, 0)]

    def np_thing(self, case: str, kind: str, root: str, index: int, id: str) -> str:
        """A thing by the noun of its kind in its case, and its name, which stands in that case where it has one."""
        name = self.lexicon.thing_in(root, index, id, FORMS.get(case, ""))
        for each in (kind, root):
            try:
                plain = self._form(each, "")
                return f"{self._form(each, case)} {name.removeprefix(f'{plain} ')}"
            except Unsaid:
                continue
        return name

    def s_equals(self, yes: bool, one: Tree, two: Tree) -> str:
        """Only a number is plainly said to be so much."""
        if two[0] == "number" and one[0] != "number":
            return super().s_equals(yes, one, two)
        return self.by_pattern("is", (one, (two,)), yes=yes)

    def np_nobody(self, case: str) -> str:
        return self.in_case(tuple(self.patterns["nobody"].split("|")), case)
