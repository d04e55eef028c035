"""Every option and reading natively: companies of choices that go together play the same games in both engines."""

from __future__ import annotations

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.native.availability import engine_version
from crex_dsl.engine.run.program import Program
from crex_dsl.rulebook.selection.catalogue import rulebook
from tests.conformance.cases import Case, index, library
from tests.engine.native.lockstep import assert_same_games, machine_from
from tests.rules.test_examples import COMPANIES

pytestmark = pytest.mark.skipif(engine_version() is None, reason="there is no native engine here")


@pytest.mark.parametrize("company", COMPANIES, ids=lambda company: "+".join(map(str, company))[:120])
def test_choices_play_the_same_natively(company: tuple[Case, ...]) -> None:
    game, edition = company[0].game, company[0].edition
    names = [name for case in company for name in case.options]
    book = rulebook(library().files(game), index(game).select(edition, names), scripts=False)
    made = compile_rulebook(book, watched=True, hasty=True)
    program = Program(compile(made.play, "<play>", "exec"), compile(made.words, "<words>", "exec"), made.tables)
    assert assert_same_games(program, machine_from(program, made.native), range(1)) > 0
