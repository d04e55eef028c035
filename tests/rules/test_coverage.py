"""Every clause of a whole game that has an effect shows it, in every edition, or is listed with what prevents it."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from crex_dsl import load
from crex_dsl.engine.explain.clause_counts import Counts
from tests.conformance.cases import Case
from tests.rules.games import EDITIONS, HOUSES, ONE_OPTION, whole

FIRST, SHARE = 20_000, 500
MOST_UNREACHABLE = 5


def shares(edition: Case) -> list[tuple[Case, range]]:
    """The games of an edition in portions: alone, with each option, with many."""
    counted, last = whole(edition).counted, FIRST + whole(edition).counted.alone
    found = [(edition, range(seed, min(seed + SHARE, last))) for seed in range(FIRST, last, SHARE)]
    for cases, games in ((ONE_OPTION, counted.one_option), (HOUSES, counted.house)):
        mine = [case for case in cases if (case.game, case.edition) == (edition.game, edition.edition)]
        found += [(case, counted.rare.get(case.options, range(games))) for case in mine]
    return found


def played(share: tuple[Case, range]) -> dict[str, Counts]:
    """What each clause did in one portion."""
    case, seeds = share
    game = load(case.game, case.edition, case.options, counted=True)
    program = game.program
    for seed in seeds:
        choose = random.Random(seed).random
        state = program.start(seed)
        codes = program.run(state)
        while codes:
            codes = program.run(state, codes[int(choose() * len(codes))])
    return game.coverage()


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_every_clause_with_an_effect_has_shown_it(edition: Case) -> None:
    counted = whole(edition).counted
    total: dict[str, Counts] = {}
    with ProcessPoolExecutor() as pool:
        for found in pool.map(played, shares(edition)):
            for clause, counts in found.items():
                total[clause] = total.get(clause, Counts()) + counts
    idle = {clause for clause, counts in total.items() if not counts} - counted.vocabulary
    unreachable = counted.unreachable.get(edition.edition, {})
    assert len(unreachable) <= MOST_UNREACHABLE
    assert idle == set(unreachable)
