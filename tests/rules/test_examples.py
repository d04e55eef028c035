"""The whole games under every edition, option and reading: they play, and their worked examples come out.

`make test` takes many options and readings that go together at once, each in the first edition that has it, and those
whose examples another one spoils beside others;
`make soak` takes each alone, in all editions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.scenarios.choices_together import game_together
from crex_dsl.engine.scenarios.worked_examples import ExampleResult, run_examples
from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.selection.catalogue import parsed
from crex_dsl.rulebook.selection.selection import AS_PRINTED, SelectionError
from tests.conformance.cases import Case, cases, families, index, library
from tests.rules.games import EDITIONS, WHOLE, whole

BOOKS = [case for case in cases() if case.game in WHOLE]
TOGETHER = 30  # options and readings that are tried at once


def beside(case: Case) -> Case | None:
    """A reading that needs an option to be seen, with that option; None for all others."""
    for reading in case.options:
        option = whole(case).beside.get(reading)
        if option and Case(case.game, case.edition, (option,)) in BOOKS:
            return Case(case.game, case.edition, (option, reading))
    return None


CHOSEN = [beside(case) or case for case in BOOKS if case.options]
PRINTED = [case for case in CHOSEN if AS_PRINTED in case.options]
FAMILIES = [case.edition for case in families() if isinstance(case, Case)]  # one edition of each
PRINTED_SOON = [case if case.edition in FAMILIES else pytest.param(case, marks=pytest.mark.soak) for case in PRINTED]


def companies() -> Iterator[tuple[Case, ...]]:
    """Options and readings, each in the first edition that has it, in companies that go together."""
    shown: set[tuple[str, tuple[str, ...]]] = set()
    open_now: list[list[Case]] = []
    for case in CHOSEN:
        if case in PRINTED or (case.game, case.options) in shown:
            continue
        shown.add((case.game, case.options))
        for company in open_now:
            if len(company) < TOGETHER and goes_with(case, company):
                company.append(case)
                break
        else:
            open_now.append([case])
    yield from map(tuple, open_now)


def goes_with(case: Case, company: list[Case]) -> bool:
    """Whether a choice can be made beside others, and means none of them."""
    if (case.game, case.edition) != (company[0].game, company[0].edition):
        return False
    names = [name for other in (*company, case) for name in other.options]
    if len({*names}) < len(names):
        return False
    try:
        index(case.game).select(case.edition, names)
    except SelectionError:
        return False
    return True


COMPANIES = list(companies())
BY_EDITION = {
    edition: [c for company in COMPANIES for c in company if c.edition == edition]
    for edition in dict.fromkeys(company[0].edition for company in COMPANIES)
}


@cache
def examples_of(case: Case) -> set[str]:
    """The titles of the examples that are about just these options."""
    text = parsed(library().files(case.game))
    return {
        str(top.title)
        for layer in text.layers.values()
        for top in layer.tops
        if isinstance(top, nodes.Example) and {str(name) for name in top.options or ()} == {*case.options}
    }


def written_hastily(company: tuple[Case, ...]) -> Game:
    """The game of some choices together."""
    files, known = library().files(company[0].game), index(company[0].game)
    selection = known.select(company[0].edition, [name for case in company for name in case.options], "en")
    return game_together(files, known, parsed(files), selection, [case.options for case in company])


def assert_plays(game: Game) -> None:
    for seed in range(2):
        position, rng = game.start(seed), random.Random(seed)
        while not position.over:
            position.take(rng.choice(position.codes))


def failures(results: list[ExampleResult]) -> list[str]:
    return [f"{result.title}: {result.message}" for result in results if not result.ok]


def assert_alone(case: Case) -> None:
    """A choice made alone plays, and its examples come out."""
    game = written_hastily((case,))
    assert_plays(game)
    results = run_examples(game)
    assert failures(results) == []
    assert results or case in PRINTED, "an option, or a reading that changes the game, wants an example"


@pytest.mark.parametrize("case", EDITIONS, ids=str)
def test_an_edition_plays_and_its_examples_come_out(case: Case) -> None:
    assert_plays(case.load())
    results = run_examples(case.load())
    assert failures(results) == []
    assert len(results) > whole(case).examples


@pytest.mark.parametrize("case", PRINTED_SOON, ids=str)
def test_an_edition_as_printed_plays(case: Case) -> None:
    assert_alone(case)


@pytest.mark.parametrize("edition", BY_EDITION)
def test_options_and_readings_come_out_together(edition: str) -> None:
    waiting = BY_EDITION[edition]
    while waiting:
        company = tuple(going_together(waiting))
        waiting = [*(case for case in waiting if case not in company), *spoilt_in(company)]


def spoilt_in(company: tuple[Case, ...]) -> tuple[Case, ...]:
    """Those of a company that are to be tried again beside others: here another choice changes what they show."""
    if len(company) == 1:
        assert_alone(company[0])
        return ()
    spoilt = left_by(company)
    if len(spoilt) < len(company):
        return spoilt
    half = len(company) // 2
    return spoilt_in(company[:half]) + spoilt_in(company[half:])


def going_together(cases: list[Case]) -> list[Case]:
    """The first of some choices, with as many others as go with it."""
    company: list[Case] = []
    for case in cases:
        if len(company) < TOGETHER and (not company or goes_with(case, company)):
            company.append(case)
    return company


def left_by(company: tuple[Case, ...]) -> tuple[Case, ...]:
    """Those of a company whose examples do not all come out while the others are there."""
    try:
        game = written_hastily(company)
    except RuleError:
        return company  # what they amend together says so
    assert_plays(game)
    played = {result.title: result.ok for result in run_examples(game)}  # some are those of other editions
    shown = {case: [ok for title, ok in played.items() if title in examples_of(case)] for case in company}
    return tuple(case for case in company if not shown[case] or not all(shown[case]))


@pytest.mark.soak
@pytest.mark.parametrize("case", CHOSEN, ids=str)
def test_options_and_readings_come_out_alone(case: Case) -> None:
    assert_alone(case)
