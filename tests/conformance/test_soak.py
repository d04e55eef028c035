"""Random play at scale, over every reading of a ruling and every pair of a small game's options (`make soak`).

The options of whole games are played in `tests/rules`, where more is known about their positions.
"""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.native.availability import engine_version
from crex_dsl.engine.native.game_records import Record
from crex_dsl.rulebook.selection.catalogue import rulebook
from tests.conformance.cases import Case, cases, house_editions, index, library
from tests.engine.native.lockstep import assert_same_games, both_engines

GAMES_EACH = 100
NATIVE_GAMES = 2_100  # of every rulebook: more than a million in all
MOST_DECISIONS = 20_000


@pytest.mark.soak
@pytest.mark.skipif(engine_version() is None, reason="there is no native engine here")
@pytest.mark.parametrize("case", [*cases(), *house_editions(1)], ids=str)
def test_a_million_games_end(case: Case) -> None:
    selection = index(case.game).select(case.edition, case.options)
    program, machine = both_engines(rulebook(library().files(case.game), selection, scripts=False))
    assert_same_games(program, machine, range(2))
    machine.limits(MOST_DECISIONS)
    for seed, record in machine.games(0, NATIVE_GAMES):
        assert isinstance(record, Record), f"seed {seed}: {record}"
        assert record.status == 0 and record.ending, f"seed {seed} does not end"


@pytest.mark.soak
@pytest.mark.parametrize("case", [case for case in cases(2) if case.is_fixture or case.rereads], ids=str)
def test_no_game_is_stuck_or_endless(case: Case) -> None:
    program = case.load().program
    choose = random.Random(str(case)).random
    for seed in range(GAMES_EACH):
        state = program.start(seed)
        codes = program.run(state)
        decisions = 0
        while codes:
            decisions += 1
            assert decisions < MOST_DECISIONS, f"seed {seed} does not end"
            codes = program.run(state, codes[int(choose() * len(codes))])
