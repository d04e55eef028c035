"""Clauses, how layers change them, how editions cite them, what the books leave open."""

from __future__ import annotations

from crex_dsl.language.nodes.base import Body, Item, Layers, Names, Node, Strings, Text, Top
from crex_dsl.language.source import Word


class Change(Top):
    """What a layer does to one clause."""

    name: Word


class Clause(Change):
    """A new clause."""

    title: Word
    mark: Word | None
    body: Body | None = None


class Fill(Change):
    """Cases and bodies for items that the clause declares."""

    body: Body


class Amend(Change):
    """More items for a clause."""

    body: Body


class Replace(Change):
    """A clause begun anew."""

    title: Word
    body: Body


class Drop(Top):
    """Clauses that no longer exist."""

    names: Names


class Enable(Top):
    """Sleeping clauses that wake."""

    names: Names


class Cite(Top):
    """Where an edition prints clauses, under which heading, in which words."""

    names: Names
    at: Strings
    titled: Word | None
    says: Text | None


class Unprinted(Top):
    """Clauses in force that the edition does not print: under which heading and in which words we do."""

    names: Names
    titled: Word | None
    says: Text | None


class Absent(Top):
    """Clauses that the edition does not have."""

    names: Names


class Chapter(Top):
    """A chapter of an edition's book, and the numbers that stand in it."""

    name: Word
    title: Word
    at: Strings


class Reading(Node):
    """One way to read a question."""

    name: Word
    printed: Word | None
    taken: Word | None
    unplayable: Word | None
    reason: Word
    changes: tuple[Top, ...]


class Ruling(Top):
    """A question that the books leave open, and its readings."""

    name: Word
    on: Names
    layers: Layers | None
    asks: Text
    assumed: Assumed | None
    readings: tuple[Reading, ...]


class Says(Item):
    """A clause's wording."""

    text: Text


class Assumed(Item):
    """A mark: what follows rests on an assumption, for this reason."""

    text: Text


class FollowsClause(Item):
    """Clauses after which this one applies where both touch one point."""

    names: Names
