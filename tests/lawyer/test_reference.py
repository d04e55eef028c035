"""References: every way to name a clause or a ruling, and every way to miss."""

import pytest

from crex_dsl.lawyer.reference import NotFound, near_numbers, refer
from tests.lawyer.conftest import brief

FOUND = [
    ("3.6", ["road-limits", "attack-limits"], []),
    ("§3.6.", ["road-limits", "attack-limits"], []),
    ("5.3", ["attacker-retreat-roads", "defender-retreat-roads", "home-ground"], []),
    ("road-limits", ["road-limits"], []),
    ("Road-Limits", ["road-limits"], []),
    ("swift", ["swift-horse"], []),
    ("in-place", ["held-in-place"], []),
    ("attack-rounding", [], ["attack-rounding"]),
    ("rounding", [], ["attack-rounding"]),
]


@pytest.mark.parametrize(("reference", "clauses", "rulings"), FOUND, ids=[row[0] for row in FOUND])
def test_found(reference: str, clauses: list[str], rulings: list[str]) -> None:
    found = refer(brief(), reference)
    assert [clause.id for clause in found.clauses] == clauses
    assert [ruling.id for ruling in found.rulings] == rulings


MISSED = [
    ("3.65", "royal-2.0 has no clause or ruling `3.65`: near it is 3.6"),
    ("3.9", "royal-2.0 has no clause or ruling `3.9`: near it are 3.3, 3.4, 3.5, 3.6 and 3.7"),
    ("3", "royal-2.0 has no clause or ruling `3`: near it are 3.1, 3.2, 3.3, 3.4 and 3.5"),
    ("combat", "royal-2.0 has no clause or ruling `combat`: it could be combat-order, combat-fire or combat-pass"),
    ("combta-fire", "royal-2.0 has no clause or ruling `combta-fire`: did you mean `combat-fire`?"),
    ("qqqq", "royal-2.0 has no clause or ruling `qqqq`: `crex find WORDS` searches by word"),
    ("", "royal-2.0 has no clause or ruling ``: `crex find WORDS` searches by word"),
    ("local-guides", "clause `local-guides` is not in force in royal-2.0: it is off unless guides is taken"),
]


@pytest.mark.parametrize(("reference", "sentence"), MISSED, ids=[row[0] for row in MISSED])
def test_missed(reference: str, sentence: str) -> None:
    with pytest.raises(NotFound) as missed:
        refer(brief(), reference)
    assert str(missed.value) == sentence


def test_too_many_to_name_all() -> None:
    with pytest.raises(NotFound, match=r"it could be .*, .*, .*, .*, .* and \d+ more$"):
        refer(brief(), "r")


def test_a_clause_that_an_option_wakes() -> None:
    found = refer(brief("ford", "royal", "guides"), "8.2")
    assert [clause.id for clause in found.clauses] == ["local-guides"]


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("3.10", ["3.1", "3.11"]),
        ("9", []),
        ("2.3", ["2.1", "2.9", "2.10"]),
        ("4", ["4"]),
        ("4a", ["4"]),
    ],
)
def test_near_numbers(wanted: str, near: list[str]) -> None:
    assert near_numbers(wanted, ["2.10", "2.9", "2.1", "3.1", "3.11", "4", "x"]) == near
