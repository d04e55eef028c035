"""Phrases: typed terms as English, with the figures that are settled in this rulebook and the names of things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.evaluate import bits
from crex_dsl.rulebook.terms.types import (
    Bool,
    Dice,
    Enum,
    Kind,
    ListOf,
    Nothing,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    is_player,
    solid,
)
from crex_dsl.rulebook.wording import Names
from crex_dsl.text.english import (
    PREPOSITIONS,
    a,
    agree,
    clauses,
    deed,
    figure,
    holds,
    ordinal,
    plural,
    series,
    whose,
    words,
)

_ASKS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
_CONTRARY = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SHOWING = {"==": "exactly", "<=": "at most", ">=": "at least"}
_BEST = {"most": "highest", "least": "lowest"}
_GIVEN = ("actor", "dice")
_LETTERS = 2  # a local name this short tells nothing: its kind does


class Figures(Simplifier):
    """Works out what a rulebook settles, but for sets and lists: those are told by what they hold, not one by one."""

    def fold(self, term: t.Term) -> t.Term:
        """The same term with figures, words and things in place of what comes to them, whatever happens."""
        folded = super().fold(term)
        return term if isinstance(folded, t.Const) and isinstance(folded.type, SetOf | ListOf) else folded


class Phrases:
    """Says terms; local names are called by their kinds, and counted where several of a kind are about."""

    def __init__(self, figures: Figures, names: Names) -> None:
        self.figures, self.names = figures, names
        self._called: dict[t.Var, str] = {}
        self._about: Counter[str] = Counter()

    # ---- local names ----
    def meet(self, var: t.Var) -> str:
        """What a local name is called from now on, without an article."""
        noun = _called(var)
        self._about[noun] += 1
        count = self._about[noun]
        self._called[var] = noun if count == 1 else f"{ordinal(count)} {noun}"
        return self._called[var]

    def the(self, var: t.Var) -> str:
        """A local name that has been met."""
        return f"the {self._called.get(var) or self.meet(var)}"

    @contextmanager
    def meeting(self, *variables: t.Var) -> Iterator[list[str]]:
        """What local names are called as long as they mean something."""
        yield [self.meet(var) for var in variables]
        for var in variables:
            self.part(var)

    def part(self, var: t.Var) -> None:
        """Let go of a local name that means nothing any more."""
        self._about[_called(var)] -= 1

    # ---- conditions ----
    def condition(self, term: t.Term | None) -> str | None:
        """A condition as a sentence; empty where it always holds, None where it never does."""
        if term is None:
            return ""
        settled = self.figures.fold(term)
        if isinstance(settled, t.Const):
            return "" if settled.value else None
        return self.holds(settled)

    def holds(self, term: t.Term, yes: bool = True) -> str:
        """That a condition holds, or that it does not."""
        match term:
            case t.Not(of=of):
                return self.holds(of, not yes)
            case t.And(items=items) | t.Or(items=items):
                return self._chain(items, isinstance(term, t.And) == yes, yes)
            case t.Compare():
                return self._compared(term, yes)
            case t.InSet(of=of, source=source):
                return self._stands(of, f"among {self.value(source)}", yes, placed=False)
            case t.InKind(of=of, kind=kind):
                return self._stands(of, a(words(kind.name)), yes)
            case t.Quant():
                return self._quantified(term, yes)
            case t.CanDo(action=action, args=args, by=by):
                what = deed(words(action.name), [self.value(arg) for arg in args if arg is not None])
                by_whom = f" by {self.value(by)}" if by is not None else ""
                return f"{'some' if yes else 'no'} {what}{by_whom} is legal"
            case t.Apply(definition=t.Definition(name=name), args=args) | t.Read(state=t.State(name=name), args=args):
                return holds(words(name), [self.value(arg) for arg in args], yes)
            case t.Fixed(attribute=attribute, of=of):
                return holds(words(attribute.name), [self.value(of)], yes)
            case t.Cond(test=test, then=then, otherwise=otherwise):
                one, two = self.holds(then, yes), self.holds(otherwise, yes)
                return f"if {self.holds(test)}, {one}, otherwise {two}"
            case t.Const(value=value):
                return "always" if bool(value) == yes else "never"
        return f"{self.value(term)} {'holds' if yes else 'does not hold'}"

    def _chain(self, items: Sequence[t.Term], every: bool, yes: bool) -> str:
        if every:
            return clauses([self.holds(item, yes) for item in items])
        same = [item for item in items if isinstance(item, t.Compare) and item.operator == "=="]
        if yes and len(same) == len(items) and len({self.value(item.left) for item in same}) == 1:
            return self._stands(same[0].left, series([self.value(item.right) for item in same], "or"))
        return f"either {clauses([self.holds(item, yes) for item in items], 'or')}"

    def _compared(self, term: t.Compare, yes: bool) -> str:
        operator = term.operator if yes else _CONTRARY[term.operator]
        left, right = term.left, term.right
        if isinstance(left, t.Const) and not isinstance(right, t.Const) and operator in ("==", "!="):
            left, right = right, left
        if isinstance(left.type, Bool) and operator in ("==", "!="):
            same = operator == "=="
            if isinstance(right, t.Const):
                return self.holds(left, bool(right.value) == same)
            return f"{self.holds(left)} exactly if {self.holds(right, same)}"
        if _is_nothing(right):
            what, none = self.value(left), _nobody(left.type)
            if isinstance(left, t.Read | t.Apply) and not left.args:
                noun = what.removeprefix("the ")
                return f"there is no {noun}" if operator == "==" else f"there is {a(noun)}"
            return f"{what} {agree(what, 'is')} {none if operator == '==' else none.replace('no', 'some', 1)}"
        if operator in ("==", "!="):
            return self._stands(left, self.value(right), operator == "==")
        return self._stands(left, f"{_ASKS[operator]} {self.value(right)}")

    def _stands(self, term: t.Term, what: str, yes: bool = True, placed: bool = True) -> str:
        """That something is this, or, where it is asked where a thing is, that it is there."""
        if placed and isinstance(term, t.Read) and term.state.placed:
            term, what = term.args[0], f"at {what}"
        subject = self.value(term)
        return f"{subject} {agree(subject, 'is')} {'' if yes else 'not '}{what}"

    def _quantified(self, term: t.Quant, yes: bool) -> str:
        if term.var.name == "_" and isinstance(term.where, t.Compare):  # a number among those of a list
            return self._stands(term.where.right, f"among {self.value(term.source)}", yes, placed=False)
        among = self.among(term.source)
        with self.meeting(term.var) as (noun,):
            if term.word == "every" and term.where is not None:
                if yes:
                    return f"for every {noun}{among}, {self.holds(term.where)}"
                contrary = t.Not(term.where.type, term.where.span, term.where)
                return f"there is {a(noun)}{among}{self.which(term.var, contrary)}"
            there = (term.word == "no") != yes
            return f"there is {a(noun) if there else f'no {noun}'}{among}{self.which(term.var, term.where)}"

    # ---- what conditions are about ----
    def settled(self, term: t.Term) -> str:
        """A value as a noun, worked out where it can be."""
        return self.value(self.figures.fold(term))

    def value(self, term: t.Term) -> str:
        """A value as a noun."""
        match term:
            case t.Const(value=value):
                return self.constant(value, term.type)
            case t.Local(var=var):
                return self.the(var)
            case t.Within(of=of):
                return self.value(of)
            case t.Quant(word="count" | "all" | "the"):
                return self._ranging(term)
            case t.Quant() | t.Compare() | t.Not() | t.And() | t.Or() | t.InSet() | t.InKind() | t.CanDo():
                return f"whether {self.holds(term)}"
            case t.Read() | t.Apply() | t.Fixed():
                return f"whether {self.holds(term)}" if isinstance(term.type, Bool) else self._named_phrase(term)
            case t.Arith() | t.SetArith():
                return self._reckoned(term)
            case t.Cond(test=test, then=then, otherwise=otherwise):
                return f"{self.value(then)} if {self.holds(test)}, otherwise {self.value(otherwise)}"
            case t.ElseOf(of=of, instead=instead):
                return f"{self.value(of)} or, failing that, {self.value(instead)}"
            case t.SumOver() | t.Best() | t.Ranked():
                return self._ranging(term)
            case t.Reachable():
                return self._reached(term)
            case t.Items(items=items):
                return series([self.value(item) for item in items])
            case t.Nth(place=t.Const(value=place), of=of):
                return f"the {ordinal(place)} of {self.value(of)}"
            case t.Nth(place=where, of=of):
                return f"the entry of {self.value(of)} at place {self.value(where)}"
            case t.Slice(end=end, count=count, of=of):
                number, listed = self.value(count), self.value(of)
                return (
                    f"the {end} {number} of {listed}"
                    if number.isdigit()
                    else f"the {end} of {listed}, as many as {number}"
                )
            case t.SizeOf(of=of):
                return f"the number of {self.value(of)}"
            case t.TotalOf(of=of):
                return f"the total of {self.value(of)}"
            case t.Pips(operator=operator, dice=dice, pips=pips):
                thrown = self.value(dice)
                which = "dice" if thrown == "the dice" else f"dice of {thrown}"
                return f"the number of {which} that show {_SHOWING[operator]} {self.value(pips)}"
            case t.EnemyOf(of=of):
                return f"the enemy of {self.value(of)}"
            case t.SeatsAfter(start=start, of=of):
                return f"the number of seats from {self.value(start)} to {self.value(of)}"
            case t.Beyond(link=link, place=place):
                return f"the other end of {self.value(link)} from {self.value(place)}"
        raise TypeError(f"no words for {type(term).__name__}")

    def constant(self, value: object, of: Type) -> str:
        """A known value: a number, a word, a thing by its name, or several."""
        match of:
            case Optional() | Nothing() if _missing(value, of):
                return _nobody(of)
            case Optional(of=inner):
                return self.constant(value, inner)
            case Bool():
                return "yes" if value else "no"
            case Enum(words=known):
                assert isinstance(value, int)
                return words(known[value])
            case Thing(kind=kind):
                assert isinstance(value, int)
                known_as = self.names.get(kind.root, {}).get(value)
                return known_as.translate(_PLAIN) if known_as is not None else words(kind.root.ids[value])
            case SetOf(of=inner):
                assert isinstance(value, int)
                if isinstance(inner, Thing) and value == inner.kind.mask:
                    return f"all {plural(words(inner.kind.name))}"
                return series([self.constant(each, inner) for each in bits(value)])
            case ListOf(of=inner):
                assert isinstance(value, tuple)
                return series([self.constant(each, inner) for each in value])
        return str(value)

    def _named_phrase(self, term: t.Read | t.Apply | t.Fixed) -> str:
        match term:
            case t.Fixed(attribute=attribute, of=of):
                return whose(self.value(of), words(attribute.name))
            case t.Read(state=state, args=args) if state.kind is not None:
                return whose(self.value(args[0]), attribute_noun(state))
            case t.Read(state=state, args=args):
                return named_phrase(state, [self.value(arg) for arg in args])
            case t.Apply(definition=definition, args=args):
                return named_phrase(definition, [self.value(arg) for arg in args])

    def values(self, args: Iterable[t.Term]) -> list[str]:
        """Several values, worked out where they can be."""
        return [self.settled(arg) for arg in args]

    def _reckoned(self, term: t.Arith | t.SetArith) -> str:
        left, right = self._operand(term.left, term.operator), self._operand(term.right, term.operator, right=True)
        if isinstance(term, t.SetArith):
            return f"{left} {'together with' if term.operator == '+' else 'without'} {right}"
        match term.operator:
            case "+":
                return f"{left} plus {right}"
            case "-":
                return f"{left} minus {right}"
            case "*":
                if isinstance(term.left, t.Arith):
                    left, right = right, left
                return right if left == "1" else f"{left} times {right}"
            case "max" | "min":
                one, two = (right, left) if isinstance(term.right, t.Const) else (left, right)
                return f"the {'greater' if term.operator == 'max' else 'smaller'} of {one} and {two}"
        share = "half of" if right == "2" else f"1 in {right} of"
        return f"{share} {left} rounded {'down' if term.operator == '//' else 'up'}"

    def _operand(self, term: t.Term, operator: str, right: bool = False) -> str:
        """A part of a reckoning, so that it cannot be taken for a part of another."""
        made = self.value(term)
        if not isinstance(term, t.Arith) or term.operator in ("max", "min"):
            return f"the figure {made}" if isinstance(term, t.Cond) else made
        if operator in ("max", "min") or (operator in "+-" and not right and term.operator in "+-"):
            return made
        one, two = self._operand(term.left, "max"), self._operand(term.right, "max")
        match term.operator:
            case "+":
                return f"the sum of {one} and {two}"
            case "-":
                return f"the difference of {one} and {two}"
            case "*":
                return f"the product of {one} and {two}"
        return made

    # ---- ranges ----
    def among(self, source: t.Term) -> str:
        """Where something is looked for, unless all of its kind are meant."""
        match source:
            case t.Const(type=SetOf(of=Thing(kind=kind)), value=value) if value == kind.mask:
                return ""
        return f" among {self.value(source)}"

    def which(self, var: t.Var, where: t.Term | None) -> str:
        """What must hold of what is looked for."""
        return f" for {'whom' if is_player(var.type) else 'which'} {self.holds(where)}" if where is not None else ""

    def _ranging(self, term: t.Quant | t.SumOver | t.Best | t.Ranked) -> str:
        if term.var.name == "_":  # the members of a list, in no order
            return self.value(term.source)
        among = self.among(term.source)
        if isinstance(term, t.Quant) and term.where is None and term.word != "the":
            return f"{'all' if term.word == 'all' else 'the number of'} {plural(noun(term.var.type))}{among}"
        with self.meeting(term.var) as (one,):
            several = f"{among}{self.which(term.var, term.where)}"
            if isinstance(term, t.Quant) and term.word == "the":
                return f"the {one}{several}"
            several = f"{plural(one)}{several}"
            match term:
                case t.Quant(word="count"):
                    return f"the number of {several}"
                case t.SumOver(of=of):
                    return f"the sum of {self.value(of)} over all {several}"
                case t.Best(keys=keys):
                    best = [f"{self.value(key)} {_BEST[extreme]}" for extreme, key in keys]
                    return f"those {several} with {', then '.join(best)}"
                case t.Ranked(keys=orders):
                    by = [f"{self.value(key)}{', the highest first' if falling else ''}" for key, falling in orders]
                    return f"the {several} in the order of {', then of '.join(by)}"
            return f"all {several}"

    def _reached(self, term: t.Reachable) -> str:
        start, within = self.value(term.start), self.value(term.within)
        with self.meeting(term.link, term.place) as (link, place):
            by = f"{plural(link)}{self.which(term.link, term.where)}"
            through = f"{plural(place)}{self.which(term.place, term.through)}"
            assert isinstance(term.type, SetOf) and isinstance(term.type.of, Thing)
            ends = plural(words(term.type.of.kind.name))
            return f"the {ends} within {within} of {start} by {by}, through {through}"

    # ---- texts ----
    def text(self, template: t.Template) -> str:
        """A text of the rules, its live values named."""
        parts = (
            part if isinstance(part, str) else part.forms[-1] if isinstance(part, t.Plural) else self._filled(part)
            for part in template.parts
        )
        return "".join(parts).translate(_PLAIN)

    def _filled(self, part: t.Term | t.Inflected) -> str:
        """A live value of a text, named; of words that agree with a thing which nobody knows yet, the first."""
        if isinstance(part, t.Inflected):
            return part.form[0] if isinstance(part.form, tuple) else self.settled(part.of)
        return self.settled(part)


_PLAIN = str.maketrans({"(": "– ", ")": " –", "_": " "})


def named_phrase(named: t.State | t.Definition, of: Sequence[str]) -> str:
    """What a piece of memory, a value or a definition is called, of the things that it is about."""
    name, inner = words(named.name), solid(named.type)
    first, last = name.split(" ")[0], name.split(" ")[-1]
    if isinstance(named, t.State) and named.sort == "tally":
        return f"the count of {name}{f' for {series(of)}' if of else ''}"
    loose = (last in PREPOSITIONS and last != "of") or last.endswith("ed")
    match inner:
        case Number() if first in PREPOSITIONS or (loose and not first.endswith("s")):
            name = f"number {name}"
        case Thing(kind=kind) if loose:
            name = f"{name.replace(' ', '-')} {words(kind.name)}"
        case SetOf(of=Thing(kind=kind)) if isinstance(named, t.State) and not of and not name.endswith("s"):
            name = f"{name} {plural(words(kind.name))}"
        case SetOf() if first in PREPOSITIONS or (" " not in name and name.endswith(("ed", "ing"))):
            name = f"those {name}"
    return figure(name, of)


def attribute_noun(state: t.State) -> str:
    """What an attribute that changes is called; where a thing is, is called by what it is in."""
    inner = solid(state.type)
    return words(inner.kind.name if state.placed and isinstance(inner, Thing) else state.name)


def noun(of: Type) -> str:
    """What a value of a type is called."""
    match of:
        case Thing(kind=Kind(name=name)):
            return words(name)
        case Enum(name=name):
            return words(name.rsplit(".", 1)[-1]) if "/" not in name else "word"
        case Optional(of=inner):
            return noun(inner)
        case SetOf(of=inner) | ListOf(of=inner):
            return plural(noun(inner))
        case Dice():
            return "dice"
        case Bool():
            return "answer"
    return "number"


def _called(var: t.Var) -> str:
    """What a local name is called: by its kind, and by itself where it is a word."""
    if var.name == "it":
        return f"{'answer' if isinstance(var.type, Bool) else 'figure'} so far"
    if var.name in _GIVEN:
        return var.name
    kind, name = noun(var.type), words(var.name)
    if len(name) <= _LETTERS or name == kind:
        return kind
    match solid(var.type):
        case Thing() if kind not in name:
            return f"{name} {kind}"
        case Number():
            return f"number “{name}”"
    return name


def _is_nothing(term: t.Term) -> bool:
    return isinstance(term, t.Const) and isinstance(term.type, Optional | Nothing) and _missing(term.value, term.type)


def _missing(value: object, of: Type) -> bool:
    """Whether a value of an optional type is none."""
    inner = solid(of)
    size = inner.kind.count if isinstance(inner, Thing) else len(inner.words) if isinstance(inner, Enum) else -1
    return size < 0 or (isinstance(value, int) and value >= size)


def _nobody(of: Type) -> str:
    return "nobody" if is_player(solid(of)) else "nothing"
