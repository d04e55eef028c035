"""Typed terms as trees of phrases, with the figures that are settled in this rulebook; a grammar says them."""

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
from crex_dsl.text.english import PREPOSITIONS, plural, words
from crex_dsl.text.grammar.functions import Tree

_RELATIONS = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
_SHOWING = {"==": "dice_exactly", "<=": "dice_at_most", ">=": "dice_at_least"}
_BEST = {"most": "highest", "least": "lowest"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "max": "greater", "min": "smaller"}
_NESTED = {"+": "sum", "-": "difference", "*": "product"}
_GIVEN = ("actor", "dice")
GIVEN = "given"  # what a name stands for when somebody asks, by its place
_LETTERS = 2  # a local name this short tells nothing: its kind does


class Figures(Simplifier):
    """Works out what a rulebook settles, but for sets and lists: those are told by what they hold, not one by one."""

    def fold(self, term: t.Term) -> t.Term:
        """The same term with figures, words and things in place of what comes to them, whatever happens."""
        folded = super().fold(term)
        return term if isinstance(folded, t.Const) and isinstance(folded.type, SetOf | ListOf) else folded


class PhraseTrees:
    """Makes trees; local names are called by their kinds, and counted where several of a kind are about."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self._met: dict[t.Var, Tree] = {}
        self._about: Counter[str] = Counter()

    # ---- local names ----
    def meet(self, var: t.Var) -> Tree:
        """What a local name is called from now on, by itself and by its kind: the how many of those it is."""
        called, kind = called_in_english(var), _kind_key(var)
        self._about[called] += 1
        self._about[f"kind {kind}"] += 1
        several = isinstance(solid(var.type), SetOf | ListOf)
        self._met[var] = (
            "local",
            called,
            self._about[called],
            kind,
            self._about[f"kind {kind}"],
            several,
            is_player(var.type),
        )
        return self._met[var]

    def local(self, var: t.Var) -> Tree:
        """A local name that has been met."""
        return self._met.get(var) or self.meet(var)

    @contextmanager
    def meeting(self, *variables: t.Var) -> Iterator[list[Tree]]:
        """What local names are called as long as they mean something."""
        yield [self.meet(var) for var in variables]
        for var in variables:
            self.part(var)

    def part(self, var: t.Var) -> None:
        """Let go of a local name that means nothing any more."""
        self._about[called_in_english(var)] -= 1
        self._about[f"kind {_kind_key(var)}"] -= 1

    # ---- conditions ----
    def condition(self, term: t.Term | None) -> Tree | bool:
        """A condition; True where it always holds, False where it never does."""
        if term is None:
            return True
        settled = self.figures.fold(term)
        return bool(settled.value) if isinstance(settled, t.Const) else self.holds(settled)

    def holds(self, term: t.Term) -> Tree:
        """That a condition holds."""
        match term:
            case t.Not(of=of):
                return ("not", self.holds(of))
            case t.And(items=items):
                return ("both", tuple(self.holds(item) for item in items))
            case t.Or(items=items):
                return ("any", tuple(self.holds(item) for item in items), self._merged(items))
            case t.Compare():
                return self._compared(term)
            case t.InSet(of=of, source=source):
                return ("in", self.value(of), self.value(source))
            case t.InKind(of=of, kind=kind):
                if isinstance(of, t.Read) and of.state.placed:
                    return ("at_kind", self.value(of.args[0]), ("kind", kind.name))
                return ("is_kind", self.value(of), ("kind", kind.name))
            case t.Quant():
                return self._quantified(term)
            case t.CanDo(action=action, args=args, by=by):
                what = self.given_deed(action, [None if arg is None else self.value(arg) for arg in args])
                return ("legal", what, ("by_whom", self.value(by)) if by is not None else None)
            case t.Apply(definition=t.Definition() as named, args=args) | t.Read(state=t.State() as named, args=args):
                return self.predicate(named, [self.value(arg) for arg in args])
            case t.Fixed(attribute=attribute, of=of):
                return ("holds", words(attribute.name), attribute_key(attribute), ("it",), (self.value(of),))
            case t.Cond(test=test, then=then, otherwise=otherwise):
                return ("if", self.holds(test), self.holds(then), self.holds(otherwise))
            case t.Const(value=value):
                return ("always",) if value else ("not", ("always",))
        return ("true", self.value(term))

    def predicate(self, named: t.State | t.Definition, args: Sequence[Tree]) -> Tree:
        """That what a name says holds of something."""
        if isinstance(named, t.State) and named.kind is not None:
            return ("holds", words(named.name), attribute_key(named), ("it",), tuple(args))
        return ("holds", words(named.name), signature(named), _params(named), tuple(args))

    def given_deed(self, action: t.Action, args: Sequence[Tree | None]) -> Tree:
        """An action with those of its things that are given."""
        given = [(var.name, arg) for var, arg in zip(action.params, args, strict=False) if arg is not None]
        names, things = tuple(name for name, _ in given), tuple(arg for _, arg in given)
        return ("deed", action.name, signature(action), names, things, False)

    def _merged(self, items: Sequence[t.Term]) -> Tree | None:
        """That one thing is this or that, where nothing else is asked."""
        same = [item for item in items if isinstance(item, t.Compare) and item.operator == "=="]
        if len(same) < len(items) or len({self.value(item.left) for item in same}) != 1:
            return None
        return self._stands(same[0].left, [item.right for item in same])

    def _compared(self, term: t.Compare) -> Tree:
        operator, left, right = term.operator, term.left, term.right
        if operator in _RELATIONS:
            return (_RELATIONS[operator], self.value(left), self.value(right))
        if isinstance(left, t.Const) and not isinstance(right, t.Const):
            left, right = right, left
        made: Tree
        if isinstance(left.type, Bool):
            if isinstance(right, t.Const):
                made = self.holds(left)
                return made if bool(right.value) is (operator == "==") else ("not", made)
            made = ("exactly_if", self.holds(left), self.holds(right))
        elif _is_nothing(right):
            alone = isinstance(left, t.Read | t.Apply) and not left.args
            person = is_player(solid(left.type))
            made = ("there_is_none" if alone else "is_nobody", self.value(left), person)
        else:
            made = self._stands(left, [right])
        return made if operator == "==" else ("not", made)

    def _stands(self, term: t.Term, others: Sequence[t.Term]) -> Tree:
        """That something is one of these, or, where it is asked where a thing is, that it is there."""
        items = tuple(self.value(other) for other in others)
        if isinstance(term, t.Read) and term.state.placed:
            return ("at", self.value(term.args[0]), items)
        if isinstance(term.type, Number) and len(items) == 1:
            return ("equals", self.value(term), items[0])
        return ("is", self.value(term), items)

    def _quantified(self, term: t.Quant) -> Tree:
        if term.var.name == "_" and isinstance(term.where, t.Compare):  # a number among those of a list
            return ("in", self.value(term.where.right), self.value(term.source))
        among = self.among(term.source)
        with self.meeting(term.var) as (noun,):
            if term.word == "every" and term.where is not None:
                return ("each_is", noun, among, self.holds(term.where))
            made: Tree = ("some", noun, among, self.which(noun, term.where))
            return ("not", made) if term.word == "no" else made

    # ---- what conditions are about ----
    def settled(self, term: t.Term) -> Tree:
        """A value as a noun, worked out where it can be."""
        return self.value(self.figures.fold(term))

    def values(self, args: Iterable[t.Term]) -> list[Tree]:
        """Several values, worked out where they can be."""
        return [self.settled(arg) for arg in args]

    def value(self, term: t.Term) -> Tree:
        """A value as a noun."""
        match term:
            case t.Const(value=value):
                return self.constant(value, term.type)
            case t.Local(var=var):
                return ("the", self.local(var))
            case t.Within(of=of):
                return self.value(of)
            case t.Quant(word="count" | "all" | "the"):
                return self._ranging(term)
            case t.Quant() | t.Compare() | t.Not() | t.And() | t.Or() | t.InSet() | t.InKind() | t.CanDo():
                return ("whether", self.holds(term))
            case t.Read() | t.Apply() | t.Fixed():
                return ("whether", self.holds(term)) if isinstance(term.type, Bool) else self._named(term)
            case t.Arith() | t.SetArith():
                return self._reckoned(term)
            case t.Cond(test=test, then=then, otherwise=otherwise):
                return ("choice", self.value(then), self.holds(test), self.value(otherwise))
            case t.ElseOf(of=of, instead=instead):
                return ("failing", self.value(of), self.value(instead))
            case t.SumOver() | t.Best() | t.Ranked():
                return self._ranging(term)
            case t.Reachable():
                return self._reached(term)
            case t.Items(items=items):
                return ("series", tuple(self.value(item) for item in items))
            case t.Nth(place=t.Const(value=place), of=of):
                return ("nth", place, self.value(of))
            case t.Nth(place=where, of=of):
                return ("entry", self.value(of), self.value(where))
            case t.Slice(end=end, count=t.Const(value=int(count)), of=of):
                return (end, count, self.value(of))
            case t.Slice(end=end, count=count, of=of):
                return (f"{end}_many", self.value(count), self.value(of))
            case t.SizeOf(of=of):
                return ("size", self.value(of))
            case t.TotalOf(of=of):
                return ("total", self.value(of))
            case t.Pips(operator=operator, dice=dice, pips=pips):
                return (_SHOWING[operator], self.value(dice), self.value(pips))
            case t.EnemyOf(of=of):
                return ("enemy", self.value(of))
            case t.SeatsAfter(start=start, of=of):
                return ("seats", self.value(start), self.value(of))
            case t.Beyond(link=link, place=place):
                return ("other_end", self.value(link), self.value(place))
        raise TypeError(f"no words for {type(term).__name__}")

    def constant(self, value: object, of: Type) -> Tree:
        """A known value: a number, a word, a thing by its name, or several."""
        match of:
            case Optional() | Nothing() if _missing(value, of):
                return ("nobody",) if is_player(solid(of)) else ("nothing",)
            case Optional(of=inner):
                return self.constant(value, inner)
            case Bool():
                return ("yes",) if value else ("no",)
            case Enum(words=known):
                assert isinstance(value, int)
                return ("word", known[value])
            case Thing(kind=kind):
                assert isinstance(value, int)
                return ("thing", kind.name, kind.root.name, value, kind.root.ids[value])
            case SetOf(of=inner):
                assert isinstance(value, int)
                if isinstance(inner, Thing) and value == inner.kind.mask:
                    return ("all_of", ("kind", inner.kind.name))
                return ("series", tuple(self.constant(each, inner) for each in bits(value)))
            case ListOf(of=inner):
                assert isinstance(value, tuple)
                return ("series", tuple(self.constant(each, inner) for each in value))
        assert isinstance(value, int)
        return ("number", int(value))

    def _named(self, term: t.Read | t.Apply | t.Fixed) -> Tree:
        match term:
            case t.Fixed(attribute=attribute, of=of):
                return ("attribute", words(attribute.name), attribute_key(attribute), self.value(of))
            case t.Read(state=state, args=args):
                return self.figure(state, [self.value(arg) for arg in args])
            case t.Apply(definition=definition, args=args):
                return self.figure(definition, [self.value(arg) for arg in args])

    def figure(self, named: t.State | t.Definition, of: Sequence[Tree]) -> Tree:
        """A piece of memory, a value or a definition, of the things that it is about."""
        if isinstance(named, t.State) and named.kind is not None:
            return ("attribute", attribute_noun(named), attribute_key(named), of[0])
        tally = isinstance(named, t.State) and named.sort == "tally"
        called = words(named.name) if tally else _noun_in_english(named, bool(of))
        return ("figure", called, signature(named), _params(named), tuple(of), tally)

    def _reckoned(self, term: t.Arith | t.SetArith) -> Tree:
        left, right = self._operand(term.left, term.operator), self._operand(term.right, term.operator, right=True)
        if isinstance(term, t.SetArith):
            return ("union" if term.operator == "+" else "without", left, right)
        match term.operator:
            case "*":
                if isinstance(term.left, t.Arith):
                    left, right = right, left
                return right if left == ("number", 1) else ("times", left, right)
            case "max" | "min" if isinstance(term.right, t.Const):
                left, right = right, left
        if term.operator in _ARITHMETIC:
            return (_ARITHMETIC[term.operator], left, right)
        way = "down" if term.operator == "//" else "up"
        return (f"half_{way}", left) if right == ("number", 2) else (f"share_{way}", left, right)

    def _operand(self, term: t.Term, operator: str, right: bool = False) -> Tree:
        """A part of a reckoning, so that it cannot be taken for a part of another."""
        made = self.value(term)
        if not isinstance(term, t.Arith) or term.operator in ("max", "min"):
            return ("as_figure", made) if isinstance(term, t.Cond) else made
        if operator in ("max", "min") or (operator in "+-" and not right and term.operator in "+-"):
            return made
        if term.operator not in _NESTED:
            return made
        return (_NESTED[term.operator], self._operand(term.left, "max"), self._operand(term.right, "max"))

    # ---- ranges ----
    def among(self, source: t.Term) -> Tree | None:
        """Where something is looked for, unless all of its kind are meant."""
        match source:
            case t.Const(type=SetOf(of=Thing(kind=kind)), value=value) if value == kind.mask:
                return None
        return ("among", self.value(source))

    def which(self, noun: Tree, where: t.Term | None, several: bool = False) -> Tree | None:
        """What must hold of what is looked for."""
        return ("which_all" if several else "which", noun, self.holds(where)) if where is not None else None

    def _ranging(self, term: t.Quant | t.SumOver | t.Best | t.Ranked) -> Tree:
        if term.var.name == "_":  # the members of a list, in no order
            return self.value(term.source)
        among = self.among(term.source)
        if isinstance(term, t.Quant) and term.where is None and term.word != "the":
            return ("all" if term.word == "all" else "count_all", ("kind", kind_noun(term.var.type)), among)
        with self.meeting(term.var) as (noun,):
            one = isinstance(term, t.Quant) and term.word == "the"
            which = self.which(noun, term.where, several=not one)
            match term:
                case t.Quant(word="the"):
                    return ("the_one", noun, among, which)
                case t.Quant(word="count"):
                    return ("count", noun, among, which)
                case t.SumOver(of=of):
                    return ("total_over", self.value(of), noun, among, which)
                case t.Best(keys=keys):
                    best = tuple((_BEST[extreme], self.value(key)) for extreme, key in keys)
                    return ("best", noun, among, which, best)
                case t.Ranked(keys=orders):
                    by = tuple(("falling" if falling else "rising", self.value(key)) for key, falling in orders)
                    return ("ranked", noun, among, which, by)
            return ("those", noun, among, which)

    def _reached(self, term: t.Reachable) -> Tree:
        start, within = self.value(term.start), self.value(term.within)
        with self.meeting(term.link, term.place) as (link, place):
            by, through = self.which(link, term.where, True), self.which(place, term.through, True)
            assert isinstance(term.type, SetOf) and isinstance(term.type.of, Thing)
            return ("reached", ("kind", term.type.of.kind.name), within, start, link, by, place, through)

    # ---- texts ----
    def text(self, template: t.Template) -> Tree:
        """A text of the rules, its live values named."""
        parts = (
            part if isinstance(part, str) else part.forms[-1] if isinstance(part, t.Plural) else self._filled(part)
            for part in template.parts
        )
        return ("joined", tuple(parts))

    def _filled(self, part: t.Term | t.Inflected) -> Tree | str:
        """A live value of a text, named; of words that agree with a thing which nobody knows yet, the first."""
        if isinstance(part, t.Inflected):
            return part.form[0] if isinstance(part.form, tuple) else self.settled(part.of)
        return self.settled(part)


def deed(named: t.Action | t.Procedure, args: Sequence[Tree], quoted: bool = False) -> Tree:
    """Something that is done, with the things that it is done to."""
    return ("deed", named.name, signature(named), tuple(var.name for var in named.params), tuple(args), quoted)


def memory_tree(state: t.State) -> Tree:
    """A piece of memory, with places for the things that it is kept of."""
    of = tuple((GIVEN, place) for place in range(max(len(state.params), 1 if state.kind is not None else 0)))
    if isinstance(state.type, Bool):
        key = attribute_key(state) if state.kind is not None else signature(state)
        return ("switch", words(state.name), key, _params(state) or ("it",) * len(of), of)
    return PhraseTrees(Figures()).figure(state, of)


def event_tree(event: t.Action | t.Procedure) -> Tree:
    """Something that is done, with whatever it is done to."""
    trees = PhraseTrees(Figures())
    return deed(event, [("a", trees.meet(var)) for var in event.params])


def signature(named: t.State | t.Definition | t.Action | t.Procedure) -> str:
    """A name with those of its parameters, under which rule files say it in other languages."""
    return f"{named.name}({', '.join(var.name for var in named.params)})"


def attribute_key(attribute: t.State | t.FixedAttribute) -> str:
    """An attribute with its kind, under which rule files say it in other languages."""
    assert attribute.kind is not None
    return f"{attribute.kind.name}.{attribute.name}"


def _params(named: t.State | t.Definition) -> tuple[str, ...]:
    return tuple(var.name for var in named.params)


def _noun_in_english(named: t.State | t.Definition, about: bool) -> str:
    """The name of a piece of memory, a value or a definition as a noun, whether or not it is about anything."""
    name, inner = words(named.name), solid(named.type)
    first, last = name.split(" ")[0], name.split(" ")[-1]
    loose = (last in PREPOSITIONS and last != "of") or last.endswith("ed")
    match inner:
        case Number() if first in PREPOSITIONS or (loose and not first.endswith("s")):
            return f"number {name}"
        case Thing(kind=kind) if loose:
            return f"{name.replace(' ', '-')} {words(kind.name)}"
        case SetOf(of=Thing(kind=kind)) if isinstance(named, t.State) and not about and not name.endswith("s"):
            return f"{name} {plural(words(kind.name))}"
        case SetOf() if first in PREPOSITIONS or (" " not in name and name.endswith(("ed", "ing"))):
            return f"those {name}"
    return name


def attribute_noun(state: t.State) -> str:
    """What an attribute that changes is called; where a thing is, is called by what it is in."""
    inner = solid(state.type)
    return words(inner.kind.name if state.placed and isinstance(inner, Thing) else state.name)


def kind_noun(of: Type) -> str:
    """The name of the kind of a value, by which it is called."""
    match of:
        case Thing(kind=Kind(name=name)):
            return name
        case Enum(name=name):
            return name.rsplit(".", 1)[-1] if "/" not in name else "word"
        case Optional(of=inner) | SetOf(of=inner) | ListOf(of=inner):
            return kind_noun(inner)
        case Dice():
            return "dice"
        case Bool():
            return "answer"
    return "number"


def noun(of: Type) -> str:
    """What a value of a type is called in English."""
    match of:
        case Optional(of=inner):
            return noun(inner)
        case SetOf(of=inner) | ListOf(of=inner):
            return plural(noun(inner))
    return words(kind_noun(of))


def called_in_english(var: t.Var) -> str:
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


def _kind_key(var: t.Var) -> str:
    """The noun by which languages other than English call a local name."""
    if var.name == "it":
        return "figure-so-far"
    return var.name if var.name in _GIVEN else kind_noun(var.type)


def _is_nothing(term: t.Term) -> bool:
    return isinstance(term, t.Const) and isinstance(term.type, Optional | Nothing) and _missing(term.value, term.type)


def _missing(value: object, of: Type) -> bool:
    """Whether a value of an optional type is none."""
    inner = solid(of)
    size = inner.kind.count if isinstance(inner, Thing) else len(inner.words) if isinstance(inner, Enum) else -1
    return size < 0 or (isinstance(value, int) and value >= size)
