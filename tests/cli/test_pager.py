"""When a pager stands between us and a terminal."""

import sys

import pytest

from crex_dsl.cli import pager

CASES = [
    (["find", "road"], True, "less", ["less"]),
    (["find", "road"], True, "less -S", ["less", "-S"]),
    (["find", "road"], False, "less", None),
    (["find", "road"], True, "", None),
    (["find", "road"], True, "no-such-pager", None),
    (["find", "road", "--json"], True, "less", None),
    (["find", "--help"], True, "less", None),
    (["play"], True, "less", None),
    ([], True, "less", None),
]


@pytest.mark.parametrize(("arguments", "live", "wanted", "command"), CASES, ids=str)
def test_the_pager(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], live: bool, wanted: str, command: list[str] | None
) -> None:
    monkeypatch.setenv("PAGER", wanted)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: live, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: live, raising=False)
    monkeypatch.setattr(pager.shutil, "which", lambda name: None if name.startswith("no-") else f"/bin/{name}")
    assert pager._pager(arguments) == command
