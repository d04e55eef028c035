"""Values, definitions and memory."""

from __future__ import annotations

from crex_dsl.language.nodes.base import Cases, Expr, Item, Names, Node, TypeNode
from crex_dsl.language.nodes.kinds import Seen
from crex_dsl.language.source import Word


class Parameter(Node):
    """A parameter with its type."""

    name: Word
    type: TypeNode


class NamedParameter(Node):
    """A parameter named by its kind, or by its place in a filled item."""

    name: Word


class SpanParameter(Node):
    """A number between two bounds that may use the parameters before it."""

    name: Word
    low: Expr
    high: Expr


class Signature(Node):
    """A name with its parameters."""

    name: Word
    parameters: tuple[Parameter | NamedParameter | SpanParameter, ...]


class OpenValue(Item):
    """A value that each edition must say."""

    signature: Signature
    type: TypeNode


class Value(Item):
    """A figure or judgement that editions may change."""

    signature: Signature
    type: TypeNode
    cases: Cases


class Define(Item):
    """A word and what it means."""

    signature: Signature
    type: TypeNode
    cases: Cases


class FillValue(Item):
    """More cases for a value."""

    name: Word
    parameters: Names | None
    cases: Cases


class Adjust(Item):
    """A change to a figure after its case was found."""

    name: Word
    parameters: Names | None
    to: Expr
    when: Expr | None


class State(Item):
    """Memory."""

    signature: Signature
    type: TypeNode
    starts: Expr | None
    per: Word | None
    seen: Seen | None


class Tally(Item):
    """A count that starts at 0."""

    signature: Signature
    per: Word | None


class SetState(Item):
    """A set that starts empty."""

    signature: Signature
    of: Word
    per: Word | None
    seen: Seen | None
