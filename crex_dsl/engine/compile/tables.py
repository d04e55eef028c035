"""What a program knows of its rules by name: tables for whoever runs and explains it."""

from __future__ import annotations

from typing import Any

from crex_dsl.engine.compile.analysis.read_sets import rests_of_action, rests_of_point, unchanging
from crex_dsl.engine.compile.emit.legal_actions import Coding
from crex_dsl.engine.compile.emit.procedures import ProcedureEmitter
from crex_dsl.engine.compile.lower.decision_points import Fault
from crex_dsl.engine.compile.lower.frames import RETURN, Frame
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.engine.compile.texts.phrase_trees import attribute_key, event_tree, memory_tree
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.digest import steps_digest
from crex_dsl.rulebook.rulebook import Rulebook, WorthTerm
from crex_dsl.rulebook.terms.types import Bool, Dice, Enum, ListOf, Number, Optional, SetOf, Thing, Type
from crex_dsl.rulebook.translation.inflection import COVERED

FORMAT = 1


def program_tables(
    book: Rulebook,
    layout: Layout,
    frames: dict[t.Procedure, Frame],
    size: int,
    steps: ProcedureEmitter,
    codings: dict[t.Action, Coding],
    events: WovenProcedures,
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
        "faults": fault_rows(steps.faults),
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


def fault_rows(faults: list[Fault]) -> list[tuple[str, str, str, str, str]]:
    """The places where play can end or break off, by number."""
    return [(fault.sort, fault.clause, fault.span.place, fault.detail, fault.kind) for fault in faults]


def _listing(offers: tuple[t.OfferTerm, ...], steps: ProcedureEmitter) -> int:
    """How much work it is at most to list what is offered."""
    return sum(steps.costs.action(offer.action, tuple(arg is not None for arg in offer.args)) for offer in offers)


def _begin(
    procedure: t.Procedure, events: WovenProcedures, frames: dict[t.Procedure, Frame], steps: ProcedureEmitter
) -> tuple[int, int, tuple[int, ...]] | str:
    """How to start a procedure: its first step, its return slot and argument slots, or a plain function's name."""
    woven = events.runs(procedure)
    if woven not in frames:
        return steps.function(woven)
    frame = frames[woven]
    return steps.entry(woven), frame.at(RETURN), tuple(frame.at(var) for var in woven.params)


def text_tables(book: Rulebook) -> dict[str, Any]:
    """The words about a rulebook, which may change without changing what it does."""
    actions, procedures = book.world.actions, book.world.procedures
    return {
        "title": book.title,
        "language": book.language,
        "written": book.base_language,
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
        "nouns": {kind: dict(nouns) for kind, nouns in _nouns(book).items()},
        "phrases": dict(book.phrases),
        "memory_phrases": {
            attribute_key(state) if state.kind else state.name: memory_tree(state) for state in book.world.memory
        },
        "event_phrases": {
            **{name: event_tree(action) for name, action in actions.items()},
            **{name: event_tree(procedure) for name, procedure in procedures.items()},
        },
        "glossary": {lang: {term: tuple(forms) for term, forms in of.items()} for lang, of in book.glossary.items()},
        "outlines": {outline.name: tuple(outline.points) for outline in book.outlines},
        "meanings": {picture.kind.name: dict(picture.meanings) for picture in book.pictures},
        "unchanging": {picture.kind.name: unchanging(picture) for picture in book.pictures},
        "measures": {
            m.name: (m.title, tuple(describe(v.type) for v in m.params), m.each, m.counts is not None)
            for m in book.measures
        },
        "worth": None if book.worth is None else (book.worth.each, book.worth.policy),
        "weights": {} if book.worth is None else _weights(book.worth),
        "payoff": next((m.name for m in book.measures if m.pays), None),
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


def _weights(worth: WorthTerm) -> dict[str, tuple[str, tuple[tuple[Any, ...], ...], str | None, int]]:
    """What counts for a side's standing: like measures, and how many times each does."""
    return {
        reading.name: (reading.title, tuple(describe(v.type) for v in reading.params), reading.each, weight.number)
        for reading, weight in zip(worth.readings, worth.weights, strict=True)
    }


def _nouns(book: Rulebook) -> dict[str, dict[int | str, tuple[str, int | None, dict[str, str]]]]:
    """What is said of the nouns of things by their number, and of the noun of a kind, under its own name."""
    made: dict[str, dict[int | str, tuple[str, int | None, dict[str, str]]]] = {}
    for kind, things in book.nouns.items():
        made[kind.name] = {index: (n.text, n.gender, n.forms) for index, n in things.items() if n.forms or n.gender}
    for name, noun in book.kind_nouns.items():
        made.setdefault(name, {})[name] = (noun.forms.get(COVERED, noun.text), noun.gender, noun.forms)
    return made


def describe(of: Type) -> tuple[Any, ...]:
    """A type as plain data."""
    match of:
        case Number(low=low, high=high):
            return ("number", low, high)
        case Bool():
            return ("bool",)
        case Enum(words=words):
            return ("enum", words)
        case Thing(kind=kind):
            return ("thing", kind.root.name, kind.name, kind.mask)
        case Optional(of=inner):
            return ("optional", describe(inner))
        case SetOf(of=inner):
            return ("set", describe(inner))
        case ListOf(of=inner):
            return ("list", describe(inner))
        case Dice(sides=sides):
            return ("dice", sides)
    return ("number", None, None)


def quoted(span: Span) -> str:
    """The words of the rule file at a span, on one line."""
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    if span.line == span.end_line:
        lines = [lines[0][span.column - 1 : span.end_column - 1]]
    else:
        lines[0] = lines[0][span.column - 1 :]
        lines[-1] = lines[-1][: span.end_column - 1]
    return " ".join(" ".join(line.split("#")[0].split()) for line in lines).strip()
