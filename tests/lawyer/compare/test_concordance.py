"""The concordance: where each edition prints every clause."""

from functools import cache

from crex_dsl.lawyer.compare.concordance import Concordance, Entry, build_concordance, concordance_of
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import GAMES
from tests.rulebook.small import Small


@cache
def _ford() -> Concordance:
    files = Library([GAMES]).files("ford")
    return build_concordance(files, index_of(files))


def ford() -> Concordance:
    return _ford().model_copy(deep=True)


def entry(clause: str, edition: str) -> Entry:
    return next(each for each in ford().clauses if each.id == clause).entries[edition]


def test_where_a_clause_stands() -> None:
    assert entry("road-limits", "royal-2.0") == Entry(
        status="cited", numbers=["3.6"], heading="Limity dróg", options=[]
    )
    assert entry("road-limits", "plain-1.0").numbers == ["3.4", "play aid"]


def test_where_it_does_not() -> None:
    assert entry("annihilation", "plain-1.0").status == "unprinted"
    assert entry("common-words", "plain-1.0").status == "unprinted"
    assert entry("riders-pass", "plain-1.0").status == "absent"
    assert entry("attackers-leave", "royal-2.0").status == "absent"


def test_what_comes_with_an_option() -> None:
    assert entry("forced-march", "royal-2.0").options == ["forced-marches"]
    assert entry("forced-march", "royal-2.0").numbers == ["8.1"]
    assert entry("forced-march", "plain-1.0").options == []
    assert entry("scouts", "plain-1.0").options == ["scouts"]


def test_headings_in_a_language() -> None:
    found = ford()
    clause = next(each for each in found.clauses if each.id == "road-limits")
    assert [found.heading(clause, language) for language in ("pl", "en", None)] == [
        "Limity dróg",
        "Roads",
        "Road limits",
    ]
    absent = next(each for each in found.clauses if each.id == "attackers-leave")
    assert found.heading(absent, "pl") == absent.title


def sorted_by_book(small: Small, *places: str) -> list[str]:
    """Places in the order of a book that prints a clause at each, named in any order."""
    names = [f"c{number}" for number in range(len(places))]
    base = "".join(f'clause {name} "C"\n    says "C."\n\n' for name in names)
    cites = "".join(f'cite {name} at "{place}"\n' for name, place in zip(names, places, strict=True))
    files = small.files(base, f'edition book "A book" of small\n\n{cites}')
    found = build_concordance(files, index_of(files))
    found.sort_by("book")
    return [number for clause in found.clauses for number in clause.entries["book"].numbers]


def test_a_number_stands_below_the_one_that_it_refines(small: Small) -> None:
    assert sorted_by_book(small, "10", "6.5", "6.41", "6.4", "margin", "6.4a", "2.2.1", "9.01", "9.1") == [
        "2.2.1",
        "6.4",
        "6.4a",
        "6.41",
        "6.5",
        "9.01",
        "9.1",
        "10",
        "margin",
    ]


def test_a_book_that_counts_past_nine(small: Small) -> None:
    assert sorted_by_book(small, "3.11", "3.10", "3.9", "3.1", "3.2") == ["3.1", "3.2", "3.9", "3.10", "3.11"]


def test_in_the_order_of_a_book() -> None:
    found = ford()
    found.sort_by("royal-2.0")
    kept = [clause.entries["royal-2.0"] for clause in found.clauses]
    assert kept[0].numbers == ["1.1"]
    assert [each.status for each in kept][-1] == "absent"


def test_the_second_answer_is_the_first() -> None:
    files = Library([GAMES]).files("ford")
    assert concordance_of(files, index_of(files)) == concordance_of(files, index_of(files)) == ford()
