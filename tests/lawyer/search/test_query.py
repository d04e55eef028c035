"""What is asked finds every form of its words, in any language, and what the glossary has for them."""

from dataclasses import replace

import pytest

from crex_dsl.lawyer.lookup.reference import NotFound
from crex_dsl.lawyer.search.query import (
    APART,
    KIN,
    LIKE,
    PREFIX,
    STEM,
    TRANSLATION,
    WHOLE,
    Phrase,
    Query,
    below,
    like,
    query_of,
)
from tests.lawyer.conftest import register


def fits(asked: str, language: str) -> dict[str, float]:
    return dict(query_of(register(), asked).fits[0][language])


def test_a_word_fits_whole_by_its_stem_or_by_its_beginning() -> None:
    assert fits("drogi", "pl") == {"drogi": WHOLE, "droga": STEM, "drodze": STEM, "drog": STEM, "drogami": STEM}
    assert fits("DRÓG", "pl")["drog"] == WHOLE
    assert fits("szarż", "pl")["szarzujaca"] == PREFIX
    assert fits("zz", "pl") == {}


def test_likeness_counts_only_where_there_is_no_better() -> None:
    assert fits("marchers", "en")["marchers"] == WHOLE
    assert LIKE not in fits("marchers", "en").values()
    assert set(fits("attackish", "en").values()) == {LIKE}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [("attacker", "attack", True), ("battle", "battery", False), ("market", "march", False), ("road", "roads", False)],
)
def test_like(one: str, other: str, alike: bool) -> None:
    assert like(one, other) == alike


@pytest.mark.parametrize(
    ("number", "other", "is_below"),
    [("3.6", "3.61", True), ("3.6", "3.6.1", True), ("3", "3.6", True), ("3", "30", False), ("3.6", "3.5", False)],
)
def test_below(number: str, other: str, is_below: bool) -> None:
    assert below(number, other) == is_below


def test_a_language_may_be_named() -> None:
    assert set(query_of(register(), "road", "pl").fits[0]) == {"pl"}


def test_the_glossary_translates() -> None:
    found = {(phrase.language, phrase.stems): phrase.fit for phrase in query_of(register(), "blocks").phrases}
    assert found[("pl", ("bloczc",))] == TRANSLATION
    (phrase,) = {each for each in query_of(register(), "a punkty siły").phrases if each.language == "en"}
    assert (phrase.instead_of, phrase.stems, phrase.fit) == ((1, 2), ("step",), TRANSLATION)


def test_words_of_the_glossary_may_stand_apart() -> None:
    together, apart = (
        next(each.fit for each in query_of(register(), asked).phrases if each.stems == ("step",))
        for asked in ("punkty siły", "punkty wielkiej siły")
    )
    assert apart == APART * together
    assert not [each for each in query_of(register(), "siły punkty").phrases if each.stems == ("step",)]


def test_a_name_is_kin_to_what_it_names() -> None:
    kin = [each for each in query_of(register(), "Gwardii Wilka").phrases if each.kin]
    assert {(each.instead_of, each.stems, each.fit) for each in kin if each.language == "en"} == {
        ((0,), ("block",), KIN),
        ((1,), ("block",), KIN),
    }


def test_how_many_asks_for_a_limit() -> None:
    found = query_of(register(), "how many blocks").phrases
    assert ((0, 1), "en", ("limit",)) in {(each.instead_of, each.language, each.stems) for each in found}


def test_light_words_are_looked_for_but_tell_nothing() -> None:
    query = query_of(register(), "which block goes first")
    assert [query.words[number] for number in query.telling] == ["block", "first"]


def test_a_light_word_tells_something_where_the_glossary_knows_it_with_others() -> None:
    together = Phrase((0, 1), "en", ("turn",), TRANSLATION)
    asked = Query(("goes", "first"), ("goes", "first"), ({"en": {"goes": WHOLE}}, {"en": {"first": WHOLE}}), ())
    assert asked.telling == [1]
    assert replace(asked, phrases=(together,)).telling == [0, 1]
    assert replace(asked, phrases=(replace(together, written=False),)).telling == [1]


def test_small_words_are_needed_only_alone() -> None:
    query = query_of(register(), "the roads of a town")
    assert [query.words[number] for number in query.needed] == ["roads", "town"]
    assert query_of(register(), "of the").needed == [0, 1]


def test_strange_words_are_kept_as_typed() -> None:
    query = query_of(register(), "Żubr drogi")
    assert [query.typed[number] for number in query.strange] == ["Żubr"]


def test_there_must_be_a_word() -> None:
    with pytest.raises(NotFound, match="there is no word to search for: name at least one"):
        query_of(register(), "?!")
