"""How far games are: what they will take before they are all played, a bar meanwhile, what they took after it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable

from crex_dsl.cli.lab.summary_text import duration, pace
from crex_dsl.system.console import Bar, console, say

WORTH_TELLING = 10.0  # seconds that games must take to be told of before


def processes(workers: int | None) -> int:
    """How many processes play where that is worth it."""
    return workers or os.cpu_count() or 1


class Progress:
    """Games that are being played: how many in all, among how many processes if that is known."""

    def __init__(self, total: int, among: int | None) -> None:
        self.total, self._among = total, among
        self.interrupted = False
        self._known = self._played = 0
        self._seconds = 0.0

    def watch(self, counts: Iterable[int], orders: int, known: Callable[[], int], at_most: str = "") -> None:
        """Let games be played, told by how many at a time, until they are all there or somebody interrupts.

        The first of each order tell how long all will take.
        """
        begun, told, came = time.monotonic(), False, 0
        with Bar("playing") as bar:
            try:
                for count in counts:
                    came += count
                    played = came - known()
                    if played >= orders and not told:
                        told = True
                        self._estimate(time.monotonic() - begun, played, self.total - came, bar, at_most)
                    bar.show(came, self.total)
            except KeyboardInterrupt:
                self.interrupted = True
        self._known, self._played, self._seconds = known(), came - known(), time.monotonic() - begun

    def _estimate(self, took: float, played: int, left: int, bar: Bar, at_most: str) -> None:
        """Say on a terminal what is to come, where that takes its time."""
        if self._among is None or not console(stderr=True).is_terminal:
            return
        ahead = took / played * left / min(self._among, max(1, left))
        if ahead > WORTH_TELLING:
            bar.close()
            say(
                f"this takes {at_most or 'about '}{duration(ahead)}; Ctrl-C tells what was played until then",
                stderr=True,
            )

    def tell(self) -> None:
        """Say what it took."""
        if self._known:
            say(f"{self._known:,} {'game was' if self._known == 1 else 'games were'} known already")
        if self._played:
            say(f"{duration(self._seconds)}: {pace(self._played / max(self._seconds, 1e-9))}")
