"""A bot: somebody who answers for a side, and how he is asked without being told too much."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from crex_dsl.engine.run.slots import POINT
from crex_dsl.engine.secrecy.information_set import InformationSet

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


class Bot(Protocol):
    """Somebody who picks one of the legal answers to a decision, by what can be seen from the side that he plays."""

    def begin(self) -> None:
        """Forget all that was: a game begins."""
        ...

    def indifferent(self, point: int) -> bool:
        """Whether at a decision point all answers are the same to him: then he is not asked, and lots are drawn."""
        ...

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """The place of his answer among those of the information set."""
        ...


def answer(bot: Bot, game: Game, state: list[int], codes: Sequence[int], rng: Random) -> int:
    """The code of what a bot answers where a state stands, shown the information set of whoever is asked, and no more.

    His luck is his own: nothing that was drawn before, or will be, can be told from it.
    """
    if bot.indifferent(state[POINT]):
        return codes[int(rng.random() * len(codes))]
    information_set, called = InformationSet.of(game, game.decider(state), state, codes)
    with game.unheard():
        return called[bot.choose(information_set, Random(rng.getrandbits(64)))]
