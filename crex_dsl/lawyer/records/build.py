"""A record drawn up from the rule files: parsed, built and worded anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span
from crex_dsl.lawyer.records.clause_effects import effects
from crex_dsl.lawyer.records.clause_uses import mentions
from crex_dsl.lawyer.records.layer_changes import asleep, gone, touches
from crex_dsl.lawyer.records.models import (
    ChapterRecord,
    ClauseRecord,
    ExampleRecord,
    LessonRecord,
    ReadingRecord,
    RulebookRecord,
    RulingRecord,
    SheetRecord,
    TermRecord,
)
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.layers.draft import Draft, RulingDraft
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.rulebook import ClauseTerm, LessonTerm, Rulebook
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.selection.index import reading_fields
from crex_dsl.rulebook.selection.selection import GameIndex, Selection
from crex_dsl.rulebook.terms.types import Kind
from crex_dsl.rulebook.wording import shown

_UNDER = re.compile(r" under ([\w.-]+(?:, [\w.-]+)*)\s*(?:#.*)?$")
_MARKS = re.compile(r"(?:[A-Z]\d{2,} )+(?=\S)")


def build_record(files: GameFiles, index: GameIndex, selection: Selection) -> RulebookRecord:
    """The record of one selection; raises a RuleError with every mistake of its rules."""
    text = parsed(files, scripts=False)
    book = build(text, index, selection, Report())
    draft = overlay(text, index, selection, Report())
    told = index_of(files, selection.language or index.edition(selection.edition).language)
    does, touched, uses = effects(draft, book), touches(draft, told), mentions(book.world)
    record = RulebookRecord(
        **book_fields(book),
        base_language=book.base_language,
        printed_language=book.printed_language,
        clauses=[_clause(clause, book) for clause in book.clauses.values()],
        rulings=[_ruling(ruling) for ruling in draft.rulings],
        terms=list(_terms(draft)),
        things=dict(_things(book)),
        gone=gone(draft),
        asleep=asleep(draft, index),
        names={
            kind.name: {kind.ids[index]: name for index, name in named.items()} for kind, named in book.names.items()
        },
        kinds=dict(_kinds(book)),
        numbering=_numbering(draft, book),
        chapters=[ChapterRecord(id=chapter.id, title=chapter.title, at=chapter.at) for chapter in book.chapters],
        aid=[together for together in book.aid if together],
        sheets=[SheetRecord(**vars(each)) for each in book.sheets],
        lessons=[_lesson(each) for each in book.lessons],
    )
    for clause in record.clauses:
        clause.effects = does.get(clause.id, [])
        clause.touches = touched.get(clause.id, [])
        clause.uses = uses.get(clause.id, {})
    return record


def book_fields(book: Rulebook) -> dict[str, Any]:
    """What names a rulebook."""
    chosen = book.selection
    names = {"game": chosen.game, "edition": chosen.edition, "options": chosen.names}
    return {**names, "title": book.title, "language": book.language}


def clause_fields(clause: ClauseTerm) -> dict[str, Any]:
    """A clause as its edition prints it, and where it comes from."""
    own = ("id", "title", "numbers", "heading", "status", "mark", "assumed", "layer")
    fields = {name: getattr(clause, name) for name in own}
    return {**fields, "wording": clause.wording or clause.says, "place": clause.span.place}


def _clause(clause: ClauseTerm, book: Rulebook) -> ClauseRecord:
    return ClauseRecord(
        **clause_fields(clause),
        language=clause.language,
        says=clause.says,
        spoken=clause.spoken,
        effects=[],
        examples=[
            ExampleRecord(
                title=without_marks(example.title),
                numbers=example.at,
                under=_under(example.span, book.chain),
                place=example.span.place,
            )
            for example in book.examples
            if clause.id in example.clauses
        ],
        rulings=[str(ruling.node.name) for ruling in book.rulings if clause.id in ruling.node.on.items],
    )


def _lesson(lesson: LessonTerm) -> LessonRecord:
    parts = [(sort, without_marks(text) if sort == "example" else text) for sort, text in lesson.parts]
    return LessonRecord(**{**vars(lesson), "parts": parts})


def without_marks(title: str) -> str:
    """The title of an example as readers see it: without the marks before it, such as `D34`, which are its author's."""
    return _MARKS.sub("", title, count=1) if _MARKS.match(title) else title


def _under(span: Span, layers: Sequence[str]) -> list[str]:
    """The layers in force that a check of the example at a place is restricted to."""
    lines = span.source.text.split("\n")[span.line :]
    script = takewhile(lambda line: not line.strip() or line[0].isspace(), lines)
    named = {name for line in script for found in _UNDER.findall(line) for name in found.split(", ")}
    return [layer for layer in layers if layer in named]


def _numbering(draft: Draft, book: Rulebook) -> list[str]:
    """The numbers under which clauses in force are printed, in the order in which the edition cites them."""
    return list(dict.fromkeys(at for name, cited in draft.citations.items() if name in book.clauses for at in cited.at))


def _ruling(ruling: RulingDraft) -> RulingRecord:
    node = ruling.node
    return RulingRecord(
        id=str(node.name),
        asks=node.asks.text,
        assumed=node.assumed.text.text if node.assumed else None,
        on=[str(name) for name in node.on],
        layer=ruling.layer,
        readings=[
            ReadingRecord(**reading_fields(reading), in_force=reading is ruling.chosen) for reading in node.readings
        ],
        place=node.name.span.place,
    )


def _things(book: Rulebook) -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    """The things of every kind that is no part of another, with the attributes that its tables give them."""
    for kind, parts in _roots(book):
        yield (
            kind.name,
            {
                kind.ids[index]: {
                    attribute.name: shown(attribute.values[index], attribute.type, {})
                    for part in parts
                    if part.mask >> index & 1
                    for attribute in part.fixed.values()
                    if index < len(attribute.values) and attribute.values[index] is not None
                }
                for index in kind.members
            },
        )


def _kinds(book: Rulebook) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """All kinds that a thing is of, by the kind that is no part of another and by its id."""
    for kind, parts in _roots(book):
        things = {kind.ids[index]: [part.name for part in parts if part.mask >> index & 1] for index in kind.members}
        yield kind.name, things


def _roots(book: Rulebook) -> Iterator[tuple[Kind, list[Kind]]]:
    """The kinds that are no part of another, each with those that are parts of it."""
    for kind in book.world.kinds.values():
        if kind.parent is None:
            yield kind, [part for part in book.world.kinds.values() if part.root is kind]


def _terms(draft: Draft) -> Iterator[TermRecord]:
    """The glossary's terms; a later layer's forms stand for those of an earlier one."""
    found: dict[tuple[str, str], TermRecord] = {}
    for top, _ in draft.tools:
        if isinstance(top, n.Glossary):
            for line in top.lines:
                key = str(top.language), str(line.name)
                found[key] = TermRecord(
                    id=key[1], language=key[0], forms=[str(text) for text in line.texts], place=line.name.span.place
                )
    yield from found.values()
