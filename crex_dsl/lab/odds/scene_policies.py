"""The policies of a scene: who plays for whom, each side by a policy to which nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from crex_dsl.lab.bots.policy_bot import PolicyBot
from crex_dsl.lab.bots.registry import RANDOM, seated
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


def policies(game: Game) -> dict[str, str]:
    """What a side can follow in a scene, with what it does: the policies of the rule files, then chance."""
    return dict(game.tables["policies"]) | {RANDOM: said("takes any legal answer")}


class ScenePolicies:
    """Policies by player; where one likes several answers alike, lots are drawn between them."""

    def __init__(self, game: Game, wishes: Iterable[str]) -> None:
        self.game, self.names = game, seated(game, wishes, list(policies(game)), "policy")
        self._policies = {
            game.seat(player): None if name == RANDOM else PolicyBot(game, name) for player, name in self.names.items()
        }

    def preferred(self, state: list[int], codes: Sequence[int]) -> Sequence[int]:
        """The answers that whoever decides likes best, any of them as likely as the other."""
        if len(codes) == 1:
            return codes
        seat = self.game.decider(state)
        policy = self._policies[seat]
        return codes if policy is None else policy.best(state, codes, seat)
