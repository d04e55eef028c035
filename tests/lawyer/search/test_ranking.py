"""What stands in a heading, in the edition that is meant and side by side comes before what does not."""

from crex_dsl.lawyer.search.query import query_of
from crex_dsl.lawyer.search.ranking import OWN, UNPRINTED, Ranking
from tests.lawyer.conftest import register


def ranking(asked: str, language: str | None = None) -> Ranking:
    return Ranking(register(), query_of(register(), asked, language))


def number(name: str, sort: str = "clause") -> int:
    return next(number for number, entry in enumerate(register().entries) if (entry.sort, entry.id) == (sort, name))


def worth(asked: str, name: str, edition: str = "royal-2.0", sort: str = "clause") -> float:
    return ranking(asked).worth(number(name, sort), edition)


def test_all_words_that_are_needed_must_occur() -> None:
    assert number("retreat-limits") in ranking("drogi").entries()
    assert number("retreat-limits") not in ranking("drogi natarcie").entries()
    assert number("retreat-limits") in ranking("the drogi").entries()


def test_words_may_be_of_several_languages() -> None:
    assert number("retreat-limits") in ranking("drogi retreat").entries()


def test_a_heading_comes_before_a_wording() -> None:
    assert worth("drogi", "retreat-limits") > worth("drogi", "retreats")


def test_a_short_heading_comes_before_a_long_one() -> None:
    assert worth("etap", "turn-sequence") > worth("runda", "last-stand")
    assert worth("retreats", "retreats", "plain-1.0") > worth("retreats", "attacker-retreat-roads", "plain-1.0")


def test_words_in_a_row_come_before_words_together() -> None:
    assert worth("drogi odwrotu", "retreat-limits") > worth("odwrotu drogi", "retreat-limits")


def test_the_edition_that_is_meant_comes_first() -> None:
    assert worth("marchers-do-not-rest", "marchers-do-not-rest", "plain-1.0") > worth(
        "marchers-do-not-rest", "marchers-do-not-rest", "royal-2.0"
    )
    assert worth("2.1", "map", "plain-1.0") == OWN * worth("2.1", "map", "royal-2.0")


def test_what_an_edition_goes_by_but_does_not_print_counts_less() -> None:
    silent = [
        entry.model_copy(update={"standings": [each.model_copy(update={"numbers": []}) for each in entry.standings]})
        for entry in register().entries
    ]
    unprinted = Ranking(register().model_copy(update={"entries": silent}), query_of(register(), "drogi"))
    found = unprinted.worth(number("retreat-limits"), "royal-2.0")
    assert found == UNPRINTED * worth("drogi", "retreat-limits")


def test_how_rare_a_word_is_the_clauses_tell() -> None:
    def rare(sorts: dict[str, str]) -> float:
        entries = [entry.model_copy(update={"sort": sorts.get(entry.sort, entry.sort)}) for entry in register().entries]
        return Ranking(register().model_copy(update={"entries": entries}), query_of(register(), "drogi")).rare[0]

    others = {"ruling": "example", "option": "example", "term": "example"}
    assert rare(others) == rare({}) > rare({"clause": "ruling"})


def test_the_words_of_another_edition_count_less() -> None:
    assert 0 < worth("roads", "road-limits") < worth("roads", "road-limits", "plain-1.0")


def test_what_shows_is_what_the_line_above_does_not() -> None:
    told = ranking("drogi").told(number("retreat-limits"), "royal-2.0")
    assert told is not None and (told.part, told.language) == ("wording", "pl")
    told = ranking("retreating").told(number("retreat-limits"), "plain-1.0")
    assert told is not None and "retreating" in told.text
    told = ranking("anybody").told(number("attack-rounding", "ruling"), "royal-2.0")
    assert told is not None and told.part == "question"
