"""The greedy bot: one decision ahead, by the worth that the rule files declare."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.native.machine import Machine
from crex_dsl.engine.search.deals import deal_into
from crex_dsl.engine.search.state_pool import pool_of
from crex_dsl.engine.search.trials import VICTORY, Horizon, Outcome, Script, Trial
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.position_value import share_of_victory

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

_AT_ONCE = Horizon(0)


class GreedyBot:
    """Takes the answer after which its side stands best at once.

    It tries its answers in what could be, drawn anew for each decision.
    """

    def __init__(self, game: Game, machine: Machine | None = None) -> None:
        self.seats, self.pool = tuple(game.seats), pool_of(game, machine)
        self._scripts = [Script()] * len(self.seats)

    def begin(self) -> None:
        """Nothing is kept from game to game."""

    def indifferent(self, point: int) -> bool:
        """Never."""
        return False

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """One of the answers that lead to the best standing."""
        return self.ranked(information_set, rng)[0]

    def ranked(self, information_set: InformationSet, rng: Random) -> list[int]:
        """The places of its answers, the best first; equals in any order."""
        self.pool.keep(0)
        (deal,) = deal_into(self.pool, information_set, 1, rng)
        candidates = list(range(len(deal.called)))
        rng.shuffle(candidates)
        dice = rng.getrandbits(62)
        trials = [Trial(deal.number, (deal.called[place],), dice) for place in candidates]
        outcomes = self.pool.rollouts(trials, self._scripts, _AT_ONCE)
        standings = {
            place: self._standing(outcome, information_set.seat)
            for place, outcome in zip(candidates, outcomes, strict=True)
        }
        return sorted(standings, key=standings.__getitem__, reverse=True)

    def _standing(self, outcome: Outcome | None, seat: int) -> tuple[int, int]:
        """How a side stands once an answer is carried out: by what it has of the victory, then by its worth."""
        if outcome is None:
            return -1, 0
        won = share_of_victory(outcome, seat, self.seats)
        return (VICTORY // len(self.seats), outcome.worths[self.seats.index(seat)]) if won is None else (won, 0)
