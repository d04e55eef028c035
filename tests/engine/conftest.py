"""What the tests of the engine share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from crex_dsl.system.cache import cache_folder
from tests.engine.tiny import Tiny


@pytest.fixture(scope="package", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hundreds of small games are no business of the user's own cache."""
    if "CREX_CACHE" in os.environ:
        yield
        return
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # what one process compiles, the others need not
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CREX_CACHE", str(base / "crex-cache"))
        cache_folder.cache_clear()
        yield
    cache_folder.cache_clear()


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)
