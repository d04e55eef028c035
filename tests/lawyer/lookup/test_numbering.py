"""Numbers as books print them: in order, below one another, beside one another."""

import pytest

from crex_dsl.lawyer.lookup.numbering import chapter_of, children, home_of, near_numbers, ordered, standing
from crex_dsl.lawyer.records.models import ChapterRecord
from tests.lawyer.conftest import brief, clause

FINE = ["6.0", "6.1", "6.2", "6.21", "6.22", "6.3", "10.1"]
COUNTED = ["3.1", "3.2", "3.9", "3.10", "3.11"]
DOTTED = ["2.1", "2.1.1", "2.1.2", "2.2"]
WORDS = ["Set-up", "Set-up, 1", "Set-up, 2", "Set-ups of old", "Turns", "Turns [1]", "Cards: Ace"]


def test_order() -> None:
    assert ordered(reversed(FINE)) == FINE
    assert ordered(reversed(COUNTED)) == COUNTED
    assert ordered(reversed(DOTTED)) == DOTTED
    assert ordered(["9.2b", "9.21", "9.2a", "x"]) == ["x", "9.2a", "9.2b", "9.21"]


@pytest.mark.parametrize(
    ("number", "known", "below"),
    [
        ("6.2", FINE, ["6.21", "6.22"]),
        ("6", FINE, ["6.0", "6.1", "6.2", "6.3"]),
        ("1", FINE, []),
        ("3.1", COUNTED, []),
        ("3", COUNTED, COUNTED),
        ("2.1", DOTTED, ["2.1.1", "2.1.2"]),
        ("2", DOTTED, ["2.1", "2.2"]),
        ("Set-up", WORDS, ["Set-up, 1", "Set-up, 2"]),
        ("SET-UP", WORDS, ["Set-up, 1", "Set-up, 2"]),
        ("turns", WORDS, ["Turns [1]"]),
        ("Cards", WORDS, ["Cards: Ace"]),
        ("Set", WORDS, ["Set-up", "Set-ups of old"]),
        ("", WORDS, []),
    ],
)
def test_what_is_below(number: str, known: list[str], below: list[str]) -> None:
    assert children(number, known) == below


def test_what_stands_beside() -> None:
    found = standing(brief(), "3.6")
    assert found.before is not None and found.after is not None
    assert (found.before.number, found.before.headings) == ("3.5", ["Związanie"])
    assert (found.after.number, found.after.clauses[0]) == ("3.7", "main-road")
    assert found.below == []
    above = standing(brief(), "6")
    assert (above.before, above.after, [each.number for each in above.below]) == (None, None, ["6.1", "6.2"])
    assert standing(brief(), "1.1").before is None
    assert standing(brief(), "7.2").after is None


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("3.10", ["3.1", "3.11"]),
        ("9", ["3.11", "4"]),
        ("1.5", ["2.1", "2.9"]),
        ("2.3", ["2.1", "2.9", "2.10"]),
        ("4", ["4"]),
        ("4a", ["4"]),
    ],
)
def test_near_numbers(wanted: str, near: list[str]) -> None:
    assert near_numbers(wanted, ["2.10", "2.9", "2.1", "3.1", "3.11", "4", "x"]) == near
    assert near_numbers(wanted, ["Set-up", "x"]) == []


def test_a_clause_stands_under_the_first_number_that_a_chapter_holds() -> None:
    book = brief().model_copy(
        update={
            "numbering": ["3", "3.6", "sidebar"],
            "chapters": [ChapterRecord(id="moves", title="Moves", at=["3", "cover"])],
        }
    )

    def home(*numbers: str) -> str | None:
        return home_of(book, clause("road-limits").model_copy(update={"numbers": list(numbers)}))

    assert home("3") == "3"
    assert home("sidebar", "3.6", "cover") == "3.6"
    assert home("sidebar") == "sidebar"
    assert home() is None
    assert [number for number in ("3.6", "cover [2]", "31", "sidebar") if chapter_of(book, number)] == [
        "3.6",
        "cover [2]",
    ]
