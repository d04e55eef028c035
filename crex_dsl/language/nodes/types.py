"""Types as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from crex_dsl.language.nodes.base import TypeNode
from crex_dsl.language.source import Span, Word


@dataclass(slots=True)
class Optional(TypeNode):
    """A type, or nothing."""

    of: TypeNode


@dataclass(slots=True)
class BoolType(TypeNode):
    """Yes or no."""


@dataclass(slots=True)
class NumberType(TypeNode):
    """Any whole number."""


@dataclass(slots=True)
class Range(TypeNode):
    """A whole number between two bounds."""

    low: Word
    high: Word


@dataclass(slots=True)
class KindType(TypeNode):
    """A thing of a kind."""

    name: Word


@dataclass(slots=True)
class AttributeType(TypeNode):
    """The type of a kind's attribute."""

    kind: Word
    name: Word


@dataclass(slots=True)
class EnumType(TypeNode):
    """One of some words."""

    names: tuple[Word, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(children))


@dataclass(slots=True)
class SetType(TypeNode):
    """Some of the members of a type."""

    of: TypeNode


@dataclass(slots=True)
class ListType(TypeNode):
    """Members of a type in order."""

    of: TypeNode
