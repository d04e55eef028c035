"""Lines from a pipe and from a terminal, completion, and signals that end a game in order."""

import io
import os
import pty
import signal
import subprocess
import sys
from typing import Any

import pytest

from crex_dsl.play.line_input import Closed, Keyboard, closing, completer


def test_a_pipe_is_read_line_by_line_and_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []
    monkeypatch.setattr(sys, "stdin", io.StringIO("one\r\n\nlast"))
    keyboard = Keyboard(said.append)
    assert not keyboard.live
    assert [keyboard.line("ann> ") for _ in range(3)] == ["one", "", "last"]
    assert said == ["ann> one", "ann> ", "ann> last"]
    with pytest.raises(EOFError):
        keyboard.line("ann> ")


def test_a_pipe_has_room_and_nothing_to_hide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[Any] = []
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    keyboard = Keyboard(said.append)
    keyboard.pass_to("bob", "ann")
    with keyboard.thinking("bob"):
        assert (said, capsys.readouterr().out) == ([], "")
    assert keyboard.lines > 10_000


def test_completion_whatever_the_case() -> None:
    complete = completer(["move to Mill", "muster", "march"])
    assert [complete("M", number) for number in range(4)] == ["move to Mill", "muster", "march", None]
    assert complete("MOVE TO", 0) == "move to Mill"
    assert complete("x", 0) is None


def test_the_end_of_an_order_is_completed_to_a_name() -> None:
    complete = completer(["march"], ["King Guy", "Kerak", "Saône"])
    assert [complete("k", number) for number in range(3)] == ["King Guy", "Kerak", None]
    assert complete("King Guy to sao", 0) == "King Guy to Saône"
    assert complete("kerak, king g", 0) == "kerak, King Guy"
    assert complete("King Guy to ", 0) is None
    assert complete("m", 0) == "march"  # a whole answer first


PASSING = """
from crex_dsl.play.line_input import Keyboard
keyboard = Keyboard(print)
assert keyboard.live
print("SECRET", keyboard.line("ann> "))
with keyboard.thinking("bob"):
    pass
keyboard.pass_to("bob", "ann")
print("AFTER")
"""


def test_a_terminal_is_cleared_between_two_people_and_after_waiting() -> None:
    master, slave = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", PASSING], stdin=slave, stdout=slave, stderr=slave) as running:
        os.close(slave)
        os.write(master, b"hello\n\n\n")
        text = ""
        while "AFTER" not in text:
            text += os.read(master, 1000).decode()
        assert running.wait(10) == 0
    os.close(master)
    secret, hidden, passed = (
        text.index(word) for word in ("SECRET hello", "press Enter to hide", "Pass the keyboard to bob")
    )
    assert secret < hidden < text.index("\x1b[2J\x1b[3J\x1b[H") < passed
    assert text.rindex("\x1b[2J\x1b[3J\x1b[H") > passed
    assert "waiting for bob …\r\x1b[K" in text, "it is said while one waits, and taken away"


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_closed_terminal_is_told(name: str) -> None:
    number = getattr(signal, name)
    before = signal.getsignal(number)
    with pytest.raises(Closed) as closed, closing():
        signal.raise_signal(number)
    assert closed.value.number == number
    assert signal.getsignal(number) == before
