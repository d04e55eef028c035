"""Examples of options and readings that go together, run in one game."""

import pytest

from crex_dsl.engine.scenarios.choices_together import about_all, choice_of, companies, game_together
from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.language import nodes as n
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from tests.conformance.cases import library

FORD = library().files("ford")
INDEX = index_of(FORD)


def test_what_excludes_one_another_is_not_taken_together() -> None:
    together = list(companies(INDEX, "royal-2.0", [("spring-floods",), ("guides",), ("dry-summer",)], 9))
    assert together == [[("spring-floods",), ("guides",)], [("dry-summer",)]]


def test_no_company_is_larger_than_that_and_nothing_is_taken_twice() -> None:
    choices = [("spring-floods",), ("guides",), ("guides", "attack-rounding=nobody-attacks")]
    assert [len(company) for company in companies(INDEX, "royal-2.0", choices, 1)] == [1, 1, 1]
    assert list(companies(INDEX, "royal-2.0", choices, 9)) == [choices[:2], choices[2:]]


def test_what_an_edition_cannot_take_is_left_out() -> None:
    assert list(companies(INDEX, "plain-1.0", [("attack-rounding=nobody-attacks",)], 9)) == []


def test_only_the_examples_of_the_choices_are_about_all() -> None:
    text = about_all(parsed(FORD), [("guides",)], ["guides", "spring-floods"])
    found = [choice_of(top) for layer in text.layers.values() for top in layer.tops if isinstance(top, n.Example)]
    assert ("guides", "spring-floods") in found
    assert ("guides",) not in found
    assert ("attack-rounding=nobody-attacks",) in found
    assert () in found


@pytest.mark.parametrize("names", [["guides"], ["guides", "spring-floods"]])
def test_examples_come_out_together_as_they_do_alone(names: list[str]) -> None:
    choices = [(name,) for name in names]
    game = game_together(FORD, INDEX, parsed(FORD), INDEX.select("royal-2.0", names), choices)
    results = run_examples(game)
    assert results
    assert [result.message for result in results if not result.ok] == []
