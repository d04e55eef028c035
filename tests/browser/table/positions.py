"""Games under way, as saves: played by chance until something is asked that a test is about."""

from __future__ import annotations

from functools import cache
from random import Random

from crex_dsl import load


@cache
def save_where(action: str, player: str, seed: int = 1, least: int = 1, edition: str = "english") -> str:
    """A game of Crusader Rex as a save, at the first question that offers a player an action at least so often."""
    game = load("crusader-rex", edition)
    for number in range(seed, seed + 50):
        rng, position = Random(number), game.start(number)
        while not position.over:
            decision = position.decision
            names = [answer.name for answer in decision.legal]
            if decision.who == player and names.count(action) >= least:
                return position.to_json()
            position.take(rng.choice(position.codes))
    raise AssertionError(f"in fifty games nobody is asked to {action}")
