"""The rulings as a page: what the books leave open, how it can be read, how it comes out, how another is taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crex_dsl.lawyer.compare.open_questions import Question
from crex_dsl.lawyer.lookup.numbering import home_of
from crex_dsl.site.content.book import Book, labelled
from crex_dsl.site.content.clause_view import Link
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import BookName, Entry, Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.site.content.ruling_stories import RulingStories
from crex_dsl.site.content.side_files import part_file
from crex_dsl.site.content.story_view import Citation, ShownStory, shown_story, story_key
from crex_dsl.site.editions.clause_links import Standing, Standings, command, sheet
from crex_dsl.text.messages import OWN, Messages


@dataclass(frozen=True)
class ReadingExample:
    """How the reading of a question that is taken comes out, and under which edition."""

    reading: str
    title: str
    edition: str
    language: str
    story: ShownStory


@dataclass(frozen=True)
class ShownQuestion:
    """A question as the page shows it: the clauses that it is on, in every edition that it concerns."""

    question: Question
    editions: list[Link]
    on: list[tuple[str, list[Standing]]]
    examples: list[ReadingExample]
    part: str


def rulings_page(content: GameContent) -> Page | None:
    """All questions of a game; nothing where its books leave none open."""
    questions = content.open_questions.questions
    if not questions:
        return None
    standings, told = Standings(content, content.path("rulings")), RulingStories(content)
    page = sheet(
        content,
        "rulings",
        "Rulings",
        questions=[_shown_question(content, standings, told, question) for question in questions],
        editions=[standings.edition(edition.id) for edition in content.editions],
        printed=command(content, "play", "-o", "as-printed"),
        another=command(content, "play", "-o", "RULING=READING"),
    )
    title = content.index.title
    entries = [Entry(each.asks, " ".join(reading.reason for reading in each.readings), each.id) for each in questions]
    return replace(page, book=BookName(content.game, title, title, OWN), entries=tuple(entries))


def _shown_question(
    content: GameContent, standings: Standings, told: RulingStories, question: Question
) -> ShownQuestion:
    editions = [edition.id for edition in content.editions if edition.id in question.editions]
    path, page = f"{content.game}/parts/{question.id}.js", content.path("rulings")
    shown = ShownQuestion(
        question,
        [standings.edition(each) for each in editions],
        [(clause.title, standings.among(clause.id, editions)) for clause in question.on],
        list(_examples(content, told, question)),
        link(page, path),
    )
    html = rendered("across/ruling.html.jinja", shown=shown, say=Messages(OWN))
    content.side.put(path, part_file(question.id, page.removesuffix(".md") + ".html", html))
    return shown


def _examples(content: GameContent, told: RulingStories, question: Question) -> Iterator[ReadingExample]:
    page = content.path("rulings")
    taken = next((reading.id for reading in question.readings if reading.taken), "")
    for example, edition, story in told.of(question.id):
        book, place = content.book(edition), example.place
        shown = shown_story(
            f"{edition}/{story_key(place)}",
            link(page, content.story_path(edition, place)),
            story,
            Messages(OWN),
            lambda clause, book=book: _cited(book, clause, page),  # type: ignore[misc]
        )
        yield ReadingExample(taken, example.title, book.brief_title, book.language, shown)


def _cited(book: Book, clause: str, page: str) -> Citation | None:
    address = book.address(clause)
    if address is None:
        return None
    known = book.clauses[clause]
    label = labelled(home_of(book.record, known) or "", book.heading(known))
    return Citation(link(page, address), label, label)
