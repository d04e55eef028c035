"""Events: one stream per browser, which says only that something is new, and for which of its seats."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, field
from typing import Any

from crex_dsl.table.errors import Refusal, TooOften
from crex_dsl.table.web.workers import Workers
from crex_dsl.text.messages import said

BEAT = 15.0
_MOST_STREAMS = 6
_MOST_WAITING = 200
Watched = tuple[str, str]  # a table and a seat


@dataclass(eq=False)
class Stream:
    """One browser that listens: for which seats, and what was said to it last of each."""

    browser: str
    seats: frozenset[Watched]
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))
    told: dict[Watched, tuple[int, str]] = field(default_factory=dict)

    def send(self, event: str, data: dict[str, Any]) -> None:
        """Put an event into the stream; one that nobody reads is closed, and its browser opens another."""
        text = f"event: {event}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """End the stream after what it holds."""
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Hub:
    """Who listens to which table, and who is told what."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._streams: dict[str, set[Stream]] = {}  # by table
        self._open: set[Stream] = set()  # also those of browsers that have no table
        self._browsers: Counter[str] = Counter()
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def here(self, table_id: str) -> list[str]:
        """The seats of a table whose browsers listen."""
        return sorted(
            {seat for stream in self._streams.get(table_id, ()) for at, seat in stream.seats if at == table_id}
        )

    @property
    def count(self) -> int:
        """How many streams are open."""
        return sum(self._browsers.values())

    async def stream(self, browser: str, seats: Iterable[Watched]) -> AsyncGenerator[bytes, None]:
        """The events for some seats of a browser, from how things stand now until it goes away."""
        stream = Stream(browser, frozenset(seats))
        if self._browsers[browser] >= _MOST_STREAMS:
            raise TooOften(said("this browser listens in many windows already: close one"))
        tables = {table_id for table_id, _ in stream.seats}
        self._browsers[browser] += 1
        self._open.add(stream)
        for table_id in tables:
            self._streams.setdefault(table_id, set()).add(stream)
        try:
            yield b"retry: 2000\n\n"
            for table_id in tables:
                self._come_and_go(table_id, stream)
                self.changed(table_id)
            while True:
                try:
                    event = await asyncio.wait_for(stream.queue.get(), BEAT)
                except TimeoutError:
                    event = b": beat\n\n"
                if event is None:
                    return
                yield event
        finally:
            self._open.discard(stream)
            self._browsers[browser] -= 1
            if not self._browsers[browser]:
                del self._browsers[browser]
            for table_id in tables:
                self._streams[table_id].discard(stream)
                self._come_and_go(table_id, stream)
                if not self._streams[table_id]:
                    del self._streams[table_id]

    # ---- what is told ----
    def changed(self, table_id: str) -> None:
        """Something was decided at a table: tell those seats for which that is news."""
        if table_id not in self._streams:
            return
        if table_id in self._telling:
            self._again.add(table_id)
            return
        self._telling[table_id] = asyncio.create_task(self._tell(table_id))

    async def _tell(self, table_id: str) -> None:
        try:
            while True:
                self._again.discard(table_id)
                seats = self.here(table_id)
                if seats:
                    stands = await self._workers.table(table_id, "stand", seats=seats)
                    self._pass_on(table_id, stands)
                if table_id not in self._again:
                    return
        except Refusal:
            return  # whoever listens asks again before long
        finally:
            del self._telling[table_id]

    def _pass_on(self, table_id: str, stands: dict[str, tuple[int, str]]) -> None:
        for stream in self._streams.get(table_id, ()):
            for seat, stand in stands.items():
                watched = (table_id, seat)
                if watched in stream.seats and stream.told.get(watched) != stand:
                    stream.told[watched] = stand
                    stream.send("news", {"table": table_id, "seat": seat, "n": stand[0]})

    def say(self, table_id: str, event: str, **data: Any) -> None:
        """Tell everybody at a table something that all may know."""
        for stream in self._streams.get(table_id, ()):
            stream.send(event, {"table": table_id, **data})

    def _come_and_go(self, table_id: str, own: Stream) -> None:
        for stream in self._streams.get(table_id, ()):
            if stream is not own:
                stream.send("seats", {"table": table_id})

    def shut_out(self, table_id: str, seat: str) -> None:
        """Close the streams of whoever held a seat."""
        for stream in list(self._streams.get(table_id, ())):
            if (table_id, seat) in stream.seats:
                stream.close()

    def close(self) -> None:
        """Close all streams."""
        for stream in self._open:
            stream.close()
