"""Headers: which layer a file belongs to, and what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from crex_dsl.language.nodes.base import Node, Top
from crex_dsl.language.source import Span, Word

if TYPE_CHECKING:
    from crex_dsl.language.nodes.base import Layers, Names
    from crex_dsl.language.nodes.examples import Choices
    from crex_dsl.language.nodes.types import Range


@dataclass(slots=True)
class Players(Node):
    """Who plays; how many may sit down."""

    names: Names
    seated: Range | None


@dataclass(slots=True)
class BeginsWith(Node):
    """The procedure that is the game."""

    name: Word


@dataclass(slots=True)
class Chapters(Node):
    """The files of the game in reading order."""

    names: Names


@dataclass(slots=True)
class DefaultGame(Node):
    """This game is meant when none is named."""


@dataclass(slots=True)
class DefaultEdition(Node):
    """This edition is meant when none is named."""

    name: Word


@dataclass(slots=True)
class Language(Node):
    """The language of the wording that follows."""

    name: Word


@dataclass(slots=True)
class Seats(Node):
    """How many players sit down in this layer."""

    count: Word


@dataclass(slots=True)
class Excludes(Node):
    """Options that cannot be taken together with this one."""

    names: Layers


@dataclass(slots=True)
class Needs(Node):
    """Options that this one cannot do without."""

    names: Layers


@dataclass(slots=True)
class Recommends(Node):
    """Options that go well with this one."""

    names: Layers


@dataclass(slots=True)
class Reads(Node):
    """Readings of rulings that this option takes."""

    names: Choices


@dataclass(slots=True)
class Follows(Node):
    """Layers after which this one applies where both touch one point."""

    names: Layers


@dataclass(slots=True)
class Header(Top):
    """The line that says which layer the rest of the file belongs to."""

    name: Word

    @property
    def settings(self) -> tuple[Node, ...]:
        """The indented lines under the header."""
        return ()


@dataclass(slots=True)
class Game(Header):
    """The base layer of a game."""

    title: Word | None
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, title, *lines = children
        return cls(span, name, title, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines


@dataclass(slots=True)
class Layer(Header):
    """A family of editions, or another layer that editions share."""

    of: Word
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, of, *lines = children
        return cls(span, name, of, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines


@dataclass(slots=True)
class Edition(Header):
    """A printed edition."""

    title: Word
    of: Word
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, title, of, *lines = children
        return cls(span, name, title, of, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines


@dataclass(slots=True)
class Option(Header):
    """An optional rule."""

    title: Word
    layers: Layers | None
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, title, layers, *lines = children
        return cls(span, name, title, layers, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines
