"""Where a person's lines come from: a terminal with completion and history, or a pipe, line by line."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from crex_dsl.text.folding import plain
from crex_dsl.text.messages import said

# Not prompt_toolkit: a line here is a number or a few names, for which readline completes, remembers and takes pasted
# lines as well; it loads in no time, and what is said stays in the terminal's own scroll, which a menu would draw over.
readline: Any
try:
    import readline
except ImportError:  # some systems have none; then there is no completion
    readline = None

_CLEAR = "\033[2J\033[3J\033[H"
_ERASE = "\r\033[K"
_CLOSING = ("SIGHUP", "SIGTERM")
_USUAL = (80, 24)  # the columns and lines of a terminal that does not know its size


class Closed(Exception):
    """The terminal went away, or somebody asks us to end."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.number = number


class Keyboard:
    """Reads lines; raises EOFError where there are no more."""

    def __init__(self, say: Callable[[Any], None]) -> None:
        self._say = say
        self._ahead = ""
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # rather a question mark than a lost game

    @property
    def lines(self) -> int:
        """How many lines the screen has; a pipe has room for everything."""
        return (os.get_terminal_size().lines or _USUAL[1]) if self.live else 1_000_000

    @property
    def width(self) -> int:
        """How many columns the screen has."""
        return (os.get_terminal_size().columns or _USUAL[0]) if self.live else 100

    @property
    def limit(self) -> int | None:
        """How wide a line can be that is not to be broken; a pipe breaks none."""
        return self.width if self.live else None

    def line(self, prompt: str, offers: Sequence[str] = (), names: Sequence[str] = ()) -> str:
        """What is typed after a prompt; Tab completes it to one of the offers, or its end to one of some names."""
        if self._ahead:
            typed, self._ahead = self._ahead, ""
            self._say(f"{prompt}{typed}")
            return typed
        if self.live:
            with _completing(offers, names):
                return input(prompt)
        typed = sys.stdin.readline()
        if not typed:
            raise EOFError
        typed = typed.rstrip("\r\n")
        self._say(f"{prompt}{typed}")
        return typed

    def typed_ahead(self, typed: str) -> None:
        """Take something that was typed elsewhere as the next line."""
        self._ahead = typed

    def pass_to(self, player: str, before: str | None = None) -> None:
        """Hide the screen until another person has sat down; in a pipe there is nothing to hide."""
        if not self.live:
            return
        with _completing(()):
            if before is not None:
                input(said("play-hide-screen", side=before) + " ")
                self._clear()
            input(said("play-pass-on", side=player) + " ")
            if before is not None:
                self._clear()

    @contextmanager
    def thinking(self, side: str) -> Iterator[None]:
        """Say whom one waits for, as long as one does; in a pipe nobody watches."""
        if self.live:
            sys.stdout.write(said("play-thinking", side=side))
            sys.stdout.flush()
        try:
            yield
        finally:
            if self.live:
                sys.stdout.write(_ERASE)
                sys.stdout.flush()

    def _clear(self) -> None:
        sys.stdout.write(_CLEAR)
        sys.stdout.flush()
        if readline is not None:
            readline.clear_history()  # what one side typed is not for the other


@contextmanager
def _completing(offers: Sequence[str], names: Sequence[str] = ()) -> Iterator[None]:
    """Let Tab complete a whole line to one of the offers, or its end to one of some names."""
    if readline is None:
        yield
        return
    readline.set_completer_delims("")
    readline.set_completer(completer(offers, names))
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)


def completer(offers: Sequence[str], names: Sequence[str] = ()) -> Callable[[str, int], str | None]:
    """Completion of a line to the offers that begin with it, else of its last words to a name, whatever their case."""

    def complete(typed: str, number: int) -> str | None:
        fitting = [offer for offer in offers if offer.casefold().startswith(typed.casefold())]
        fitting = fitting or _ended(typed, names)
        return fitting[number] if number < len(fitting) else None

    return complete


def _ended(typed: str, names: Sequence[str]) -> list[str]:
    """A line with as many of its last words as possible completed to names, one way each."""
    begins = [place.end() for place in re.finditer(r"^|[\s,;]+", typed)]
    for begin in begins:
        end = plain(typed[begin:])
        found = [name for name in names if end and plain(name).startswith(end)]
        if found:
            return [f"{typed[:begin]}{name}" for name in found]
    return []


@contextmanager
def closing() -> Iterator[None]:
    """Turn the signals of a closed terminal into Closed, so that what is under way ends in order."""

    def close(number: int, _: Any) -> None:
        raise Closed(number)

    before = {}
    for name in _CLOSING:
        number = getattr(signal, name, None)
        if number is not None:
            before[number] = signal.signal(number, close)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
