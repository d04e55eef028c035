"""The lessons of a book: our words to a learner, and examples to walk through, in order."""

import pytest

from crex_dsl.lawyer.records.models import LessonRecord
from crex_dsl.site.book.lessons import lesson_entries, shown_lessons
from crex_dsl.site.content.book import Book
from crex_dsl.site.content.clause_view import ClauseViews
from tests.site.conftest import compendium


def taught(*parts: tuple[str, str], language: str = "en") -> Book:
    """The plain book of the ford with one lesson of these parts."""
    book = compendium("ford").book("plain-1.0")
    lesson = LessonRecord.model_validate({"id": "first", "language": language, "title": "First steps", "parts": parts})
    return Book(book.record.model_copy(update={"lessons": [lesson]}), book.title, book.language)


def test_words_and_examples_come_in_their_order() -> None:
    content = compendium("ford")
    book = taught(("text", "Look at the roads."), ("example", "Road limits"), ("text", "Now march."))
    (lesson,) = shown_lessons(content, book, ClauseViews(content, book))
    assert [part.text for part in lesson.parts] == ["Look at the roads.", "Road limits", "Now march."]
    one, example, other = lesson.parts
    assert one.story is None and other.story is None
    assert example.story is not None and example.story.href.endswith(".js")
    assert [link.href for link in example.clauses] == ["rules.html#3.4"]  # where two of its clauses stand together


def test_an_example_that_the_edition_does_not_have_is_left_out() -> None:
    content = compendium("ford")
    book = taught(("example", "Ambush"), ("text", "That was all."))
    (lesson,) = shown_lessons(content, book, ClauseViews(content, book))
    assert [part.text for part in lesson.parts] == ["That was all."]


def test_the_search_finds_their_words() -> None:
    (entry,) = lesson_entries(
        taught(("text", "Look at the roads."), ("example", "Road limits"), ("text", "Now march."))
    )
    assert (entry.title, entry.text, entry.anchor) == ("First steps", "Look at the roads. Now march.", "first")


OTHERS = [
    *(("na-grunwald", each) for each in ("three-players", "two-players")),
    *(("crusader-rex", each) for each in ("english-2.0", "french-1.x", "polish-1.4", "russian-2.0")),
]
BOOKS = [("na-grunwald", "four-players"), *(pytest.param(*book, marks=pytest.mark.soak) for book in OTHERS)]


@pytest.mark.parametrize(("game", "edition"), BOOKS)
def test_a_book_teaches_in_its_own_language_and_every_lesson_has_something_to_walk_through(
    game: str, edition: str
) -> None:
    content = compendium(game)
    book = content.book(edition)
    lessons = shown_lessons(content, book, ClauseViews(content, book))
    assert len(lessons) >= 4
    for lesson in lessons:
        assert lesson.language == book.language
        assert any(part.story for part in lesson.parts), lesson.id
        assert not lesson.parts[0].story, f"{lesson.id} begins without a word"
    assert sum(bool(part.story and part.story.walk) for lesson in lessons for part in lesson.parts) >= 3
