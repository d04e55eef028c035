"""The greedy bot: one decision ahead, by the worth that the rule files declare."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.position_value import BROKEN, Standings

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


WON = 1_000_000_000


class GreedyBot:
    """Takes the answer after which its side stands best at once.

    It tries its answers in what could be, drawn anew for each decision.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.standings = game, Standings(game)

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
        standings = {place: self._standing(state[:], called[place], information_set.seat) for place in candidates}
        return sorted(standings, key=standings.__getitem__, reverse=True)

    def _standing(self, state: list[int], code: int, seat: int) -> float:
        """How a side stands once an answer is carried out in a state; a win is more and a loss less than any worth."""
        try:
            self.game.program.run(state, code)
            won = self.standings.won(state, seat)
            return self.standings.worth(state, seat) if won is None else WON * (won - 1 / len(self.standings.seats))
        except BROKEN:
            return -WON
