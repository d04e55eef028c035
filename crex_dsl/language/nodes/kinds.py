"""Kinds, tables, stages and names."""

from __future__ import annotations

from crex_dsl.language.nodes.base import Expr, Item, Names, Node, SettingList, Strings, Top, TypeNode
from crex_dsl.language.nodes.languages import Form, Gender
from crex_dsl.language.source import Word


class Viewer(Node):
    """A player who sees, and when."""

    who: Expr | None
    when: Expr | None


class ViewerAll(Node):
    """Everybody sees, when the condition holds."""

    when: Expr | None


class Guess(Node):
    """What those who do not see may suppose."""

    low: Expr
    high: Expr
    mostly: Expr | None


class Seen(Node):
    """Who sees a value or an identity."""

    viewers: tuple[Viewer | ViewerAll, ...]
    guess: Guess | None


class Attribute(Node):
    """What every thing of a kind has."""

    manner: Word | None
    name: Word
    type: TypeNode
    starts: Expr | None
    seen: Seen | None


class Identity(Node):
    """Who knows which piece it is."""

    seen: Seen


class Kind(Item):
    """A kind of thing; one that joins others is a link."""

    name: Word
    joins: Word | None
    attributes: tuple[Attribute | Identity, ...]


class Subkind(Item):
    """Some of the things of a kind, or a kind that stands where another is asked for."""

    name: Word
    of: Word
    joins: Word | None
    where: Expr | None
    attributes: tuple[Attribute | Identity, ...]


class ListedKind(Item):
    """A closed list."""

    name: Word
    names: Names


class Field(Node):
    """What a stage remembers about itself."""

    name: Word
    type: TypeNode
    starts: Expr | None


class Stage(Item):
    """A span of play that owns memory and roles."""

    name: Word
    within: Word | None
    fields: tuple[Field, ...]


class AssumedMark(Node):
    """The reason why a table's rows are assumed."""

    reason: Word


class TableFrom(Item):
    """Rows from a file beside the rule file."""

    name: Word
    file: Word
    assumed: AssumedMark | None


class Row(Node):
    """One row of an inline table, as written."""

    text: Word


class DropRows(Node):
    """Rows that a layer takes out."""

    names: Names


class ChangeRow(Node):
    """One row that a layer changes."""

    name: Word
    settings: SettingList


class Table(Item):
    """Rows written in the rule file, or changes to rows."""

    name: Word
    assumed: AssumedMark | None
    lines: tuple[Row | DropRows | ChangeRow, ...]


class NameLine(Node):
    """How a language names a thing, and the forms in which texts may ask for it."""

    name: Word
    texts: Strings
    gender: Gender | None
    forms: tuple[Form, ...]


class NameTable(Top):
    """How an edition, or a language in every edition, names things."""

    language: Word | None
    file: Word | None
    lines: tuple[NameLine, ...]
