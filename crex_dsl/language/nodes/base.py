"""The sorts of nodes, and the bits that all of them share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from crex_dsl.language.source import Span, Word


@dataclass(slots=True)
class Node:
    """A piece of rule text."""

    span: Span = dataclasses.field(compare=False, repr=False)

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        """The node for the grammar's rule of the same name."""
        return cls(span, *children)

    def walk(self) -> Iterator[Node]:
        """This node and every node below it."""
        yield self
        for item in dataclasses.fields(self):
            if item.name != "span":
                yield from _walk(getattr(self, item.name))


def _walk(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield from value.walk()
    elif isinstance(value, tuple):
        for part in value:
            yield from _walk(part)


@dataclass(slots=True)
class Listing(Node):
    """A node whose children are all of one sort."""

    items: tuple[Any, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(child for child in children if child is not None))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


class Expr(Node):
    """An expression."""

    __slots__ = ()


class Statement(Node):
    """A step of a procedure."""

    __slots__ = ()


class TypeNode(Node):
    """A type as written."""

    __slots__ = ()


class Item(Node):
    """Something that stands in a clause."""

    __slots__ = ()


class Top(Node):
    """Something that stands at the left margin of a file."""

    __slots__ = ()


@dataclass(slots=True)
class Start(Listing):
    """A whole file."""


@dataclass(slots=True)
class Names(Listing):
    """Names, separated by commas."""


@dataclass(slots=True)
class Layers(Listing):
    """Names of layers, separated by commas."""


@dataclass(slots=True)
class Strings(Listing):
    """Quoted texts, separated by commas."""


@dataclass(slots=True)
class Text(Listing):
    """A wording, over one line or several."""

    @property
    def text(self) -> str:
        """The whole wording on one line."""
        return " ".join(self.items)


@dataclass(slots=True)
class Body(Listing):
    """The items of a clause."""


@dataclass(slots=True)
class Block(Listing):
    """Statements, one after the other."""


@dataclass(slots=True)
class Arguments(Listing):
    """Expressions in brackets after a name."""


@dataclass(slots=True)
class Cases(Listing):
    """The cases of a value, in order."""


@dataclass(slots=True)
class Case(Node):
    """One case: its answer and when it holds (None: always)."""

    answer: Expr
    when: Expr | None = None


@dataclass(slots=True)
class FieldIs(Node):
    """`field is value`."""

    name: Word
    value: Expr


@dataclass(slots=True)
class SettingList(Listing):
    """Several `field is value`."""
