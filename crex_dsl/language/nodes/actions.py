"""Actions, procedures and what hangs on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from crex_dsl.language.nodes.base import Item, Listing, Node
from crex_dsl.language.source import Span, Word

if TYPE_CHECKING:
    from crex_dsl.language.nodes.base import Block, Expr, Names
    from crex_dsl.language.nodes.declarations import Signature


@dataclass(slots=True)
class Head(Node):
    """An action, procedure or moment with names for its parameters."""

    name: Word
    names: Names | None


@dataclass(slots=True)
class TextCase(Node):
    """One text of an action and when it is the one (None: always)."""

    text: Word
    when: Expr | None = None


@dataclass(slots=True)
class TextCases(Listing):
    """The texts of an action, in order."""


@dataclass(slots=True)
class Action(Item):
    """What can be decided."""

    signature: Signature
    by: Expr | None
    stage: Word
    unordered: Word | None
    texts: TextCases
    block: Block


@dataclass(slots=True)
class Permit(Item):
    """A permission."""

    head: Head
    when: Expr | None


@dataclass(slots=True)
class Forbid(Item):
    """A prohibition."""

    heads: tuple[Head, ...]
    when: Expr | None

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        *heads, when = children
        return cls(span, tuple(heads), when)


@dataclass(slots=True)
class Except(Item):
    """An exception to another clause's prohibitions."""

    clause: Word
    head: Head
    when: Expr | None


@dataclass(slots=True)
class Procedure(Item):
    """Steps under a name."""

    signature: Signature
    stage: Word | None
    block: Block


@dataclass(slots=True)
class OpenProcedure(Item):
    """Steps that each edition must say."""

    signature: Signature
    stage: Word | None


@dataclass(slots=True)
class FillProcedure(Item):
    """The steps of a procedure, said by a layer."""

    signature: Signature
    block: Block


@dataclass(slots=True)
class Moment(Item):
    """A named instant."""

    signature: Signature
    stage: Word | None


@dataclass(slots=True)
class Trigger(Item):
    """Steps that happen around an event."""

    head: Head
    when: Expr | None
    block: Block


@dataclass(slots=True)
class Before(Trigger):
    """Steps before an event."""


@dataclass(slots=True)
class After(Trigger):
    """Steps after an event."""


@dataclass(slots=True)
class Instead(Trigger):
    """Steps in the place of an event."""


@dataclass(slots=True)
class StageTrigger(Item):
    """Steps at the edge of a stage."""

    stage: Word
    when: Expr | None
    block: Block


@dataclass(slots=True)
class Begins(StageTrigger):
    """Steps when a stage begins."""


@dataclass(slots=True)
class Ends(StageTrigger):
    """Steps when a stage ends, however it ended."""
