"""No page of the site has a word of another language than the one that it says it is in; names apart."""

from collections.abc import Iterator
from functools import cache

import pytest
from selenium.webdriver import Keys

from crex_dsl import load
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.site.content.book import in_words
from crex_dsl.site.content.clause_view import label_of
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.text.english import words
from tests.browser.reader import SITE, Reader
from tests.browser.told import strange, told
from tests.rules.foreign_words import ForeignWords

pytestmark = pytest.mark.browser

BOOKS = {
    "crusader-rex/english-2.0": "en",
    "crusader-rex/french-1.x": "fr",
    "crusader-rex/polish-1.4": "pl",
    "crusader-rex/russian-2.0": "ru",
    "na-grunwald/two-players": "pl",
    "na-grunwald/three-players": "pl",
    "na-grunwald/four-players": "pl",
}
ACROSS = ["crusader-rex", *(f"crusader-rex/{each}" for each in ("fr", "pl", "ru")), "na-grunwald", "na-grunwald/pl"]
FOLDERS = [*BOOKS, *(f"{book}/en" for book, language in BOOKS.items() if language != "en"), *ACROSS]
AROUND = {"index", "learn", "aid", "terms", "glossary", "course", "pieces", "unprinted", "whole"}  # the chapters
SOME = 3  # of the chapters of a book, of the pages on two editions, and of those on a difference
UNFOLD = "[...document.querySelectorAll('details.crex-more')].slice(0, 4).forEach((each) => (each.open = true))"
UNFOLDED = """
return [...document.querySelectorAll('details.crex-more[open]')].every((each) => each.querySelector('button, .crex-on'))
"""
SOUGHT = {"en": "winter", "fr": "hiver", "pl": "karta", "ru": "зима"}


def pages(folder: str) -> Iterator[str]:
    """Pages of every sort in a folder of the site."""
    here = SITE / folder
    book = (here / "whole.html").is_file()
    chapters = [page for page in here.glob("*.html") if book and page.stem not in AROUND]
    yield from (str(page.relative_to(SITE)) for page in here.glob("*.html") if page not in chapters)
    for several in (chapters, *((here / name).glob("*.html") for name in ("between", "differences"))):
        found = sorted(several)
        yield from (str(page.relative_to(SITE)) for page in found[:: len(found) // SOME or 1])


@cache
def told_of(game: str) -> GameContent:
    """What the site tells of a game."""
    files = Library.at_hand().files(game)
    return GameContent(files, index_of(files))


@cache
def books() -> list[str]:
    """What the books of all games are called, and the places in them that have no figure for a number."""
    contents = [told_of(game) for game in ("crusader-rex", "na-grunwald")]
    titles = [(each.title, each.brief_title, label_of(each)) for content in contents for each in content.books]
    labels = [title for titled in titles for title in (*titled, f"{titled[0]} (English)")]
    records = [record for content in contents for record in content.records.values()]
    places = [place for record in records for place in record.numbering if in_words(place)]
    return [*labels, *places, *(place.partition(",")[0] for place in places)]


@cache
def known(game: str) -> dict[str, ForeignWords]:
    """By language, the words that the pages of a game should not have in it.

    Names are those of books and of places in them, and of things, as each edition has them in that language; where the
    rule files are written in it, their own names are words of it too.
    """
    content, found = told_of(game), {}
    for language in content.languages:
        records = [content.record(edition, language) for edition in content.records]
        called = [name for record in records for of in record.names.values() for name in of.values()]
        if language == content.written:
            called += [
                name
                for of in next(iter(content.games.values())).rulebook.world.displays.values()
                for name in of.values()
            ]
            called += [
                words(effect.name) for record in records for clause in record.clauses for effect in clause.effects
            ]
            called += [words(term.id) for record in records for term in record.terms]
        editions = [each.id for each in content.editions if each.language == language] or [content.editions[0].id]
        games = [load(game, edition, language=language) for edition in editions]
        found[language] = ForeignWords(*games, language=language, called=[*books(), *called])
    return found


def strange_here(reader: Reader) -> dict[str, str]:
    """What is in no language of either game, on a page that tells of both."""
    texts, second = told(reader), known("na-grunwald")
    one, two = (strange(texts, known(game)) for game in ("crusader-rex", "na-grunwald"))
    return {word: text for word, text in one.items() if word in two or word.partition(":")[0] not in second}


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_page_has_a_word_of_another_language(reader: Reader, folder: str) -> None:
    found: dict[str, str] = {}
    for page in pages(folder):
        reader.open(page)
        reader.run(UNFOLD)
        reader.until(lambda: reader.run(UNFOLDED))
        here = strange(told(reader), known(folder.partition("/")[0]))
        found |= {f"{page}: {word}": text for word, text in here.items()}
    assert found == {}


@pytest.mark.parametrize("page", ["index.html", "fr.html", "pl.html", "ru.html", "404.html"])
def test_no_start_page_has_a_word_of_another_language(reader: Reader, page: str) -> None:
    reader.open(page)
    assert strange_here(reader) == {}


@pytest.mark.parametrize("book", BOOKS)
def test_the_search_has_no_word_of_another_language(reader: Reader, book: str) -> None:
    reader.open(f"{book}/index.html")
    reader.press("/")
    field = reader.until(lambda: reader.one(".crex-find [name=words]"))
    reader.until(lambda: reader.run("return document.activeElement === arguments[0]", field))
    field.send_keys(SOUGHT[BOOKS[book]])
    reader.until(lambda: reader.all(".crex-find-list a"))
    assert strange_here(reader) == {}
    reader.press(Keys.ESCAPE)
