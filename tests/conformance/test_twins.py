"""Told alike: whatever a side asks of two positions that look the same to it, it gets the same answers."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl.engine.explain.legality import explained
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.view import View
from crex_dsl.lawyer.phrasing.conditions import Facts
from crex_dsl.lawyer.why.legality import standpoint
from tests.conformance.cases import Case
from tests.conformance.twins import afterwards, answers, calls, onward, questions, twins

FIXTURES = [Case("ford", "plain-1.0", ()), Case("ford", "royal-2.0", ()), Case("quince", "polish-1.0", ())]
GAMES = [Case("crusader-rex", "english-2.0", ()), Case("na-grunwald", "three-players", ())]
EVERY = pytest.mark.parametrize("case", [*FIXTURES, *GAMES], ids=str)
SEEDS = range(1, 400)
TWINS = 1_000  # of all cases together


def compared(case: Case, seeds: range, every: int, most: int, traced: int) -> tuple[int, int]:
    """How many twins answered alike, and how many went on alike."""
    game, rng, count, further = case.load(), Random(str(case)), 0, 0
    for seed in seeds:
        for player, one, other in twins(game, seed, every, rng):
            wishes = questions(one, other[0], player, rng)
            for mine, yours in zip(answers(one, player, wishes), answers(other[0], player, wishes), strict=True):
                assert mine == yours, f"{case}, seed {seed}"
            after = onward(one, other, player, rng)
            if after is not None and further < traced:
                first, second, code, hers = after
                assert afterwards(one, first, code, player) == afterwards(other[0], second, hers, player)
                further += 1
            count += 1
            if count == most:
                return count, further
    return count, further


@EVERY
def test_twins_are_told_alike(case: Case) -> None:
    traced = 3 if case.is_fixture else 0  # a large game takes a while to be compiled for that
    assert compared(case, range(1, 4), 7, 5, traced) == (5, traced)


@pytest.mark.soak
@EVERY
def test_very_many_twins_are_told_alike(case: Case) -> None:
    assert compared(case, SEEDS, 5, TWINS // 5, 50) == (TWINS // 5, 50)


@pytest.mark.parametrize("case", [*FIXTURES[1:], GAMES[0]], ids=str)
def test_twins_are_answered_with_the_same_work(case: Case) -> None:
    game, rng, count = case.load(), Random(3), 0
    for player, one, (two, _) in twins(game, 5, 11, rng):
        wishes = questions(one, two, player, rng)
        for wish in [None, *rng.sample(wishes, 8)]:
            work = []
            for position in (one, two, one, two):  # the first time something may be remembered
                view = View(position, game.seat(player))
                work.append(calls(lambda view=view, wish=wish: view.legal if wish is None else view.why_not(wish)))
            assert work[2] == work[3] > 0
        count += 1
        if count == 5:
            break
    assert count == 5


@pytest.mark.parametrize("edition", ["polish-1.4", "french-1.x", "russian-2.0"])
def test_words_agree_with_what_covers_a_piece(edition: str) -> None:
    """Gender and animacy follow the masked noun: sentences about twins are the same, letter by letter."""
    game, rng, count, told = Case("crusader-rex", edition, ()).load(), Random(7), 0, 0
    facts = Facts(game)

    def sentences(position: Position, player: str, codes: list[int]) -> list[str]:
        view = position.view(player)
        asked = [explained(standpoint(position, player), code) for code in codes]
        findings = [found for answer in asked for found in (*answer.permits, *answer.forbids)]
        return [
            *(action.text for action in view.legal),
            *(str(line) for line in view.log),
            *(fact for found in findings for fact in facts.all(found.reasons)),
        ]

    for player, one, other in twins(game, 11, 17, rng):
        codes = [rng.randrange(row.base, row.end) for row in rng.sample(game.actions, 8)]
        mine, yours = (sentences(position, player, codes) for position in (one, other[0]))
        assert mine == yours
        after = onward(one, other, player, rng)
        if after is not None:
            logs = [[str(line) for line in position.view(player).log] for position in after[:2]]
            assert logs[0] == logs[1]
            told += len(logs[0])
        count += 1
        if count == 6:
            break
    assert count == 6
    assert told > 0
