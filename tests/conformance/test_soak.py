"""Random play at scale, over every reading of a ruling and every pair of a small game's options (`make soak`).

The options of whole games are played in `tests/rules`, where more is known about their positions; a million games of
every rulebook together are played natively by `tests.conformance.million`.
"""

from __future__ import annotations

import random

import pytest

from tests.conformance.cases import Case, cases

GAMES_EACH = 100
MOST_DECISIONS = 20_000


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
