"""Leases of bots: one of them thinks for a table at a time, taken again when it runs out or when the server starts."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from crex_dsl.table.desk.open_tables import Stores
from crex_dsl.table.errors import Refusal
from crex_dsl.table.web.events import Hub
from crex_dsl.table.web.workers import Workers

LEASE = 150.0
_SWEEP = 5.0


class BotLeases:
    """Sees to it that bots decide when it is their turn."""

    def __init__(self, stores: Stores, workers: Workers, hub: Hub) -> None:
        self._stores, self._workers, self._hub = stores, workers, hub
        self._running: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up the turns that were left when the server last ended, and look for others from time to time."""
        await asyncio.to_thread(self._stores.decisions.release_all)
        self._sweeper = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        while True:
            with suppress(Refusal):
                for table_id in await asyncio.to_thread(self._stores.decisions.waiting_for_bots):
                    self.look(table_id)
            await asyncio.sleep(_SWEEP)

    def look(self, table_id: str) -> None:
        """Let a bot decide at a table if it is its turn."""
        if table_id not in self._running:
            self._running[table_id] = asyncio.create_task(self._run(table_id))

    async def _run(self, table_id: str) -> None:
        try:
            with suppress(Refusal):
                while await self._stretch(table_id):
                    self._hub.changed(table_id)
        finally:
            del self._running[table_id]

    async def _stretch(self, table_id: str) -> int:
        """Let bots decide for a stretch; how many decisions they took."""
        decisions = self._stores.decisions
        table, seats = await asyncio.to_thread(self._stores.tables.both, table_id)
        bots = [seat.seat for seat in seats if seat.sort == "bot"]
        if table.waiting not in bots or not await asyncio.to_thread(decisions.lease, table_id, table.decided, LEASE):
            return 0
        try:
            return int(await self._workers.think("take_turns", table_id=table_id))
        finally:
            await asyncio.to_thread(decisions.release, table_id)

    def close(self) -> None:
        """Stop looking."""
        for task in (self._sweeper, *self._running.values()):
            if task is not None:
                task.cancel()
