"""Every edition, option and reading natively: some twenty selections play the same games in both engines."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from crex_dsl.engine.native.availability import engine_version
from crex_dsl.rulebook.selection.catalogue import rulebook
from tests.conformance.cases import Case, cases, index, library
from tests.engine.native.lockstep import assert_same_games, both_engines
from tests.rules.test_examples import COMPANIES, goes_with

pytestmark = pytest.mark.skipif(engine_version() is None, reason="there is no native engine here")


def together(company: tuple[Case, ...]) -> Case:
    """Choices that go together as one selection."""
    return Case(company[0].game, company[0].edition, tuple(name for case in company for name in case.options))


def named(chosen: Iterable[Case]) -> set[tuple[str, str]]:
    """The editions, options and readings of some selections, each with its game."""
    return {(case.game, name) for case in chosen for name in (case.edition, *case.options)}


def selections() -> list[Case]:
    """Selections that between them hold every edition, option and reading, as few as come easily."""
    found = [list(company) for company in COMPANIES]
    for case in cases():
        known = {
            (other.game, name) for company in found for other in company for name in (other.edition, *other.options)
        }
        if all((case.game, name) in known for name in (case.edition, *case.options)):
            continue
        for company in found[len(COMPANIES) :]:
            if goes_with(case, company):
                company.append(case)
                break
        else:
            found.append([case])
    return [together(tuple(company)) for company in found]


SELECTIONS = selections()


def test_every_edition_option_and_reading_is_among_them() -> None:
    assert named(SELECTIONS) == named(cases())


@pytest.mark.parametrize("case", SELECTIONS, ids=lambda case: str(case)[:120])
def test_choices_play_the_same_natively(case: Case) -> None:
    selection = index(case.game).select(case.edition, case.options)
    book = rulebook(library().files(case.game), selection, scripts=False)
    assert assert_same_games(*both_engines(book), range(1)) > 0
