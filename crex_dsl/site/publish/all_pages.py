"""All pages of the site, game by game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from crex_dsl.rulebook.files.extra_files import whole_games
from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.rulebook.selection.catalogue import game_named, index_of
from crex_dsl.site.book.chapters import book_pages
from crex_dsl.site.content.ahead import tell_ahead
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page
from crex_dsl.site.content.side_files import SideFiles
from crex_dsl.site.editions.all_pages import across_pages
from crex_dsl.site.editions.start import START, GameCard, game_card, start_pages
from crex_dsl.text.messages import OWN, languages

__all__ = ["START", "game_pages", "pages_of"]


def pages_of(rules: Sequence[Path] = (), games: Collection[str] = (), side: SideFiles | None = None) -> Iterator[Page]:
    """The pages of every game at hand, or of those named, then the first of the site in every language of theirs.

    Files that they ask for go beside them.
    """
    library = Library.at_hand(rules)
    named = [game_named(Library(library.roots), name) for name in games]
    cards: dict[str, list[GameCard]] = {language: [] for language in languages()}
    spoken = {OWN: None}  # the languages of the games at hand that we speak
    kept, found = side or SideFiles(), whole_games(library, named)

    def contents() -> Iterator[GameContent]:
        for files in found:
            yield GameContent(files, index_of(files), tuple(_rules_named(rules, files)), kept)

    tell_ahead(contents())
    for content in contents():
        yield from game_pages(content)
        spoken |= dict.fromkeys(content.languages)
        for language, those in cards.items():
            those.append(game_card(content, language))
    yield from start_pages({language: those for language, those in cards.items() if language in spoken})


def _rules_named(rules: Sequence[Path], files: GameFiles) -> Iterator[Path]:
    """Those of the rules named that a game has files of, as one would type them here."""
    paths = {path.resolve() for _, path in (*files.files, *files.extra)}
    for rule in rules:
        whole = rule.resolve()
        if any(path == whole or whole in path.parents for path in paths):
            yield whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else rule


def game_pages(content: GameContent) -> Iterator[Page]:
    """The pages of one game: its books, and what is told across them."""
    yield from across_pages(content)
    for book in content.books:
        yield from book_pages(content, book)
