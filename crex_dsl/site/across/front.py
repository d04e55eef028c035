"""The front page of a game: what it is, its editions, and the way to all its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crex_dsl.rulebook.selection import EditionInfo
from crex_dsl.site.across.sheet import command
from crex_dsl.site.compendium import Compendium
from crex_dsl.site.exhibit import Link, paragraphs
from crex_dsl.site.page import Page, link
from crex_dsl.site.phrasebook import Phrases
from crex_dsl.site.templates import rendered

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
    title: str
    languages: list[Link]
    families: str
    seats: int | None
    clauses: int
    printed: int
    options: int
    rulings: int


def front_page(compendium: Compendium, others: Iterable[Page]) -> Page:
    """The front page of a game, with links to the other pages across its editions."""
    path = compendium.path("index")
    title = compendium.index.title
    brief = next(iter(compendium.briefs.values()))
    scope = next((clause for clause in brief.clauses if clause.says or clause.wording), None)
    address = scope and compendium.book(brief.edition).address(scope.id)
    text = rendered(
        "across/index.md.jinja",
        title=title,
        scope=paragraphs(scope.says or scope.wording) if scope else [],
        scope_link=link(path, address) if address else "",
        editions=[_shown(compendium, edition, path) for edition in compendium.editions],
        pages=[(Link(link(path, page.path), page.title), PURPOSES[_name(page)]) for page in others],
        commands=[command(compendium, "play"), command(compendium, "editions")],
    )
    return Page(path, title, text, shelf=(title,))


def _name(page: Page) -> str:
    return page.path.rpartition("/")[2].removesuffix(".md")


def _shown(compendium: Compendium, edition: EditionInfo, page: str) -> ShownEdition:
    brief, index = compendium.briefs[edition.id], compendium.index
    books = [book for book in compendium.books if book.brief.edition == edition.id]
    return ShownEdition(
        Link(link(page, compendium.book(edition.id).path("index")), edition.id, language=edition.language),
        edition.title,
        [Link(link(page, b.path("index")), Phrases(b.language)("language"), language=b.language) for b in books],
        ", ".join(edition.chain[1:-1]),
        edition.seats,
        len(brief.clauses),
        sum(bool(clause.numbers) for clause in brief.clauses),
        len(index.options_for(edition)),
        len(index.rulings_for(edition)),
    )
