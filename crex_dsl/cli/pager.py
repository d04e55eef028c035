"""A pager between us and a terminal, for answers that may be longer than the screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

PAGED = ("editions", "options", "show", "clause", "find", "diff", "concordance", "rulings", "assumed", "saves", "trace")


@contextmanager
def paged(arguments: Sequence[str]) -> Iterator[None]:
    """Send what is printed through a pager, where somebody reads it on a terminal and one is at hand."""
    command = _pager(arguments)
    if command is None:
        yield
        return
    size = os.get_terminal_size()
    os.environ |= {"TTY_COMPATIBLE": "1", "COLUMNS": str(size.columns), "LINES": str(size.lines)}
    sys.stdout.flush()
    screen = os.dup(1)
    pager = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=screen, env=os.environ | {"LESS": "FRX"})
    assert pager.stdin is not None
    os.dup2(pager.stdin.fileno(), 1)
    pager.stdin.close()
    try:
        yield
    finally:
        with suppress(OSError):
            sys.stdout.flush()
        os.dup2(screen, 1)  # which closes the pager's end, so that it shows the rest and is done
        os.close(screen)
        while pager.poll() is None:
            with suppress(KeyboardInterrupt):  # it is the pager's to deal with
                pager.wait()


def _pager(arguments: Sequence[str]) -> list[str] | None:
    """The pager's command, or None where none is wanted."""
    asked = next((word for word in arguments if not word.startswith("-")), "")
    wanted = os.environ.get("PAGER", "less")
    skipped = "--json" in arguments or "-h" in arguments or "--help" in arguments
    if asked not in PAGED or skipped or not wanted or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    words = wanted.split()
    return words if shutil.which(words[0]) else None
