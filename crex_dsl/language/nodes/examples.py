"""Worked examples and set-ups, as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from crex_dsl.language.nodes.base import Listing, Node, Statement, Top
from crex_dsl.language.source import Span, Word

if TYPE_CHECKING:
    from crex_dsl.language.nodes.base import Arguments, Expr, Layers, Names, Strings
    from crex_dsl.language.nodes.expressions import Name, Number
    from crex_dsl.language.nodes.statements import Offer


@dataclass(slots=True)
class SetUp(Statement):
    """A scenario is laid out."""

    name: Word
    arguments: Arguments | None


@dataclass(slots=True)
class GivenBlock(Listing):
    """The statements of a set-up."""


@dataclass(slots=True)
class Given(Node):
    """What is laid out before play."""

    block: GivenBlock


@dataclass(slots=True)
class Outcome(Node):
    """Scripted dice or draws."""

    items: tuple[Name | Number, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(children))


@dataclass(slots=True)
class Outcomes(Listing):
    """All chance of one deed, in order."""


@dataclass(slots=True)
class Begin(Node):
    """A procedure is begun."""

    name: Word
    arguments: Arguments | None
    outcomes: Outcomes | None


@dataclass(slots=True)
class Deed(Node):
    """A player takes an action."""

    who: Word
    offer: Offer
    outcomes: Outcomes | None


@dataclass(slots=True)
class Deeds(Listing):
    """What is done, in order."""


@dataclass(slots=True)
class Under(Node):
    """The layers that a check is restricted to."""

    layers: Layers


@dataclass(slots=True)
class Legal(Node):
    """An action is legal for a player."""

    action: Word
    arguments: Arguments | None
    who: Word
    under: Under | None


@dataclass(slots=True)
class Refused(Node):
    """An action is refused, and these clauses refuse it."""

    action: Word
    arguments: Arguments | None
    who: Word
    citing: Names
    under: Under | None


@dataclass(slots=True)
class NextIs(Node):
    """Whose decision it is, and about which thing."""

    who: Word
    thing: Word | None
    under: Under | None


@dataclass(slots=True)
class WonBy(Node):
    """The game is over and won."""

    names: Names
    under: Under | None


@dataclass(slots=True)
class DrawnGame(Node):
    """The game is over and drawn."""

    under: Under | None


@dataclass(slots=True)
class Holds(Node):
    """A condition holds."""

    condition: Expr
    under: Under | None


@dataclass(slots=True)
class Checks(Listing):
    """What must be so."""


@dataclass(slots=True)
class Choices(Listing):
    """Options, `ruling=reading` among them."""


@dataclass(slots=True)
class Example(Top):
    """A worked example: given, when, then."""

    title: Word
    on: Names
    source: Layers | None
    at: Strings | None
    options: Choices | None
    parts: tuple[Given | Deeds | Checks, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        title, on, source, at, options, *parts = children
        return cls(span, title, on, source, at, options, tuple(parts))
