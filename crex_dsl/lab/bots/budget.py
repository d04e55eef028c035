"""A budget: how long a bot may think about one decision."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

_FORM = re.compile(r"([1-9][0-9]{0,8})(ms)?")
HOW = "say how many playouts, such as `:200`, or how many milliseconds, such as `:50ms`"


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
            raise UnreadableBudget(f"`{text}` is no budget: {HOW}")
        return cls(milliseconds=int(form[1])) if form[2] else cls(playouts=int(form[1]))

    @property
    def timed(self) -> bool:
        """Whether it is a time, which is enough for more playouts on one day than on another."""
        return self.playouts is None

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.timed else str(self.playouts)

    def turns(self) -> Iterator[int]:
        """Once for every playout that there is time for, from 1 on; the time runs from now."""
        if self.playouts is not None:
            return iter(range(1, self.playouts + 1))
        return _until(time.perf_counter() + (self.milliseconds or 0) / 1000)


def _until(end: float) -> Iterator[int]:
    for turn in count(1):
        yield turn
        if time.perf_counter() >= end:
            return
