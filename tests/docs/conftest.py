"""Where pages are tried: far from the package, and away from any terminal."""

from pathlib import Path

import pytest


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which we stand, where games are saved too."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CREX_SAVES", str(tmp_path / "saves"))
    monkeypatch.chdir(tmp_path)
    return tmp_path
