"""Expressions, every name resolved and every part typed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crex_dsl.language.source import Span
from crex_dsl.rulebook.terms.types import Kind, Type

if TYPE_CHECKING:
    from crex_dsl.rulebook.terms.named import Action, Definition, FixedAttribute, State, Var


SURE, GUARDED, UNPROVED = "sure", "guarded", "unproved"


@dataclass(eq=False, slots=True)
class Term:
    """A typed expression."""

    type: Type
    span: Span

    def children(self) -> list[Term]:
        """The terms directly inside this one."""
        found: list[Term] = []
        for name in _holding(self):
            value = getattr(self, name)
            if type(value) is tuple:
                found += _terms(value)
            elif value is not None:
                found.append(value)
        return found

    def walk(self) -> Iterator[Term]:
        """This term and every term inside it, each before what is inside it."""
        todo: list[Term] = [self]
        while todo:
            term = todo.pop()
            yield term
            inside = term.children()
            inside.reverse()
            todo += inside


_PARTS: dict[type[Term], tuple[str, ...]] = {}
_HOLDING: dict[type[Term], tuple[str, ...]] = {}


def parts(term: Term) -> tuple[str, ...]:
    """The names of what a term has besides its type and its place."""
    sort = type(term)
    if sort not in _PARTS:
        _PARTS[sort] = tuple(item.name for item in dataclasses.fields(term) if item.name not in ("type", "span"))
    return _PARTS[sort]


def _holding(term: Term) -> tuple[str, ...]:
    """Those of its parts that are declared to hold terms: walking is most of what a compiler does."""
    sort = type(term)
    if sort not in _HOLDING:
        declared = {item.name: str(item.type) for item in dataclasses.fields(term)}
        _HOLDING[sort] = tuple(name for name in parts(term) if "Term" in declared[name])
    return _HOLDING[sort]


def _terms(values: tuple[Any, ...]) -> Iterator[Term]:
    for value in values:
        if isinstance(value, Term):
            yield value
        elif isinstance(value, tuple):
            yield from _terms(value)


@dataclass(eq=False, slots=True)
class Const(Term):
    """A known value: a number, an index, a bit set, a tuple for a list."""

    value: Any


@dataclass(eq=False, slots=True)
class Local(Term):
    """A local name's value."""

    var: Var


@dataclass(eq=False, slots=True, frozen=True)
class Guard:
    """A condition that is known to hold, or not to, at one place, and the memory and names that this rests on."""

    term: Term
    holds: bool
    names: frozenset[str]
    lasting: bool = False  # memory has changed since, so that it still stands only where it reads none


@dataclass(eq=False, slots=True)
class Within(Term):
    """A number where one of its type's range is asked for: memory and parameters rest on its lying there.

    Its proof is sure (whatever holds), guarded (by conditions tested before it) or none: then it is tested in play.
    """

    of: Term
    low: int
    high: int
    what: str  # whose range it is
    guards: tuple[Guard, ...] = ()
    proof: str = UNPROVED
    clause: str = ""


@dataclass(eq=False, slots=True)
class Read(Term):
    """A piece of memory's value."""

    state: State
    args: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Fixed(Term):
    """A fixed attribute's value."""

    attribute: FixedAttribute
    of: Term


@dataclass(eq=False, slots=True)
class Apply(Term):
    """A value or definition applied."""

    definition: Definition
    args: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Arith(Term):
    """Arithmetic: + - * // (down) /^ (up) max min."""

    operator: str
    left: Term
    right: Term


@dataclass(eq=False, slots=True)
class SetArith(Term):
    """Union (+) or difference (-) of sets."""

    operator: str
    left: Term
    right: Term


@dataclass(eq=False, slots=True)
class Compare(Term):
    """A comparison: == != < <= > >=."""

    operator: str
    left: Term
    right: Term


@dataclass(eq=False, slots=True)
class Not(Term):
    """The contrary."""

    of: Term


@dataclass(eq=False, slots=True)
class And(Term):
    """All hold."""

    items: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Or(Term):
    """At least one holds."""

    items: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Cond(Term):
    """One value when a condition holds, another otherwise."""

    test: Term
    then: Term
    otherwise: Term


@dataclass(eq=False, slots=True)
class InSet(Term):
    """Membership in a set."""

    of: Term
    source: Term


@dataclass(eq=False, slots=True)
class InKind(Term):
    """Membership in a kind."""

    of: Term
    kind: Kind


@dataclass(eq=False, slots=True)
class ElseOf(Term):
    """An optional value, or what stands in for it."""

    of: Term
    instead: Term


@dataclass(eq=False, slots=True)
class Quant(Term):
    """some, no, every, all, the, count: over the members of a set, a list or numbers."""

    word: str
    var: Var
    source: Term
    where: Term | None


@dataclass(eq=False, slots=True)
class SumOver(Term):
    """A sum over the members of a set or list."""

    of: Term
    var: Var
    source: Term
    where: Term | None


@dataclass(eq=False, slots=True)
class Best(Term):
    """The members with most or least of something, ties included."""

    var: Var
    source: Term
    where: Term | None
    keys: tuple[tuple[str, Term], ...]


@dataclass(eq=False, slots=True)
class Ranked(Term):
    """The members in order."""

    var: Var
    source: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]


@dataclass(eq=False, slots=True)
class Items(Term):
    """Values in order (a list) or together (a set), by the type."""

    items: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Nth(Term):
    """The member of a list at a place from 1, or nothing (0 where the list holds numbers)."""

    place: Term
    of: Term


@dataclass(eq=False, slots=True)
class Slice(Term):
    """The first or last members of a list."""

    end: str
    count: Term
    of: Term


@dataclass(eq=False, slots=True)
class SizeOf(Term):
    """How many members a set or list has."""

    of: Term


@dataclass(eq=False, slots=True)
class TotalOf(Term):
    """The sum of thrown dice or of a list of numbers."""

    of: Term


@dataclass(eq=False, slots=True)
class Pips(Term):
    """How many dice show at most (<=), at least (>=) or exactly (==) a number."""

    operator: str
    dice: Term
    pips: Term


@dataclass(eq=False, slots=True)
class EnemyOf(Term):
    """The other of two players."""

    of: Term


@dataclass(eq=False, slots=True)
class SeatsAfter(Term):
    """How many seats one player sits after another."""

    start: Term
    of: Term


@dataclass(eq=False, slots=True)
class Beyond(Term):
    """The other end of a link; a place that it does not touch is its own other end."""

    link: Term
    place: Term


@dataclass(eq=False, slots=True)
class CanDo(Term):
    """Whether some legal instance of an action exists; None leaves an argument open."""

    action: Action
    args: tuple[Term | None, ...]
    by: Term | None


@dataclass(eq=False, slots=True)
class Reachable(Term):
    """The places within some links of a start."""

    start: Term
    within: Term
    link: Var
    where: Term | None
    place: Var
    through: Term
