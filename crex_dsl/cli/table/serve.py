"""`crex serve`: tables in the browser, for people and bots, with the rulebook beside them."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from crex_dsl.cli.arguments import RulePaths
from crex_dsl.cli.errors import NoAnswer, WrongUsage
from crex_dsl.system.console import say
from crex_dsl.text.messages import said

NEEDED = ("starlette", "uvicorn", "sqlalchemy", "jinja2")

HostOption = Annotated[str, typer.Option("--host", metavar="HOST", help="Who is served: 0.0.0.0 is the whole network.")]
PortOption = Annotated[int, typer.Option("--port", metavar="PORT", min=1, max=65535, help="The port to serve at.")]
NameOption = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="The name under which others reach this machine.")
]
DataOption = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="The folder where tables are kept.", file_okay=False)
]
Tables = Annotated[
    int, typer.Option("--table-processes", metavar="N", min=1, max=32, help="Processes that play the tables.")
]
Thinkers = Annotated[
    int, typer.Option("--bot-processes", metavar="N", min=1, max=32, help="Processes for bots and long questions.")
]
NoRules = Annotated[bool, typer.Option("--no-rules", help="Do not build the rulebook to serve it under /rules/.")]


def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
    name: NameOption = None,
    data: DataOption = None,
    rules: RulePaths = None,
    table_processes: Tables = 1,
    bot_processes: Thinkers = 2,
    no_rules: NoRules = False,
) -> None:
    """Serve tables in the browser: people by link, bots by name, every refusal with its clause.

    Whoever opens the address makes a table and gives each seat's link to whom it is for. Games are kept in the data
    folder after every decision. Only this machine is served unless --host says otherwise; then everybody who can
    reach the port can make tables, and what is sent can be read on the way unless something before it encrypts it.
    Ctrl-C ends it.

    \b
    Examples:
      crex serve
      crex serve --port 8080 --data my-tables
      crex serve --rules my-edition.crex
      crex serve --host 0.0.0.0 --name my-machine.local
    """
    if not all(map(find_spec, NEEDED)):
        raise NoAnswer(
            said("tables need Starlette, uvicorn and SQLAlchemy, which are not installed: pip install 'crex[web]'")
        )
    from crex_dsl.cli.authoring.docs import NEEDED as FOR_DOCS
    from crex_dsl.table.server import NoAddress, Settings, data_folder
    from crex_dsl.table.server import serve as run
    from crex_dsl.table.store.database import UnusableDatabase

    docs = None
    if not no_rules and all(map(find_spec, FOR_DOCS)):
        docs = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", "docs", "build", "--out"]
    settings = Settings(host, port, name, data or data_folder(), rules or [], table_processes, bot_processes, docs)
    say(
        said("Tables at {address} (Ctrl-C ends it), kept in {folder}", address=settings.address, folder=settings.folder)
    )
    if not settings.loopback:
        say(
            said(
                "Everybody who can reach this port can make tables here, and nothing is encrypted on the way: "
                "put a proxy with TLS before it where others are on the network."
            ),
            stderr=True,
        )
    try:
        run(settings)
    except NoAddress as error:
        raise WrongUsage(str(error)) from None
    except UnusableDatabase as error:
        raise NoAnswer(str(error)) from None
