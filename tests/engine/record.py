"""Expected output that lives beside the tests; `CREX_RECORD=1 pytest tests/engine` records it anew."""

from __future__ import annotations

import os
from pathlib import Path

from tests.conformance.cases import Case, editions

RECORDING = os.environ.get("CREX_RECORD") == "1"
GOLDEN = Path(__file__).parent / "golden"


def fixtures() -> list[Case]:
    """Every edition of every fixture game, without options."""
    return [case for case in editions() if case.is_fixture]
