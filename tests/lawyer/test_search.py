"""Searching: what a word finds, in which order, and what is said when it finds nothing."""

from itertools import pairwise

import pytest

from crex_dsl.lawyer.brief import Brief
from crex_dsl.lawyer.reference import NotFound
from crex_dsl.lawyer.search import EXCERPT, PREFIX, STEM, WHOLE, Hit, fit, marks, search
from tests.lawyer.conftest import brief


def ids(query: str, within: Brief | None = None) -> list[str]:
    return [hit.id for hit in search(within or brief(), query)]


def found(query: str, name: str) -> Hit:
    return next(hit for hit in search(brief(), query) if hit.id == name)


@pytest.mark.parametrize(
    ("asked", "word", "how"),
    [
        ("droga", "droga", WHOLE),
        ("dro", "droga", PREFIX),
        ("drogi", "droga", STEM),
        ("roads", "road", STEM),
        ("supplied", "supply", STEM),
        ("battle", "battery", 0),
        ("market", "march", 0),
        ("road", "broad", 0),
        ("roadside", "road", 0),
        ("3.6", "3.6", WHOLE),
        ("3.6", "3.61", PREFIX),
        ("3", "30", 0),
    ],
)
def test_fit(asked: str, word: str, how: int) -> None:
    assert fit(asked, word) == how


@pytest.mark.parametrize("query", ["limity drog", "LIMITY DRÓG", "drog: limit!", "3.6"])
def test_case_marks_endings_and_order_do_not_matter(query: str) -> None:
    assert ids(query)[:2] == ["road-limits", "attack-limits"]


def test_all_words_must_occur() -> None:
    assert "retreat-limits" in ids("drogi")
    assert "retreat-limits" not in ids("drogi natarcie")


def test_a_heading_comes_before_a_wording() -> None:
    order = ids("drog")
    assert order.index("road-limits") < order.index("retreats")


def test_equals_stay_in_the_order_of_the_book() -> None:
    order = [clause.id for clause in brief().clauses]
    hits = [hit for hit in search(brief(), "drogi odwrotu") if hit.sort == "clause"]
    for one, other in pairwise(hits):
        assert one.score > other.score or order.index(one.id) < order.index(other.id)


def test_titles_and_ids_in_our_own_words_are_found_too() -> None:
    assert ids("Horse never late") == ["swift-horse"]
    assert ids("riders-pass") == ["riders-pass"]


def test_rulings_by_question_reading_and_reason() -> None:
    for query in ("anybody attack minor", "nobody attacks", "play aid rounds"):
        hit = found(query, "attack-rounding")
        assert hit.sort == "ruling"
        assert hit.numbers == ["3.6"]
        assert hit.place.startswith("variants/ford/second.crex:")


def test_terms_in_any_form() -> None:
    hit = next(hit for hit in search(brief(), "bloczków") if hit.sort == "term")
    assert (hit.id, hit.excerpt) == ("block", "bloczek, bloczki, bloczków")
    assert hit.place.startswith("variants/ford/royal-2.0.crex:")


def test_the_excerpt_marks_the_hits() -> None:
    hit = found("jazda wrog", "riders-pass")
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["Jazda", "wroga"]
    assert marks("Wróg na drodze", ["wrog"]) == [(0, 4)]


def test_a_long_wording_is_cut_around_the_hit() -> None:
    whole = brief().model_copy(deep=True)
    clause = next(clause for clause in whole.clauses if clause.id == "hits")
    clause.wording = f"{'long ago ' * 40}zebra {'for ever ' * 40}".strip()
    (hit,) = search(whole, "zebr")
    assert len(hit.excerpt) <= EXCERPT + 4
    assert hit.excerpt.startswith("… ") and hit.excerpt.endswith(" …")
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["zebra"]
    assert not {"on", "g", "ag", "fo", "eve"} & set(hit.excerpt.split())
    clause.wording = "zebra" * 60
    assert len(search(whole, "zebra")[0].excerpt) <= EXCERPT + 4


NOTHING = [
    ("limyt", "nothing in royal-2.0 speaks of limyt: did you mean `limit`, `limity` or `limits`?"),
    (
        "qqqq jjjj",
        "nothing in royal-2.0 speaks of qqqq or jjjj: "
        "try another word, the beginning of one, or another edition with -e",
    ),
    ("jazda limity", "nothing in royal-2.0 has jazda and limity together: try fewer words"),
    ("?!", "there is no word to search for: name at least one"),
]


@pytest.mark.parametrize(("query", "sentence"), NOTHING, ids=[row[0] for row in NOTHING])
def test_nothing_found(query: str, sentence: str) -> None:
    with pytest.raises(NotFound) as missed:
        search(brief(), query)
    assert str(missed.value) == sentence
