"""Colours and bars: on a terminal only, and only where they are welcome."""

import io
import os
import pty
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from rich.console import Console

from crex_dsl.system import console
from tests.cli.conftest import GAMES, Crex

CREX = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()"]
SHOW = ["show", "road-limits", "--rules", str(GAMES), "-g", "ford"]


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What crex prints on a terminal."""
    ours, theirs = pty.openpty()
    known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    with subprocess.Popen(
        [*CREX, *arguments], stdout=theirs, stderr=theirs, env=known | {"TERM": "xterm"} | environment
    ):
        os.close(theirs)
        return "".join(_read(ours))  # while it writes: a terminal that nobody reads fills up


def _read(handle: int) -> Iterator[str]:
    try:
        while part := os.read(handle, 4096):
            yield part.decode(errors="replace")
    except OSError:  # the terminal is gone
        return
    finally:
        os.close(handle)


def test_a_terminal_gets_colours() -> None:
    assert "\x1b[" in on_a_terminal(*SHOW)


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--no-color", *SHOW], {}), ([*SHOW, "--no-color"], {}), (SHOW, {"NO_COLOR": "1"})],
    ids=["before the command", "after it", "in the environment"],
)
def test_whoever_wants_none_gets_none(arguments: list[str], environment: dict[str, str]) -> None:
    answer = on_a_terminal(*arguments, **environment)
    assert "road-limits, in The Ford" in answer
    assert "\x1b[" not in answer


def test_a_pipe_gets_plain_whole_lines(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    answer = crex("options", "--rules", GAMES)
    assert "\x1b" not in answer.output
    assert "Guides find one more way between two towns of their side, in flood or drought.\n" in answer.stdout


def bar(monkeypatch: pytest.MonkeyPatch, terminal: bool, patience: float) -> str:
    written = io.StringIO()
    monkeypatch.setattr(console, "PATIENCE", patience)
    monkeypatch.setattr(console, "console", lambda stderr: Console(file=written, force_terminal=terminal))
    monkeypatch.setattr(console, "is_piped", lambda stderr: not terminal)
    assert list(console.watched("abc", 3, "spelling")) == list("abc")
    return written.getvalue()


def test_long_work_shows_a_bar_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "spelling" in bar(monkeypatch, terminal=True, patience=-1)
    assert bar(monkeypatch, terminal=True, patience=60) == ""
    assert bar(monkeypatch, terminal=False, patience=-1) == ""


def test_a_bar_comes_before_the_first_of_what_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    shown = threading.Event()
    monkeypatch.setattr(console, "PATIENCE", 0.01)
    monkeypatch.setattr(console, "console", lambda stderr: Console(file=written, force_terminal=True))
    monkeypatch.setattr(console, "is_piped", lambda stderr: False)
    monkeypatch.setattr(console.Bar, "_start", lambda *_: shown.set())

    def slow() -> Iterator[str]:
        assert shown.wait(60)  # while nothing is done yet
        yield "a"

    assert list(console.watched(slow(), 1, "spelling")) == ["a"]


def test_a_reader_who_has_read_enough_is_no_mistake() -> None:
    with subprocess.Popen([*CREX, *SHOW, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as crex:
        assert crex.stdout is not None
        assert crex.stderr is not None
        crex.stdout.close()
        assert crex.stderr.read() == b""


def test_a_terminal_without_our_letters_is_no_mistake() -> None:
    answer = subprocess.run(
        [*CREX, "show", "--rules", str(GAMES), "-g", "ford", "-e", "royal"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert "Limity dr?g" in answer.stdout
