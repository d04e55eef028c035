"""English: names of the rules as words of a sentence, with its articles, plurals and verbs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from crex_dsl.text.english import a, agree, clauses, deed, figure, holds, ordinal, plural, series, whose, words
from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.grammar import Grammar

PATTERNS: Mapping[str, str] = {
    "none": "none",
    "then": ", then ",
    "number": "{n}",
    "quoted": "“{words}”",
    "nothing": "nothing",
    "nobody": "nobody",
    "yes": "yes",
    "no": "no",
    "all_of": "all {kind:pl}",
    "a": "{noun:a}",
    "each": "each {noun}",
    "every": "every {kind}",
    "between": "{noun} from {low} to {high}",
    "whether": "whether {s}",
    "plus": "{one} plus {two}",
    "minus": "{one} minus {two}",
    "times": "{one} times {two}",
    "greater": "the greater of {one} and {two}",
    "smaller": "the smaller of {one} and {two}",
    "half_down": "half of {one} rounded down",
    "half_up": "half of {one} rounded up",
    "share_down": "1 in {two} of {one} rounded down",
    "share_up": "1 in {two} of {one} rounded up",
    "sum": "the sum of {one} and {two}",
    "difference": "the difference of {one} and {two}",
    "product": "the product of {one} and {two}",
    "union": "{one} together with {two}",
    "without": "{one} without {two}",
    "as_figure": "the figure {one}",
    "choice": "{then} if {test}, otherwise {otherwise}",
    "failing": "{one} or, failing that, {instead}",
    "count_all": "the number of {kind:pl}{among}",
    "all": "all {kind:pl}{among}",
    "the_one": "the {noun}{among}{which}",
    "count": "the number of {noun:pl}{among}{which}",
    "total_over": "the sum of {of} over all {noun:pl}{among}{which}",
    "best": "those {noun:pl}{among}{which} with {keys:then}",
    "ranked": "the {noun:pl}{among}{which} in the order of {keys:then of}",
    "those": "all {noun:pl}{among}{which}",
    "highest": "{one} highest",
    "lowest": "{one} lowest",
    "rising": "{one}",
    "falling": "{one}, the highest first",
    "reached": "the {kind:pl} within {within} of {start} by {link:pl}{by}, through {place:pl}{through}",
    "nth": "the {n:nth} of {of}",
    "entry": "the entry of {of} at place {place}",
    "first": "the first {n} of {of}",
    "last": "the last {n} of {of}",
    "first_many": "the first of {of}, as many as {n}",
    "last_many": "the last of {of}, as many as {n}",
    "size": "the number of {of}",
    "total": "the total of {of}",
    "dice_exactly": "the number of {dice:dice} that show exactly {pips}",
    "dice_at_most": "the number of {dice:dice} that show at most {pips}",
    "dice_at_least": "the number of {dice:dice} that show at least {pips}",
    "enemy": "the enemy of {of}",
    "seats": "the number of seats from {start} to {of}",
    "other_end": "the other end of {link} from {place}",
    "among": " among {of}",
    "which": " for {noun:rel} {s}",
    "which_all": " for {noun:rel} {s}",
    "covered": "a covered {kind}",
    "hidden": "?",
    # ---- what is so ----
    "is_else": "{one} {one:is} {value}, not {items:or}",
    "elsewhere": "{one} {one:is} at {value}, not at {items:or}",
    "more_of_them": "{n} more",
    "belongs": "it belongs to {whose}, and {who} {who:decides}",
    "hidden_whether": "it is hidden whether {s}",
    "is": "{one} {one:is} [not ]{items:or}",
    "equals": "{one} {one:is} [not ]{two}",
    "at": "{one} {one:is} [not ]at {items:or}",
    "at_kind": "{one} {one:is} [not ]at {kind:a}",
    "is_kind": "{one} {one:is} [not ]{kind:a}",
    "in": "{one} {one:is} [not ]among {two}",
    "less": "{one} {one:is} less than {two}",
    "at_most": "{one} {one:is} at most {two}",
    "more": "{one} {one:is} more than {two}",
    "at_least": "{one} {one:is} at least {two}",
    "exactly_if": "{one} exactly if {two}",
    "some": "there is {noun:a}{among}{which}",
    "no_one": "there is no {noun}{among}{which}",
    "there_are": "there are [no ]{them}",
    "each_is": "for every {noun}{among}, {s}",
    "legal": "some|no {deed}{by} is legal",
    "if": "if {test}, {then}, otherwise {otherwise}",
    "always": "always|never",
    "true": "{one} holds|does~not~hold",
    # ---- what clauses do ----
    "table": "the {kind:pl}",
    "exempt": " from “{title}”",
    "when": "{what} when {s}",
    "never": "{what}, never in this edition",
    "given": "{what}, given that {s}",
    "otherwise": "otherwise {what}",
    "figure_is": "{what} {what:is} {value}",
    "becomes": "{what} {what:becomes} {value}",
    "from_now_on": "from now on {s}",
    "holds_when": "{what} exactly when {s}",
    "exactly_when": "exactly when {s}",
    "asked": "whether {s}",
    "kept": "{what}{holding} during one {stage}",
    "kept_game": "{what}{holding} for the whole game",
    "holding": ", {what},",
    "ranges": "from {low} to {high}",
    "if_any": "if any",
    "several": "{kind:pl}",
    "or_nothing": "{what} or nothing",
    "or_nobody": "{what} or nobody",
    "offered": "{what}{by}{during}",
    "by": ", by {who}",
    "by_whom": " by {who}",
    "during": ", during {stage:a}",
    "moment": "{what}, a moment for other clauses",
    "before": "before {what}",
    "after": "after {what}",
    "instead": "instead of {what}",
    "begins": "as {stage:a} begins",
    "ends": "as {stage:a} ends",
    # ---- steps ----
    "nothing_happens": "nothing happens",
    "as_long_as": "as long as {s}:",
    "goes_on": "as long as it goes on:",
    "n_times": "{n} times:",
    "as_many_times": "as many times as {n}:",
    "stage_begins": "{stage:a} begins{given}:",
    "with": " with {items}",
    "as": "{value} as {state}",
    "if_nothing": "if nothing can be chosen:",
    "together": "each {noun}{among}{which} chooses, all at once and in secret: {offers:or}",
    "if_so": "if {s}:",
    "else_if": "otherwise if {s}:",
    "else": "otherwise:",
    "for_each": "for each {noun}{among}{which}{counter}:",
    "counting": ", counting the {noun} from 1",
    "for_numbers": "for each {noun} from {low} to {high}:",
    "must": "{who} must choose: {offers:or}",
    "may": "{who} may choose: {offers:or}",
    "keep": "{who} may choose again and again: {offers:or}",
    "let": "let the {noun} be {value}",
    "move": "move {one} to {to}",
    "grows": "{what} {what:grows} by {value}",
    "shrinks": "{what} {what:shrinks} by {value}",
    "add": "add {value} to {to}",
    "remove": "remove {value} from {to}",
    "clear": "clear {what}",
    "do": "do {deed}",
    "roll": "roll {n} {n:die | dice}{sides}{noun}",
    "roll_many": "roll dice{sides}, as many as {n}{noun}",
    "sides": " of {n} sides",
    "called": ", called the {noun}",
    "draw": "draw {noun:a} at random from {source}",
    "shuffle": "number {source} in random order, as their {state}",
    "stage_ends": "the {stage} ends",
    "drawn_game": "the game ends in a draw",
    "won_by": "the game ends, won by {who}",
    "leave": "go no further",
}

_OF_SEVERAL = {"is": "are", "has": "have", "can": "can", "cannot": "cannot"}  # verbs, as they are said of one


class English(Grammar):
    """Says trees in English, which needs no more of a rule file than its names; what reads badly so has a phrase."""

    language = "en"
    article = "the"
    patterns = PATTERNS

    def inflected(self, tree: Tree, form: str) -> str:
        match form:
            case "is" | "becomes" | "grows" | "shrinks" | "decides":
                tree = tree[1] if tree[0] == "known" else tree
                return agree(self.np(tree), form, _is_one(tree))
        made = self.np(tree)
        match form:
            case "dice":
                return "dice" if made == "the dice" else f"dice of {made}"
        return made

    def noun(self, tree: Tree, form: str) -> str:
        if tree[0] == "kind":
            called, person = words(tree[1]), False
        else:
            called, person = tree[1] if tree[2] == 1 else f"{ordinal(tree[2])} {tree[1]}", tree[6]
        match form:
            case "a":
                return a(called)
            case "pl":
                return plural(called)
            case "the":
                return f"the {called}"
            case "rel":
                return "whom" if person else "which"
        return called

    def part(self, part: object, form: str) -> str:
        if form == "nth" and isinstance(part, int):
            return ordinal(part)
        if form == "a" and isinstance(part, str):
            return a(words(part))
        if form == "then of" and isinstance(part, tuple):
            return ", then of ".join(self.part(each, "") for each in part)
        return super().part(part, form)

    def row(self, items: Sequence[str], last: str = "and") -> str:
        return series(items, last)

    def conditions(self, items: Sequence[str], last: str = "and") -> str:
        return clauses(items, last)

    def one_of(self, conditions: Sequence[str]) -> str:
        return f"either {self.conditions(conditions, 'or')}"

    def np_word(self, case: str, name: str) -> str:
        return words(name)

    def np_figure(
        self, case: str, called: str, key: str, params: Sequence[str], args: Sequence[Tree], tally: bool
    ) -> str:
        if key in self.lexicon.phrases and not tally:
            return self.filled(self.lexicon.phrases[key], dict(zip(params, args, strict=True)), case)
        of = [self.np(arg) for arg in args]
        if tally:
            return f"the count of {called}{f' for {series(of)}' if of else ''}"
        return figure(called, of)

    def np_attribute(self, case: str, called: str, key: str, owner: Tree) -> str:
        if key in self.lexicon.phrases:
            return self.filled(self.lexicon.phrases[key], {"it": owner}, case)
        return whose(self.np(owner), called)

    def np_deed(self, case: str, name: str, key: str, params: Sequence[str], args: Sequence[Tree], quoted: bool) -> str:
        called = words(name)
        return deed(f"“{called}”" if quoted else called, [self.np(arg) for arg in args])

    def np_switch(self, case: str, called: str, key: str, params: Sequence[str], args: Sequence[Tree]) -> str:
        return deed(f"“{called}”", [self.np(arg) for arg in args])

    def alternatives(self, rules: Sequence[str]) -> str:
        """Whole rules of which each stands alone."""
        return "; or ".join(rules)

    def np_which(self, case: str, noun: Tree, s: Tree) -> str:
        """What sets some apart: *that …* or *whose …* where it begins with them and names them no more."""
        told, called = self.s(s), self.noun(noun, "the")
        for begins, relative in ((f"{called} ", "that"), (f"{called}'s ", "whose")):
            rest = told.removeprefix(begins)
            if rest != told and not re.search(rf"\b{called}\b", rest):
                return f" {relative} {rest}"
        return self.by_pattern("which", [noun, s])

    def np_which_all(self, case: str, noun: Tree, s: Tree) -> str:
        """What sets all of them apart, said of several."""
        told = self.np_which(case, noun, s)
        _, relative, verb, *rest = told.split(" ", 3)
        if relative == "that" and verb not in _OF_SEVERAL:
            return self.by_pattern("which_all", [noun, s])
        return " ".join(["", "that", _OF_SEVERAL[verb], *rest]) if relative == "that" else told

    def np_bare(self, case: str, called: str, key: str) -> str:
        return called

    def np_rule(self, case: str, deeds: Sequence[Tree], exempt: Tree | None) -> str:
        """Actions with the same things are told together."""
        heads: dict[tuple[Tree, ...], list[str]] = {}
        for _, name, _, _, args, _ in deeds:
            heads.setdefault(args, []).append(words(name))
        told = [deed(series(names, "or"), [self.np(arg) for arg in args]) for args, names in heads.items()]
        return series(told, "or") + self.part(exempt, "")

    def indefinite(self, those: Tree, yes: bool) -> str:
        return self.np(those).removeprefix("the ")

    def s_holds(self, yes: bool, called: str, key: str, params: Sequence[str], args: Sequence[Tree]) -> str:
        if key in self.lexicon.phrases:
            return self.filled(self.lexicon.phrases[key], dict(zip(params, args, strict=True)), yes=yes)
        return holds(called, [self.np(arg) for arg in args], yes, bool(args) and _is_one(args[0]))

    def s_there_is_none(self, yes: bool, one: Tree, person: bool) -> str:
        noun = self.np(one).removeprefix("the ")
        return f"there is no {noun}" if yes else f"there is {a(noun)}"

    def s_is_nobody(self, yes: bool, one: Tree, person: bool) -> str:
        what, none = self.np(one), "nobody" if person else "nothing"
        return f"{what} {agree(what, 'is')} {none if yes else none.replace('no', 'some', 1)}"


def _is_one(tree: Tree) -> bool:
    """Whether a name is that of one thing, however it ends; sides are several people."""
    return bool(tree[0] == "thing" and tree[2] != "player")
