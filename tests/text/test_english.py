"""English around names that rules invent."""

import pytest

from crex_dsl.text.english import a, agree, clauses, deed, figure, holds, ordinal, plural, series, whose, words


def test_names_as_words() -> None:
    assert (words("size_limit"), words("march-in"), words("up")) == ("size limit", "march in", "up")


def test_articles_and_numbers() -> None:
    assert [a("block"), a("enemy")] == ["a block", "an enemy"]
    assert [plural(word) for word in ("road", "city", "way", "box", "pass")] == [
        *("roads", "cities", "ways", "boxes", "passes")
    ]
    assert [ordinal(2), ordinal(10), ordinal(11)] == ["second", "tenth", "11th"]


def test_rows() -> None:
    assert [series([]), series(["x"]), series(["x", "y", "z"], "or")] == ["none", "x", "x, y or z"]
    assert clauses(["it rains", "it pours"]) == "it rains and it pours"
    assert clauses(["a or b holds", "it pours"]) == "a or b holds; and it pours"
    assert clauses(["x; and y", "z"]) == "– x; and y –; and z"


def test_what_belongs_to_somebody() -> None:
    assert whose("the block", "owner") == "the block's owner"
    assert whose("the block's place", "owner") == "the owner of the block's place"
    assert whose("the franks", "purse") == "the purse of the franks"


@pytest.mark.parametrize(
    ("name", "of", "phrase"),
    [
        ("limit", [], "the limit"),
        ("limit", ["x"], "the limit of x"),
        ("limit", ["x", "y"], "the limit of x for y"),
        ("moves of", ["x"], "the moves of x"),
        ("cards in", ["x"], "the cards in x"),
        ("ways in", ["x", "y"], "the “ways in” of x for y"),
        ("player 1", [], "player 1"),
        ("those standing", ["x"], "those standing of x"),
    ],
)
def test_figures(name: str, of: list[str], phrase: str) -> None:
    assert figure(name, of) == phrase


@pytest.mark.parametrize(
    ("name", "of", "yes", "no"),
    [
        ("at war", [], "“at war” holds", "“at war” does not hold"),
        ("friendly", ["x", "y"], "“friendly” holds for x and y", "“friendly” does not hold for x and y"),
        ("heavy", ["x"], "x is heavy", "x is not heavy"),
        ("in column", ["x"], "x is in column", "x is not in column"),
        ("attacks", ["x", "y"], "x attacks y", "x does not attack y"),
        ("carries", ["all carts"], "all carts carry", "all carts do not carry"),
        ("passes", ["x"], "x passes", "x does not pass"),
        ("keeps castle", ["x", "y"], "x keeps castle for y", "x does not keep castle for y"),
        ("is on", ["x", "y"], "x is on y", "x is not on y"),
        ("may come", ["x", "y"], "x may come for y", "x may not come for y"),
        ("must leave", ["x"], "x must leave", "x need not leave"),
        ("has", ["x", "y"], "x has y", "x has not y"),
        ("besieging", ["x", "y"], "x is besieging y", "x is not besieging y"),
        ("turned up", ["x"], "x is turned up", "x is not turned up"),
        ("way home", ["x"], "“way home” holds for x", "“way home” does not hold for x"),
    ],
)
def test_conditions(name: str, of: list[str], yes: str, no: str) -> None:
    assert (holds(name, of), holds(name, of, yes=False)) == (yes, no)


def test_deeds() -> None:
    assert [deed("march", []), deed("march", ["x", "y"]), deed("movement of", ["x"])] == [
        *("march", "march for x and y", "movement of x")
    ]


def test_verbs_agree() -> None:
    assert [agree("the legs", "is"), agree("the leg", "is"), agree("the count of legs", "grows")] == [
        "are",
        "is",
        "grows",
    ]
    assert [agree("those standing of x", "has"), agree("the moves of x", "shrinks")] == ["have", "shrink"]
