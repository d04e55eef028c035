"""The first page of the site: every game with its board, and the three ways to it: learn it, look it up, play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from crex_dsl.drawing.board.board import board_svg
from crex_dsl.drawing.board.pictures import drawings
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.clause_view import Link, label_of, paragraphs
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.site.editions.clause_links import command
from crex_dsl.text.messages import OWN, Messages

START = "index.md"


@dataclass(frozen=True)
class GameCard:
    """A game as the first page shows it."""

    title: str
    front: str
    scope: str
    board: Markup | None
    learn: list[Link]
    books: list[Link]
    across: list[Link]
    commands: list[str]


def game_card(content: GameContent) -> GameCard:
    """What the first page tells of a game, in the language of its base."""
    across = Across(content, OWN)
    record = next(iter(content.records.values()))
    scope = next((clause for clause in record.clauses if clause.says), None)
    game = content.games[record.edition]
    books = [book for book in content.books if book.own]
    board = board_svg(drawings(game, game.namer), lambda kind, thing: None, content.index.title)
    pages = [("differences", len(content.editions) > 1), ("rulings", bool(content.index.rulings))]
    return GameCard(
        content.index.title,
        link(START, across.path("index")),
        paragraphs(scope.says)[0] if scope else "",
        Markup(board) if board else None,
        [_book(content, book.path("learn"), label_of(book), book.language) for book in books if book.lessons],
        [_book(content, book.path("index"), label_of(book), book.language) for book in books],
        [Link(link(START, across.path(name)), across.say(name)) for name, there in pages if there],
        [command(content, "play")],
    )


def start_page(games: Sequence[GameCard]) -> Page:
    """The first page of the site."""
    say = Messages(OWN)
    return Page(START, say("home"), rendered("across/start.md.jinja", say=say, games=games), shelf=())


def _book(content: GameContent, path: str, label: str, language: str) -> Link:
    return Link(link(START, path), label, language=language)
