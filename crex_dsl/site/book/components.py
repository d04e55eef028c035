"""The page of a book that shows its board and its pieces, drawn as the rule files say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from crex_dsl.drawing.board.board import board_svg
from crex_dsl.drawing.board.pictures import ThingPicture, ThingPictures, drawings
from crex_dsl.drawing.board.pieces import piece_svg
from crex_dsl.drawing.board.vocabulary import PictureVocabulary, base_namer
from crex_dsl.site.content.book import Book
from crex_dsl.site.content.clause_view import Link
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.text.messages import Messages, capital


@dataclass(frozen=True)
class ShownPlace:
    """A place of the board: what its drawing shows, where ways lead from it, and which pieces name it."""

    anchor: str
    title: str
    facts: list[tuple[str, str]]
    ways: list[Link]
    named_by: list[Link]


@dataclass(frozen=True)
class ShownPiece:
    """A piece as it is drawn."""

    anchor: str
    svg: Markup


@dataclass(frozen=True)
class Display:
    """Everything that is drawn for a book."""

    board: Markup | None
    places: list[ShownPlace]
    pieces: list[tuple[str, list[ShownPiece]]]

    @property
    def columns(self) -> list[str]:
        """What there is to say about places."""
        told = {
            "facts": any(place.facts for place in self.places),
            "ways": any(place.ways for place in self.places),
            "named-by": any(place.named_by for place in self.places),
        }
        return [column for column, there in told.items() if there]


def display(content: GameContent, book: Book) -> Display | None:
    """What is drawn for a book; None where its rule files draw nothing."""
    game = content.games[book.record.edition]
    namer = game.namer if book.own else base_namer(game, content.rulebook(book))
    drawn = drawings(game, namer)
    if not drawn.kinds:
        return None
    return _Showcase(book, drawn, PictureVocabulary(game, namer)).display()


class _Showcase:
    """Lays out the drawings of one book, each with an anchor of its own."""

    def __init__(self, book: Book, drawn: ThingPictures, words: PictureVocabulary) -> None:
        self.book, self.drawn, self.words = book, drawn, words
        self.say = Messages(book.language)
        self.anchors: dict[tuple[str, str], str] = {}
        for each in [*drawn.placed(), *(one for of in drawn.pieces().values() for one in of)]:
            taken = each.thing in self.anchors.values()
            self.anchors[each.kind, each.thing] = f"{each.kind}-{each.thing}" if taken else each.thing

    def display(self) -> Display:
        svg = board_svg(self.drawn, self._address, self.say("board-told", title=self.drawn.title))
        return Display(
            Markup(svg) if svg else None,
            [self._place(each) for each in sorted(self.drawn.placed(), key=lambda each: each.title)],
            [
                (capital(self.words.several(kind)), [self._piece(each) for each in of])
                for kind, of in self.drawn.pieces().items()
            ],
        )

    def _address(self, kind: str, thing: str) -> str | None:
        anchor = self.anchors.get((kind, thing))
        return f"#{anchor}" if anchor else None

    def _piece(self, drawn: ThingPicture) -> ShownPiece:
        return ShownPiece(self.anchors[drawn.kind, drawn.thing], Markup(piece_svg(drawn)))

    def _place(self, drawn: ThingPicture) -> ShownPlace:
        return ShownPlace(
            self.anchors[drawn.kind, drawn.thing],
            drawn.title,
            list(drawn.facts),
            list(self._ways(drawn)),
            list(self._named_by(drawn)),
        )

    def _ways(self, drawn: ThingPicture) -> Iterator[Link]:
        titles = {each.thing: each for each in self.drawn.placed()}
        for line in self.drawn.lines():
            if line.ends and drawn.thing in line.ends:
                other = titles[next(end for end in line.ends if end != drawn.thing)]
                sort = line.line.word if line.line else ""
                yield Link(f"#{self.anchors[other.kind, other.thing]}", other.title, title=sort)

    def _named_by(self, drawn: ThingPicture) -> Iterator[Link]:
        """The pieces one of whose attributes is this place, or holds it."""
        things = {name: given for of in self.book.record.things.values() for name, given in of.items()}
        for of in self.drawn.pieces().values():
            for piece in of:
                values = things.get(piece.thing, {}).values()
                if any(drawn.thing in value.split(", ") for value in values):
                    yield Link(f"#{self.anchors[piece.kind, piece.thing]}", piece.title)
