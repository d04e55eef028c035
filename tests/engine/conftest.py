"""What the tests of the engine share."""

from pathlib import Path

import pytest

from tests.engine.tiny import Tiny


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)
