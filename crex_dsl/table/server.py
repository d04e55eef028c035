"""The server of tables: one process that listens, on this machine alone unless it is asked otherwise."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import uvicorn

from crex_dsl.rulebook.files.games import Library
from crex_dsl.system.cache import code_digest
from crex_dsl.table.app import application
from crex_dsl.table.store.database import FILE, prepare
from crex_dsl.table.web.events import Hub
from crex_dsl.table.web.rules_site import RulesSite
from crex_dsl.table.web.service import Service
from crex_dsl.text.messages import said


class NoAddress(Exception):
    """The address asked for cannot be had."""


def data_folder() -> Path:
    """The folder in which tables are kept unless another is named."""
    given = os.environ.get("CREX_TABLES")
    return Path(given) if given else Path(platformdirs.user_data_dir("crex")) / "tables"


@dataclass(frozen=True)
class Settings:
    """How a server is run: where it listens, under which name, where it keeps things, with how many processes."""

    host: str = "127.0.0.1"
    port: int = 8000
    name: str | None = None
    folder: Path = Path()
    rules: Sequence[Path] = ()
    tables: int = 1
    thinkers: int = 2
    docs: Sequence[str] | None = None  # the command that builds the rulebook

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        host = self.name or self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def hosts(self) -> list[str]:
        """The names under which it answers; any where it listens to the network and has no name."""
        own = ["localhost", "127.0.0.1", "::1"]
        if self.name is not None:
            return [*own, self.name]
        return [*own, self.host] if self.loopback else []


def serve(settings: Settings) -> None:
    """Serve until interrupted; raises NoAddress, or UnusableDatabase where the data are another crex's."""
    sock = _bound(settings)
    with closing(sock):
        prepare(settings.folder / FILE)
        site = RulesSite(settings.folder, _rules_digest(), settings.docs)
        service = Service.at(settings.folder, settings.rules, settings.tables, settings.thinkers, site)
        config = uvicorn.Config(
            application(service, settings.hosts),
            log_level="warning",
            access_log=False,  # addresses of feeds hold their keys
            server_header=False,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=75,
            http="h11",  # others set no bound to what comes before a body
            h11_max_incomplete_event_size=64_000,
            limit_concurrency=2_000,
        )
        _Server(config, service.hub).run(sockets=[sock])


class _Server(uvicorn.Server):
    """Ends the streams of events before it waits for answers: they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is under way, and then serve no more."""
        self._hub.close()
        await super().shutdown(sockets)


def _bound(settings: Settings) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
    except OSError:
        told = said("there is no host `{host}`: name this machine, 127.0.0.1 or 0.0.0.0", host=settings.host)
        raise NoAddress(told) from None
    sock = socket.socket(family, kind)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind(address)
    except OSError:
        sock.close()
        told = said(
            "port {port} of {host} cannot be had: name another with --port", port=settings.port, host=settings.host
        )
        raise NoAddress(told) from None
    return sock


def _rules_digest() -> str:
    library = Library.at_hand()
    return "".join(
        [code_digest("lawyer", "drawing", "site")[:8], *(library.files(name).digest[:4] for name in library.games())]
    )
