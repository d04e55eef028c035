"""Types as written."""

from __future__ import annotations

from crex_dsl.language.nodes.base import TypeNode
from crex_dsl.language.source import Word


class Optional(TypeNode):
    """A type, or nothing."""

    of: TypeNode


class BoolType(TypeNode):
    """Yes or no."""


class NumberType(TypeNode):
    """Any whole number."""


class Range(TypeNode):
    """A whole number between two bounds."""

    low: Word
    high: Word


class KindType(TypeNode):
    """A thing of a kind."""

    name: Word


class AttributeType(TypeNode):
    """The type of a kind's attribute."""

    kind: Word
    name: Word


class EnumType(TypeNode):
    """One of some words."""

    names: tuple[Word, ...]


class SetType(TypeNode):
    """Some of the members of a type."""

    of: TypeNode


class ListType(TypeNode):
    """Members of a type in order."""

    of: TypeNode
