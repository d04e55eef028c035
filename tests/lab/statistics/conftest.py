"""What our statistics are compared with."""

from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def stats() -> ModuleType:
    """scipy's statistics, loaded where a test needs them and not while tests are collected."""
    import scipy.stats

    return scipy.stats
