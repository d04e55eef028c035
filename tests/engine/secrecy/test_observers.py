"""Whoever plays no side sees what everybody may see, and no more than anybody who plays."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl.engine.game import ONLOOKER, load
from crex_dsl.engine.secrecy.mask import OBSERVER, Mask


@pytest.mark.parametrize(("name", "edition"), [("crusader-rex", "english"), ("na-grunwald", "three")])
def test_an_observer_sees_nothing_that_any_player_does_not(name: str, edition: str) -> None:
    game, rng = load(name, edition), Random(7)
    position = game.start(7)
    looked = hidden = 0
    while not position.over:
        position.take(rng.choice(position.codes))
        if rng.random() > 0.05:
            continue
        observed = game.secret_state.hidden(position.state, OBSERVER)
        for seat in game.seats:
            for kind, pieces in game.secret_state.hidden(position.state, seat).items():
                assert pieces <= observed[kind]
                hidden += len(pieces)
        seen = game.secret_state.masked(position.state, OBSERVER)
        for seat in game.seats:
            own = game.secret_state.masked(position.state, seat)
            assert all(other is not None for mine, other in zip(seen, own, strict=True) if mine is not None)
        looked += 1
    assert looked and hidden


def test_an_observer_decides_nothing() -> None:
    game = load("crusader-rex", "english")
    view = game.start(1).view(ONLOOKER)
    assert (view.player, view.decision, view.legal) == (ONLOOKER, None, ())
    assert view.waiting_for in game.players
    assert Mask(game, game.start(1).state, OBSERVER).viewer == OBSERVER
    assert "observers" in view.svg()
