"""A server of tables for the tests: its processes are started once, its clients are browsers with cookies."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from crex_dsl.table.app import application
from crex_dsl.table.store.database import FILE, prepare
from crex_dsl.table.web.guard import Rate
from crex_dsl.table.web.rules_site import RulesSite
from crex_dsl.table.web.service import Service
from tests.table.browser import Browser

FIXTURES = Path(__file__).parents[1] / "games"


class RunningServer:
    """A server in a thread of this process, with real processes for rules."""

    def __init__(self, folder: Path) -> None:
        prepare(folder / FILE)
        self.folder = folder
        self.service = Service.at(folder, [FIXTURES], 1, 1, RulesSite(folder, "test", None))
        for name in ("guesses", "makings", "thoughts"):
            setattr(self.service, name, Rate(10_000, 10_000))
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.app = application(self.service, ["127.0.0.1"], Rate(10_000, 10_000))
        config = uvicorn.Config(self.app, log_level="warning", access_log=False, timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def start(self) -> None:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()

    def browser(self) -> Browser:
        """Somebody with a browser of their own."""
        return Browser(self.address)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("tables"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def browser(server: RunningServer) -> Iterator[Browser]:
    with server.browser() as made:
        yield made
