"""Differences between two rulebooks, clause by clause."""

from crex_dsl.lawyer.difference import Change, ClauseDifference, difference
from tests.lawyer.conftest import brief


def of(name: str) -> ClauseDifference:
    """What differs in one clause from the plain edition of the ford to the royal one."""
    return next(each for each in difference(brief("ford", "plain"), brief("ford", "royal")).clauses if each.id == name)


def test_a_rulebook_does_not_differ_from_itself() -> None:
    found = difference(brief(), brief())
    assert (found.clauses, found.things) == ([], [])


def test_another_figure_and_another_number() -> None:
    changes = {change.sort: change for change in of("road-limits").changes}
    assert changes["value"] == Change(
        sort="value",
        name="size_limit",
        before=["size_limit(s) is 4 when s is major", "size_limit(s) is 2 when s is minor"],
        after=["size_limit(s) is 2 when s is major", "size_limit(s) is 1 when s is minor"],
    )
    assert changes["renumbered"].after == ["3.6"]
    assert of("road-limits").in_play


def test_a_clause_that_only_one_of_them_has() -> None:
    (gone,), (new,) = of("forced-march").changes, of("riders-pass").changes
    assert (gone.sort, new.sort, gone.after, new.before) == ("missing", "added", [], [])
    assert new.after == ["Jazda mija samotny bloczek wroga."]
