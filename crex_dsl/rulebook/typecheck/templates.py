"""Texts with live values: `{limit(major)}`, `{n: block | blocks}` and `{b:accusative}`."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.parser import parse
from crex_dsl.language.source import Source, Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, Told
from crex_dsl.rulebook.files.layer_files import table_cache
from crex_dsl.rulebook.terms.types import ListOf, Optional, SetOf, Thing, Type
from crex_dsl.rulebook.translation.inflection import Inflection
from crex_dsl.text.messages import listed_as_said, said, spoken
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.typecheck.expressions import Typer


_HOLE = re.compile(r"\{([^{}]*)\}")
_FORMS = re.compile(r"^(.*):\s*([^|()]+(?:\|[^|()]+)+)$")
_FORM = re.compile(r"^(.*):\s*([\w-]+)\s*$")

Part = str | t.Term | t.Plural | t.Inflected


@cache
def _expression(text: str, language: str) -> n.Expr | str:
    """The expression inside a hole, or the message why it is none, in the language that is spoken."""
    report = Report()
    start = parse(Source("hole", f'measure hole "hole" is {text}\n'), report, table_cache())
    if start is None:
        found = report.found[0].message
        return found.replace(said("the line ends too early"), said("it ends too early"))
    measure = start.items[0]
    if len(start) != 1 or not isinstance(measure, n.Measure) or measure.cases.each is not None:
        return said("this is no value")
    return measure.cases.of


def template(text: Word | n.Text, typer: Typer, scope: Scope) -> t.Template:
    """The text with its live values typed."""
    pieces = text.items if isinstance(text, n.Text) else (text,)
    parts: list[Part] = []
    for number, piece in enumerate(pieces):
        if number:
            parts.append(" ")
        parts += _parts(piece, typer, scope)
    return t.Template(tuple(parts))


def text_cases(
    texts: n.TextCases, of: Word, typer: Typer, scope: Scope, report: Report, what: str = "text"
) -> tuple[t.TextCase, ...]:
    """The texts of an action, or of a scenario's end, case by case.

    The last knows nothing of what the others ask: it is also for those who may not know whether that holds.
    """
    made: list[t.TextCase] = []
    settled: n.TextCase | None = None
    known = scope  # what the cases so far have asked in vain
    for case in texts:
        if settled is not None:
            also = [(said("this one always holds"), settled.span)]
            raise Mistake(said("this case can never be reached"), case.span, said("put what always holds last"), also)
        try:
            if case.when is None:
                settled = case
                made.append(t.TextCase(_last(case.text, typer, scope, known), None))
            else:
                told, known = _case(case.text, case.when, typer, known)
                made.append(told)
        except Mistake as mistake:
            mistake.tell(report)
    if settled is None:
        hint = said('end with a text that always fits: `"…" otherwise`')
        raise Mistake(
            said(
                "the outcome of `{of}` leaves cases unsaid"
                if what == "outcome"
                else "the text of `{of}` leaves cases unsaid",
                of=of,
            ),
            case.span,
            hint,
        )
    return tuple(made)


def refusals(texts: n.Barred, typer: Typer, scope: Scope, report: Report) -> tuple[t.TextCase, ...]:
    """What is said where a scenario cannot be laid out, case by case; where none holds, it can."""
    made: list[t.TextCase] = []
    for case in texts:
        try:
            told, scope = _case(case.text, case.when, typer, scope)
            made.append(told)
        except Mistake as mistake:
            mistake.tell(report)
    return tuple(made)


def _case(text: Word, when: n.Expr, typer: Typer, known: Scope) -> tuple[t.TextCase, Scope]:
    """A text and when it is the one; and what is known where it is not."""
    holds = typer.condition(when, known)
    return t.TextCase(template(text, typer, known.given(holds)), holds), known.given(holds, False)


def _last(text: Word, typer: Typer, scope: Scope, known: Scope) -> t.Template:
    """The text that always fits; one that would only fit if the others had been asked is told so."""
    try:
        return template(text, typer, scope)
    except Mistake as mistake:
        if known is not scope and not isinstance(mistake, Told):
            with suppress(Mistake):
                template(text, typer, known)
                mistake.hint = said(
                    "the last text is also for those who may not know what the others ask: ask it in a case"
                )
        raise


def _parts(text: Word, typer: Typer, scope: Scope) -> list[Part]:
    parts: list[Part] = []
    end = 0
    for match in _HOLE.finditer(text):
        if match.start() > end:
            parts.append(text[end : match.start()])
        parts.append(_hole(text, match, typer, scope))
        end = match.end()
    stray = re.search(r"[{}]", _HOLE.sub(lambda hole: " " * len(hole.group()), text))
    if stray:
        where = text.span.part(stray.start(), stray.end())
        raise Mistake(said("this brace has no partner"), where, said("write {…} around a live value"))
    if end < len(text):
        parts.append(text[end:])
    return parts


def _hole(text: Word, match: re.Match[str], typer: Typer, scope: Scope) -> Part:
    inside = match.group(1)
    span = text.span.part(match.start(1), match.end(1))
    if not inside.strip():
        raise Mistake(
            said("these braces are empty"), text.span.part(match.start(), match.end()), said("say what to show")
        )
    how = typer.world.inflection
    several, form = _FORMS.match(inside), _FORM.match(inside)
    if form is not None and (form.group(2) not in how.forms or how.of(text) != how.language):
        form = None
    asked = several or form
    node = _expression((asked.group(1) if asked else inside).strip(), spoken())
    if isinstance(node, str):
        hint = did_you_mean(inside.rpartition(":")[2].strip(), how.forms) if ":" in inside else None
        raise Mistake(said("{{{inside}}} cannot be read: {node}", inside=inside, node=node), span, hint)
    try:
        term = typer.expr(node, scope)
        agrees = several is not None and isinstance(_one(term.type), Thing) and how.inflects(text)
        if several is not None and not agrees:
            term = typer.number(node, scope)
    except Told:
        raise Told(span) from None
    except Mistake as mistake:
        raise Mistake(mistake.message, span, mistake.hint, mistake.also) from None
    for part in term.walk():
        part.span = span
    if several is not None:
        words = tuple(word.strip() for word in several.group(2).split("|"))
        if agrees:
            return t.Inflected(term, _agreeing(words, how, span))
        return t.Plural(term, words, how.of(text))
    if form is not None:
        of = _one(term.type)
        if not isinstance(of, Thing):
            raise Mistake(
                said("only a thing has the form `{group}`", group=form.group(2)), span, said("show it without a form")
            )
        how.asked.setdefault((of.kind.name, form.group(2)), span)
        return t.Inflected(term, form.group(2))
    return term


def _one(of: Type) -> Type:
    """What a value is, or what each of its members is."""
    return _one(of.of) if isinstance(of, Optional | SetOf | ListOf) else of


def _agreeing(words: tuple[str, ...], how: Inflection, span: Span) -> tuple[str, ...]:
    """The forms of a word that agree with a thing, one for every gender of the language."""
    if len(words) != len(how.genders):
        message = said(
            "{number} forms are given for the genders of `{language}`, which has {wanted}: {genders}",
            number=len(words),
            language=how.language,
            wanted=len(how.genders),
            genders=listed_as_said(how.genders),
        )
        raise Mistake(message, span, said("give a form for each gender, in this order"))
    return words
