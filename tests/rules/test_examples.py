"""The whole games under every edition, option and reading: they play, and their worked examples come out.

`make test` takes each option and reading in the first edition that has it, `make soak` in all the others too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crex_dsl.engine.compiler import compile_rulebook
from crex_dsl.engine.examples import run_examples
from crex_dsl.engine.game import Game
from crex_dsl.engine.program import Program
from crex_dsl.rulebook.catalogue import index_of, rulebook
from crex_dsl.rulebook.selection import AS_PRINTED
from tests.conformance.cases import Case, cases, library
from tests.rules.games import WHOLE, whole

BOOKS = [case for case in cases() if case.game in WHOLE]


def beside(case: Case) -> Case | None:
    """A reading that needs an option to be seen, with that option; None for all others."""
    for reading in case.options:
        option = whole(case).beside.get(reading)
        if option and Case(case.game, case.edition, (option,)) in BOOKS:
            return Case(case.game, case.edition, (option, reading))
    return None


def books() -> Iterator[object]:
    """Every book, those whose options another edition has shown already for the soak."""
    shown: set[tuple[str, tuple[str, ...]]] = set()
    for case in BOOKS:
        case = beside(case) or case
        known = bool(case.options) and case.options != (AS_PRINTED,) and (case.game, case.options) in shown
        yield pytest.param(case, marks=pytest.mark.soak) if known else case
        shown.add((case.game, case.options))


def written_hastily(case: Case) -> Game:
    """The game of a reading that nothing else in these tests plays: the same play, compiled in less time."""
    files = library().files(case.game)
    selection = index_of(files).select(case.edition, case.options)
    made = compile_rulebook(rulebook(files, selection, scripts=False), hasty=True)
    play, words = (compile(text, f"<{case}>", "exec") for text in (made.play, made.words))
    return Game(files, selection, Program(play, words, made.tables))


@pytest.mark.parametrize("case", list(books()), ids=str)
def test_it_plays_and_its_examples_come_out(case: Case) -> None:
    game = written_hastily(case) if case.rereads else case.load()
    for seed in range(2):
        position, rng = game.start(seed), random.Random(seed)
        while not position.over:
            position.take(rng.choice(position.codes))
    results = run_examples(game)
    assert [f"{result.title}: {result.message}" for result in results if not result.ok] == []
    if not case.options:
        assert len(results) > whole(case).examples
    elif case.options != (AS_PRINTED,):
        assert results, "an option, or a reading that changes the game, wants an example"
