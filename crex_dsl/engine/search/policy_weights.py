"""How much a policy of the rule files likes an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.run.decision import DECLINE

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


class PolicyWeights:
    """The preferences of one policy: what is preferred counts for an answer, what is avoided against it."""

    def __init__(self, game: Game, policy: str) -> None:
        self.game = game
        self._preferences: dict[int, list[tuple[Any, ...]]] = {}
        for prefer, action, when, by in game.program.words["POLICIES"][policy]:
            self._preferences.setdefault(action, []).append((prefer, when, by))
        self.named = {game.actions[action].name for action in self._preferences}

    def weight(self, state: list[int], code: int, seat: int) -> int:
        """How much a seat's answer is liked in a state."""
        preferences = () if code == DECLINE else self._preferences.get(self.game.action_number(code), ())
        weight, args = 0, (seat, *self.game.numbers(code)) if preferences else ()
        for prefer, when, by in preferences:
            if when is None or when(state, *args):
                worth = 1 if by is None else by(state, *args)
                weight += worth if prefer else -worth
        return weight

    def best(self, state: list[int], codes: Sequence[int], seat: int) -> list[int]:
        """The answers that are liked most."""
        weights = [self.weight(state, code, seat) for code in codes]
        most = max(weights)
        return [code for code, weight in zip(codes, weights, strict=True) if weight == most]
