"""What README.md shows is true: its Python is a doctest, its console session is run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_game_is_a_doctest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0


def session() -> list[tuple[str, str]]:
    """The commands of the console session, with what they print."""
    block = re.search(r"```console\n(.*?)```", README, re.S)
    assert block is not None
    parts = re.split(r"^\$ ", block.group(1), flags=re.M)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize(("command", "output"), session(), ids=[command for command, _ in session()])
def test_the_first_session_runs_as_shown(command: str, output: str) -> None:
    program, *arguments = command.split()
    assert program == "crex"
    done = subprocess.run(
        [str(Path(sys.executable).with_name("crex")), *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert [line.rstrip() for line in done.stdout.splitlines()] == [line.rstrip() for line in output.splitlines()]
