"""The site served to a browser on this machine, and built anew whenever a rule file or a written page changes."""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.livereload import LiveReloadServer

from crex_dsl.site.publish.build import Building, Order, Watch, unwatched
from crex_dsl.text.messages import said


class NoAddress(Exception):
    """The site cannot be served under the address asked for."""


class Server:
    """Serves one site under an address until it is interrupted."""

    def __init__(self, order: Order, host: str, port: int, watch: Watch = unwatched) -> None:
        self.order, self.host, self.port, self.watch = order, host, port, watch

    @property
    def address(self) -> str:
        """Where a browser finds the site."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    def serve(self, ready: Callable[[Building], None], broken: Callable[[Exception], None]) -> None:
        """Build the site and serve it; `ready` is told of every build, `broken` of what kept a later one from its end.

        The pages from before stay where they are then.
        """
        self._probe()
        with TemporaryDirectory(prefix="crex-site-") as folder:
            building = Building(self.order, Path(folder), self.watch)
            config = building.configured()
            building.run(config)

            def rebuild() -> None:
                try:
                    building.run()
                except Exception as error:
                    broken(error)
                else:
                    ready(building)

            quiet = logging.getLogger("mkdocs")
            quiet.addHandler(logging.NullHandler())
            quiet.propagate = False
            server = LiveReloadServer(rebuild, self.host, self.port, folder)
            server.error_handler = lambda code: (Path(folder) / "404.html").read_bytes() if code == 404 else None
            server.watch(config.docs_dir)
            server.watch(str(config.config_file_path))
            config.plugins.on_serve(server, config=config, builder=rebuild)
            ready(building)
            try:
                server.serve()  # type: ignore[no-untyped-call]
            finally:
                server.shutdown()

    def _probe(self) -> None:
        """Find out before the long work whether the address can be had."""
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
        except OSError as error:
            raise NoAddress(
                said("there is no host `{host}`: name this machine, 127.0.0.1 or 0.0.0.0", host=self.host)
            ) from error
        with closing(socket.socket(family, kind, protocol)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
            except OSError as error:
                used = error.errno == errno.EADDRINUSE
                raise NoAddress(
                    said(
                        "port {port} of {host} is in use: name another with --port"
                        if used
                        else "port {port} of {host} cannot be had: name another with --port",
                        port=self.port,
                        host=self.host,
                    )
                ) from error
