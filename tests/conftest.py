"""What holds for every test: nobody's own games and settings take part, memory is looked through less often, commands
are put together once, and what one process compiles, no other need compile again, in this run or in the next one.

Looking through memory less often saves an eighth of the time.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
import typer.testing
from hypothesis import settings

from crex_dsl.system import cache
from tests.commands import commands_of

gc.set_threshold(100_000, 50, 50)

_AWAY = Path(tempfile.mkdtemp(prefix="crex-tests-"))
atexit.register(shutil.rmtree, _AWAY, ignore_errors=True)
os.environ |= {"CREX_SAVES": str(_AWAY / "saves"), "CREX_CONFIG": str(_AWAY / "config.toml"), "LC_ALL": "C.UTF-8"}

typer.testing._get_command = commands_of
settings.register_profile("crex", deadline=None)  # a machine that has more to do is no fault of what is tested
settings.load_profile("crex")

PRUNE = cache._prune
MOST_ENTRIES = 5_000  # small games by the thousand would crowd out the large ones: they are let go of all at once


def pytest_configure(config: pytest.Config) -> None:
    """Let all processes share one cache that is not the user's own, for as long as the code is the same."""
    cache._prune = lambda folder: None
    if "CREX_CACHE" not in os.environ:  # where it is, somebody asked for it, or began us
        os.environ["CREX_CACHE"] = str(shared_cache(config.rootpath / ".pytest_cache" / "crex"))


def shared_cache(folder: Path) -> Path:
    """The folder, emptied of what other code has left."""
    current = cache.code_digest("lawyer")
    stamp = folder / "code"
    if not stamp.is_file() or stamp.read_text() != current or sum(1 for _ in folder.iterdir()) > MOST_ENTRIES:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        stamp.write_text(current)
    return folder
