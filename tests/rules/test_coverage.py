"""Every clause of Crusader Rex that has an effect shows it, in every edition, or is listed with what prevents it."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from crex_dsl import load
from crex_dsl.engine.coverage import Counts
from tests.conformance.cases import Case, editions, house_editions, with_one_option

GAME = "crusader-rex"
EDITIONS = [case for case in editions() if case.game == GAME]
# How many counted games: of an edition alone, where sieges that outlast a winter are rare, with one option, of a house
# edition.
ALONE, ONE_OPTION, HOUSE = 5_000, 25, 5
FIRST, SHARE = 20_000, 500
# More games with an option whose moment is rare: Richard in one port while Saracens besiege another.
RARE = {("richard-sea-legs",): range(5_000, 5_900)}

# Never seen in play, each with what makes it so; at most five in an edition.
UNREACHABLE: dict[str, dict[str, str]] = {
    "english-2.0": {
        "combat-turn-options": "passing, which only the first edition permits",
    },
    "russian-2.0": {
        "combat-turn-options": "passing, which only the first edition permits",
    },
    "french-1.x": {},
    "polish-1.4": {},
}
VOCABULARY = {"prepared-battles"}


def shares(edition: str) -> list[tuple[Case, range]]:
    """The games of an edition in portions: alone, with each option, with many."""
    found = [(Case(GAME, edition, ()), range(seed, seed + SHARE)) for seed in range(FIRST, FIRST + ALONE, SHARE)]
    found += [
        (case, RARE.get(case.options, range(ONE_OPTION))) for case in with_one_option() if case.edition == edition
    ]
    found += [(case, range(HOUSE)) for case in house_editions() if case.edition == edition]
    return [share for share in found if share[0].game == GAME]


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
@pytest.mark.parametrize("edition", [case.edition for case in EDITIONS])
def test_every_clause_with_an_effect_has_shown_it(edition: str) -> None:
    total: dict[str, Counts] = {}
    with ProcessPoolExecutor() as pool:
        for found in pool.map(played, shares(edition)):
            for clause, counts in found.items():
                total[clause] = total.get(clause, Counts()) + counts
    idle = {clause for clause, counts in total.items() if not counts} - VOCABULARY
    assert len(UNREACHABLE[edition]) <= 5
    assert idle == set(UNREACHABLE[edition])
