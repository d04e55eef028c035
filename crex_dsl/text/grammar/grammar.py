"""A grammar: puts trees of phrases into the words of one language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from crex_dsl.text.grammar.functions import FUNCTIONS, SENTENCES, Tree
from crex_dsl.text.grammar.lexicon import Lexicon
from crex_dsl.text.grammar.patterns import filled
from crex_dsl.text.locale import plural_form

MOST_NAMED = 6  # of those who make something so
MOST_LISTED = 3  # of the members of a set

_CONTRARY = {"less": "at_least", "at_least": "less", "more": "at_most", "at_most": "more"}
PLAIN = str.maketrans({"(": "– ", ")": " –", "_": " "})


class Grammar:
    """Says trees; what a language says in a way of its own is a method of its grammar, all else a pattern.

    Noun phrases stand plainly, or in one of the cases of the language, by the form that a blank asks for.
    """

    language: ClassVar[str]
    patterns: ClassVar[Mapping[str, str]]
    article: ClassVar[str] = ""  # before several that are known

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    # ---- trees ----
    def say(self, tree: Tree) -> str:
        """A whole phrase."""
        return self.part(tree, "")

    def mentions(self, kind: str, several: bool, what: Tree) -> bool:
        """Whether a phrase names a kind of things."""
        return self.noun(("kind", kind), "pl" if several else "") in self.say(what)

    def alternatives(self, rules: Sequence[str]) -> str:
        """Whole rules of which each stands alone."""
        raise NotImplementedError

    def np(self, tree: Tree, case: str = "") -> str:
        """Somebody or something, in a case."""
        name, *parts = tree
        method = getattr(self, f"np_{name}", None)
        return str(method(case, *parts)) if method is not None else self.by_pattern(name, parts, case)

    def s(self, tree: Tree, yes: bool = True) -> str:
        """That something is so, or that it is not."""
        name, *parts = tree
        method = getattr(self, f"s_{name}", None)
        return str(method(yes, *parts)) if method is not None else self.by_pattern(name, parts, yes=yes)

    def by_pattern(self, name: str, parts: Sequence[Any], case: str = "", yes: bool = True) -> str:
        """What a function says by the pattern of the language."""
        known = dict(zip(FUNCTIONS[name], parts, strict=True))
        return self.filled(self.patterns[name], known, case, None if name not in SENTENCES else yes)

    def filled(self, pattern: str, known: Mapping[str, Any], case: str = "", yes: bool | None = None) -> str:
        """A pattern with its blanks filled in: of a noun phrase in a case, of a sentence as it is so or not."""

        def choose(forms: tuple[str, ...]) -> str:
            return self.in_case(forms, case) if yes is None else forms[0 if yes else 1]

        def said(blanks: set[str]) -> bool:
            return not yes if yes is not None else all(known.get(blank) is not None for blank in blanks)

        return filled(pattern, choose, said, lambda blank, form: self.part(known.get(blank), form))

    def in_case(self, forms: tuple[str, ...], case: str) -> str:
        """Of a word's forms, the one that a case asks for."""
        return forms[0]

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
        return self.np(tree, form)

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
    def np_the(self, case: str, noun: Tree) -> str:
        return self.noun(noun, f"the{case}")

    def np_thing(self, case: str, kind: str, root: str, index: int, id: str) -> str:
        return self.lexicon.thing(root, index, id)

    def np_text(self, case: str, words: str) -> str:
        return words.translate(PLAIN)

    def np_joined(self, case: str, parts: Sequence[Any]) -> str:
        return "".join(part if isinstance(part, str) else self.part(part, "") for part in parts).translate(PLAIN)

    def np_series(self, case: str, items: Sequence[Tree]) -> str:
        return self.row([self.np(item, case) for item in items])

    def np_either(self, case: str, items: Sequence[Tree]) -> str:
        return self.row([self.np(item, case) for item in items], "or")

    def np_becomes(self, case: str, what: Tree, value: Tree) -> str:
        """What something is from now on; where rule files have a phrase for that, the phrase."""
        if self.phrase_of(what, value) is not None:
            return self.by_pattern("from_now_on", (("is", what, (value,)),))
        return self.by_pattern("becomes", (what, value))

    def np_known(self, case: str, one: Tree, value: Tree | None) -> str:
        """Something with what it comes to, where that is known and not too long to be told."""
        told = self.np(one, case)
        if value is None or value == one or (value[0] == "series" and len(value[1]) > MOST_LISTED):
            return told
        return f"{told} ({self.np(value)})"

    # ---- what is so ----
    def s_is(self, yes: bool, one: Tree, items: Sequence[Tree]) -> str:
        """That something is one of some words; of an attribute, by the phrase that rule files may have for it."""
        phrase = self.phrase_of(one, items[0]) if len(items) == 1 else None
        if phrase is None:
            return self.is_one_of(yes, one, items)
        return self.filled(phrase, {"it": one[3]}, yes=yes)

    def is_one_of(self, yes: bool, one: Tree, items: Sequence[Tree]) -> str:
        """That something is one of some, by their names."""
        return self.by_pattern("is", (one, items), yes=yes)

    def phrase_of(self, one: Tree, value: Tree) -> str | None:
        """The phrase that rule files have for an attribute with a word as its value, if any."""
        if one[0] != "attribute" or value[0] != "word":
            return None
        return self.lexicon.phrases.get(f"{one[2]} is {value[1]}")

    def s_equals(self, yes: bool, one: Tree, two: Tree) -> str:
        if one[0] == "known" and one[2] == two:
            one = one[1]
        return self.by_pattern("equals", (one, two), yes=yes)

    def s_is_known(self, yes: bool, one: Tree, items: Sequence[Tree], value: Tree | None) -> str:
        if yes or value is None or value in items:
            return self.s(("is", one, items), yes)
        if self.phrase_of(one, value) is not None:
            return self.s(("is", one, (value,)))
        return self.by_pattern("is_else", (one, items, value))

    def s_at_known(self, yes: bool, one: Tree, items: Sequence[Tree], value: Tree | None) -> str:
        if yes or value is None:
            return self.s(("at", one, items), yes)
        return self.by_pattern("elsewhere", (one, items, value))

    def s_witnessed(self, yes: bool, s: Tree, word: str, found: Tree | None) -> str:
        told = self.s(s, yes)
        if found is None or found[0] != "series" or yes is (word == "every"):
            return told
        names = [self.np(each) for each in found[1]]
        if len(names) > MOST_NAMED:
            names = [", ".join(names[:MOST_NAMED]), self.by_pattern("more_of_them", (len(names) - MOST_NAMED,))]
        return f"{told}: {self.row(names)}"

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
        return self.by_pattern(relation if yes else _CONTRARY[relation], (one, two))

    def s_exactly_if(self, yes: bool, one: Tree, two: Tree) -> str:
        return self.by_pattern("exactly_if", (one, two if yes else ("not", two)))

    def s_each_is(self, yes: bool, noun: Tree, among: Tree | None, s: Tree) -> str:
        if yes:
            return self.by_pattern("each_is", (noun, among, s))
        return self.s(("some", noun, among, ("which", noun, ("not", s))))

    def s_some(self, yes: bool, noun: Tree, among: Tree | None, which: Tree | None) -> str:
        them = self.any_of(noun, among[1], yes) if among is not None and which is None else None
        if them:
            return self.filled(self.patterns["there_are"], {"them": them}, yes=yes)
        return self.by_pattern("some" if yes else "no_one", (noun, among, which))

    def any_of(self, noun: Tree, those: Tree, yes: bool) -> str | None:
        """Several, or none, of those whose name begins by saying what they are; None where it does not."""
        kind, numbers = (noun[1], {1}) if noun[0] == "kind" else (noun[3], {noun[2], noun[4]})
        if those[0] != "figure" or numbers != {1}:
            return None
        begins = rf"(?:{self.article} )?(?:[\w-]+ )?{re.escape(self.noun(('kind', kind), 'pl'))}\b"
        return self.indefinite(those, yes) if re.match(begins, self.np(those)) else None

    def indefinite(self, those: Tree, yes: bool) -> str:
        """Several without their article, as they stand where there are some, or none."""
        return self.np(those, "" if yes else "gen")

    def s_if(self, yes: bool, test: Tree, then: Tree, otherwise: Tree) -> str:
        ways = (then, otherwise) if yes else (("not", then), ("not", otherwise))
        return self.by_pattern("if", (test, *ways))
