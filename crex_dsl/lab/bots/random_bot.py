"""The random bot: any legal answer, each as likely as the other."""

from __future__ import annotations

from random import Random

from crex_dsl.engine.secrecy.information_set import InformationSet


class RandomBot:
    """Takes any legal answer, and so needs to know nothing."""

    def begin(self) -> None:
        """Nothing is kept from game to game."""

    def indifferent(self, point: int) -> bool:
        """Always."""
        return True

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """Any of the answers."""
        return int(rng.random() * len(information_set.answers))
