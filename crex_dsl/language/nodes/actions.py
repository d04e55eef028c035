"""Actions, procedures and what hangs on them."""

from __future__ import annotations

from crex_dsl.language.nodes.base import Block, Expr, Item, Listing, Names, Node
from crex_dsl.language.nodes.declarations import Signature
from crex_dsl.language.source import Word


class Head(Node):
    """An action, procedure or moment with names for its parameters."""

    name: Word
    names: Names | None


class TextCase(Node):
    """One text of an action and when it is the one (None: always)."""

    text: Word
    when: Expr | None = None


class TextCases(Listing):
    """The texts of an action, in order."""


class Action(Item):
    """What can be decided."""

    signature: Signature
    by: Expr | None
    stage: Word
    unordered: Word | None
    texts: TextCases
    block: Block


class Permit(Item):
    """A permission."""

    head: Head
    when: Expr | None


class Forbid(Item):
    """A prohibition."""

    heads: tuple[Head, ...]
    when: Expr | None


class Except(Item):
    """An exception to another clause's prohibitions."""

    clause: Word
    head: Head
    when: Expr | None


class Procedure(Item):
    """Steps under a name."""

    signature: Signature
    stage: Word | None
    block: Block


class OpenProcedure(Item):
    """Steps that each edition must say."""

    signature: Signature
    stage: Word | None


class FillProcedure(Item):
    """The steps of a procedure, said by a layer."""

    signature: Signature
    block: Block


class Moment(Item):
    """A named instant."""

    signature: Signature
    stage: Word | None


class Trigger(Item):
    """Steps that happen around an event."""

    head: Head
    when: Expr | None
    block: Block


class Before(Trigger):
    """Steps before an event."""


class After(Trigger):
    """Steps after an event."""


class Instead(Trigger):
    """Steps in the place of an event."""


class StageTrigger(Item):
    """Steps at the edge of a stage."""

    stage: Word
    when: Expr | None
    block: Block


class Begins(StageTrigger):
    """Steps when a stage begins."""


class Ends(StageTrigger):
    """Steps when a stage ends, however it ended."""
