"""How far games are: what they will take before they are all played, a bar meanwhile, what they took after it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable

from crex_dsl.system.console import Bar, console, say
from crex_dsl.text.messages import said

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

    def watch(self, counts: Iterable[int], orders: int, known: Callable[[], int], at_most: bool = False) -> None:
        """Let games be played, told by how many at a time, until they are all there or somebody interrupts.

        The first of each order tell how long all will take.
        """
        begun, told, came = time.monotonic(), False, 0
        with Bar(said("lab-playing")) as bar:
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

    def _estimate(self, took: float, played: int, left: int, bar: Bar, at_most: bool) -> None:
        """Say on a terminal what is to come, where that takes its time."""
        if self._among is None or not console(stderr=True).is_terminal:
            return
        from crex_dsl.cli.lab.summary_text import duration

        ahead = took / played * left / min(self._among, max(1, left))
        if ahead > WORTH_TELLING:
            bar.close()
            takes = (
                said("this takes at most {time}; Ctrl-C tells what was played until then", time=duration(ahead))
                if at_most
                else said("this takes about {time}; Ctrl-C tells what was played until then", time=duration(ahead))
            )
            say(takes, stderr=True)

    def tell(self) -> None:
        """Say what it took."""
        from crex_dsl.cli.lab.summary_text import duration, known_already, pace

        if self._known:
            say(known_already(self._known))
        if self._played:
            speed = pace(self._played / max(self._seconds, 1e-9))
            say(said("{time}: {speed}", time=duration(self._seconds), speed=speed))
