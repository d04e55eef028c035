"""Everything that is said of a clause, a ruling, a term, an option or an example stands in the register, once."""

from collections import Counter

from crex_dsl.lawyer.search.index import Entry, Passage
from tests.lawyer.conftest import brief, register


def entry(sort: str, name: str) -> tuple[Entry, list[Passage]]:
    number, found = next(
        (number, each) for number, each in enumerate(register().entries) if (each.sort, each.id) == (sort, name)
    )
    return found, [passage for passage in register().passages if passage.entry == number]


def texts(passages: list[Passage], part: str) -> dict[str, list[str]]:
    return {passage.text: passage.editions for passage in passages if passage.part == part}


def test_a_clause_of_two_editions_is_one_entry() -> None:
    found, passages = entry("clause", "road-limits")
    assert [(each.edition, each.numbers, each.heading) for each in found.standings] == [
        ("plain-1.0", ["3.4", "play aid"], "Roads"),
        ("royal-2.0", ["3.6"], "Limity dróg"),
    ]
    assert texts(passages, "heading") == {
        "Limity dróg": ["royal-2.0"],
        "Roads": ["plain-1.0"],
    }
    assert texts(passages, "section") == {"play aid": ["plain-1.0"]}
    assert texts(passages, "id") == {"road-limits": ["plain-1.0", "royal-2.0"]}
    assert {passage.text: passage.language for passage in passages if passage.part == "number"} == {
        "3.6": "pl",
        "3.4": "en",
    }
    assert len(texts(passages, "wording")) == 2
    assert any("size_limit" in text for text in texts(passages, "phrase"))


def test_a_clause_that_one_edition_lacks_stands_in_the_other() -> None:
    found, _ = entry("clause", "riders-pass")
    assert [each.edition for each in found.standings] == ["royal-2.0"]


def test_words_of_our_own_are_in_our_own_language() -> None:
    _, passages = entry("clause", "riders-pass")
    assert {passage.language for passage in passages if passage.part in ("title", "meaning", "id")} == {"en"}
    assert {passage.language for passage in passages if passage.part in ("wording", "heading")} == {"pl"}


def test_a_ruling_stands_under_the_numbers_of_its_clauses() -> None:
    found, passages = entry("ruling", "attack-rounding")
    assert [(each.edition, each.numbers) for each in found.standings] == [("royal-2.0", ["3.6"])]
    assert "No: the play aid rounds every half down." in texts(passages, "reading")


def test_an_option_brings_what_the_book_prints_of_the_clauses_it_wakes() -> None:
    found, passages = entry("option", "guides")
    assert [(each.edition, each.numbers) for each in found.standings] == [("plain-1.0", ["7"]), ("royal-2.0", ["8.2"])]
    assert texts(passages, "heading") == {"Przewodnicy": ["royal-2.0"], "Guides": ["plain-1.0"]}
    assert found.place.startswith("variants/ford/options/")


def test_a_term_has_its_forms() -> None:
    found, passages = entry("term", "block")
    assert [each.heading for each in found.standings] == ["block", "bloczek"]
    assert texts(passages, "form") == {
        "block, blocks": ["plain-1.0", "royal-2.0"],
        "bloczek, bloczki, bloczków": ["royal-2.0"],
    }
    assert register().forms["block"] == {"en": ["block", "blocks"], "pl": ["bloczek", "bloczki", "bloczków"]}
    assert register("plain-1.0").forms == register().forms


def test_an_example_is_one_entry_on_however_many_clauses() -> None:
    places = Counter(found.place for found in register().entries if found.sort == "example")
    assert set(places.values()) == {1}
    shown = {example.place for clause in brief().clauses for example in clause.examples}
    assert shown <= set(places)


def test_every_word_is_known_by_its_stem() -> None:
    known, stems = register().words["pl"], register().stems["pl"]
    assert {word for found in stems.values() for word in found} == set(known)
    assert {"droga", "drogi", "drodze", "drog"} <= set(stems["drod"])
    for number in known["drodze"]:
        assert "drodze" in register().passages[number].text.lower()


def test_the_name_is_that_of_the_only_edition_or_of_the_game() -> None:
    assert (register().name, register("plain-1.0").name) == ("The Ford", "plain-1.0")
    assert register("plain-1.0", options=("guides",)).name == "plain-1.0 + guides"
    assert register().editions == {"plain-1.0": "en", "royal-2.0": "pl"}
