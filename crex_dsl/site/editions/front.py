"""The front page of a game: what it is, its editions, and the way to all its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crex_dsl.rulebook.selection.selection import EditionInfo
from crex_dsl.site.content.clause_view import Link, paragraphs
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.site.editions.clause_links import command
from crex_dsl.text.messages import Messages

# What each page across editions is for, by its name.
PURPOSES = {
    "concordance": "Every clause, and the number under which each edition prints it.",
    "differences": "What any two editions play otherwise, clause by clause.",
    "options": "The optional rules: what each changes, and how it is taken.",
    "rulings": "What the books leave open, how it can be read, and how we read it.",
    "assumptions": "What no book says, and what we put in its place.",
}


@dataclass(frozen=True)
class ShownEdition:
    """An edition with the figures by which one chooses it, and its book in every language that there is."""

    book: Link
    languages: list[Link]
    families: str
    seats: int | None
    clauses: int
    printed: int
    options: int
    rulings: int


def front_page(content: GameContent, others: Iterable[Page]) -> Page:
    """The front page of a game, with links to the other pages across its editions."""
    path = content.path("index")
    title = content.index.title
    record = next(iter(content.records.values()))
    scope = next((clause for clause in record.clauses if clause.says or clause.wording), None)
    address = scope and content.book(record.edition).address(scope.id)
    text = rendered(
        "across/index.md.jinja",
        title=title,
        scope=paragraphs(scope.says or scope.wording) if scope else [],
        scope_link=link(path, address) if address else "",
        editions=[_shown_edition(content, edition, path) for edition in content.editions],
        pages=[(Link(link(path, page.path), page.title), PURPOSES[_name(page)]) for page in others],
        commands=[command(content, "play"), command(content, "editions")],
    )
    return Page(path, title, text, shelf=(title,))


def _name(page: Page) -> str:
    return page.path.rpartition("/")[2].removesuffix(".md")


def _shown_edition(content: GameContent, edition: EditionInfo, page: str) -> ShownEdition:
    record, index = content.records[edition.id], content.index
    books = [book for book in content.books if book.record.edition == edition.id]
    own = content.book(edition.id)
    return ShownEdition(
        Link(link(page, own.path("index")), own.brief_title, edition.id, edition.language),
        [Link(link(page, b.path("index")), Messages(b.language)("language"), language=b.language) for b in books],
        ", ".join(edition.chain[1:-1]),
        edition.seats,
        len(record.clauses),
        sum(bool(clause.numbers) for clause in record.clauses),
        len(index.options_for(edition)),
        len(index.rulings_for(edition)),
    )
