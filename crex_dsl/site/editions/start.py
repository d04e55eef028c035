"""The first pages of the site, one in each language: every game, and three ways to it: learn, look up, play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from crex_dsl.drawing.board.board import board_svg
from crex_dsl.drawing.board.pictures import drawings
from crex_dsl.drawing.board.vocabulary import base_namer
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
    """A game as a first page shows it, in the language of the page as far as the game has words in it."""

    id: str
    title: str
    front: str
    scope: str
    scope_language: str
    board: Markup | None
    board_language: str
    learn: list[Link]
    books: list[Link]
    across: list[Link]
    commands: list[str]


def start_path(language: str) -> str:
    """The path of the first page in a language: beside that in English, where no game has its folder."""
    return START if language == OWN else f"{language}.md"


def game_card(content: GameContent, language: str = OWN) -> GameCard:
    """What the first page in a language tells of a game; books in that language come first."""
    across, page = Across(content, language), start_path(language)
    spoken = content.book_in(language)
    scope = next((clause for clause in spoken.record.clauses if spoken.wording(clause)), None)
    game = content.games[spoken.record.edition]
    books = sorted((book for book in content.books if book.own), key=lambda book: book.language != language)
    namer = game.namer if spoken.own else base_namer(game, content.rulebook(spoken))
    board = board_svg(drawings(game, namer), lambda kind, thing: None, content.index.title)
    pages = [("differences", len(content.editions) > 1), ("rulings", bool(content.index.rulings))]
    return GameCard(
        content.game,
        content.index.title,
        link(page, across.path("index")),
        paragraphs(spoken.wording(scope))[0] if scope else "",
        spoken.language_of(scope) if scope else language,
        Markup(board) if board else None,
        spoken.language,
        [Link(link(page, b.path("learn")), label_of(b), language=b.language) for b in books if b.lessons],
        [Link(link(page, b.path("index")), label_of(b), language=b.language) for b in books],
        [Link(link(page, across.path(name)), across.say(name), language=across.language) for name, has in pages if has],
        [command(content, "play")],
    )


def start_pages(games: Mapping[str, Sequence[GameCard]]) -> list[Page]:
    """The first page of the site in every language for which there are cards of its games."""
    return [_start_page(language, cards, list(games)) for language, cards in games.items()]


def _start_page(language: str, games: Sequence[GameCard], languages: Sequence[str]) -> Page:
    say, path = Messages(language), start_path(language)
    others = [
        Link(link(path, start_path(each)), Messages(each)("language"), language=each)
        for each in languages
        if each != language
    ]
    text = rendered("across/start.md.jinja", say=say, games=games, others=others)
    return Page(path, say("home"), text, language, shelf=(), across=True)
