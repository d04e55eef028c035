"""Choices in secret at once: whoever is asked later may answer what it would be asked then, and sees the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from crex_dsl.engine.game import load
from crex_dsl.engine.secrecy.secret_choices import answered_in_secret, asked_at_once, chosen_in_secret
from tests.conformance.cases import GAMES


@pytest.mark.parametrize(
    ("name", "edition"),
    [("quince", "english"), pytest.param("na-grunwald", "four-players", marks=pytest.mark.soak)],
)
def test_whoever_is_asked_later_is_asked_the_same(name: str, edition: str) -> None:
    game = load(name, edition, rules=[GAMES])
    many: Counter[int] = Counter()
    for seed in range(4):
        position, rng = game.start(seed), Random(seed)
        foretold = asked_at_once(position)
        while not position.over:
            if chosen_in_secret(position):
                who = position.asked().who
                if who not in foretold:
                    foretold = asked_at_once(position)
                    many[len(foretold)] += 1
                ahead = foretold.pop(who)
                assert ahead.codes == position.codes
                assert ahead.view(who).key == position.view(who).key
                assert set(foretold).isdisjoint(answered_in_secret(position))
            else:
                assert not asked_at_once(position)
                assert not foretold, "nobody was foretold a question that did not come"
            position.take(rng.choice(position.codes))
    assert max(many) > 2
