"""Processes with rules: a few for tables, each table always at the same one, and a few for long thinking.

One that dies or takes too long is replaced; nothing is lost with it, since all that lasts is in the database.
"""

from __future__ import annotations

import asyncio
import pickle
import zlib
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import socketpair
from typing import Any

from crex_dsl.system.processes import interrupts_ignored
from crex_dsl.table.desk.calls import HEAD, READY, answer_calls
from crex_dsl.table.errors import Busy, Slow
from crex_dsl.text.messages import said, spoken

_MOST_BYTES = 3_000_000_000
_MOST_WAITING = 500
_BUFFER = 1_000_000
_SECONDS, _THINKING_SECONDS = 20.0, 120.0
_BEGINNING_SECONDS = 120.0  # until a process is there to be asked, which takes long where much else is done


class Worker:
    """One process, asked one thing after the other."""

    def __init__(self, folder: Path, rules: Sequence[Path], seconds: float) -> None:
        self._values = str(folder), [str(path) for path in rules], _MOST_BYTES
        self._seconds = seconds
        self._waiting, self._turn = 0, asyncio.Lock()
        self._process: BaseProcess | None = None
        self._ready = False
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def start(self) -> None:
        """Let the process start now, rather than when it is first asked."""
        ours, theirs = socketpair()
        self._process = get_context("spawn").Process(target=answer_calls, args=(theirs, *self._values), daemon=True)
        with theirs, interrupts_ignored():
            self._process.start()
        self._reader, self._writer = await asyncio.open_connection(sock=ours, limit=_BUFFER)
        self._ready = False

    @property
    def pids(self) -> list[int]:
        """The process, if it runs."""
        return [self._process.pid] if self._process is not None and self._process.pid is not None else []

    @property
    def waiting(self) -> int:
        """How many calls wait for an answer."""
        return self._waiting

    async def ask(self, name: str, /, **values: Any) -> Any:
        """The answer to a call; raises the Refusal that it comes to, or Busy where the process is gone."""
        if self._waiting >= _MOST_WAITING:
            raise Busy(said("too many wait already: try again in a moment"))
        self._waiting += 1
        try:
            async with self._turn:  # one at a time: the clock runs for what is being done, not for what waits
                if self._process is None or self._reader.at_eof():  # it died while nobody asked: nothing was begun
                    self.close()
                    await self.start()
                return await self._answered(pickle.dumps((name, values, spoken())))
        finally:
            self._waiting -= 1

    async def _answered(self, message: bytes) -> Any:
        try:
            if not self._ready:  # its beginning is no part of what it is asked: it would be ended before it is there
                async with asyncio.timeout(_BEGINNING_SECONDS):
                    self._ready = await self._reader.readexactly(len(READY)) == READY
            async with asyncio.timeout(self._seconds):
                self._writer.write(len(message).to_bytes(HEAD) + message)
                await self._writer.drain()
                size = int.from_bytes(await self._reader.readexactly(HEAD))
                done, answer = pickle.loads(await self._reader.readexactly(size))
        except TimeoutError:
            self.close()
            raise Slow(
                said("that took too long and was given up: nothing was changed, or only what the table shows now")
            ) from None
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            raise Busy(
                said("the process that plays this table broke off, and another takes its place: look how it stands")
            ) from None
        except BaseException:  # nobody waits any more for what will be answered
            self.close()
            raise
        if not done:
            raise answer
        return answer

    def close(self) -> None:
        """End the process; another one starts when it is next asked."""
        if self._process is not None:
            self._writer.close()
            self._process.kill()
            self._process = None


class Workers:
    """All processes with rules."""

    def __init__(self, folder: Path, rules: Sequence[Path], tables: int, thinkers: int) -> None:
        self._tables = [Worker(folder, rules, _SECONDS) for _ in range(tables)]
        self._thinkers = [Worker(folder, rules, _THINKING_SECONDS) for _ in range(thinkers)]

    async def start(self) -> None:
        """Let the processes of tables start; those for thinking do when they are first asked."""
        for worker in self._tables:
            await worker.start()

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
