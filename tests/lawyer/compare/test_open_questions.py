"""The docket: open questions, their readings, and what is assumed."""

from functools import cache

import pytest

from crex_dsl.lawyer.compare.open_questions import OpenQuestions, Question, build_open_questions, open_questions_of
from crex_dsl.lawyer.lookup.reference import NotFound
from crex_dsl.lawyer.search.index import SearchIndex
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import GAMES
from tests.lawyer.conftest import register
from tests.rulebook.small import Small


def never() -> SearchIndex:
    raise AssertionError("what the questions themselves have needs no register")


@cache
def _docket(game: str) -> OpenQuestions:
    files = Library([GAMES]).files(game)
    return build_open_questions(files, index_of(files))


def docket(game: str = "ford") -> OpenQuestions:
    return _docket(game).model_copy(deep=True)


def test_a_question() -> None:
    (question,) = docket().questions
    assert (question.id, question.editions, question.layer) == ("attack-rounding", ["royal-2.0"], "second")
    (clause,) = question.on
    assert (clause.id, clause.title, clause.numbers) == ("attack-limits", "Attack limits", {"royal-2.0": ["3.6"]})
    assert [(each.id, each.plays) for each in question.readings] == [
        ("nobody-attacks", True),
        ("one-attacks", False),
        ("no-attack-at-all", True),
    ]
    assert question.plays


def test_what_is_assumed() -> None:
    found = docket("quince").assumptions
    assert [(each.sort, each.id, each.clause) for each in found] == [
        ("table", "card", "pack"),
        ("clause", "prizes", "prizes"),
    ]
    assert found[0].reason == "The leaflet counts the cards and lists none."
    assert found[0].editions == ["english-1.0", "polish-1.0"]


BASE = """
clause much "Much"
    says "Much."
    value most: number is 3

ruling how-much on much
    asks "How much is too much?"
    assumed "Nobody counted."
    reading three taken "Three."
    reading plenty "Plenty."
        amend much
            says "Plenty."

ruling how-many on much in second
    asks "How many are many?"
    reading four taken "Four."
        in much
            most is 4
    reading few unplayable "Few."
"""
BOOKS = """
edition first "First" of small

cite much at "1.2"

edition second "Second" of small

cite much at "3.4"

option large "Large"

amend much
    assumed "Large is large."
"""


def small_docket(small: Small) -> OpenQuestions:
    files = small.files(BASE, BOOKS)
    return build_open_questions(files, index_of(files))


def test_readings_that_change_words_alone(small: Small) -> None:
    much, many = small_docket(small).questions
    assert (much.plays, many.plays) == (False, True)
    assert (much.editions, many.editions) == (["first", "second"], ["second"])


def test_assumptions_of_rulings_and_options(small: Small) -> None:
    found = small_docket(small).assumptions
    assert [(each.sort, each.id, each.layer) for each in found] == [
        ("ruling", "how-much", "small"),
        ("clause", "much", "large"),
    ]


def test_one_edition(small: Small) -> None:
    found = small_docket(small)
    found.narrow("first")
    (much,) = found.questions
    assert much.on[0].numbers == {"first": ["1.2"]}
    assert much.editions == ["first", "second"]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("how-many", ["how-many"]),
        ("much", ["how-much", "how-many"]),
        ("§1.2", ["how-much"]),
        ("3.4", ["how-much", "how-many"]),
        ("MANY Four", ["how-many"]),
        ("counted", ["how-much"]),
    ],
)
def test_narrowed(small: Small, query: str, ids: list[str]) -> None:
    found: list[Question] = small_docket(small).about(query, never)
    assert [each.id for each in found] == ids


def test_words_of_the_books_and_their_glossaries_lead_to_the_questions_on_their_clauses() -> None:
    for query in ("atakuje połowa", "limity dróg", "half attacks"):
        assert "attack-rounding" in [each.id for each in docket().about(query, register)]


def test_nothing_of_the_kind(small: Small) -> None:
    with pytest.raises(NotFound, match=r"no ruling of Small is on `9\.9` or speaks of it"):
        small_docket(small).about("9.9", register)


def test_the_second_answer_is_the_first() -> None:
    files = Library([GAMES]).files("ford")
    assert open_questions_of(files, index_of(files)) == open_questions_of(files, index_of(files)) == docket()
