"""References: every way to name a clause or a ruling, and every way to miss."""

import pytest

from crex_dsl.lawyer.lookup.reference import NotFound, look_up, refer
from crex_dsl.lawyer.records.models import RulebookRecord, SleepingRecord
from tests.lawyer.conftest import brief


def nobody(book: RulebookRecord, sleeping: SleepingRecord) -> None:
    """Wakes nothing."""


def wake(book: RulebookRecord, sleeping: SleepingRecord) -> RulebookRecord:
    return brief(book.game, book.edition, sleeping.options[0])


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
    ("attack-rounding=one-attacks", [], ["attack-rounding"]),
    ("Limity dróg", ["road-limits", "attack-limits"], []),
    ("LIMITY DROG", ["road-limits", "attack-limits"], []),
    ("limit dróg", ["road-limits", "attack-limits"], []),
    ("Związanie", ["held-in-place"], []),
    ("Road limits", ["road-limits"], []),
    ("runda", ["battle-rounds"], []),  # and not Ostatnia runda
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


ASLEEP = [
    ("local-guides", "royal", "royal-2.0 + guides"),
    ("8.2", "royal", "royal-2.0 + guides"),
    ("PRZEWODNICY", "royal", "royal-2.0 + guides"),
    ("local-g", "royal", "royal-2.0 + guides"),
    ("local-guides", "plain", "plain-1.0 + guides"),
    ("8.2", "plain", "royal-2.0 + guides"),
]


@pytest.mark.parametrize(("reference", "edition", "book"), ASLEEP)
def test_what_is_off_is_told_with_the_option_that_wakes_it(reference: str, edition: str, book: str) -> None:
    others = [brief("ford", other) for other in ("royal", "plain") if other != edition]
    found = look_up(brief("ford", edition), lambda: others, reference, wake)
    assert [(each.id, where.name) for where, each in found.abroad] == [("local-guides", book)]
    assert found.clauses == found.asleep == []


def test_what_nothing_can_wake_is_not_in_force() -> None:
    with pytest.raises(NotFound, match=r"clause `local-guides` is not in force in royal-2\.0: it is off unless guides"):
        look_up(brief(), list, "local-guides", nobody)


def test_a_clause_under_its_own_number_goes_before_those_that_touch_on_it() -> None:
    book = brief().model_copy(deep=True)
    book.clauses[0].numbers = ["1.9", "3.6"]
    assert [clause.id for clause in refer(book, "3.6").clauses] == ["road-limits", "attack-limits", book.clauses[0].id]


def test_a_clause_under_a_heading_of_its_own_goes_before_the_others_of_that_section() -> None:
    book = brief().model_copy(deep=True)
    first, second = book.clauses[:2]
    first.numbers, second.numbers, second.heading = ["Muster"], ["Marches", "Muster"], "Muster"
    book.numbering.append("Muster")
    assert [clause.id for clause in refer(book, "muster").clauses] == [second.id, first.id]


def test_a_number_with_its_points_set_otherwise() -> None:
    book = brief().model_copy(deep=True)
    book.clauses[0].numbers = ["7.2.4"]
    book.numbering.append("7.2.4")
    assert [clause.id for clause in refer(book, "7.24").clauses] == [book.clauses[0].id]


def test_a_figure_is_found_by_what_is_printed_over_it() -> None:
    book = brief().model_copy(deep=True)
    shown = next(clause for clause in book.clauses if clause.examples)
    shown.examples[0].numbers = ["Rys. 12"]
    assert [clause.id for clause in refer(book, "rys 12").clauses] == [shown.id]


ELSEWHERE = [
    ("play aid", ["road-limits"], "Roads"),
    ("Roads of retreat", ["attacker-retreat-roads", "defender-retreat-roads"], "Roads of retreat"),
    ("roads of RETREATS", ["attacker-retreat-roads", "defender-retreat-roads"], "Roads of retreat"),
]


@pytest.mark.parametrize(("reference", "clauses", "heading"), ELSEWHERE, ids=[row[0] for row in ELSEWHERE])
def test_found_in_another_edition_and_brought_home(reference: str, clauses: list[str], heading: str) -> None:
    found = look_up(brief(), lambda: [brief("ford", "plain")], reference, nobody)
    assert set(clauses) <= {clause.id for clause in found.clauses}
    assert [(each.edition, heading in each.headings) for each in found.elsewhere] == [("plain-1.0", True)]
    assert found.abroad == []


def test_a_number_of_another_edition() -> None:
    found = look_up(brief("ford", "plain"), lambda: [brief()], "5.3", nobody)
    assert [clause.id for clause in found.clauses][:2] == ["attacker-retreat-roads", "defender-retreat-roads"]
    assert (found.elsewhere[0].numbers, found.elsewhere[0].headings) == (["5.3"], ["Drogi odwrotu"])


def test_what_is_not_in_force_stays_abroad() -> None:
    plain = brief("ford", "plain")
    found = look_up(brief(), lambda: [plain], "Forced marches", nobody)
    assert (found.clauses, [(where, each.id) for where, each in found.abroad]) == ([], [(plain, "forced-march")])


def test_a_number_that_only_has_others_below_it() -> None:
    found = look_up(brief(), list, "3", nobody)
    assert (found.clauses, found.number) == ([], "3")


def test_what_is_near_here_goes_before_what_is_like_it_elsewhere() -> None:
    with pytest.raises(NotFound, match="it could be combat-order, combat-fire or combat-pass"):
        look_up(brief(), lambda: [brief("ford", "plain")], "combat-", nobody)


def test_several_headings_elsewhere() -> None:
    with pytest.raises(NotFound, match=r"has no clause or ruling `zbiórka ruch`"):
        look_up(brief("ford", "plain"), lambda: [brief()], "zbiórka ruch", nobody)
    with pytest.raises(NotFound, match=r"it could be “.*” or “.*” of royal-2.0"):
        look_up(brief("ford", "plain"), lambda: [brief()], "drog", nobody)
