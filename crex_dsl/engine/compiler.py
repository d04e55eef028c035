"""Rulebook to program text: layout, steps, legality and words put together, with the tables that name it all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crex_dsl.engine.cost import check_costs
from crex_dsl.engine.counted import CountedLegality, CountedSteps, Counters
from crex_dsl.engine.events import Events, indexed_states
from crex_dsl.engine.expressions import Expressions
from crex_dsl.engine.frames import RETURN, Frame, make_frames
from crex_dsl.engine.layout import Layout, check_starts
from crex_dsl.engine.legality import Coding, Legality, code_actions
from crex_dsl.engine.points import Mark
from crex_dsl.engine.resting import rests_of_action, rests_of_point
from crex_dsl.engine.simplify import Simplifier
from crex_dsl.engine.source import Unit
from crex_dsl.engine.steps import Steps
from crex_dsl.engine.traced import TracedSteps
from crex_dsl.engine.tuning import tuned
from crex_dsl.engine.words import Words, describe, quoted
from crex_dsl.language.diagnostics import Diagnostic, Report, RuleError
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.digest import rules_digest, steps_digest
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.types import Type

FORMAT = 1


@dataclass(eq=False)
class Compiled:
    """A program as text: the part that plays, the part that talks, and its tables as plain data."""

    play: str
    words: str
    tables: dict[str, Any]
    layout: Layout
    events: Events
    codings: dict[t.Action, Coding]


def compile_rulebook(
    book: Rulebook, counted: bool = False, watched: bool = False, traced: bool = False, hasty: bool = False
) -> Compiled:
    """The program of a rulebook, counted, watched or traced where asked; raises a RuleError if it cannot be written.

    Where it is `hasty`, it is written in half the time, and plays the same, a little more slowly.
    """
    try:
        return _compiled(book, counted, watched, traced, hasty)
    except RecursionError:
        hint = "give the inner parts of long expressions names with `define`"
        raise RuleError([Diagnostic("these rules nest too deeply", book.begins.span, hint=hint)]) from None


def _compiled(book: Rulebook, counted: bool, watched: bool, traced: bool, hasty: bool) -> Compiled:
    report = Report()
    check_starts(book, report)
    report.raise_errors()
    events = Events(book, watched)
    check_costs(book, events, report)
    layout = Layout(book, indexed_states(book))
    frames, size = make_frames(events, layout.frames_base)
    size = layout.keep_lots(size)
    if watched:
        layout.keep_counts(size)
    unit = Unit()
    expressions = Expressions(unit, layout, Simplifier(), trusting=True)
    codings = code_actions(book)
    counters = Counters(book) if counted else None
    steps: Steps
    marks: list[Mark] = []
    if counters is None:
        legality = Legality(expressions, codings)
        steps = Steps(events, layout, frames, expressions, legality, codings)
        if traced:
            steps = TracedSteps(events, layout, frames, expressions, legality, codings, marks)
            unit.lines.append("H = lambda S, mark, *args: None")
    else:
        legality = CountedLegality(expressions, codings, counters)
        steps = CountedSteps(events, layout, frames, expressions, legality, codings, counters)
        unit.lines.append(counters.line)
    if watched:
        steps.watched = True
        unit.lines.append("N = lambda S, stage: None")
    steps.emit()
    for table, key in (("LEGAL", "legal"), ("TAKE", "take"), ("WHO", "who"), ("NONE", "none")):
        rows = ", ".join(str(getattr(point, key)) for point in steps.points)
        unit.lines.append(f"{table} = ({rows},)" if rows else f"{table} = ()")
    play = unit.text() if hasty else tuned(unit.text())
    words = Words(book, layout, codings, steps.points, events, frames, steps.faults).emit(marks)
    tables = _tables(book, layout, frames, size, steps, codings, events)
    tables["does"] = rules_digest(book)
    tables |= _worded(book)
    if traced:
        tables["marks"] = [(mark.sort, mark.clause, mark.name, quoted(mark.span), mark.span.place) for mark in marks]
    if counters is not None:
        tables["counted"] = tuple(counters.clauses)
    return Compiled(play, words, tables, layout, events, codings)


def _tables(
    book: Rulebook,
    layout: Layout,
    frames: dict[t.Procedure, Frame],
    size: int,
    steps: Steps,
    codings: dict[t.Action, Coding],
    events: Events,
) -> dict[str, Any]:
    """What the engine must know about a program besides its code."""
    world = book.world
    start = layout.start()
    start += [0] * (max(size, layout.reach) - len(start))
    for kind, base in layout.lots.items():
        start[base : base + kind.count] = range(kind.count)
    return {
        "format": FORMAT,
        "game": world.game,
        "edition": book.selection.edition,
        "options": list(book.selection.names),
        "start": tuple(start),
        "frames_base": layout.frames_base,
        "lots": {kind.name: (base, kind.count) for kind, base in layout.lots.items()},
        "kinds": {
            kind.name: (tuple(kind.ids), dict(kind.aliases)) for kind in world.kinds.values() if kind.parent is None
        },
        "subkinds": {kind.name: (kind.root.name, kind.mask) for kind in world.kinds.values()},
        "players": world.player.members,
        "cells": [
            (
                state.name,
                state.sort,
                state.kind.name if state.kind else None,
                cell.base,
                cell.size,
                cell.strides,
                cell.lows,
                tuple(describe(var.type) for var in state.params),
                describe(state.type),
                state.stage,
                cell.index,
                len(cell.index_start),
                cell.start,
                state.seen is not None,
            )
            for state, cell in layout.memory.items()
        ],
        "fixed": [
            (
                kind.root.name,
                attribute.name,
                describe(attribute.type),
                tuple(attribute.values),
                attribute.shown,
            )
            for kind in world.kinds.values()
            for attribute in kind.fixed.values()
        ],
        "attributes": [kind.name for kind in world.kinds.values() for _ in kind.fixed],  # whose the fixed ones are
        "placements": {
            state.kind.name: number for number, state in enumerate(layout.cells) if state.placed and state.kind
        },
        "links": {kind.name: kind.linked.name for kind in world.kinds.values() if kind.linked is not None},
        "actions": [
            (
                action.name,
                coding.base,
                coding.end,
                coding.strides,
                coding.lows,
                coding.counts,
                tuple(var.name for var in action.params),
                tuple(describe(var.type) for var in action.params),
                action.clause,
                action.unordered,
                action.stage,
            )
            for action, coding in codings.items()
        ],
        "points": [
            (
                point.name,
                point.mode,
                point.clause,
                tuple(offer.action.name for offer in point.step.offers if offer.action.permits),
            )
            for point in steps.points
        ],
        "listing": tuple(_listing(point.step.offers, steps) for point in steps.points),
        "rests": {action.name: rests_of_action(action) for action in codings},
        "rests_at": [rests_of_point(point) for point in steps.points],
        "veiled": {int(number): rest for number, rest in steps.veiled.items() if not number.startswith("@")},
        "labels": steps.table,
        "addresses": steps.addresses,
        "frames": [
            (
                procedure.name,
                frame.base,
                tuple((name, describe(of) if isinstance(of, Type) else of) for name, of in frame.names),
                steps_digest(procedure.params, events.rules(procedure.body)),
                procedure.clause,
                procedure.stage,
                tuple(frame.callers),
            )
            for procedure, frame in frames.items()
        ],
        "faults": [(fault.sort, fault.clause, fault.span.place, fault.detail, fault.kind) for fault in steps.faults],
        "doors": dict(layout.doors),
        "stages": {stage.name: stage.within for stage in world.stages.values()},
        "root": _begin(events.root, events, frames, steps),
        "procedures": {
            procedure.name: (
                _begin(procedure, events, frames, steps),
                tuple(var.name for var in procedure.params),
                tuple(describe(var.type) for var in procedure.params),
                procedure.stage,
            )
            for procedure in world.procedures.values()
        },
    }


def _listing(offers: tuple[t.OfferTerm, ...], steps: Steps) -> int:
    """How much work it is at most to list what is offered."""
    return sum(steps.costs.action(offer.action, tuple(arg is not None for arg in offer.args)) for offer in offers)


def _begin(
    procedure: t.Procedure, events: Events, frames: dict[t.Procedure, Frame], steps: Steps
) -> tuple[int, int, tuple[int, ...]] | str:
    """How to start a procedure: its first step, its return slot and argument slots, or a plain function's name."""
    woven = events.runs(procedure)
    if woven not in frames:
        return steps.function(woven)
    frame = frames[woven]
    return steps.entry(woven), frame.at(RETURN), tuple(frame.at(var) for var in woven.params)


def _worded(book: Rulebook) -> dict[str, Any]:
    """The words about a rulebook, which may change without changing what it does."""
    return {
        "title": book.title,
        "language": book.language,
        "clauses": {
            clause.id: (
                clause.title,
                tuple(clause.numbers),
                clause.heading,
                clause.wording or clause.says,
                clause.span.place,
            )
            for clause in book.clauses.values()
        },
        "names": {kind.name: dict(names) for kind, names in book.names.items()},
        "glossary": {lang: {term: tuple(forms) for term, forms in of.items()} for lang, of in book.glossary.items()},
        "meanings": {picture.kind.name: dict(picture.meanings) for picture in book.pictures},
        "measures": {
            m.name: (m.title, tuple(describe(v.type) for v in m.params), m.each, m.counts is not None)
            for m in book.measures
        },
        "policies": {policy.name: policy.title for policy in book.policies},
        "scenarios": {
            name: (
                s.title,
                tuple((var.name, describe(var.type)) for var in s.params),
                s.begin.name,
                tuple(s.params.index(arg.var) if isinstance(arg, t.Local) else None for arg in s.args),
                tuple((measure.name, measure.title) for measure in s.measures),
            )
            for name, s in book.scenarios.items()
        },
    }
