"""Indices of the games themselves: all are proved when the files are loaded, so that play tests none."""

import pytest

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.checks.ranges import index_sites
from crex_dsl.rulebook.selection.catalogue import rulebook
from tests.conformance.cases import Case, cases, editions, index, library


def check(case: Case) -> None:
    files = library().files(case.game)
    found = index_sites(rulebook(files, index(case.game).select(case.edition, case.options), scripts=False))
    assert found[t.SURE] > 10
    assert (found[t.GUARDED], found[t.UNPROVED]) == (0, 0)


@pytest.mark.parametrize("case", editions(), ids=str)
def test_every_index_of_an_edition_is_proved(case: Case) -> None:
    check(case)


@pytest.mark.soak
@pytest.mark.parametrize("case", [case for case in cases() if case.options], ids=str)
def test_every_index_is_proved_with_each_option_and_reading(case: Case) -> None:
    check(case)
