"""All pages of the site, game by game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from crex_dsl.rulebook.catalogue import game_named, index_of
from crex_dsl.rulebook.library import GameFiles, Library
from crex_dsl.rulebook.loose import whole_games
from crex_dsl.site.across.pages import across_pages
from crex_dsl.site.compendium import Compendium
from crex_dsl.site.page import Page
from crex_dsl.site.pages import book_pages


def pages_of(rules: Sequence[Path] = (), games: Collection[str] = ()) -> Iterator[Page]:
    """The pages of every game at hand, or of those named."""
    library = Library.at_hand(rules)
    named = [game_named(Library(library.roots), name) for name in games]
    for files in whole_games(library, named):
        yield from game_pages(Compendium(files, index_of(files), tuple(_named(rules, files))))


def _named(rules: Sequence[Path], files: GameFiles) -> Iterator[Path]:
    """Those of the rules named that a game has files of, as one would type them here."""
    paths = {path.resolve() for _, path in (*files.files, *files.extra)}
    for rule in rules:
        whole = rule.resolve()
        if any(path == whole or whole in path.parents for path in paths):
            yield whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else rule


def game_pages(compendium: Compendium) -> Iterator[Page]:
    """The pages of one game: its books, and what is told across them."""
    yield from across_pages(compendium)
    for book in compendium.books:
        yield from book_pages(compendium, book)
