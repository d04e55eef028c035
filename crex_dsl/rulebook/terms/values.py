"""Expressions, every name resolved and every part typed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from crex_dsl.language.source import Span
from crex_dsl.rulebook.terms.types import Entity, Kind, Type

if TYPE_CHECKING:
    from crex_dsl.rulebook.terms.named import Action, Definition, FixedAttribute, State, Var


SURE, GUARDED, UNPROVED = "sure", "guarded", "unproved"


class Term(Entity):
    """A typed expression."""

    parts: ClassVar[tuple[str, ...]]  # what it has besides its type and its place
    holding: ClassVar[tuple[str, ...]]  # those of its parts that are declared to hold terms
    type: Type
    span: Span

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declared = {item.name: str(item.type) for item in dataclasses.fields(cls)[2:]}
        cls.parts = tuple(declared)
        cls.holding = tuple(name for name, of in declared.items() if "Term" in of)

    def children(self) -> list[Term]:
        """The terms directly inside this one."""
        found: list[Term] = []
        for name in self.holding:
            value = getattr(self, name)
            if type(value) is tuple:
                _gather(value, found)
            elif value is not None:
                found.append(value)
        return found

    def walk(self) -> Iterator[Term]:
        """This term and every term inside it, each before what is inside it."""
        yield self
        if not self.holding:  # as of most terms
            return
        todo = self.children()
        todo.reverse()
        while todo:
            term = todo.pop()
            yield term
            if term.holding:
                inside = term.children()
                inside.reverse()
                todo += inside


def with_parts(term: Term, change: Callable[[Term], Term]) -> Term:
    """A term with every term directly inside it changed; itself where none is."""
    changes: dict[str, object] = {}
    for name in term.holding:
        old = getattr(term, name)
        if old is None:
            continue
        new = _changed(old, change) if type(old) is tuple else change(old)
        if new is not old:
            changes[name] = new
    return dataclasses.replace(term, **changes) if changes else term  # type: ignore[arg-type]


def _changed(values: tuple[Any, ...], change: Callable[[Term], Term]) -> tuple[Any, ...]:
    new = [
        change(value) if isinstance(value, Term) else _changed(value, change) if type(value) is tuple else value
        for value in values
    ]
    for one, other in zip(new, values, strict=True):
        if one is not other:
            return tuple(new)
    return values


def _gather(values: tuple[Any, ...], found: list[Term]) -> None:
    for value in values:
        if isinstance(value, Term):
            found.append(value)
        elif type(value) is tuple:
            _gather(value, found)


class Const(Term):
    """A known value: a number, an index, a bit set, a tuple for a list."""

    value: Any


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


class Read(Term):
    """A piece of memory's value."""

    state: State
    args: tuple[Term, ...]


class Fixed(Term):
    """A fixed attribute's value."""

    attribute: FixedAttribute
    of: Term


class Apply(Term):
    """A value or definition applied."""

    definition: Definition
    args: tuple[Term, ...]


class Arith(Term):
    """Arithmetic: + - * // (down) /^ (up) max min."""

    operator: str
    left: Term
    right: Term


class SetArith(Term):
    """Union (+) or difference (-) of sets."""

    operator: str
    left: Term
    right: Term


class Compare(Term):
    """A comparison: == != < <= > >=."""

    operator: str
    left: Term
    right: Term


class Not(Term):
    """The contrary."""

    of: Term


class And(Term):
    """All hold."""

    items: tuple[Term, ...]


class Or(Term):
    """At least one holds."""

    items: tuple[Term, ...]


class Cond(Term):
    """One value when a condition holds, another otherwise."""

    test: Term
    then: Term
    otherwise: Term


class InSet(Term):
    """Membership in a set."""

    of: Term
    source: Term


class InKind(Term):
    """Membership in a kind."""

    of: Term
    kind: Kind


class ElseOf(Term):
    """An optional value, or what stands in for it."""

    of: Term
    instead: Term


class Quant(Term):
    """some, no, every, all, the, count: over the members of a set, a list or numbers."""

    word: str
    var: Var
    source: Term
    where: Term | None


class SumOver(Term):
    """A sum over the members of a set or list."""

    of: Term
    var: Var
    source: Term
    where: Term | None


class Best(Term):
    """The members with most or least of something, ties included."""

    var: Var
    source: Term
    where: Term | None
    keys: tuple[tuple[str, Term], ...]


class Ranked(Term):
    """The members in order."""

    var: Var
    source: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]


class Items(Term):
    """Values in order (a list) or together (a set), by the type."""

    items: tuple[Term, ...]


class Nth(Term):
    """The member of a list at a place from 1, or nothing (0 where the list holds numbers)."""

    place: Term
    of: Term


class Slice(Term):
    """The first or last members of a list."""

    end: str
    count: Term
    of: Term


class SizeOf(Term):
    """How many members a set or list has."""

    of: Term


class TotalOf(Term):
    """The sum of thrown dice or of a list of numbers."""

    of: Term


class Pips(Term):
    """How many dice show at most (<=), at least (>=) or exactly (==) a number."""

    operator: str
    dice: Term
    pips: Term


class EnemyOf(Term):
    """The other of two players."""

    of: Term


class SeatsAfter(Term):
    """How many seats one player sits after another."""

    start: Term
    of: Term


class Beyond(Term):
    """The other end of a link; a place that it does not touch is its own other end."""

    link: Term
    place: Term


class CanDo(Term):
    """Whether some legal instance of an action exists; None leaves an argument open."""

    action: Action
    args: tuple[Term | None, ...]
    by: Term | None


class Reachable(Term):
    """The places within some links of a start."""

    start: Term
    within: Term
    link: Var
    where: Term | None
    place: Var
    through: Term
