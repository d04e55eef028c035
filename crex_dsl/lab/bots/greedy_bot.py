"""The greedy bot: one decision ahead, by the worth that the rule files declare."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.native.machine import Machine, Outcome
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.playouts import NONE, Playouts
from crex_dsl.lab.bots.position_value import share_of_victory

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


class GreedyBot:
    """Takes the answer after which its side stands best at once.

    It tries its answers in what could be, drawn anew for each decision.
    """

    def __init__(self, game: Game, machine: Machine | None = None) -> None:
        self.seats, self.playouts = tuple(game.seats), Playouts(game, machine)

    def indifferent(self, point: int) -> bool:
        """Never."""
        return False

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """One of the answers that lead to the best standing."""
        return self.ranked(information_set, rng)[0]

    def ranked(self, information_set: InformationSet, rng: Random) -> list[int]:
        """The places of its answers, the best first; equals in any order."""
        state, called, _ = information_set.determinise(rng)
        candidates = list(range(len(called)))
        rng.shuffle(candidates)
        self.playouts.suppose([state])
        outcomes = self.playouts.outcomes([(0, called[place], NONE, 0) for place in candidates], 0, 0)
        standings = {
            place: self._standing(outcome, information_set.seat)
            for place, outcome in zip(candidates, outcomes, strict=True)
        }
        return sorted(standings, key=standings.__getitem__, reverse=True)

    def _standing(self, outcome: Outcome | None, seat: int) -> tuple[float, int]:
        """How a side stands once an answer is carried out: by what it has of the victory, then by its worth."""
        if outcome is None:
            return -1.0, 0
        won = share_of_victory(outcome, seat, self.seats)
        return (1 / len(self.seats), outcome.worths[self.seats.index(seat)]) if won is None else (won, 0)
