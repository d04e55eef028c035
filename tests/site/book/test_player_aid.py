"""The player aid: clauses as the book words them, grouped as the rule files say, in type as large as a sheet holds."""

import pytest

from crex_dsl.site.book.chapters import book_pages
from crex_dsl.site.book.player_aid import SIZES, AidClause, AidGroup, aid_of, fits, type_size
from crex_dsl.site.content.book import Book
from crex_dsl.site.content.page import Page
from tests.site.conftest import compendium

AID = [["stride", "road-limits", "attack-limits"], ["combat-pass"]]


def royal(language: str = "pl", aid: list[list[str]] | None = None) -> Book:
    book = compendium().book("royal-2.0", language)
    return Book(book.record.model_copy(update={"aid": AID if aid is None else aid}), book.title, language)


def pages(book: Book) -> dict[str, Page]:
    return {page.path.removeprefix(f"{book.folder}/"): page for page in book_pages(compendium(), book)}


# ---- what it holds ----
def test_a_group_stands_under_the_heading_of_its_first_clause() -> None:
    groups = aid_of(royal())
    assert [(group.id, group.heading, group.href) for group in groups] == [
        ("stride", "Zasięg", "rules.html#stride"),
        ("combat-pass", "Passing", "unprinted.html#combat-pass"),
    ]


def test_a_clause_has_its_number_and_a_heading_that_has_not_just_been_read() -> None:
    first, second = aid_of(royal())
    assert [(clause.number, clause.heading) for clause in first.clauses] == [
        ("3.1", ""),
        ("3.6", "Limity dróg"),
        ("3.6", ""),
    ]
    assert [(clause.number, clause.heading) for clause in second.clauses] == [("", "")]


def test_a_clause_says_what_the_book_says_and_leads_there() -> None:
    limits = aid_of(royal())[0].clauses[1]
    assert limits.wording == "Drogą główną przejdą w ruchu najwyżej 2 bloczki, drugorzędną 1."
    assert (limits.href, limits.language) == ("rules.html#3.6", "pl")
    english = aid_of(royal("en"))[0].clauses[1]
    assert (english.number, english.heading, english.language) == ("3.6", "Road limits", "en")
    assert english.wording == royal().clauses["road-limits"].says


def test_a_number_in_words_is_not_shown() -> None:
    book = royal()
    clauses = [each.model_copy(update={"numbers": ["Ruch"]}) for each in book.record.clauses if each.id == "stride"]
    record = book.record.model_copy(update={"clauses": clauses, "numbering": ["Ruch"], "aid": [["stride"]]})
    ((stride,),) = (group.clauses for group in aid_of(Book(record, book.title, "pl")))
    assert stride.number == ""


# ---- how it fills a sheet ----
def groups_of(letters: int, text: str = "x", clauses: int = 10) -> list[AidGroup]:
    return [AidGroup("a", "", "A", [AidClause("", "1.1", "", text * letters, "en") for _ in range(clauses)])]


def test_little_is_set_large_and_much_is_never_set_too_small() -> None:
    assert type_size(groups_of(10)) == SIZES[0]
    assert type_size(groups_of(5000)) == SIZES[-1] >= 7.5
    assert not fits(groups_of(5000), SIZES[-1])


@pytest.mark.parametrize(("fewer", "more"), [(groups_of(600), groups_of(800)), (groups_of(700), groups_of(700, "ж"))])
def test_the_more_room_words_take_the_smaller_they_are_set(fewer: list[AidGroup], more: list[AidGroup]) -> None:
    assert type_size(fewer) > type_size(more)
    assert fits(more, type_size(more))


# ---- its page ----
def test_a_book_with_an_aid_has_its_page_and_leads_there() -> None:
    made = pages(royal())
    aid = made["aid.md"]
    assert (aid.title, aid.language) == ("Pomoc gracza", "pl")
    assert '<h2 id="stride"><a href="rules.html#stride">Zasięg</a></h2>' in aid.text
    assert '<a class="crex-aid-label" href="rules.html#3.6"><span class="crex-number">3.6</span> Limity dróg.</a>' in (
        aid.text
    )
    appendices = next(line for line in made["index.md"].text.splitlines() if "crex-appendices" in line)
    assert appendices.index('href="aid.html"') < appendices.index('href="terms.html"')
    assert 'href="glossary.html"' in appendices


def test_a_book_without_an_aid_has_no_page_of_it_and_leads_to_none() -> None:
    made = pages(royal(aid=[]))
    assert "aid.md" not in made
    assert not any("aid.html" in page.text for page in made.values())


def test_who_switches_to_a_book_without_an_aid_comes_to_its_contents() -> None:
    text = pages(royal())["aid.md"].text
    assert 'href="../plain-1.0/index.html"' in text
    assert "plain-1.0/aid.html" not in text
