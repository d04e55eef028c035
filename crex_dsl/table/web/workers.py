"""Processes with rules: a few for tables, each table always at the same one, and a few for long thinking.

One that dies or takes too long is replaced; nothing is lost with it, since all that lasts is in the database.
"""

from __future__ import annotations

import asyncio
import os
import signal
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from crex_dsl.system.processes import interrupts_ignored
from crex_dsl.table.desk.calls import begin, call
from crex_dsl.table.errors import Busy

_MOST_BYTES = 3_000_000_000
_MOST_WAITING = 500
_SECONDS, _THINKING_SECONDS = 20.0, 120.0
_GONE = "the process that plays this table broke off, and a new one takes its place: look how the table stands"
_SLOW = "that took too long and was given up: nothing was changed, or only what the table shows now"


class Worker:
    """One process, asked one thing after the other."""

    def __init__(self, folder: Path, rules: Sequence[Path], seconds: float) -> None:
        self._folder, self._rules, self._seconds = folder, rules, seconds
        self._waiting, self._turn = 0, asyncio.Lock()
        self._pool = self._started()

    @property
    def _values(self) -> tuple[str, list[str], int]:
        return str(self._folder), [str(path) for path in self._rules], _MOST_BYTES

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, get_context("spawn"), begin, self._values)

    def start(self) -> None:
        """Let the process start now, rather than when it is first asked."""
        with interrupts_ignored():
            self._pool.submit(os.getpid)

    @property
    def pids(self) -> list[int]:
        """The process, if it runs."""
        return list(self._pool._processes or ())

    @property
    def waiting(self) -> int:
        """How many calls wait for an answer."""
        return self._waiting

    async def ask(self, name: str, /, **values: Any) -> Any:
        """The answer to a call; raises the Refusal that it comes to, or Busy where the process is gone."""
        if self._waiting >= _MOST_WAITING:
            raise Busy("too many wait already: try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:  # one at a time: the clock runs for what is being done, not for what waits
                return await self._answered(name, values)
        finally:
            self._waiting -= 1

    async def _answered(self, name: str, values: dict[str, Any]) -> Any:
        try:
            future = self._submitted(name, values)
        except BrokenProcessPool:  # it died while nobody asked: nothing was begun
            self._replace(self._pool)
            future = self._submitted(name, values)
        pool = self._pool
        try:
            return await asyncio.wait_for(future, self._seconds)
        except BrokenProcessPool:
            self._replace(pool)
            raise Busy(_GONE) from None
        except TimeoutError:
            self._replace(pool)
            raise Busy(_SLOW) from None

    def _submitted(self, name: str, values: dict[str, Any]) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._pool, call, name, values)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        if self._pool is broken:
            self._pool = self._started()
            _end(broken)

    def close(self) -> None:
        """End the process."""
        _end(self._pool)


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        with suppress(OSError, AttributeError, ValueError):
            os.kill(process.pid or 0, signal.SIGKILL)


class Workers:
    """All processes with rules."""

    def __init__(self, folder: Path, rules: Sequence[Path], tables: int, thinkers: int) -> None:
        self._tables = [Worker(folder, rules, _SECONDS) for _ in range(tables)]
        self._thinkers = [Worker(folder, rules, _THINKING_SECONDS) for _ in range(thinkers)]

    def start(self) -> None:
        """Let all processes start."""
        for worker in (*self._tables, *self._thinkers):
            worker.start()

    async def table(self, table_id: str, name: str, /, **values: Any) -> Any:
        """Ask the process of a table."""
        worker = self._tables[zlib.crc32(table_id.encode()) % len(self._tables)]
        return await worker.ask(name, table_id=table_id, **values)

    async def think(self, name: str, /, *, long: bool = False, **values: Any) -> Any:
        """Ask the process for thinking with the least to do; `long` questions leave the first of them to others."""
        some = self._thinkers[1:] if long and len(self._thinkers) > 1 else self._thinkers
        return await min(some, key=lambda worker: worker.waiting).ask(name, **values)

    @property
    def pids(self) -> dict[str, list[int]]:
        """The processes, by what they are for."""
        return {
            "tables": [pid for worker in self._tables for pid in worker.pids],
            "thinkers": [pid for worker in self._thinkers for pid in worker.pids],
        }

    def close(self) -> None:
        """End all processes."""
        for worker in (*self._tables, *self._thinkers):
            worker.close()
