"""What the tests of the rulebook share."""

from pathlib import Path

import pytest

from tests.rulebook.small import Small


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)
