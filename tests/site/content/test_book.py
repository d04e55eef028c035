"""A book puts every clause in one place, under the number at which the edition prints it."""

from collections import Counter

import pytest

from crex_dsl.lawyer.records.models import ChapterRecord
from crex_dsl.site.content.book import Book, Section, anchor_of, labelled
from tests.site.conftest import compendium


def royal(language: str = "pl") -> Book:
    return compendium().book("royal-2.0", language)


def section(book: Book, chapter: str, heading: str) -> Section:
    (found,) = (
        each
        for sections in (part.sections for part in book.chapters if part.id == chapter)
        for each in sections
        if each.heading == heading
    )
    return found


@pytest.mark.parametrize("game", ["ford", "quince", "noughts", "dash", "crusader-rex", "na-grunwald"])
def test_every_clause_stands_in_one_place_with_an_anchor_of_its_own(game: str) -> None:
    for book in compendium(game).books:
        stand = [clause.id for chapter in book.chapters for each in chapter.sections for clause in each.clauses]
        assert Counter(stand) == Counter(list(book.clauses))
        addresses = [book.address(name) for name in book.clauses]
        assert len(set(addresses)) == len(addresses)
        for chapter in book.chapters:
            anchors = [name for each in chapter.sections for name in (each.anchor, each.above) if name]
            assert len(set(anchors)) == len(anchors)
            assert all(each.anchor for each in chapter.sections)


def test_clauses_under_one_number_and_heading_stand_together() -> None:
    limits = section(royal(), "rules", "Limity dróg")
    assert (limits.number, limits.anchor) == ("3.6", "3.6")
    assert [clause.id for clause in limits.clauses] == ["road-limits", "attack-limits"]
    assert royal().address("road-limits") == "ford/royal-2.0/rules.md#3.6"
    assert royal().address("attack-limits") == "ford/royal-2.0/rules.md#attack-limits"


def test_the_second_heading_of_a_number_has_the_anchor_of_its_clause() -> None:
    assert section(royal(), "rules", "Ruch").anchor == "3.1"
    assert section(royal(), "rules", "Zasięg").anchor == "stride"


def test_a_number_that_is_printed_again_leads_to_the_clauses() -> None:
    again = next(each for each in royal().chapters[0].sections if each.number == "5.3")
    assert again.clauses == []
    assert [clause.id for clause in again.see] == ["attacker-retreat-roads", "defender-retreat-roads", "home-ground"]


def test_what_is_not_printed_stands_last_and_mere_vocabulary_after_it() -> None:
    assert royal().chapters[-1].id == "unprinted"
    assert [each.anchor for each in royal().chapters[-1].sections] == ["combat-pass", "common-words"]


def test_the_same_book_in_the_language_of_the_base() -> None:
    book = royal("en")
    assert book.folder == "ford/royal-2.0/en"
    clause = book.clauses["road-limits"]
    assert (book.heading(clause), royal().heading(clause)) == ("Road limits", "Limity dróg")
    assert book.wording(clause) == clause.says != royal().wording(clause)


def test_chapters_hold_their_numbers_in_the_order_in_which_they_name_them() -> None:
    record = royal().record.model_copy(
        update={
            "chapters": [
                ChapterRecord(id="late-battles", title="Bitwy", at=["5", "4"]),
                ChapterRecord(id="moves", title="Ruch", at=["3"]),
            ]
        }
    )
    book = Book(record, "Bród", "pl")
    assert [(chapter.id, chapter.title, chapter.number) for chapter in book.chapters] == [
        ("late-battles", "Bitwy", "5"),
        ("moves", "Ruch", "3"),
        ("rules", "", ""),
        ("unprinted", "", ""),
    ]
    numbers = [each.number for each in book.chapters[0].sections]
    assert numbers.index("5.1") < numbers.index("4.1")
    assert Book(record, "Bród", "en").chapters[0].title == "Late battles"


def test_a_number_in_words_is_a_heading_over_its_clauses() -> None:
    clauses = [
        clause.model_copy(update={"numbers": ["Ruch"], "heading": heading})
        for clause, heading in zip(royal().record.clauses, ("Ruch", "Zasięg"), strict=False)
    ]
    record = royal().record.model_copy(update={"clauses": clauses, "numbering": ["Ruch"], "chapters": []})
    one, two = Book(record, "Bród", "pl").chapters[0].sections
    assert (one.heading, one.anchor, one.above, one.depth) == ("Ruch", "Ruch", "", 2)
    assert (two.heading, two.anchor, two.above, two.depth) == ("Zasięg", clauses[1].id, "", 3)
    alone = record.model_copy(update={"clauses": clauses[1:]})
    (only,) = Book(alone, "Bród", "pl").chapters[0].sections
    assert (only.heading, only.anchor, only.above, only.depth) == ("Zasięg", clauses[1].id, "Ruch", 3)


def test_anchors_and_labels() -> None:
    assert anchor_of("6.42") == "6.42"
    assert anchor_of("Tury gry [1]") == "Tury-gry-[1]"
    assert labelled("6.42", "Charge") == "6.42 Charge"
    assert labelled("sidebar", "Charge") == labelled("", "Charge") == "Charge"
