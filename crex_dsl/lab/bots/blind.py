"""The random bot: any legal answer, each as likely as the other."""

from __future__ import annotations

from random import Random

from crex_dsl.engine.outlook import Outlook


class RandomBot:
    """Takes any legal answer, and so needs to know nothing."""

    def indifferent(self, point: int) -> bool:
        """Always."""
        return True

    def choose(self, outlook: Outlook, rng: Random) -> int:
        """Any of the answers."""
        return int(rng.random() * len(outlook.answers))
