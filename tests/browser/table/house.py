"""A server of tables in a process of its own, as `crex serve` runs it, and tables made there."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 60
_CREX = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()"]


class House:
    """A server that can be ended and begun again at the same address, with the same tables."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self._running: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Begin to serve."""
        words = [
            *_CREX,
            "serve",
            "--no-rules",
            "--rules",
            "tests/games",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        self._running = subprocess.Popen(words, cwd=ROOT, env=os.environ | {"CREX_TABLES": str(self.data)})
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            with suppress(URLError, ConnectionError), urlopen(self.address, timeout=5):
                return
            assert self._running.poll() is None, "the server ended"
            time.sleep(0.1)
        raise AssertionError("the server does not begin")

    def close(self) -> None:
        """Serve no more."""
        if self._running is not None:
            self._running.terminate()
            self._running.wait(PATIENCE)
            self._running = None


@contextmanager
def house(data: Path) -> Iterator[House]:
    """A server of tables for as long as it is needed."""
    made = House(data)
    made.open()
    try:
        yield made
    finally:
        made.close()
