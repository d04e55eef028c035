"""Every mistake in a rule file: collected, ordered, and shown the same way everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from crex_dsl.language.source import Span
from crex_dsl.text.messages import said
from crex_dsl.text.truncation import MAX_PLACES, bounded, printable


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what is wrong, where, in which clause, what was expected and what may have been meant."""

    message: str
    span: Span | None = None
    clause: str | None = None
    hint: str | None = None
    also: tuple[tuple[str, Span], ...] = ()
    severity: str = "error"

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", bounded(self.message))
        object.__setattr__(self, "hint", None if self.hint is None else bounded(self.hint))
        object.__setattr__(self, "also", tuple((bounded(note), span) for note, span in self.also[:MAX_PLACES]))

    def render(self) -> str:
        """The mistake as a reader sees it: place, clause, sentence, source line, caret, next step."""
        head = f"{self.span}: " if self.span else ""
        inside = f" [{said('in clause {clause}', clause=self.clause)}]" if self.clause else ""
        told = said("error: {message}" if self.severity == "error" else "warning: {message}", message=self.message)
        lines = [f"{head}{told}{inside}"]
        if self.span:
            lines += excerpt(self.span)
        if self.hint:
            lines.append(f"  = {self.hint}")
        for note, span in self.also:
            lines.append(f"  {span}: {note}")
            lines += excerpt(span)
        return "\n".join(printable(line) for line in lines)

    def as_json(self) -> dict[str, Any]:
        """The mistake for programs."""
        return {
            "severity": self.severity,
            "message": self.message,
            "clause": self.clause,
            "hint": self.hint,
            **place_json(self.span),
            "also": [{"message": note, **place_json(span)} for note, span in self.also],
        }


def place_json(span: Span | None) -> dict[str, Any]:
    """A span for programs."""
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


WINDOW = 120


def excerpt(span: Span) -> list[str]:
    """The source line of a span with carets under it, cut to a readable window; nothing where there is no line."""
    text = span.source.line(span.line)
    if not text.strip():
        return []
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(text.rstrip())
    left = max(0, start - WINDOW // 2) if len(text) > WINDOW else 0
    right = min(len(text), left + WINDOW)
    shown = f"{'…' if left else ''}{text[left:right]}{'…' if right < len(text) else ''}"
    shift = start - left + (1 if left else 0)
    gutter = f"{span.line:>5} | "
    carets = "^" * max(1, min(end, right) - start)
    return [f"{gutter}{shown}", f"{' ' * (len(gutter) - 2)}| {' ' * shift}{carets}"]


class RuleError(Exception):
    """The rule files do not load; carries every diagnostic of the run."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = sorted(diagnostics, key=_place)
        super().__init__(render_all(self.diagnostics))


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.source.name, span.line, span.column) if span else ("", 0, 0)


MAX_SHOWN = 50
MAX_REPORTED = 200


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    """Several mistakes as one text, one empty line between them; of very many, the first and how many more."""
    found = list(diagnostics)
    shown = [diagnostic.render() for diagnostic in found[:MAX_SHOWN]]
    if len(found) > MAX_SHOWN:
        count = len(found) - MAX_SHOWN
        shown.append(said("… and {count} more", count=count) if len(found) < MAX_REPORTED else said("… and many more"))
    return "\n\n".join(shown)


def to_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Several mistakes as one JSON array."""
    return json.dumps([diagnostic.as_json() for diagnostic in diagnostics], indent=2, ensure_ascii=False)


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of one run, so that all mistakes are told together."""

    found: list[Diagnostic] = field(default_factory=list)
    clause: str | None = None

    def error(
        self,
        message: str,
        span: Span | None,
        hint: str | None = None,
        also: Iterable[tuple[str, Span]] = (),
    ) -> None:
        """Note one mistake in the clause at hand; a mistake already noted is not repeated."""
        self._note(Diagnostic(message, span, self._inside(span), hint, tuple(also)))

    def warn(self, message: str, span: Span | None, hint: str | None = None) -> None:
        """Note something that loads but deserves a look."""
        self._note(Diagnostic(message, span, self._inside(span), hint, severity="warning"))

    def _inside(self, span: Span | None) -> str | None:
        """The clause that a mistake stands in: the one at hand, or the one that its line belongs to."""
        return self.clause or (span.source.clause_at(span.line) if span is not None else None)

    def _note(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)
        if len(self.found) >= MAX_REPORTED:  # nobody reads on, and looking for more takes its time
            raise RuleError(self.found)

    @property
    def errors(self) -> list[Diagnostic]:
        """The mistakes that keep the rules from loading."""
        return [d for d in self.found if d.severity == "error"]

    def raise_errors(self) -> None:
        """Stop here if any mistake was noted."""
        if self.errors:
            raise RuleError(self.errors)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self.found, key=_place))
