"""The command line as a test calls it: arguments in; exit code, answer and complaint out."""

import re
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crex_dsl.cli.app import app

GAMES = Path(__file__).resolve().parents[1] / "games"
Crex = Callable[..., Any]


@pytest.fixture
def crex(monkeypatch: pytest.MonkeyPatch) -> Crex:
    """Run crex with some arguments, away from any terminal."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str | Path) -> Any:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="crex")

    return run


@pytest.fixture
def no_games_of_our_own(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the rule files that a test names are at hand, and its folder is the current one."""
    nothing = tmp_path_factory.mktemp("nothing")
    monkeypatch.setattr("crex_dsl.rulebook.files.games.data_root", lambda: nothing)
    monkeypatch.chdir(tmp_path)


def without_lines(text: str) -> str:
    """A text with the rule files that it names, but not the lines: those change with every edit."""
    return re.sub(r"(\.crex):\d+", r"\1", text)


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of rules with one small game in an edition and an option of its own, free to be spoilt."""
    shutil.copytree(GAMES / "ruleset" / "noughts", tmp_path / "ruleset" / "noughts")
    variants = tmp_path / "variants" / "noughts"
    variants.mkdir(parents=True)
    (variants / "club.crex").write_text(CLUB)
    (variants / "late.crex").write_text(LATE)
    return tmp_path


CLUB = """\
edition club "Noughts at the club" of noughts
    language en

cite turns at "1" titled "Turns"
cite one-mark-each at "2"
unprinted three-in-a-row
"""
LATE = """\
option late-draw "A late draw"
    says "Nobody draws."

amend full-board
    says "Nor is it drawn before."
"""


@pytest.fixture
def stuck(tmp_path: Path) -> Path:
    """A game in which somebody who walks three times cannot go on."""
    (tmp_path / "ruleset" / "stuck").mkdir(parents=True)
    (tmp_path / "ruleset" / "stuck" / "stuck.crex").write_text(STUCK)
    return tmp_path


STUCK = """\
game stuck "Stuck"
    players ann, bob
    begins with play

stage day in game

clause walking "Walking"
    state steps: 0..3
    action walk in game
        text "walk"
        do
            steps += 1
    action stop in game
        text "stop"
        do
            end game won by actor
    permit walk when steps < 3
    permit stop when steps < 3
    procedure play
        while steps < 9
            open day
                ann chooses walk, stop
"""


def heed_interrupts() -> None:
    """For a process about to begin: whoever runs the tests in the background may ignore interrupts; it does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
