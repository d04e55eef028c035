"""A budget: how long a bot may think about one decision."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from crex_dsl.text.messages import marked, said

_FORM = re.compile(r"([1-9][0-9]{0,8})(ms)?")
HOW = marked("say how many playouts, such as `:200`, or how many milliseconds, such as `:50ms`")


class UnreadableBudget(ValueError):
    """A text says neither a number of playouts nor a time."""


@dataclass(frozen=True)
class Budget:
    """So many playouts, or so many milliseconds and at least one playout."""

    playouts: int | None = None
    milliseconds: int | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """The budget that a text such as `200` or `50ms` says."""
        form = _FORM.fullmatch(text)
        if form is None:
            raise UnreadableBudget(said("`{text}` is no budget: {how}", text=text, how=said(HOW)))
        return cls(milliseconds=int(form[1])) if form[2] else cls(playouts=int(form[1]))

    @property
    def timed(self) -> bool:
        """Whether it is a time, which is enough for more playouts on one day than on another."""
        return self.playouts is None

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.timed else str(self.playouts)

    def __add__(self, other: Budget) -> Budget:
        if self.playouts is not None:
            return Budget(playouts=self.playouts + (other.playouts or 0))
        return Budget(milliseconds=(self.milliseconds or 0) + (other.milliseconds or 0))

    @classmethod
    def nothing(cls, like: Budget) -> Budget:
        """No playouts, or no time, as another budget is counted."""
        return cls(milliseconds=0) if like.timed else cls(playouts=0)

    def shares(self, rounds: int) -> Iterator[Budget]:
        """The budget in equal shares, one for each round; what is left over goes to the first ones."""
        total = self.playouts if self.playouts is not None else self.milliseconds or 0
        for place in range(rounds):
            share = total // rounds + (place < total % rounds)
            yield Budget(playouts=share) if self.playouts is not None else Budget(milliseconds=share)

    def portions(self, answers: int) -> Iterator[int]:
        """How often so many answers are tried each, portion by portion; a time runs from now, and is enough for one."""
        if self.playouts is not None:
            yield max(1, self.playouts // answers)
            return
        end, most = time.perf_counter() + (self.milliseconds or 0) / 1000, 1
        while True:
            begun = time.perf_counter()
            yield most
            now = time.perf_counter()
            if now >= end:
                return
            most = max(1, min(2 * most, int(most * (end - now) / max(1e-6, now - begun))))
