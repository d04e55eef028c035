"""Clauses in other editions, and in other languages."""

from crex_dsl.lawyer.lookup.counterparts import Counterpart, counterpart, words_in
from crex_dsl.lawyer.records.models import RulebookRecord
from tests.lawyer.conftest import brief, clause


def there(name: str) -> Counterpart:
    """A clause of the royal edition, as the plain one has it."""
    return counterpart(brief(), brief("ford", "plain"), clause(name), lambda other, _: other)


def test_other_figures_are_told_as_they_are_there() -> None:
    found = there("road-limits")
    assert (found.edition, found.numbers, found.heading) == ("plain-1.0", ["3.4", "play aid"], "Roads")
    assert found.differs == [
        "the size limit of a size is 4 when the size is major",
        "the size limit of a size is 2 when the size is minor",
    ]


def test_what_differs_is_told_in_the_language_of_the_book_that_was_asked() -> None:
    def told(other: RulebookRecord, language: str) -> RulebookRecord:
        clauses = [
            each.model_copy(update={"effects": [e.model_copy(update={"phrase": language}) for e in each.effects]})
            for each in other.clauses
        ]
        return other.model_copy(update={"clauses": clauses})

    royal, plain = brief(), brief("ford", "plain")
    assert (royal.language, plain.language) == ("pl", "en")
    found = counterpart(royal, plain, clause("road-limits"), told)
    assert (found.heading, found.differs) == ("Roads", ["pl", "pl"])


def test_the_same() -> None:
    assert there("musters").differs == []


def test_a_clause_that_the_other_has_not() -> None:
    found = there("riders-pass")
    assert (found.status, found.numbers) == ("gone", [])
    assert found.differs[0].startswith("it is dropped by first")


def test_other_effects() -> None:
    differing = {each.id: there(each.id).differs for each in brief().clauses}
    told = [line for lines in differing.values() for line in lines]
    assert any(line.startswith("other steps in ") for line in told)
    assert any(line.startswith("without: ") for line in told)
    assert all(line and "_" not in line for line in told)


def test_words_in_a_language() -> None:
    own = words_in("pl", brief(), [brief("ford", "plain")], clause("road-limits"))
    assert own is not None and own.edition == "royal-2.0"
    ours = words_in("en", brief(), [brief("ford", "plain")], clause("road-limits"))
    assert ours is not None
    assert (ours.edition, ours.heading) == (None, "Road limits")
    assert ours.wording == "At most 2 blocks use a major road in a movement, 1 a minor one."
    plain = brief("ford", "plain")
    theirs = words_in("pl", plain, [brief()], clause("road-limits", edition="plain"))
    assert theirs is not None
    assert (theirs.edition, theirs.numbers, theirs.heading) == ("royal-2.0", ["3.6"], "Limity dróg")
    assert words_in("fr", brief(), [plain], clause("road-limits")) is None
