"""Expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from crex_dsl.language.nodes.base import Expr, Node
from crex_dsl.language.source import Span, Word

if TYPE_CHECKING:
    from crex_dsl.language.nodes.base import Arguments


@dataclass(slots=True)
class Name(Expr):
    """A bare word."""

    name: Word


@dataclass(slots=True)
class Number(Expr):
    """A whole number."""

    value: Word


@dataclass(slots=True)
class Yes(Expr):
    """Yes."""


@dataclass(slots=True)
class No(Expr):
    """No."""


@dataclass(slots=True)
class List(Expr):
    """Values in order."""

    items: tuple[Expr, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(child for child in children if child is not None))


@dataclass(slots=True)
class Call(Expr):
    """A name applied to arguments."""

    name: Word
    arguments: Arguments


@dataclass(slots=True)
class Member(Expr):
    """An attribute of a thing."""

    of: Expr
    name: Word


@dataclass(slots=True)
class Not(Expr):
    """The contrary."""

    of: Expr


class _Chain(Expr):
    """Several conditions joined by one word."""

    __slots__ = ()

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        first, last = children
        before = first.items if isinstance(first, cls) else (first,)  # type: ignore[attr-defined]
        after = last.items if isinstance(last, cls) else (last,)  # type: ignore[attr-defined]
        return cls(span, (*before, *after))  # type: ignore[call-arg]


@dataclass(slots=True)
class And(_Chain):
    """All hold."""

    items: tuple[Expr, ...]


@dataclass(slots=True)
class Or(_Chain):
    """At least one holds."""

    items: tuple[Expr, ...]


@dataclass(slots=True)
class ElseValue(Expr):
    """An optional value, or what stands in for it."""

    of: Expr
    instead: Expr


@dataclass(slots=True)
class Compare(Expr):
    """Two values compared."""

    left: Expr
    operator: Word
    right: Expr


@dataclass(slots=True)
class Equals(Expr):
    """Two values are the same."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class Differs(Expr):
    """Two values are not the same."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class IsA(Expr):
    """A thing is of a kind."""

    of: Expr
    kind: Word


@dataclass(slots=True)
class MemberIn(Expr):
    """A value is in a set or list."""

    of: Expr
    source: Expr


@dataclass(slots=True)
class NotIn(Expr):
    """A value is not in a set or list."""

    of: Expr
    source: Expr


@dataclass(slots=True)
class CanBy(Expr):
    """A player can choose an action."""

    who: Expr
    action: Word
    arguments: Arguments | None


@dataclass(slots=True)
class Can(Expr):
    """An action can be chosen by whoever it belongs to."""

    action: Word
    arguments: Arguments | None


@dataclass(slots=True)
class Sum(Expr):
    """Two values added or subtracted."""

    left: Expr
    operator: Word
    right: Expr


@dataclass(slots=True)
class Product(Expr):
    """Two values multiplied."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class Quotient(Expr):
    """Two values divided, rounded as it says."""

    left: Expr
    right: Expr
    rounding: Word


@dataclass(slots=True)
class PipsAtMost(Expr):
    """How many dice show at most a number."""

    dice: Expr
    pips: Expr


@dataclass(slots=True)
class PipsAtLeast(Expr):
    """How many dice show at least a number."""

    dice: Expr
    pips: Expr


@dataclass(slots=True)
class PipsEqual(Expr):
    """How many dice show a number."""

    dice: Expr
    pips: Expr


@dataclass(slots=True)
class Enemy(Expr):
    """The other of two players."""

    of: Expr


@dataclass(slots=True)
class Size(Expr):
    """How many members."""

    of: Expr


@dataclass(slots=True)
class Total(Expr):
    """The sum of dice, or of a list of numbers."""

    of: Expr


@dataclass(slots=True)
class Nth(Expr):
    """The member of a list at a place counted from 1, or nothing."""

    place: Expr
    of: Expr


@dataclass(slots=True)
class FirstOf(Expr):
    """The first members of a list."""

    count: Expr
    of: Expr


@dataclass(slots=True)
class LastOf(Expr):
    """The last members of a list."""

    count: Expr
    of: Expr


@dataclass(slots=True)
class Binder(Node):
    """A name that stands for each of several values in turn."""

    name: Word


@dataclass(slots=True)
class BinderNamed(Binder):
    """Every thing of the kind of that name."""


@dataclass(slots=True)
class BinderIn(Binder):
    """Every member of a set or list."""

    source: Expr


@dataclass(slots=True)
class BinderOf(Binder):
    """Every thing of a kind."""

    kind: Word


@dataclass(slots=True)
class Quantified(Expr):
    """Some, every, all, the or count of what a binder ranges over."""

    word: Word
    binder: Binder
    where: Expr | None = None


@dataclass(slots=True)
class NoneOf(Expr):
    """Nothing of what a binder ranges over."""

    binder: Binder
    where: Expr | None = None


@dataclass(slots=True)
class SumOf(Expr):
    """A sum over what a binder ranges over."""

    of: Expr
    binder: Binder
    where: Expr | None = None


@dataclass(slots=True)
class Key(Node):
    """What to have most or least of."""

    extreme: Word
    by: Expr


@dataclass(slots=True)
class Those(Expr):
    """The best, ties included."""

    binder: Binder
    where: Expr | None
    keys: tuple[Key, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        binder, where, *keys = children
        return cls(span, binder, where, tuple(keys))


@dataclass(slots=True)
class SortKey(Node):
    """What to order by."""

    by: Expr
    descending: Word | None


@dataclass(slots=True)
class Order(Expr):
    """A ranking."""

    binder: Binder
    where: Expr | None
    keys: tuple[SortKey, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        binder, where, *keys = children
        return cls(span, binder, where, tuple(keys))


@dataclass(slots=True)
class Reach(Expr):
    """The places within some links of a start."""

    start: Expr
    within: Expr
    by: Binder
    where: Expr | None
    through: Binder
    through_where: Expr
