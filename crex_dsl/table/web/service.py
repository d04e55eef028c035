"""What all addresses share: the stores, the processes with rules, the events, the turns of bots."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import Request

from crex_dsl.table.desk.open_tables import Stores
from crex_dsl.table.web.bot_leases import BotLeases
from crex_dsl.table.web.events import Hub
from crex_dsl.table.web.guard import Rate
from crex_dsl.table.web.rules_site import RulesSite
from crex_dsl.table.web.workers import Workers


@dataclass
class Service:
    """One server of tables."""

    stores: Stores
    workers: Workers
    hub: Hub
    bots: BotLeases
    site: RulesSite
    guesses: Rate = field(default_factory=lambda: Rate(0.2, 20))  # tokens tried by one client
    makings: Rate = field(default_factory=lambda: Rate(5, 250))  # tables made by one client
    thoughts: Rate = field(default_factory=lambda: Rate(0.5, 20))  # long questions by one client

    @classmethod
    def at(cls, folder: Path, rules: Sequence[Path], tables: int, thinkers: int, site: RulesSite) -> Service:
        """The server of the tables in a data folder; `rules` are at hand for new tables besides our own."""
        stores, workers = Stores.at(folder, rules), Workers(folder, rules, tables, thinkers)
        hub = Hub(workers)
        return cls(stores, workers, hub, BotLeases(stores, workers, hub), site)

    def changed(self, table_id: str, bot_next: bool = True) -> None:
        """Something was decided at a table: tell whom it concerns, and let a bot go on if it may be one's turn."""
        self.hub.changed(table_id)
        if bot_next:
            self.bots.look(table_id)

    async def start(self) -> None:
        """Begin to serve."""
        await asyncio.to_thread(self.stores.rules.drop_unused)
        await self.workers.start()
        await self.bots.start()
        self.site.start()

    def close(self) -> None:
        """Serve no more."""
        self.bots.close()
        self.site.close()
        self.hub.close()
        self.workers.close()
        self.stores.database.close()


def service_of(request: Request) -> Service:
    """The server to which a request came."""
    found = request.app.state.service
    assert isinstance(found, Service)
    return found


def client_of(request: Request) -> str:
    """Whoever sends a request, by address."""
    return request.client.host if request.client else ""
