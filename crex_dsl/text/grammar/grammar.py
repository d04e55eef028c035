"""A grammar: puts trees of phrases into the words of one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from crex_dsl.text.grammar.functions import FUNCTIONS, SENTENCES, Tree
from crex_dsl.text.grammar.lexicon import Lexicon
from crex_dsl.text.grammar.patterns import filled
from crex_dsl.text.locale import plural_form

_CONTRARY = {"less": "at_least", "at_least": "less", "more": "at_most", "at_most": "more"}
_PLAIN = str.maketrans({"(": "– ", ")": " –", "_": " "})


class Grammar:
    """Says trees; what a language says in a way of its own is a method of its grammar, all else a pattern.

    Noun phrases stand in one of two cases: plainly, or as that of which something is (`gen`).
    """

    language: ClassVar[str]
    patterns: ClassVar[Mapping[str, str]]

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    # ---- trees ----
    def say(self, tree: Tree) -> str:
        """A whole phrase."""
        return self.part(tree, "")

    def np(self, tree: Tree, gen: bool = False) -> str:
        """Somebody or something."""
        name, *parts = tree
        method = getattr(self, f"np_{name}", None)
        return str(method(gen, *parts)) if method is not None else self.by_pattern(name, parts, gen)

    def s(self, tree: Tree, yes: bool = True) -> str:
        """That something is so, or that it is not."""
        name, *parts = tree
        method = getattr(self, f"s_{name}", None)
        return str(method(yes, *parts)) if method is not None else self.by_pattern(name, parts, not yes)

    def by_pattern(self, name: str, parts: Sequence[Any], second: bool) -> str:
        """What a function says by the pattern of the language."""
        known = dict(zip(FUNCTIONS[name], parts, strict=True))
        return filled(self.patterns[name], second, lambda blank, form: self.part(known[blank], form))

    def part(self, part: Any, form: str) -> str:
        """A part of a phrase in a form."""
        match part:
            case None | ():
                return ""
            case int() if "|" in form:
                forms = form.split("|")
                return forms[min(plural_form(self.language, part), len(forms) - 1)].strip()
            case int() | str():
                return str(part)
            case ("kind" | "local", *_):
                return self.noun(part, form)
            case (str(name), *_) if name in SENTENCES:
                return self.s(part, form != "not")
            case (str(), *_):
                return self.inflected(part, form)
        if form == "then":
            return self.patterns["then"].join(self.part(each, "") for each in part)
        return self.row([self.part(each, "") for each in part], form or "and")

    def inflected(self, tree: Tree, form: str) -> str:
        """A noun phrase in a form."""
        return self.np(tree, form == "gen")

    def noun(self, tree: Tree, form: str) -> str:
        """A noun in a form: as such, in the plural, with the word for each of them, and what else a language needs."""
        raise NotImplementedError

    def row(self, items: Sequence[str], last: str = "and") -> str:
        """Several in a row."""
        raise NotImplementedError

    def conditions(self, items: Sequence[str], last: str = "and") -> str:
        """Conditions in a row; set further apart where one of them is long enough to swallow the next."""
        raise NotImplementedError

    def one_of(self, conditions: Sequence[str]) -> str:
        """Conditions of which one is enough."""
        raise NotImplementedError

    # ---- somebody and something ----
    def np_the(self, gen: bool, noun: Tree) -> str:
        return self.noun(noun, "thegen" if gen else "the")

    def np_thing(self, gen: bool, kind: str, root: str, index: int, id: str) -> str:
        return self.called(kind, self.lexicon.thing(root, index, id).translate(_PLAIN), gen)

    def called(self, kind: str, name: str, gen: bool) -> str:
        """One of a kind by its name."""
        return name

    def np_text(self, gen: bool, words: str) -> str:
        return words.translate(_PLAIN)

    def np_joined(self, gen: bool, parts: Sequence[Any]) -> str:
        return "".join(part if isinstance(part, str) else self.part(part, "") for part in parts).translate(_PLAIN)

    def np_series(self, gen: bool, items: Sequence[Tree]) -> str:
        return self.row([self.np(item, gen) for item in items])

    def np_either(self, gen: bool, items: Sequence[Tree]) -> str:
        return self.row([self.np(item, gen) for item in items], "or")

    # ---- what is so ----
    def s_not(self, yes: bool, s: Tree) -> str:
        return self.s(s, not yes)

    def s_both(self, yes: bool, items: Sequence[Tree]) -> str:
        told = [self.s(item, yes) for item in items]
        return self.conditions(told) if yes else self.one_of(told)

    def s_any(self, yes: bool, items: Sequence[Tree], merged: Tree | None) -> str:
        if yes and merged is not None:
            return self.s(merged)
        told = [self.s(item, yes) for item in items]
        return self.one_of(told) if yes else self.conditions(told)

    def s_less(self, yes: bool, one: Tree, two: Tree) -> str:
        return self.compared("less", yes, one, two)

    def s_at_least(self, yes: bool, one: Tree, two: Tree) -> str:
        return self.compared("at_least", yes, one, two)

    def s_more(self, yes: bool, one: Tree, two: Tree) -> str:
        return self.compared("more", yes, one, two)

    def s_at_most(self, yes: bool, one: Tree, two: Tree) -> str:
        return self.compared("at_most", yes, one, two)

    def compared(self, relation: str, yes: bool, one: Tree, two: Tree) -> str:
        """How two numbers stand to each other."""
        return self.by_pattern(relation if yes else _CONTRARY[relation], (one, two), False)

    def s_exactly_if(self, yes: bool, one: Tree, two: Tree) -> str:
        return self.by_pattern("exactly_if", (one, two if yes else ("not", two)), False)

    def s_each_is(self, yes: bool, noun: Tree, among: Tree | None, s: Tree) -> str:
        if yes:
            return self.by_pattern("each_is", (noun, among, s), False)
        return self.s(("some", noun, among, ("which", noun, ("not", s))))

    def s_some(self, yes: bool, noun: Tree, among: Tree | None, which: Tree | None) -> str:
        return self.by_pattern("some" if yes else "no_one", (noun, among, which), False)

    def s_if(self, yes: bool, test: Tree, then: Tree, otherwise: Tree) -> str:
        ways = (then, otherwise) if yes else (("not", then), ("not", otherwise))
        return self.by_pattern("if", (test, *ways), False)
