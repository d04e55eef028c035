"""Expressions."""

from __future__ import annotations

from typing import Any, Self

from crex_dsl.language.nodes.base import Arguments, Expr, Node
from crex_dsl.language.source import Span, Word


class Name(Expr):
    """A bare word."""

    name: Word


class Number(Expr):
    """A whole number."""

    value: Word


class Yes(Expr):
    """Yes."""


class No(Expr):
    """No."""


class List(Expr):
    """Values in order."""

    items: tuple[Expr, ...]


class Call(Expr):
    """A name applied to arguments."""

    name: Word
    arguments: Arguments


class Member(Expr):
    """An attribute of a thing."""

    of: Expr
    name: Word


class Not(Expr):
    """The contrary."""

    of: Expr


class _Chain(Expr):
    """Several conditions joined by one word."""

    items: tuple[Expr, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        first, last = children
        before = first.items if isinstance(first, cls) else (first,)
        after = last.items if isinstance(last, cls) else (last,)
        return cls(span, (*before, *after))


class And(_Chain):
    """All hold."""


class Or(_Chain):
    """At least one holds."""


class ElseValue(Expr):
    """An optional value, or what stands in for it."""

    of: Expr
    instead: Expr


class Compare(Expr):
    """Two values compared."""

    left: Expr
    operator: Word
    right: Expr


class Equals(Expr):
    """Two values are the same."""

    left: Expr
    right: Expr


class Differs(Expr):
    """Two values are not the same."""

    left: Expr
    right: Expr


class IsA(Expr):
    """A thing is of a kind."""

    of: Expr
    kind: Word


class MemberIn(Expr):
    """A value is in a set or list."""

    of: Expr
    source: Expr


class NotIn(Expr):
    """A value is not in a set or list."""

    of: Expr
    source: Expr


class CanBy(Expr):
    """A player can choose an action."""

    who: Expr
    action: Word
    arguments: Arguments | None


class Can(Expr):
    """An action can be chosen by whoever it belongs to."""

    action: Word
    arguments: Arguments | None


class Sum(Expr):
    """Two values added or subtracted."""

    left: Expr
    operator: Word
    right: Expr


class Product(Expr):
    """Two values multiplied."""

    left: Expr
    right: Expr


class Quotient(Expr):
    """Two values divided, rounded as it says."""

    left: Expr
    right: Expr
    rounding: Word


class PipsAtMost(Expr):
    """How many dice show at most a number."""

    dice: Expr
    pips: Expr


class PipsAtLeast(Expr):
    """How many dice show at least a number."""

    dice: Expr
    pips: Expr


class PipsEqual(Expr):
    """How many dice show a number."""

    dice: Expr
    pips: Expr


class Enemy(Expr):
    """The other of two players."""

    of: Expr


class Size(Expr):
    """How many members."""

    of: Expr


class Total(Expr):
    """The sum of dice, or of a list of numbers."""

    of: Expr


class Nth(Expr):
    """The member of a list at a place counted from 1, or nothing."""

    place: Expr
    of: Expr


class FirstOf(Expr):
    """The first members of a list."""

    count: Expr
    of: Expr


class LastOf(Expr):
    """The last members of a list."""

    count: Expr
    of: Expr


class Binder(Node):
    """A name that stands for each of several values in turn."""

    name: Word


class BinderNamed(Binder):
    """Every thing of the kind of that name."""


class BinderIn(Binder):
    """Every member of a set or list."""

    source: Expr


class BinderOf(Binder):
    """Every thing of a kind."""

    kind: Word


class Quantified(Expr):
    """Some, every, all, the or count of what a binder ranges over."""

    word: Word
    binder: Binder
    where: Expr | None = None


class NoneOf(Expr):
    """Nothing of what a binder ranges over."""

    binder: Binder
    where: Expr | None = None


class SumOf(Expr):
    """A sum over what a binder ranges over."""

    of: Expr
    binder: Binder
    where: Expr | None = None


class Key(Node):
    """What to have most or least of."""

    extreme: Word
    by: Expr


class Those(Expr):
    """The best, ties included."""

    binder: Binder
    where: Expr | None
    keys: tuple[Key, ...]


class SortKey(Node):
    """What to order by."""

    by: Expr
    descending: Word | None


class Order(Expr):
    """A ranking."""

    binder: Binder
    where: Expr | None
    keys: tuple[SortKey, ...]


class Reach(Expr):
    """The places within some links of a start."""

    start: Expr
    within: Expr
    by: Binder
    where: Expr | None
    through: Binder
    through_where: Expr
