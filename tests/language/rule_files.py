"""Every rule file at hand: those of the small games, and those of the whole ones, which say nothing new, to soak."""

from __future__ import annotations

from pathlib import Path

from tests.soaked import soaked

ROOT = Path(__file__).resolve().parents[2]
SMALL = sorted((ROOT / "tests" / "games").rglob("*.crex"))
WHOLE = sorted(path for folder in ("ruleset", "variants") for path in (ROOT / folder).rglob("*.crex"))
RULE_FILES = [*SMALL, *soaked(WHOLE)]


def name_of(path: Path) -> str:
    """What a test of a rule file is called."""
    return str(path.relative_to(ROOT))
