"""Random play at scale, over every edition and every permitted pair of options (`make soak`)."""

from __future__ import annotations

import random

import pytest

from tests.conformance.cases import Case, cases

GAMES_EACH = 300
MOST_DECISIONS = 20_000


@pytest.mark.soak
@pytest.mark.parametrize("case", cases(2), ids=str)
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
