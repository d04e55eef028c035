"""Headers: which layer a file belongs to, and what it says of itself."""

from __future__ import annotations

from crex_dsl.language.nodes.base import Layers, Names, Node, Top
from crex_dsl.language.nodes.examples import Choices
from crex_dsl.language.nodes.types import Range
from crex_dsl.language.source import Word


class Players(Node):
    """Who plays; how many may sit down."""

    names: Names
    seated: Range | None


class BeginsWith(Node):
    """The procedure that is the game."""

    name: Word


class Chapters(Node):
    """The files of the game in reading order."""

    names: Names


class DefaultGame(Node):
    """This game is meant when none is named."""


class DefaultEdition(Node):
    """This edition is meant when none is named."""

    name: Word


class Language(Node):
    """The language of the wording that follows."""

    name: Word


class Seats(Node):
    """How many players sit down in this layer."""

    count: Word


class Excludes(Node):
    """Options that cannot be taken together with this one."""

    names: Layers


class Needs(Node):
    """Options that this one cannot do without."""

    names: Layers


class Recommends(Node):
    """Options that go well with this one."""

    names: Layers


class Reads(Node):
    """Readings of rulings that this option takes."""

    names: Choices


class Follows(Node):
    """Layers after which this one applies where both touch one point."""

    names: Layers


class Header(Top):
    """The line that says which layer the rest of the file belongs to."""

    name: Word

    @property
    def settings(self) -> tuple[Node, ...]:
        """The indented lines under the header."""
        return getattr(self, "lines", ())


class Game(Header):
    """The base layer of a game."""

    title: Word | None
    lines: tuple[Node, ...]


class Layer(Header):
    """A family of editions, or another layer that editions share."""

    of: Word
    lines: tuple[Node, ...]


class Edition(Header):
    """A printed edition."""

    title: Word
    of: Word
    lines: tuple[Node, ...]


class Option(Header):
    """An optional rule."""

    title: Word
    layers: Layers | None
    lines: tuple[Node, ...]
