"""A page: an answer of headings, lines, tables and changes, for the screen or in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType


GONE, NEW = "- ", "+ "


@dataclass(frozen=True)
class Heading:
    """What the lines below are about."""

    text: str

    def shown(self) -> RenderableType:
        """It on the screen."""
        from rich.text import Text

        return Text(self.text, "bold")

    def markdown(self) -> Iterator[str]:
        """Its lines in Markdown."""
        yield f"## {self.text}"


@dataclass(frozen=True)
class Line:
    """A sentence or paragraph."""

    text: str

    def shown(self) -> RenderableType:
        """It on the screen."""
        from rich.text import Text

        return Text(self.text)

    def markdown(self) -> Iterator[str]:
        """Its lines in Markdown."""
        yield self.text


@dataclass(frozen=True)
class Rows:
    """A table; the columns named `whole` are never broken, those named `slim` take little room on a terminal."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    whole: Sequence[str] = ()
    slim: Sequence[str] = ()

    def shown(self) -> RenderableType:
        """It on the screen."""
        from crex_dsl.system.console import table_of

        return table_of(self.columns, self.rows, whole=self.whole, slim=self.slim)

    def markdown(self) -> Iterator[str]:
        """Its lines in Markdown."""
        yield from (_row(row) for row in (self.columns, ["---"] * len(self.columns), *self.rows))


@dataclass(frozen=True)
class Turned:
    """What is no more and what is instead, line by line, under what it is about."""

    about: str
    before: Sequence[str]
    after: Sequence[str]

    def shown(self) -> RenderableType:
        """It on the screen."""
        from rich.text import Text

        text = Text(self.about)
        for mark, style, lines in ((GONE, "red", self.before), (NEW, "green", self.after)):
            for line in lines:
                text.append(f"\n  {mark}{line}", style)
        return text

    def markdown(self) -> Iterator[str]:
        """Its lines in Markdown."""
        yield from (f"{self.about}:", "", "```diff")
        yield from (f"{GONE}{line}" for line in self.before)
        yield from (f"{NEW}{line}" for line in self.after)
        yield "```"


Piece = Heading | Line | Rows | Turned


@dataclass
class Page:
    """Pieces in order, with an empty line between them unless they belong together."""

    pieces: list[tuple[Piece, bool]] = field(default_factory=list)

    def add(self, piece: Piece, close: bool = False) -> None:
        """Add a piece, apart from the one before it or `close` to it."""
        self.pieces.append((piece, close))

    def show(self, markdown: bool = False) -> None:
        """Print the page."""
        if markdown:
            typer.echo("\n\n".join("\n".join(piece.markdown()) for piece, _ in self.pieces))
            return
        from rich.console import Group

        from crex_dsl.system.console import say

        shown: list[RenderableType] = []
        for piece, close in self.pieces:
            shown += [piece.shown()] if close or not shown else ["", piece.shown()]
        say(Group(*shown))


def _row(cells: Sequence[str]) -> str:
    """A row of a table in Markdown, the lines of a cell kept apart."""
    safe = (cell.replace("|", "\\|").replace("\n", "<br>") for cell in cells)
    return f"| {' | '.join(safe)} |"
