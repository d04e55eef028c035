"""A bot that plays by a policy of the rule files."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.engine.secrecy.information_set import InformationSet

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


class PolicyBot:
    """Takes the answer that its policy likes best: what is preferred counts for it, what is avoided against it.

    It weighs them in what could be, drawn anew for each decision: what its side sees is the same there.
    """

    def __init__(self, game: Game, policy: str) -> None:
        self.game = game
        self._preferences: dict[int, list[tuple[Any, ...]]] = {}
        for prefer, action, when, by in game.program.words["POLICIES"][policy]:
            self._preferences.setdefault(action, []).append((prefer, when, by))
        named = {game.actions[action].name for action in self._preferences}
        self._idle = [named.isdisjoint(point.offered) for point in game.points]

    def begin(self) -> None:
        """Nothing is kept from game to game."""

    def indifferent(self, point: int) -> bool:
        """Where the policy says nothing about any action on offer."""
        return self._idle[point - POINTS - 2]

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """One of the answers that weigh most, any of them as likely as the other."""
        state, called, _ = information_set.determinise(rng)
        best = self.best(state, called, information_set.seat)
        return called.index(best[int(rng.random() * len(best))])

    def best(self, state: list[int], codes: Sequence[int], seat: int) -> list[int]:
        """The codes that weigh most where nothing of a state is hidden."""
        try:
            weights = [self._weight(state, code, seat) for code in codes]
        except FAULTS as broken:
            raise self.game.program.broken(broken, state[POINT]) from None
        most = max(weights)
        return [code for code, weight in zip(codes, weights, strict=True) if weight == most]

    def _weight(self, state: list[int], code: int, seat: int) -> int:
        preferences = () if code == DECLINE else self._preferences.get(self.game.action_number(code))
        if not preferences:
            return 0
        weight, args = 0, (seat, *self.game.numbers(code))
        for prefer, when, by in preferences:
            if when is None or when(state, *args):
                worth = 1 if by is None else by(state, *args)
                weight += worth if prefer else -worth
        return weight
