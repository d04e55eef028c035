"""Where a piece of rule text stands: the file it came from and its span within it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MAX_LINE = 2_000

_CLAUSE_LINE = re.compile(r"(?:clause|in|amend|replace)\s+([a-zA-Z][\w-]*)")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Source:
    """One rule file's text under the name that diagnostics give it."""

    name: str
    text: str
    path: Path | None = None

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line break; empty past the end."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if 1 <= number <= len(lines) else ""

    def clause_at(self, number: int) -> str | None:
        """The clause that line `number` stands in, read off the margins: known even where nothing parses."""
        clause, margin = None, None
        for line in reversed(self.text.split("\n")[:number]):
            body = line.strip()
            indent = len(line) - len(line.lstrip())
            if not body or body.startswith("#") or (margin is not None and indent >= margin):
                continue
            found = _CLAUSE_LINE.match(body)
            clause = found.group(1) if found else clause
            if indent == 0:
                break
            margin = indent
        return clause


@dataclass(frozen=True, slots=True)
class Span:
    """From (line, column) up to but not including (end_line, end_column), all counted from 1."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def place(self) -> str:
        """The file and line, as a reader looks it up."""
        return f"{self.source.name}:{self.line}"

    def part(self, start: int, end: int) -> Span:
        """The span of some characters of a quoted text, which stands here; of a text over several lines, the whole."""
        if self.line != self.end_line:
            return self
        column = self.column + 1
        return Span(self.source, self.line, column + start, self.line, column + end)


class Word(str):
    """A word, number or quoted text of the source that knows where it stands."""

    span: Span
    language: str | None = None  # where it is said in another than the rule files are written in
    written: Word | None = None  # what it is said for then, as the rule files have it

    @classmethod
    def at(cls, text: str, span: Span) -> Word:
        """The word `text`, standing at `span`."""
        word = cls(text)
        word.span = span
        return word
