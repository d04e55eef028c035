"""Luck of bots: a small generator of whole numbers that every engine has, so that a seed gives the same game in all."""

from __future__ import annotations

from random import Random

from crex_dsl.engine.run.chance import MASK, advanced, scrambled

_APART = 0x5851F42D4C957F2D  # keeps the luck of bots apart from the dice of the game with the same seed


class Luck(Random):
    """What `Random` offers, drawn from one whole number."""

    def __init__(self, seed: int) -> None:
        self.state = scrambled((seed ^ _APART) & MASK)

    def seed(self, *_: object) -> None:
        """Nothing: it begins with its seed and nowhere else."""

    def random(self) -> float:
        """A number from 0 up to 1, of 2 to the 32nd power equal steps."""
        self.state = advanced(self.state)
        return (self.state >> 32) / (1 << 32)

    def getrandbits(self, k: int, /) -> int:
        """A number of so many bits."""
        made = 0
        for _ in range(0, k, 32):
            self.state = advanced(self.state)
            made = made << 32 | self.state >> 32
        return made >> -k % 32
