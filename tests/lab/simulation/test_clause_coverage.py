"""Coverage: the unused first, and a gap only where a clause could have done something."""

from crex_dsl.engine.explain.clause_counts import Counts
from crex_dsl.lab.simulation.clause_coverage import coverage
from tests.lawyer.conftest import brief


def test_never_then_in_part_then_the_rest() -> None:
    counts = {
        "road-limits": Counts(forbade=3),
        "attack-limits": Counts(forbade=2),
        "riders-pass": Counts(),
        "hits": Counts(permitted=1, fired=2),
    }
    rows = coverage(brief(), counts)
    assert [(row.clause, row.used) for row in rows] == [
        ("riders-pass", "never"),
        ("attack-limits", "in part"),
        ("road-limits", "yes"),
        ("hits", "yes"),
    ]
    assert [(row.permitted, row.forbade, row.excepted, row.fired) for row in rows] == [
        (None, None, 0, None),
        (None, 2, None, 0),
        (None, 3, None, None),
        (1, None, None, 2),
    ]
    assert (rows[2].numbers, rows[2].heading) == (["3.6"], "Limity dróg")


def test_only_clauses_that_are_counted() -> None:
    assert coverage(brief(), {}) == []
