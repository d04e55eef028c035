"""A search takes words as they come, brings the best first, and says what to do where it brings nothing."""

from itertools import pairwise

import pytest

from crex_dsl.lawyer.search.index import SearchIndex
from crex_dsl.lawyer.search.query import query_of
from crex_dsl.lawyer.search.search import Hit, advice, marks, nothing, search, shortcoming
from tests.lawyer.conftest import register


def hits(asked: str, within: SearchIndex | None = None, language: str | None = None) -> list[Hit]:
    return search(within or register(), query_of(within or register(), asked, language))


def ids(asked: str, within: SearchIndex | None = None, language: str | None = None) -> list[str]:
    return [hit.id for hit in hits(asked, within, language)]


def found(asked: str, name: str) -> Hit:
    return next(hit for hit in hits(asked) if hit.id == name)


@pytest.mark.parametrize("asked", ["limity drog", "LIMITY DRÓG", "drog: limit!"])
def test_case_marks_endings_and_order_do_not_matter(asked: str) -> None:
    assert set(ids(asked)[:2]) == {"road-limits", "attack-limits"}


def test_of_clauses_under_a_heading_the_first_answers_who_asks_for_the_heading() -> None:
    only = register("royal-2.0")
    for heading, first in [
        ("Limity dróg", "road-limits"),
        ("straty", "elimination"),
        ("wróg na drodze", "stop-at-the-enemy"),
    ]:
        assert ids(heading, only)[0] == first


def test_a_clause_is_found_by_what_its_example_or_its_ruling_is_called() -> None:
    assert hits("play aid rounds")[0].sort == "clause"


def test_what_is_turned_round_or_done_again_is_found_by_what_it_was() -> None:
    assert ids("unlimited")[:1] == ids("limited")[:1] != []


def test_numbers_are_found_as_figures() -> None:
    assert query_of(register(), "four blocks").phrases != query_of(register(), "blocks").phrases


def test_a_number_is_looked_up_in_every_edition() -> None:
    assert {(hit.edition, hit.id) for hit in hits("3.6")} >= {
        ("plain-1.0", "forced-march"),
        ("royal-2.0", "road-limits"),
    }
    assert hits("3.6")[0].edition == "plain-1.0"


def test_there_is_one_hit_for_a_clause_in_the_edition_that_has_it_best() -> None:
    assert len(ids("road")) == len(set(ids("road")))
    polish, english = found("drog", "road-limits"), found("roads", "road-limits")
    assert (polish.edition, polish.numbers, polish.heading) == ("royal-2.0", ["3.6"], "Limity dróg")
    assert (english.edition, english.numbers, english.heading) == ("plain-1.0", ["3.4", "play aid"], "Roads")
    assert [(each.edition, each.numbers) for each in english.also] == [("royal-2.0", ["3.6"])]


def test_a_hit_in_the_edition_that_is_meant_goes_first_among_equals() -> None:
    assert found("2.1", "map").edition == "plain-1.0"
    other = register("royal-2.0", "plain-1.0")
    assert next(hit for hit in hits("2.1", other) if hit.id == "map").edition == "royal-2.0"


def test_one_edition_may_be_searched_alone() -> None:
    assert "riders-pass" in ids("jazda")
    assert "riders-pass" not in ids("block", register("plain-1.0"))
    assert {hit.edition for hit in hits("road", register("plain-1.0"))} == {"plain-1.0"}


def test_one_language_may_be_searched_alone() -> None:
    assert {hit.language for hit in hits("drog", language="pl")} == {"pl"}
    assert ids("drog", language="en") == []
    assert "road-limits" in ids("road", language="en")


def test_the_glossary_finds_other_languages_after_the_word_itself() -> None:
    only = register("royal-2.0")
    order = hits("town", only)
    assert "town" in order[0].id
    polish = next(hit for hit in order if "town" not in f"{hit.id} {hit.excerpt}")
    assert {polish.excerpt[start:end].lower()[:2] for start, end in polish.marks} == {"mi"}
    assert all(one.score >= other.score for one, other in pairwise(order) if other.sort != "term")


def test_titles_and_ids_in_our_own_words_are_found_too() -> None:
    assert ids("Horse never late")[0] == "swift-horse"
    assert ids("riders-pass")[0] == "riders-pass"


