"""Rulebook to program text: layout, steps, legality and words put together, with the tables that name it all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.analysis.cost_bounds import check_costs
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Coding, Legality, code_actions
from crex_dsl.engine.compile.emit.procedures import ProcedureEmitter
from crex_dsl.engine.compile.emit.python_module import GeneratedModule
from crex_dsl.engine.compile.instrument.coverage_counters import CountedLegality, CountedProcedures, Counters
from crex_dsl.engine.compile.instrument.trace_probes import TracedProcedures
from crex_dsl.engine.compile.lower.decision_points import Mark
from crex_dsl.engine.compile.lower.frames import make_frames
from crex_dsl.engine.compile.lower.memory_layout import Layout, check_starts
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures, indexed_states
from crex_dsl.engine.compile.native_source import NativeTools, native_memory
from crex_dsl.engine.compile.tables import fault_rows, program_tables, quoted, text_tables
from crex_dsl.engine.compile.texts.text_emitter import TextEmitter
from crex_dsl.engine.compile.transform.pipeline import inlined, memoised
from crex_dsl.language.diagnostics import Diagnostic, Report, RuleError
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.digest import rules_digest
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.text.messages import said


@dataclass(eq=False)
class Compiled:
    """A program as text: the part that plays, the part that talks, and its tables as plain data."""

    play: str
    book: Rulebook
    talks: Callable[[], TextEmitter]
    marks: list[Mark]
    tables: dict[str, Any]
    layout: Layout
    events: WovenProcedures
    codings: dict[t.Action, Coding]
    native: dict[str, Any]  # what a native program is made from; nothing where it is not the watched one

    @cached_property
    def words(self) -> str:
        """The part that talks, written when it is first asked for; the table of faults grows with it."""
        with _not_too_deep(self.book):
            emitter = self.talks()
            text = emitter.emit(self.marks)
        self.tables["faults"] = fault_rows(emitter.x.faults)
        return text


def compile_rulebook(
    book: Rulebook, counted: bool = False, watched: bool = False, traced: bool = False, hasty: bool = False
) -> Compiled:
    """The program of a rulebook, counted, watched or traced where asked; raises a RuleError if it cannot be written.

    Where it is `hasty`, it is written in half the time, and plays the same, a little more slowly; the part that talks
    is written when it is asked for.
    """
    with _not_too_deep(book):
        made = _compiled(book, counted, watched, traced, hasty)
    if not hasty:
        made.words  # noqa: B018 - it is worked out when it is looked at
    return made


@contextmanager
def _not_too_deep(book: Rulebook) -> Iterator[None]:
    """Where rules nest too deeply to be written, say so."""
    try:
        yield
    except RecursionError:
        hint = said("give the inner parts of long expressions names with `define`")
        raise RuleError([Diagnostic(said("these rules nest too deeply"), book.begins.span, hint=hint)]) from None


def _compiled(book: Rulebook, counted: bool, watched: bool, traced: bool, hasty: bool) -> Compiled:
    report = Report()
    check_starts(book, report)
    report.raise_errors()
    events = WovenProcedures(book, watched)
    check_costs(book, events, report)
    layout = Layout(book, indexed_states(book))
    frames, size = make_frames(events, layout.frames_base)
    size = layout.keep_lots(size)
    if watched:
        layout.keep_counts(size)
    unit = GeneratedModule()
    expressions = Expressions(unit, layout, Simplifier(), trusting=True)
    codings = code_actions(book)
    counters = Counters(book) if counted else None
    steps: ProcedureEmitter
    marks: list[Mark] = []
    if counters is None:
        legality = Legality(expressions, codings)
        steps = ProcedureEmitter(events, layout, frames, expressions, legality, codings)
        if traced:
            steps = TracedProcedures(events, layout, frames, expressions, legality, codings, marks)
            unit.lines.append("H = lambda S, mark, *args: None")
    else:
        legality = CountedLegality(expressions, codings, counters)
        steps = CountedProcedures(events, layout, frames, expressions, legality, codings, counters)
        unit.lines.append(counters.line)
    if watched:
        steps.watched = True
        unit.lines.append("N = lambda S, stage: None")
    steps.emit()
    for table, key in (("LEGAL", "legal"), ("TAKE", "take"), ("WHO", "who"), ("NONE", "none")):
        rows = ", ".join(str(getattr(point, key)) for point in steps.points)
        unit.lines.append(f"{table} = ({rows},)" if rows else f"{table} = ()")
    tools = NativeTools(expressions, codings) if watched and not counted and not traced else None
    asked = tools.emit(book, layout) if tools is not None else {}
    play = unit.text() if hasty else inlined(unit.text())
    native: dict[str, Any] = {}
    if tools is not None:
        memory = native_memory(layout, frames, unit.areas, codings, max(size, layout.reach))
        native = {"text": play, "entries": tools.entries} | asked | memory
    play = play if hasty else memoised(play)
    tables = program_tables(book, layout, frames, size, steps, codings, events)
    tables["does"] = rules_digest(book)
    tables |= text_tables(book)
    if traced:
        tables["marks"] = [(mark.sort, mark.clause, mark.name, quoted(mark.span), mark.span.place) for mark in marks]
    if counters is not None:
        tables["counted"] = tuple(counters.clauses)

    def talks() -> TextEmitter:
        return TextEmitter(book, layout, codings, steps.points, events, frames, steps.faults)

    return Compiled(play, book, talks, marks, tables, layout, events, codings, native)
