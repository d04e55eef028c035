"""What reaches the screen: tables, diagnostics, bars; wrapped and coloured on a terminal, plain and whole in a pipe."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TypeVar

from crex_dsl.system.piped_text import UNWRAPPED, is_piped, piped_lines, piped_table
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text


T = TypeVar("T")

SLIM = 16
_WIDEST = 60
_ROOMY = 110  # columns of a screen that has room for any table, cells wrapped
PATIENCE = 1.0


def console(stderr: bool = False) -> Console:
    """The terminal or pipe at hand; with NO_COLOR it gets plain text, and a pipe no line breaks either."""
    from rich.console import Console

    class Screen(Console):
        """Somewhere to print; whoever reads no further has read enough, and nothing has gone wrong."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    plain = bool(os.environ.get("NO_COLOR"))
    made = Screen(stderr=stderr, color_system=None if plain else "auto", markup=False, highlight=False, emoji=False)
    if not made.is_terminal:
        made.width = UNWRAPPED
    return made


def say(what: RenderableType = "", style: str | None = None, stderr: bool = False) -> None:
    """Print something, without blanks at the ends of its lines."""
    if isinstance(what, str) and is_piped(stderr) and (plain := piped_lines(what)) is not None:
        _write(plain, stderr)
        return
    screen = console(stderr)
    if screen.is_terminal:
        screen.print(what, style=style)
        return
    with screen.capture() as caught:
        screen.print(what, style=style)
    screen.out("\n".join(line.rstrip() for line in caught.get().split("\n")), end="", highlight=False)


def _write(text: str, stderr: bool = False) -> None:
    """Print text as it stands, at once."""
    file = sys.stderr if stderr else sys.stdout
    file.write(text)
    file.flush()


def printed_lines(what: RenderableType) -> list[str]:
    """What something looks like on the screen, line by line, colours and all."""
    screen = console()
    with screen.capture() as caught:
        screen.print(what)
    return caught.get().rstrip("\n").split("\n")


def show_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    whole: Sequence[str] = (),
    numbers: Sequence[str] = (),
) -> None:
    """Print rows under their headings, without empty columns; ids stay `whole`, `numbers` stand to the right.

    On a terminal that is too narrow for them every row becomes a list, the ids first and all else below.
    """
    if is_piped() and (plain := piped_table(columns, rows, numbers)) is not None:
        _write(plain)
        return
    screen = console()
    if screen.is_terminal and whole and screen.width < min(_ROOMY, _wide(columns, rows)):
        say_list(columns, rows, whole)
    else:
        say(table_of(columns, rows, whole, numbers))


def say_list(columns: Sequence[str], rows: Sequence[Sequence[str]], whole: Sequence[str]) -> None:
    """Print rows one below the other: what stays whole on a line, then everything else with its heading."""
    from rich.padding import Padding
    from rich.text import Text

    for row in rows:
        cells = dict(zip(columns, row, strict=True))
        say(Text("  ".join(cells[name] for name in whole if cells[name]), "bold"))
        for name, cell in cells.items():
            if cell and name not in whole:
                say(Padding(Text.assemble((f"{name}: " if name else "", "dim"), cell), (0, 0, 0, 2)))


def fits(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table goes on the screen at hand with one line a row; in a pipe any does."""
    if is_piped():
        return True
    screen = console()
    return not screen.is_terminal or _wide(columns, rows) - 2 <= screen.width


def _wide(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """How wide a table would be on one line a row."""
    return sum(max(len(cell) for cell in column) + 2 for column in zip(columns, *rows, strict=True))


def table_of(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    whole: Sequence[str] = (),
    numbers: Sequence[str] = (),
    slim: Sequence[str] = (),
) -> Table:
    """A table as `show_table` prints it; on a terminal the `slim` columns leave their room to the others."""
    most = SLIM if slim and console().is_terminal else None
    filled = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    table = bare_table()
    for name in (columns[place] for place in filled):
        table.add_column(
            name,
            justify="right" if name in numbers else "left",
            no_wrap=name in whole,
            overflow="fold",
            max_width=most if name in slim else None,
        )
    for row in rows:
        table.add_row(*(row[place] for place in filled))
    return table


def plain_table(*columns: str) -> Table:
    """A table without lines, as wide as it needs to be; without headings where there are none."""
    table = bare_table(headed=any(columns))
    for name in columns:
        table.add_column(name, overflow="fold", max_width=_WIDEST)
    return table


def bare_table(headed: bool = True) -> Table:
    """A table without lines that has no columns yet."""
    from rich.table import Table

    return Table(show_header=headed, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")


def painted(rendered: str) -> Text:
    """A rendered diagnostic with its place, its severity and its carets set off."""
    from rich.text import Text

    text = Text(rendered)
    text.highlight_regex(r"(?m)^\S+:\d+(:\d+)?(?=: )", "bold")
    for sort, style in (("error: {message}", "bold red"), ("warning: {message}", "bold yellow")):
        word = re.escape(said(sort, message="").rstrip(" :"))
        text.highlight_regex(rf"(?m)(?<=: ){word}(?= ?: )|^{word}(?= ?: )", style)
    text.highlight_regex(r"(?m)(?<=\| )\s*\^+$", "red")
    text.highlight_regex(r"(?m)^  = .*$", "cyan")
    return text


def watched(
    items: Iterable[T], total: int, what: str, size: Callable[[T], int] = lambda _: 1, done: int = 0
) -> Iterator[T]:
    """The items one by one, with a bar on a terminal once they take their time.

    An item may count as several, and some may be `done` before.
    """
    with Bar(what) as bar:
        bar.soon(done, total)
        for item in items:
            done += size(item)
            bar.show(done, total)
            yield item


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Say what one waits for while work goes on of which nobody can tell how far it is; nothing in a pipe."""
    if is_piped(stderr=True) or not (screen := console(stderr=True)).is_terminal:
        yield
        return
    with screen.status(what):
        yield


class Bar:
    """How far long work is, on a terminal and once it takes its time; nothing in a pipe."""

    def __init__(self, what: str) -> None:
        self._what, self._begun = what, time.monotonic()
        self._screen = None if is_piped(stderr=True) else console(stderr=True)
        self._bar: Progress | None = None
        self._timer: threading.Timer | None = None
        self._lock = threading.RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take it from the screen, until there is more to show."""
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._timer = None
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    @property
    def _on_terminal(self) -> bool:
        return self._screen is not None and self._screen.is_terminal

    def soon(self, done: int, total: int | None) -> None:
        """So much of all is done, and it shows before more is, should that take its time."""
        if self._on_terminal:
            self._timer = threading.Timer(PATIENCE, self._late, (done, total))
            self._timer.daemon = True
            self._timer.start()

    def _late(self, done: int, total: int | None) -> None:
        with self._lock:
            if self._timer is not None and self._bar is None:
                self._start(done, total)

    def show(self, done: int, total: int | None) -> None:
        """So much of all is done; work of which nobody knows yet how much there is shows at once."""
        late = total is None or time.monotonic() - self._begun > PATIENCE
        with self._lock:
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], completed=done, total=total)
            elif self._on_terminal and late:
                self._start(done, total)

    def _start(self, done: int, total: int | None) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            SpinnerColumn("line"),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        self._bar = Progress(*columns, console=self._screen, transient=True)
        self._bar.add_task(self._what, total=total, completed=done)
        self._bar.start()
