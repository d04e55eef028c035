"""Pages taken apart: their fenced blocks, the sessions of the command line in them, and their Python, run."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from crex_dsl.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(
    r'^```(?P<info>[^\n` ]*)(?: title="(?P<title>[^"\n]*)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Fence:
    """A fenced block: what it is marked as, the file that it is headed with, what it holds, and its line."""

    info: str
    title: str
    text: str
    line: int


def page(name: str) -> str:
    """The text of a page."""
    return (DOCS / name).read_text(encoding="utf-8")


def fences(text: str) -> list[Fence]:
    """The fenced blocks of a page; one that is not closed, or marked in a way we do not know, is found here."""
    found = [
        Fence(match["info"], match["title"] or "", match["text"], text.count("\n", 0, match.start()) + 1)
        for match in FENCE.finditer(text)
    ]
    assert text.count("\n```") == 2 * len(found)
    return found


# ---- sessions of the command line ----
@dataclass(frozen=True)
class Typed:
    """A command as a page shows it, and what it is said to print."""

    command: str
    output: str

    def run(self) -> Any:
        """Run it, away from any terminal; lines may come from `printf`."""
        before, _, command = self.command.rpartition(" | ")
        program, *arguments = shlex.split(command)
        assert program == "crex"
        typed = ""
        if before:
            printf, lines = shlex.split(before)
            assert printf == "printf"
            typed = lines.replace(r"\n", "\n")
        return CliRunner().invoke(app, arguments, prog_name="crex", input=typed)

    def runs_as_shown(self) -> None:
        """Run it and compare: … stands for anything, on a line of its own for any lines; blanks may differ."""
        answer = self.run()
        assert re.fullmatch(shown(self.output), plain(answer.output)), answer.output
        assert answer.exit_code == (1 if "error: " in self.output else 0)


def sessions(blocks: Iterable[Fence]) -> list[Typed]:
    """Every command of some blocks, with what it is said to print."""
    found: list[Typed] = []
    for block in blocks:
        if block.info == "console":
            for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append(Typed(command, output))
    return found


def shown(output: str) -> str:
    """A pattern for what a page shows."""
    lines = (
        r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in plain(output).splitlines()
    )
    return "".join(lines)


def plain(output: str) -> str:
    """What is printed, whatever the columns are wide."""
    return re.sub(r"[ \t]+", " ", re.sub(r"[ \t]+\n", "\n", output))


# ---- Python ----
def runs_as_doctest(name: str, script: str) -> None:
    """Run all of a script's examples and compare what they give."""
    test = doctest.DocTestParser().get_doctest(script, {}, name, name, 0)
    told: list[str] = []
    assert test.examples
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append).failed
    assert failed == 0, "".join(told)