def test_rulings_by_question_reading_and_reason() -> None:
    for asked in ("anybody attack minor", "nobody attacks", "play aid rounds"):
        hit = found(asked, "attack-rounding")
        assert (hit.sort, hit.numbers) == ("ruling", ["3.6"])
        assert hit.place.startswith("variants/ford/second.crex:")


def test_options_by_what_they_say_and_by_what_the_book_prints() -> None:
    assert (hits("spring floods")[0].sort, hits("spring floods")[0].id) == ("option", "spring-floods")
    clause, option = hits("przewodnicy")[:2]
    assert (clause.sort, clause.id, clause.options) == ("clause", "local-guides", ["guides"])
    assert (option.sort, option.id) == ("option", "guides")


def test_terms_and_examples() -> None:
    term = next(hit for hit in hits("bloczków") if hit.sort == "term")
    assert (term.id, term.excerpt) == ("block", "bloczek, bloczki, bloczków")
    example = next(hit for hit in hits("road limits") if hit.sort == "example")
    assert (example.heading, example.numbers) == ("Road limits", ["3.4", "play aid"])


def test_what_a_rule_file_says_comes_last() -> None:
    assert hits("strength")[-1].score < hits("strength")[0].score
    assert "charge" in ids("charge_dice")[0]


def test_the_excerpt_marks_the_hits() -> None:
    hit = found("jazda wrog", "riders-pass")
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["Jazda", "wroga"]
    assert marks("Wróg na drodze", "pl", query_of(register(), "wrog na")) == [(0, 4)]


NOTHING = [
    ("limyt", "nothing in The Ford speaks of limyt", "did you mean `limit`, `limity` or `limits`?"),
    ("qqqq jjjj", "nothing in The Ford speaks of qqqq or jjjj", "try another word, or the beginning of one"),
    ("9.9", "nothing in The Ford speaks of 9.9", "did you mean `8.1` or `8.2`?"),
    ("3.99", "nothing in The Ford speaks of 3.99", "did you mean `3.3`, `3.4`, `3.5`, `3.6` or `3.7`?"),
]


SHORTCOMINGS = [
    ("jazda gwardia", ""),
    ("jazda gwardia limity", "nothing in The Ford has jazda, gwardia and limity together: these come nearest"),
    ("limyt roads", "nothing in The Ford speaks of limyt: did you mean `limit`, `limity` or `limits`?"),
]


@pytest.mark.parametrize(("asked", "sentence"), SHORTCOMINGS)
def test_what_has_only_some_of_the_words_is_told_where_nothing_has_all(asked: str, sentence: str) -> None:
    found = hits(asked)
    assert found and shortcoming(register(), query_of(register(), asked), found) == sentence
    assert all(len(hit.missing) < len(asked.split()) for hit in found)


def test_what_has_all_words_comes_before_what_has_some() -> None:
    assert [hit.missing for hit in hits("jazda wrog")] == [[]]
    assert [hit.missing for hit in hits("jazda gwardia limity")] == [["limity"]]


def test_whole_questions_are_understood() -> None:
    assert ids("how many blocks may use a major road?")[0] == "road-limits"
    assert ids("kto mija samotny bloczek wroga?")[0] == "riders-pass"


def test_what_the_edition_that_is_meant_says_comes_before_what_others_say() -> None:
    for meant, other in (("plain-1.0", "royal-2.0"), ("royal-2.0", "plain-1.0")):
        editions = [hit.edition for hit in hits("attack", register(meant, other))]
        assert set(editions[:3]) == {meant} and other in editions[3:]


def test_a_thing_is_found_by_any_word_of_its_name() -> None:
    for asked in ("Wilka", "wolf-guard", "gwardia wilk"):
        hit = next(hit for hit in hits(asked, register("royal-2.0")) if hit.sort == "thing")
        assert (hit.id, hit.heading) == ("wolf-guard", "Gwardia Wilka")
        assert hit.excerpt.startswith("block: ")


def test_a_name_that_no_clause_has_stands_for_what_it_names() -> None:
    assert "road-limits" in ids("major road Wilka")
    assert hits("Wilka")[0].sort == "thing" and "clause" in {hit.sort for hit in hits("Wilka")}


@pytest.mark.parametrize(("asked", "sentence", "hint"), NOTHING, ids=[row[0] for row in NOTHING])
def test_nothing_found(asked: str, sentence: str, hint: str) -> None:
    query = query_of(register(), asked)
    assert search(register(), query) == []
    assert (nothing(register(), query), advice(register(), query)) == (sentence, hint)
