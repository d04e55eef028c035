"""Tables on the screen, their headings in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crex_dsl.system import console
from crex_dsl.text.messages import said

HEADINGS = {
    "after it": "col-after-it",
    "answer": "col-answer",
    "asks": "col-asks",
    "assumed": "col-assumed",
    "before it": "col-before-it",
    "below it": "col-below-it",
    "built on": "col-built-on",
    "clause": "col-clause",
    "conditions": "col-conditions",
    "did": "col-did",
    "differs": "col-differs",
    "does": "col-does",
    "edition": "col-edition",
    "example": "col-example",
    "for": "col-for",
    "game": "col-game",
    "heading": "col-heading",
    "in": "col-in",
    "in play": "col-in-play",
    "kind": "col-kind",
    "language": "col-language",
    "mark": "col-mark",
    "layer": "col-layer",
    "number": "col-number",
    "on": "col-on",
    "option": "col-option",
    "option or reading": "col-option-or-reading",
    "place": "col-place",
    "printed at": "col-printed-at",
    "reading": "col-reading",
    "reason": "col-reason",
    "rests on": "col-rests-on",
    "rulebook": "col-rulebook",
    "ruling": "col-ruling",
    "ruling=reading": "col-ruling-reading",
    "runs in": "col-runs-in",
    "says": "col-says",
    "seats": "col-seats",
    "thing": "col-thing",
    "title": "col-title",
    "what": "col-what",
    "what differs": "col-what-differs",
    "wording": "col-wording",
}

MARKS = {"taken": "mark-taken", "printed": "mark-printed", "unplayable": "mark-unplayable", "in force": "mark-in-force"}

SORTS = {
    "clause": "col-clause",
    "example": "col-example",
    "option": "col-option",
    "ruling": "col-ruling",
    "table": "sort-table",
    "thing": "col-thing",
    "term": "sort-term",
    "reading": "col-reading",
}


def heading(column: str) -> str:
    """A column's heading as it is said; names of editions and the like are their own."""
    return said(HEADINGS[column]) if column in HEADINGS else column


def headings(columns: Iterable[str]) -> list[str]:
    """Several headings as they are said."""
    return [heading(column) for column in columns]


def show_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], whole: Sequence[str] = (), numbers: Sequence[str] = ()
) -> None:
    """Print rows under their headings, as `console.show_table` does."""
    console.show_table(headings(columns), rows, headings(whole), headings(numbers))
