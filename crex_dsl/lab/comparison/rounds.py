"""The games of several rulebooks, in small rounds under each in turn, until they are all played or say enough."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from crex_dsl.lab.comparison.compare import Record
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import Batch, Order

LEAST, GROWTH = 50, 1.1  # games under each rulebook before it is first asked whether they say enough, and then again

Playing = Callable[[Sequence[Order]], Iterable[tuple[int, Batch]]]


class Kept(Protocol):
    """Where the games of one rulebook are kept: those played before, and room for more."""

    def known(self) -> Iterator[Playout]:
        """The games that were played before."""
        ...

    def add(self, playouts: Iterable[Playout]) -> None:
        """Some games more."""
        ...


class Rounds:
    """Games on their way to the records of their rulebooks.

    It is asked at fixed numbers of games whether they are `enough`, so that the same games are told however fast they
    were played, and by however many processes.
    """

    def __init__(
        self,
        records: Sequence[Record],
        kept: Sequence[Kept] = (),
        enough: Callable[[Sequence[Record]], bool] | None = None,
    ) -> None:
        self.records, self._kept, self._enough = records, kept, enough
        self._waiting: list[deque[Playout]] = [deque() for _ in records]
        self._next = LEAST
        self.known = self.played = 0

    def play(self, play: Playing) -> Iterator[int]:
        """Play what is not known yet; each time how many games came. What was played is told however it ends."""
        try:
            for number, ledger in enumerate(self._kept):
                self._waiting[number].extend(ledger.known())
            self.known = sum(map(len, self._waiting))
            orders = [
                record.order.without(len(waiting)) for record, waiting in zip(self.records, self._waiting, strict=True)
            ]
            yield self.known
            if self._told_enough() or not any(order.games for order in orders):
                return
            for number, batch in play(orders):
                if self._kept:
                    self._kept[number].add(batch.playouts)
                self._waiting[number].extend(batch.playouts)
                self.played += len(batch.playouts)
                yield len(batch.playouts)
                if self._told_enough():
                    return
        finally:
            if self._next:
                self._hand_over()

    def _told_enough(self) -> bool:
        """Whether the games say enough; then those beyond that number are not told."""
        if self._enough is None:
            self._hand_over()
            return False
        while all(
            len(record.whole) + len(waiting) >= self._next
            for record, waiting in zip(self.records, self._waiting, strict=True)
        ):
            self._hand_over(self._next)
            if self._enough(self.records):
                self._next = 0
                return True
            self._next = max(self._next + 1, round(self._next * GROWTH))
        return False

    def _hand_over(self, upto: int | None = None) -> None:
        """Write games into the records, all of them or so that there are so many."""
        for record, waiting in zip(self.records, self._waiting, strict=True):
            count = len(waiting) if upto is None else upto - len(record.whole)
            record.add([waiting.popleft() for _ in range(count)])
