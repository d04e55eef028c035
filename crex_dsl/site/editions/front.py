"""The front page of a game: what it is, its editions, and the way to all its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crex_dsl.rulebook.selection.selection import EditionInfo
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.clause_view import Link, paragraphs
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.site.editions.clause_links import command, other_languages
from crex_dsl.text.messages import Messages

# What each page across editions is for, by its name and by the name of our message.
PURPOSES = {
    "concordance": "concordance-why",
    "differences": "differences-why",
    "options": "options-why",
    "rulings": "rulings-why",
    "assumptions": "assumptions-why",
}


@dataclass(frozen=True)
class ShownEdition:
    """An edition with the figures by which one chooses it, and its book in every language that there is."""

    book: Link
    languages: list[Link]
    seats: int | None
    clauses: int
    printed: int
    options: int
    rulings: int


def front_page(across: Across, others: Iterable[Page]) -> Page:
    """The front page of a game, with links to the other pages across its editions."""
    content, path, say = across.content, across.path("index"), across.say
    title = content.index.title
    book = content.book_in(across.language)
    scope = next((clause for clause in book.record.clauses if book.wording(clause)), None)
    address = scope and book.address(scope.id)
    text = rendered(
        "across/index.md.jinja",
        title=title,
        say=say,
        others=other_languages(across, "index"),
        scope=paragraphs(book.wording(scope)) if scope else [],
        scope_language=book.language_of(scope) if scope else across.language,
        scope_link=Link(link(path, address), book.brief_title, language=book.language) if address else None,
        editions=[_shown_edition(content, edition, path) for edition in content.editions],
        pages=[(Link(link(path, page.path), page.title), say(PURPOSES[_name(page)])) for page in others],
        commands=[command(content, "play"), command(content, "editions")],
    )
    return Page(path, title, text, across.language, shelf=(title,), across=True)


def _name(page: Page) -> str:
    return page.path.rpartition("/")[2].removesuffix(".md")


def _shown_edition(content: GameContent, edition: EditionInfo, page: str) -> ShownEdition:
    record, index = content.records[edition.id], content.index
    books = [book for book in content.books if book.record.edition == edition.id]
    own = content.book(edition.id)
    return ShownEdition(
        Link(link(page, own.path("index")), own.brief_title, edition.id, edition.language),
        [Link(link(page, b.path("index")), Messages(b.language)("language"), language=b.language) for b in books],
        edition.seats,
        len(record.clauses),
        sum(bool(clause.numbers) for clause in record.clauses),
        len(index.options_for(edition)),
        len(index.rulings_for(edition)),
    )
