"""Twins look alike: what is hidden from a side changes no byte of what is drawn for it."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl.drawing.position.picture import position_svg
from tests.conformance.cases import Case
from tests.conformance.twins import onward, twins

CASES = [
    (Case("ford", "plain-1.0", ()), 40),
    (Case("quince", "polish-1.0", ()), 40),
    (Case("crusader-rex", "english-2.0", ()), 12),
    (Case("crusader-rex", "polish-1.4", ()), 6),
    (Case("na-grunwald", "three-players", ()), 12),
]


@pytest.mark.parametrize(("case", "most"), CASES, ids=str)
def test_twins_are_drawn_alike(case: Case, most: int) -> None:
    game, rng, count, moved = case.load(), Random(str(case)), 0, 0
    for seed in range(1, 9):
        for player, one, other in twins(game, seed, 9, rng):
            two = other[0]
            view = one.view(player)
            assert position_svg(one, player) == position_svg(two, player) == view.svg() == two.view(player).svg()
            for own in view.legal[:3]:
                assert position_svg(one, player, action=own) == position_svg(two, player, action=own)
            after = onward(one, other, player, rng)
            if after is not None:
                mine, yours = after[:2]
                assert position_svg(mine, player, since=one) == position_svg(yours, player, since=two)
                moved += 1
            count += 1
            if count == most:
                assert moved
                return
    raise AssertionError("too few twins were found")


def test_somebody_else_sees_another_image() -> None:
    position = Case("ford", "plain-1.0", ()).load().start(1)
    assert len({position_svg(position, side) for side in (None, *position.game.players)}) == 3
