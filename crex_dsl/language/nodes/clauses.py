"""Clauses, how layers change them, how editions cite them, what the books leave open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from crex_dsl.language.nodes.base import Item, Node, Top
from crex_dsl.language.source import Span, Word

if TYPE_CHECKING:
    from crex_dsl.language.nodes.base import Body, Layers, Names, Strings, Text


@dataclass(slots=True)
class Change(Top):
    """What a layer does to one clause."""

    name: Word


@dataclass(slots=True)
class Clause(Change):
    """A new clause."""

    title: Word
    mark: Word | None
    body: Body | None = None


@dataclass(slots=True)
class Fill(Change):
    """Cases and bodies for items that the clause declares."""

    body: Body


@dataclass(slots=True)
class Amend(Change):
    """More items for a clause."""

    body: Body


@dataclass(slots=True)
class Replace(Change):
    """A clause begun anew."""

    title: Word
    body: Body


@dataclass(slots=True)
class Drop(Top):
    """Clauses that no longer exist."""

    names: Names


@dataclass(slots=True)
class Enable(Top):
    """Sleeping clauses that wake."""

    names: Names


@dataclass(slots=True)
class Cite(Top):
    """Where an edition prints clauses, under which heading, in which words."""

    names: Names
    at: Strings
    titled: Word | None
    says: Text | None


@dataclass(slots=True)
class Unprinted(Top):
    """Clauses in force that the edition does not print: under which heading and in which words we do."""

    names: Names
    titled: Word | None
    says: Text | None


@dataclass(slots=True)
class Absent(Top):
    """Clauses that the edition does not have."""

    names: Names


@dataclass(slots=True)
class Chapter(Top):
    """A chapter of an edition's book, and the numbers that stand in it."""

    name: Word
    title: Word
    at: Strings


@dataclass(slots=True)
class Reading(Node):
    """One way to read a question."""

    name: Word
    printed: Word | None
    taken: Word | None
    unplayable: Word | None
    reason: Word
    changes: tuple[Top, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, printed, taken, unplayable, reason, *changes = children
        return cls(span, name, printed, taken, unplayable, reason, tuple(c for c in changes if c is not None))


@dataclass(slots=True)
class Ruling(Top):
    """A question that the books leave open, and its readings."""

    name: Word
    on: Names
    layers: Layers | None
    asks: Text
    assumed: Assumed | None
    readings: tuple[Reading, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, on, layers, asks, assumed, *readings = children
        return cls(span, name, on, layers, asks, assumed, tuple(readings))


@dataclass(slots=True)
class Says(Item):
    """A clause's wording."""

    text: Text


@dataclass(slots=True)
class Assumed(Item):
    """A mark: what follows rests on an assumption, for this reason."""

    text: Text


@dataclass(slots=True)
class FollowsClause(Item):
    """Clauses after which this one applies where both touch one point."""

    names: Names
