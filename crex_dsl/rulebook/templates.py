"""Texts with live values: `{limit(major)}` and `{n: block | blocks}`."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.parser import parse
from crex_dsl.language.source import Source, Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.scope import Mistake, Scope

if TYPE_CHECKING:
    from crex_dsl.rulebook.typer import Typer

_HOLE = re.compile(r"\{([^{}]*)\}")
_PLURAL = re.compile(r"^(.*):\s*([^|()]+(?:\|[^|()]+)+)$")


@cache
def _expression(text: str) -> n.Expr | str:
    """The expression inside a hole, or the message why it is none."""
    report = Report()
    start = parse(Source("hole", f'measure hole "hole" is {text}\n'), report)
    if start is None or len(start) != 1 or not isinstance(start.items[0], n.Measure):
        return report.found[0].message if report.found else "this is no expression"
    return start.items[0].cases.of


def template(text: Word | n.Text, typer: Typer, scope: Scope) -> t.Template:
    """The text with its live values typed."""
    pieces = text.items if isinstance(text, n.Text) else (text,)
    parts: list[str | t.Term | t.Plural] = []
    for number, piece in enumerate(pieces):
        if number:
            parts.append(" ")
        parts += _parts(piece, typer, scope)
    return t.Template(tuple(parts))


def _parts(text: Word, typer: Typer, scope: Scope) -> list[str | t.Term | t.Plural]:
    parts: list[str | t.Term | t.Plural] = []
    end = 0
    for match in _HOLE.finditer(text):
        if match.start() > end:
            parts.append(text[end : match.start()])
        parts.append(_hole(text, match, typer, scope))
        end = match.end()
    if "{" in text[end:] or "}" in text[end:]:
        where = text.span
        raise Mistake("a brace here has no partner", where, "write {…} around a live value")
    if end < len(text):
        parts.append(text[end:])
    return parts


def _hole(text: Word, match: re.Match[str], typer: Typer, scope: Scope) -> t.Term | t.Plural:
    inside = match.group(1)
    span = _inside(text.span, match.start(1), match.end(1))
    plural = _PLURAL.match(inside)
    source = plural.group(1) if plural else inside
    node = _expression(source.strip())
    if isinstance(node, str):
        raise Mistake(f"{{{inside}}} cannot be read: {node}", span)
    try:
        if plural:
            forms = tuple(form.strip() for form in plural.group(2).split("|"))
            return t.Plural(typer.number(node, scope), forms)
        term = typer.expr(node, scope)
    except Mistake as mistake:
        raise Mistake(mistake.message, span, mistake.hint, mistake.also) from None
    term.span = span
    return term


def _inside(span: Span, start: int, end: int) -> Span:
    """The span of a part of a quoted text."""
    if span.line != span.end_line:
        return span
    column = span.column + 1
    return Span(span.source, span.line, column + start, span.line, column + end)
