"""Every mistake in a rule file: collected, ordered, and shown the same way everywhere."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from crex_dsl.language.source import Span


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
        inside = f" [in clause {self.clause}]" if self.clause else ""
        lines = [f"{head}{self.severity}: {self.message}{inside}"]
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


def printable(text: str) -> str:
    """The text with a dot for every character that would not show, or would do something to a terminal."""
    return "".join(char if char.isprintable() else "·" for char in text)


MAX_PLACES = 5  # other places that one mistake shows
MAX_LISTED = 30  # words that a sentence lists
MAX_QUOTED = 80  # characters of one quoted piece
MAX_SENTENCE = 1_000
MAX_UNBROKEN = 250  # characters without a blank: a path may be long
_QUOTED = re.compile(rf"`([^`]{{{MAX_QUOTED + 1},}})`")
_UNBROKEN = re.compile(rf"(\S{{{MAX_UNBROKEN + 1},}})")


def bounded(sentence: str) -> str:
    """A sentence that echoes at most a line of what it was given, whatever that was."""
    if len(sentence) <= MAX_QUOTED:
        return sentence
    short = _QUOTED.sub(lambda quoted: f"`{_ends(quoted[1])}`", sentence)
    short = _UNBROKEN.sub(lambda word: _ends(word[1]), short)
    return short if len(short) <= MAX_SENTENCE else f"{short[: MAX_SENTENCE - 1]}…"


def _ends(text: str) -> str:
    """The beginning and the end of a long text."""
    return f"{text[: MAX_QUOTED - 20]}…{text[-19:]}"


def followed(names: Iterable[str]) -> str:
    """Names as a chain, each leading to the next; of a long one its beginning and its end."""
    chain = list(names)
    if len(chain) > MAX_LISTED // 3:
        left_out = len(chain) - 7
        chain = [*chain[:5], f"… {left_out:,} more …", *chain[-2:]]
    return " → ".join(chain)


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
        shown.append(f"… and {len(found) - MAX_SHOWN if len(found) < MAX_REPORTED else 'many'} more")
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


MAX_WORD = 60
MAX_WORDS = 20_000


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that offers the nearest known words, or None where nothing is near."""
    near = nearest(word, known)
    return f"did you mean {listed([f'`{name}`' for name in near], 'or')}?" if near else None


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words that are nearest to one, as long as they are near."""
    longest = 2 * len(word) + 2
    words = sorted(name for name in set(known) if len(name) <= longest)
    if len(word) > MAX_WORD or len(words) > MAX_WORDS:
        return []  # to compare so much takes longer than the reader would
    near = difflib.get_close_matches(word, words, n=3, cutoff=0.6)
    return [name for name in near if _likeness(word, name) > _likeness(word, near[0]) - 0.1]


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a reader lists them: `a, b and c`; of very many, the first and how many more."""
    items = list(words)
    if len(items) > MAX_LISTED:
        return f"{', '.join(items[:MAX_LISTED])} and {len(items) - MAX_LISTED:,} more"
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
