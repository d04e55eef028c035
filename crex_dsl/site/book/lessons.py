"""The lessons of a book: our words to a learner, and worked examples to walk through, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crex_dsl.lawyer.records.models import ExampleRecord, LessonRecord
from crex_dsl.site.content.book import Book
from crex_dsl.site.content.clause_view import ClauseViews, Link
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Entry
from crex_dsl.site.content.story_view import ShownStory


@dataclass(frozen=True)
class LessonPart:
    """A paragraph of a lesson, or an example with the clauses that it is about."""

    text: str
    story: ShownStory | None = None
    clauses: tuple[Link, ...] = ()


@dataclass(frozen=True)
class ShownLesson:
    """A lesson as the page shows it."""

    id: str
    title: str
    language: str
    parts: list[LessonPart]


def shown_lessons(content: GameContent, book: Book, clauses: ClauseViews) -> list[ShownLesson]:
    """The lessons of a book; an example that its edition does not have, or plays otherwise, is left out."""
    page = book.path("learn")
    examples: dict[str, ExampleRecord] = {}
    about: dict[str, list[Link]] = {}
    for clause in book.record.clauses:
        for example in clause.examples:
            examples.setdefault(example.title, example)
            told, seen = about.setdefault(example.title, []), clauses.see(clause, page)
            if book.address(clause.id) and seen.label not in (other.label for other in told):
                told.append(seen)  # clauses may share a number and a heading

    def parts(lesson: LessonRecord) -> Iterator[LessonPart]:
        for sort, text in lesson.parts:
            if sort == "text":
                yield LessonPart(text)
            elif text in examples and (story := clauses.story(examples[text].place, page, learning=True)):
                yield LessonPart(text, story, tuple(about.get(text, ())))

    return [ShownLesson(each.id, each.title, each.language, list(parts(each))) for each in book.lessons]


def lesson_entries(book: Book) -> list[Entry]:
    """What the search finds in the lessons."""
    return [
        Entry(each.title, " ".join(text for sort, text in each.parts if sort == "text"), each.id)
        for each in book.lessons
    ]
