"""Worked examples and set-ups, as written."""

from __future__ import annotations

from crex_dsl.language.nodes.base import Arguments, Expr, Layers, Listing, Names, Node, Statement, Strings, Top
from crex_dsl.language.nodes.expressions import Name, Number
from crex_dsl.language.nodes.statements import Offer
from crex_dsl.language.source import Word


class SetUp(Statement):
    """A scenario is laid out."""

    name: Word
    arguments: Arguments | None


class GivenBlock(Listing):
    """The statements of a set-up."""


class Given(Node):
    """What is laid out before play."""

    block: GivenBlock


class Outcome(Node):
    """Scripted dice or draws."""

    items: tuple[Name | Number, ...]


class Outcomes(Listing):
    """All chance of one deed, in order."""


class Begin(Node):
    """A procedure is begun."""

    name: Word
    arguments: Arguments | None
    outcomes: Outcomes | None


class Deed(Node):
    """A player takes an action."""

    who: Word
    offer: Offer
    outcomes: Outcomes | None


class Deeds(Listing):
    """What is done, in order."""


class Under(Node):
    """The layers that a check is restricted to."""

    layers: Layers


class Legal(Node):
    """An action is legal for a player."""

    action: Word
    arguments: Arguments | None
    who: Word
    under: Under | None


class Refused(Node):
    """An action is refused, and these clauses refuse it."""

    action: Word
    arguments: Arguments | None
    who: Word
    citing: Names
    under: Under | None


class NextIs(Node):
    """Whose decision it is, and about which thing."""

    who: Word
    thing: Word | None
    under: Under | None


class WonBy(Node):
    """The game is over and won."""

    names: Names
    under: Under | None


class DrawnGame(Node):
    """The game is over and drawn."""

    under: Under | None


class Holds(Node):
    """A condition holds."""

    condition: Expr
    under: Under | None


class Checks(Listing):
    """What must be so."""


class Choices(Listing):
    """Options, `ruling=reading` among them."""


class Example(Top):
    """A worked example: given, when, then."""

    title: Word
    on: Names
    source: Layers | None
    at: Strings | None
    options: Choices | None
    parts: tuple[Given | Deeds | Checks, ...]
