"""Opinions: all that bears on what a reference stands for."""

from crex_dsl.lawyer.lookup.answer import LookupAnswer, lookup_answer
from crex_dsl.lawyer.lookup.reference import look_up
from tests.lawyer.conftest import brief


def opinion(reference: str, edition: str = "royal", other: str = "plain", language: str | None = None) -> LookupAnswer:
    mine, others = brief("ford", edition), [brief("ford", other)]
    found = look_up(mine, lambda: others, reference, lambda *_: None)
    return lookup_answer(mine, others, lambda other, _: other, found, reference, language)


def test_a_number() -> None:
    found = opinion("3.6")
    assert [each.id for each in found.clauses] == ["road-limits", "attack-limits"]
    assert [each.number for each in found.numbers] == ["3.6"]
    assert [(each.id, each.edition) for each in found.rulings] == [("attack-rounding", "royal-2.0")]
    limits = found.clauses[0]
    assert [each.edition for each in limits.editions] == ["plain-1.0"]
    assert [(each.id, each.names) for each in limits.used_by] == [
        ("group-moves", ["passed"]),
        ("muster-reach", ["passed", "road limit"]),
        ("attack-limits", ["size limit"]),
    ]
    assert limits.words is None


def test_an_id_stands_at_all_its_numbers() -> None:
    assert [each.number for each in opinion("road-limits", "plain", "royal").numbers] == ["3.4", "play aid"]


def test_what_only_the_other_edition_has() -> None:
    found = opinion("forced-march")
    (clause,) = found.clauses
    assert (clause.edition, [each.edition for each in clause.editions]) == ("plain-1.0", ["royal-2.0"])
    assert clause.words is None  # nobody words it in the language of the edition that was asked
    assert [(each.edition, each.headings) for each in found.elsewhere] == [("plain-1.0", ["Forced marches"])]
    riders = opinion("riders-pass", "plain", "royal").clauses[0]
    assert riders.words is not None and riders.words.language == "en"


def test_a_ruling_of_the_other_edition() -> None:
    found = opinion("attack-rounding", "plain", "royal")
    assert [(each.id, each.edition) for each in found.rulings] == [("attack-rounding", "royal-2.0")]


def test_a_language() -> None:
    words = opinion("road-limits", "plain", "royal", "pl").clauses[0].words
    assert words is not None and words.edition == "royal-2.0"
