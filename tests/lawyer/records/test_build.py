"""Briefs hold what the rule files say."""

import pytest

from crex_dsl.lawyer.records.build import build_record, without_marks
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.lawyer.conftest import brief, clause
from tests.rulebook.small import Small


def test_a_clause_as_the_edition_prints_it() -> None:
    made = clause("road-limits")
    assert (made.numbers, made.heading, made.title, made.status) == (["3.6"], "Limity dróg", "Road limits", "cited")
    assert made.wording == "Drogą główną przejdą w ruchu najwyżej 2 bloczki, drugorzędną 1."
    assert made.language == "pl"
    assert made.place.startswith("ruleset/ford/movement.crex:")
    assert [example.title for example in made.examples] == ["Road limits"]


@pytest.mark.parametrize(
    ("title", "read"),
    [
        ("D34 A fifth block", "A fifth block"),
        ("D07 D115 Winter at Aspen", "Winter at Aspen"),
        ("B1 hits on 1", "B1 hits on 1"),
        ("Since D34 nothing", "Since D34 nothing"),
        ("D34", "D34"),
    ],
)
def test_readers_do_not_see_what_marks_an_example_for_its_author(title: str, read: str) -> None:
    assert without_marks(title) == read


def test_words_of_the_base_serve_where_the_edition_has_none() -> None:
    made = clause("road-limits", edition="plain")
    assert made.language == "en"
    assert made.wording


def test_an_unprinted_clause() -> None:
    assert clause("combat-pass").status == "unprinted"


def test_rulings_and_their_clauses() -> None:
    (ruling,) = brief().rulings
    assert clause("attack-limits").rulings == [ruling.id] == ["attack-rounding"]
    assert clause("road-limits").rulings == []
    assert ruling.asks.startswith("Half of a minor road's limit")
    assert {reading.id: reading.marks for reading in ruling.readings} == {
        "nobody-attacks": ["printed"],
        "one-attacks": ["taken"],
        "no-attack-at-all": ["unplayable"],
    }


def test_another_reading_is_in_force() -> None:
    (ruling,) = brief("ford", "royal", "as-printed").rulings
    assert [reading.marks for reading in ruling.readings] == [["printed", "in force"], ["taken"], ["unplayable"]]


def test_terms_of_every_language() -> None:
    terms = {(term.language, term.id): term.forms for term in brief().terms}
    assert terms["pl", "block"] == ["bloczek", "bloczki", "bloczków"]
    assert terms["en", "block"] == ["block", "blocks"]


def test_the_name_of_a_rulebook() -> None:
    assert brief().name == "royal-2.0"
    assert brief("ford", "royal", "guides").name == "royal-2.0 + guides"


MUCH = """
clause much "Much"
    state heap: 0..9

example "Most" on much
    given
        heap becomes 1
    then
        heap = 1 under first
        heap = 1
"""


def test_an_example_knows_for_which_layers_it_has_checks(small: Small) -> None:
    files = small.files(MUCH, 'edition first "First" of small\n\nedition other "Other" of small\n')
    index = index_of(files)
    under = {}
    for edition in ("first", "other"):
        made = build_record(files, index, index.select(edition, ()))
        (shown,) = next(each for each in made.clauses if each.id == "much").examples
        under[edition] = shown.under
    assert under == {"first": ["first"], "other": []}
