"""A grammar whose rule files say in whole phrases what their names stand for: all that such languages share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.grammar import PLAIN, Grammar
from crex_dsl.text.grammar.lexicon import Lexicon, Unsaid

TERM = "term"  # the plain form of a noun
SAME = "="  # in the form of a blank: the case of the whole
Noun = tuple[str, ...]  # a noun in the forms of its language


class PhrasedGrammar(Grammar):
    """Says trees by the phrases of the rule files."""

    own_nouns: ClassVar[Mapping[str, Noun]]  # for what is no kind of any game
    set_off: ClassVar[str] = "–"  # before and after a condition that is a row of its own
    blank_forms: ClassVar[tuple[str, ...]]  # in which phrases of rule files may have their blanks

    def __init__(self, lexicon: Lexicon, otherwise: Grammar) -> None:
        super().__init__(lexicon)
        self.otherwise = otherwise  # says a whole phrase for which this language lacks a word

    def say(self, tree: Tree) -> str:
        try:
            return self.said(tree)
        except Unsaid:
            return self.otherwise.say(tree)

    def said(self, tree: Tree) -> str:
        """A whole phrase in this language; raises Unsaid where it lacks a word."""
        opening, closing = self.patterns["quoted"].split("{words}")
        return super().say(tree).replace(opening * 2, opening).replace(closing * 2, closing)

    def mentions(self, kind: str, several: bool, what: Tree) -> bool:
        try:
            return self.noun(("kind", kind), "pl" if several else "") in self.said(what)
        except Unsaid:
            return self.otherwise.mentions(kind, several, what)

    # ---- blanks ----
    def filled(self, pattern: str, known: Mapping[str, Any], case: str = "", yes: bool | None = None) -> str:
        if SAME in pattern:
            pattern = pattern.replace(f":{SAME}}}", f":{case}}}").replace(f"{SAME}}}", f"{case}}}")
        return super().filled(pattern, known, case, yes)

    def part(self, part: Any, form: str) -> str:
        word, _, case = form.partition(" ")
        if case and "|" not in form and isinstance(part, tuple) and part and not isinstance(part[0], str):
            return self.row([self.part(each, case) for each in part], word)
        return super().part(part, form)

    # ---- nouns ----
    def forms_of(self, kind: str) -> Mapping[str, str | None]:
        """The noun of a kind in the forms of the language by their names, as far as they are said."""
        raise NotImplementedError

    def noun_of(self, kind: str) -> Noun:
        """The noun of a kind in the forms of the language, all of which must be said."""
        forms = tuple(form for form in self.forms_of(kind).values() if form is not None)
        if len(forms) < len(self.forms_of(kind)):
            raise Unsaid(kind)
        return forms

    def lacking_forms(self, kind: str) -> list[str]:
        """The forms of a kind's noun that nobody says; of a kind without a noun, that one."""
        try:
            return [name for name, form in self.forms_of(kind).items() if form is None]
        except Unsaid:
            return [TERM]

    def noun(self, tree: Tree, form: str) -> str:
        name, number = (tree[1], 1) if tree[0] == "kind" else (tree[3], tree[4])
        several = tree[0] == "local" and tree[5]
        return self.noun_in(name, form, number, several)

    def noun_in(self, kind: str, form: str, number: int, several: bool) -> str:
        """The noun of a kind in a form, numbered where several of the kind are about."""
        raise NotImplementedError

    # ---- somebody and something ----
    def np_the(self, case: str, noun: Tree) -> str:
        return self.noun(noun, case)

    def np_word(self, case: str, name: str) -> str:
        return self.by_pattern("quoted", (self.lexicon.term(name)[0],))

    def np_figure(
        self, case: str, called: str, key: str, params: Sequence[str], args: Sequence[Tree], tally: bool
    ) -> str:
        return self.phrased(key, params, args, case)

    def np_attribute(self, case: str, called: str, key: str, owner: Tree) -> str:
        return self.phrased(key, ("it",), (owner,), case)

    def np_deed(self, case: str, name: str, key: str, params: Sequence[str], args: Sequence[Tree], quoted: bool) -> str:
        return self.phrased(key, params, args, case)

    def np_bare(self, case: str, called: str, key: str) -> str:
        return self.phrased(key, (), (), case).strip()

    def np_switch(self, case: str, called: str, key: str, params: Sequence[str], args: Sequence[Tree]) -> str:
        return self.np(("whether", ("holds", called, key, params, args)), case)

    def np_covered(self, case: str, kind: Tree) -> str:
        return self.np_the(case, kind)

    def np_joined(self, case: str, parts: Sequence[Any]) -> str:
        """A text of the rules with plain names; what else is filled in has no case of its own there."""
        return "".join(
            part if isinstance(part, str) else self.lexicon.thing(*part[2:]) if part[0] == "thing" else "…"
            for part in parts
        ).translate(PLAIN)

    def np_rule(self, case: str, deeds: Sequence[Tree], exempt: Tree | None) -> str:
        return self.row([self.np(deed) for deed in deeds], "or") + self.part(exempt, "")

    def phrased(self, key: str, params: Sequence[str], args: Sequence[Tree], case: str) -> str:
        """What a name stands for, by the phrase of the rule files."""
        return self.filled(self.lexicon.phrase(key), dict(zip(params, args, strict=True)), case)

    # ---- what is so ----
    def s_holds(self, yes: bool, called: str, key: str, params: Sequence[str], args: Sequence[Tree]) -> str:
        return self.filled(self.lexicon.phrase(key), dict(zip(params, args, strict=True)), yes=yes)

    def s_there_is_none(self, yes: bool, one: Tree, person: bool) -> str:
        return self.by_pattern("there_is_none" if yes else "there_is_one", (one, person))

    s_is_nobody = s_there_is_none

    # ---- rows ----
    def row(self, items: Sequence[str], last: str = "and") -> str:
        if not items:
            return self.patterns["none"]
        return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {self.patterns[last]} {items[-1]}"

    def conditions(self, items: Sequence[str], last: str = "and") -> str:
        word = self.patterns[last]
        if any(mark in item for item in items for mark in (", ", "; ", f" {word} ")) and len(items) > 1:
            return f"; {word} ".join(f"{self.set_off} {item} {self.set_off}" if ";" in item else item for item in items)
        return self.row(items, last)

    def one_of(self, conditions: Sequence[str]) -> str:
        return self.patterns["either"].format(self.conditions(conditions, "or"))

    def alternatives(self, rules: Sequence[str]) -> str:
        """Whole rules of which each stands alone."""
        return f"; {self.patterns['or']} ".join(rules)
