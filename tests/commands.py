"""The commands of an app, put together once for all tests of a process: that takes as long as many an answer."""

from __future__ import annotations

from typing import Any

from typer import Typer
from typer.main import get_command

_KNOWN: dict[Typer, tuple[Any, str | None]] = {}


def commands_of(app: Typer) -> Any:
    """The commands of an app; made anew where another language was spoken, which retells their help."""
    command, told = _KNOWN.get(app, (None, None))
    if command is None or command.help != told:
        command = get_command(app)
        _KNOWN[app] = command, command.help
    return command
