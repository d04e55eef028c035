"""A witness retraced: its position, played again from the start."""

from __future__ import annotations

from crex_dsl.engine.game import Game
from crex_dsl.engine.position import Position
from crex_dsl.lawyer.parting.witness import Witness


def retraced(game: Game, witness: Witness) -> Position:
    """The position of a witness in the game that it arose in, to be saved, explained or played on.

    Where the last decisions left no choice, and would be taken by themselves, its past begins with it.
    """
    if not witness.forced:
        return game.replay(witness.seed, witness.decisions)
    *free, last = witness.decisions[: len(witness.decisions) - witness.forced]
    position = game.replay(witness.seed, free)
    position._forcing = False
    for decision in (last, *witness.decisions[len(free) + 1 :]):
        position.take(decision)
    found = position.from_here()
    found._forcing = True
    return found
