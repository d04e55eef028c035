"""One edition with its options: what it cites, what it lacks, and what it is called."""

import pytest

from tests.rulebook.small import HEAD, Small

BASE = """
clause limits "Limits"
    says "At most two."

clause silent "Silent"
    define one: number is 1

clause words "Words" wording
    define two: number is 2

clause fog "Fog" off
    says "Nobody sees."
"""
EDITION = """
edition first "First" of small
    language {language}

cite limits at "1", "play aid" titled "Heading"
{says}
unprinted playing
"""


def missing(small: Small, says: str = "", language: str = "en", more: str = "") -> tuple[list[str], list[str]]:
    line = f'    says "{says}"\n' if says else ""
    book = small.book(BASE, EDITION.format(says=line, language=language) + more)
    return book.missing_citations(), book.missing_wordings()


def test_a_clause_in_force_is_cited_or_unprinted(small: Small) -> None:
    assert missing(small)[0] == ["silent"]
    assert missing(small, more='cite silent at "2"\n')[0] == []
    assert missing(small, more="unprinted silent\n")[0] == []
    assert missing(small, more="absent silent\n")[0] == []
    assert missing(small, more="drop silent\n")[0] == []


def test_a_clause_that_wakes_wants_to_be_cited(small: Small) -> None:
    assert missing(small, more="enable fog\n")[0] == ["silent", "fog"]


def test_the_standard_edition_cites_nothing(small: Small) -> None:
    assert small.book(BASE).missing_citations() == []


def test_words_in_the_language_of_the_clauses_serve(small: Small) -> None:
    assert missing(small)[1] == ["playing", "silent"]


def test_words_in_another_language_do_not(small: Small) -> None:
    assert missing(small, language="pl")[1] == ["playing", "limits", "silent"]
    assert missing(small, "Najwyżej dwa.", "pl")[1] == ["playing", "silent"]


def test_an_unprinted_clause_may_have_words(small: Small) -> None:
    more = 'unprinted silent\n    says "Cicho."\n'
    assert missing(small, language="pl", more=more)[1] == ["playing", "limits"]


def test_without_a_language_it_is_english(small: Small) -> None:
    book = small.book(BASE, EDITION.format(says="", language="en"), head=HEAD.replace("    language en\n", ""))
    assert (book.language, book.base_language) == ("en", "en")


def test_a_clause_tells_its_numbers_and_its_heading(small: Small) -> None:
    book = small.book(BASE, EDITION.format(says="", language="en"))
    limits, silent = book.clauses["limits"], book.clauses["silent"]
    assert (limits.numbers, limits.heading, limits.title) == (["1", "play aid"], "Heading", "Limits")
    assert (silent.numbers, silent.heading) == ([], "Silent")
    assert (book.clauses["playing"].numbers, book.clauses["playing"].heading) == ([], "Playing")


def test_numbers_are_the_clauses_own(small: Small) -> None:
    book = small.book(BASE, EDITION.format(says="", language="en"))
    book.clauses["limits"].numbers.append("9")
    assert book.clauses["limits"].numbers == ["1", "play aid"]


@pytest.mark.parametrize(
    ("edition", "chain"), [("first", ["small", "first"]), ("second", ["small", "shared", "second"])]
)
def test_a_rulebook_knows_its_layers(small: Small, edition: str, chain: list[str]) -> None:
    more = 'layer shared of small\nedition second "Second" of shared\noption extra "Extra"\n'
    variants = EDITION.format(says="", language="en") + more
    assert small.book(BASE, variants, edition).chain == chain
    assert small.book(BASE, variants, edition, ["extra"]).chain == [*chain, "extra"]


def test_only_clauses_in_force_are_listed_in_order(small: Small) -> None:
    assert list(small.book(BASE).clauses) == ["playing", "limits", "silent", "words"]
    assert [clause.mark for clause in small.book(BASE).clauses.values()] == [None, None, None, "wording"]
