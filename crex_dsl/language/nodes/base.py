"""The sorts of nodes, and the bits that all of them share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, ClassVar, Self, dataclass_transform

from crex_dsl.language.source import Span, Word


@dataclass_transform(field_specifiers=(dataclasses.field,))
class _Data:
    """What derives from it is a dataclass."""

    gathers: ClassVar[tuple[int, int] | None]  # how many fields stand before and after the one that is a tuple
    contents: ClassVar[tuple[str, ...]]  # the names of what it has besides its place

    def __init_subclass__(cls) -> None:
        made: Any = dataclasses.dataclass(cls)
        _, *parts = dataclasses.fields(made)
        cls.contents = tuple(part.name for part in parts)
        places = (place for place, part in enumerate(parts) if str(part.type).startswith("tuple["))
        cls.gathers = next(((place, len(parts) - 1 - place) for place in places), None)


class Node(_Data):
    """A piece of rule text: a dataclass, and so is every sort of node."""

    span: Span = dataclasses.field(compare=False, repr=False)

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        """The node for the grammar's rule of the same name; a tuple takes all children that the other fields leave."""
        if cls.gathers is None:
            return cls(span, *children)
        first, after = cls.gathers
        last = len(children) - after
        children[first:last] = [tuple(child for child in children[first:last] if child is not None)]
        return cls(span, *children)

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one."""
        for name in self.contents:
            value = getattr(self, name)
            yield from (child for child in (value if isinstance(value, tuple) else (value,)) if isinstance(child, Node))

    def walk(self) -> Iterator[Node]:
        """This node and every node below it."""
        yield self
        for child in self.children():
            yield from child.walk()


class Listing(Node):
    """A node whose children are all of one sort."""

    items: tuple[Any, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


class Expr(Node):
    """An expression."""


class Statement(Node):
    """A step of a procedure."""


class TypeNode(Node):
    """A type as written."""


class Item(Node):
    """Something that stands in a clause."""


class Top(Node):
    """Something that stands at the left margin of a file."""


class Start(Listing):
    """A whole file."""


class Names(Listing):
    """Names, separated by commas."""


class Layers(Listing):
    """Names of layers, separated by commas."""


class Strings(Listing):
    """Quoted texts, separated by commas."""


class Text(Listing):
    """A wording, over one line or several."""

    @property
    def text(self) -> str:
        """The whole wording on one line."""
        return " ".join(self.items)


class Body(Listing):
    """The items of a clause."""


class Block(Listing):
    """Statements, one after the other."""


class Arguments(Listing):
    """Expressions in brackets after a name."""


class Cases(Listing):
    """The cases of a value, in order."""


class Case(Node):
    """One case: its answer and when it holds (None: always)."""

    answer: Expr
    when: Expr | None = None


class FieldIs(Node):
    """`field is value`."""

    name: Word
    value: Expr


class SettingList(Listing):
    """Several `field is value`."""
