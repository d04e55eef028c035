"""Kinds, tables, stages and names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from crex_dsl.language.nodes.base import Item, Node, Top
from crex_dsl.language.source import Span, Word

if TYPE_CHECKING:
    from crex_dsl.language.nodes.base import Expr, Names, SettingList, Strings, TypeNode


@dataclass(slots=True)
class Viewer(Node):
    """A player who sees, and when."""

    who: Expr | None
    when: Expr | None


@dataclass(slots=True)
class ViewerAll(Node):
    """Everybody sees, when the condition holds."""

    when: Expr | None


@dataclass(slots=True)
class Guess(Node):
    """What those who do not see may suppose."""

    low: Expr
    high: Expr


@dataclass(slots=True)
class Seen(Node):
    """Who sees a value or an identity."""

    viewers: tuple[Viewer | ViewerAll, ...]
    guess: Guess | None

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        *viewers, guess = children
        return cls(span, tuple(viewers), guess)


@dataclass(slots=True)
class Attribute(Node):
    """What every thing of a kind has."""

    manner: Word | None
    name: Word
    type: TypeNode
    starts: Expr | None
    seen: Seen | None


@dataclass(slots=True)
class Identity(Node):
    """Who knows which piece it is."""

    seen: Seen


@dataclass(slots=True)
class Kind(Item):
    """A kind of thing; one that joins others is a link."""

    name: Word
    joins: Word | None
    attributes: tuple[Attribute | Identity, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, joins, *attributes = children
        return cls(span, name, joins, tuple(a for a in attributes if a is not None))


@dataclass(slots=True)
class Subkind(Item):
    """Some of the things of a kind, or a kind that stands where another is asked for."""

    name: Word
    of: Word
    joins: Word | None
    where: Expr | None
    attributes: tuple[Attribute | Identity, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, of, joins, where, *attributes = children
        return cls(span, name, of, joins, where, tuple(a for a in attributes if a is not None))


@dataclass(slots=True)
class ListedKind(Item):
    """A closed list."""

    name: Word
    names: Names


@dataclass(slots=True)
class Field(Node):
    """What a stage remembers about itself."""

    name: Word
    type: TypeNode
    starts: Expr | None


@dataclass(slots=True)
class Stage(Item):
    """A span of play that owns memory and roles."""

    name: Word
    within: Word | None
    fields: tuple[Field, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, within, *fields = children
        return cls(span, name, within, tuple(f for f in fields if f is not None))


@dataclass(slots=True)
class AssumedMark(Node):
    """The reason why a table's rows are assumed."""

    reason: Word


@dataclass(slots=True)
class TableFrom(Item):
    """Rows from a file beside the rule file."""

    name: Word
    file: Word
    assumed: AssumedMark | None


@dataclass(slots=True)
class Row(Node):
    """One row of an inline table, as written."""

    text: Word


@dataclass(slots=True)
class DropRows(Node):
    """Rows that a layer takes out."""

    names: Names


@dataclass(slots=True)
class ChangeRow(Node):
    """One row that a layer changes."""

    name: Word
    settings: SettingList


@dataclass(slots=True)
class Table(Item):
    """Rows written in the rule file, or changes to rows."""

    name: Word
    assumed: AssumedMark | None
    lines: tuple[Row | DropRows | ChangeRow, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, assumed, *lines = children
        return cls(span, name, assumed, tuple(lines))


@dataclass(slots=True)
class NameLine(Node):
    """How a language names a thing."""

    name: Word
    texts: Strings


@dataclass(slots=True)
class NameTable(Top):
    """How an edition names things."""

    file: Word | None
    lines: tuple[NameLine, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        file, *lines = children
        return cls(span, file, tuple(line for line in lines if line is not None))
