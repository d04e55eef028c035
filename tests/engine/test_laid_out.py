"""A position's memory under rules under which it could not go on."""

import random

import pytest

from crex_dsl import load
from crex_dsl.engine.errors import NoCounterpart
from crex_dsl.engine.explain.legality import weighed
from crex_dsl.engine.saves.migration import laid_out
from crex_dsl.engine.secrecy.mask import Mask
from tests.conformance.cases import GAMES


def test_what_is_legal_here_is_weighed_alike_where_the_rules_are_the_same() -> None:
    game = load("ford", "plain", rules=[GAMES])
    rng, position = random.Random(2), game.start(2)
    weighed_at_all = 0
    while not position.over:
        still, missing = laid_out(position, game)
        assert missing == ()
        assert still.decision is None
        for code in position.codes:
            if code > 0:
                answer = weighed(game, still.state, code, game.decider(position.state), Mask(game, still.state, None))
                assert answer.permitted
                weighed_at_all += 1
        position.take(rng.choice(position.codes))
    assert weighed_at_all > 100


def test_what_has_no_place_is_told() -> None:
    plain, royal = (load("ford", edition, rules=[GAMES]) for edition in ("plain", "royal"))
    rng, position = random.Random(3), plain.start(3)
    for _ in range(30):
        position.take(rng.choice(position.codes))
    still, missing = laid_out(position, royal)
    assert still.game is royal
    assert all(isinstance(name, str) for name in missing)


def test_another_game_has_no_place_for_it() -> None:
    with pytest.raises(NoCounterpart):
        laid_out(load("ford", "plain", rules=[GAMES]).start(1), load("dash", rules=[GAMES]))
