"""What teaches a game beside its clauses: outlines of the board, tables of the player aid, lessons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Word
from crex_dsl.rulebook.declarations.scope import Mistake
from crex_dsl.rulebook.layers.draft import Draft
from crex_dsl.rulebook.rulebook import LessonTerm, OutlineTerm, Rulebook, SheetTerm
from crex_dsl.rulebook.terms.evaluate import Work
from crex_dsl.rulebook.tools.pictures import ICONS
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.wording import worded
from crex_dsl.text.messages import said
from crex_dsl.text.numerals import whole_number
from crex_dsl.text.spelling import did_you_mean

_FEWEST_POINTS = 3


def teach(book: Rulebook, draft: Draft, typer: Typer, report: Report) -> None:
    """Put outlines, sheets and lessons into a book; what a later layer says under a name takes the place of it."""
    _Teacher(book, draft, typer, report).run()


class _Teacher:
    """Words what teaches a game."""

    def __init__(self, book: Rulebook, draft: Draft, typer: Typer, report: Report) -> None:
        self.book, self.draft, self.typer, self.report = book, draft, typer, report
        self.work = Work()

    def run(self) -> None:
        said: dict[tuple[type, str, str], n.Outline | n.Sheet | n.Lesson] = {}
        for top, _ in self.draft.tools:
            if isinstance(top, n.Outline | n.Sheet | n.Lesson):
                language = "" if isinstance(top, n.Outline) else self._language(top.language)
                said[type(top), str(top.name), language] = top
        for top in said.values():
            try:
                match top:
                    case n.Outline():
                        self.book.outlines.append(self._outline(top))
                    case n.Sheet():
                        self.book.sheets.append(self._sheet(top))
                    case n.Lesson():
                        self.book.lessons.append(self._lesson(top))
            except Mistake as mistake:
                mistake.tell(self.report)

    def _outline(self, top: n.Outline) -> OutlineTerm:
        points = [(whole_number(p.x) or 0, whole_number(p.y) or 0) for line in top.lines for p in line.points]
        if len(points) < _FEWEST_POINTS:
            raise Mistake(
                said("the outline `{top}` goes around nothing", top=top.name),
                top.name.span,
                said("name three points or more"),
            )
        return OutlineTerm(str(top.name), points)

    def _sheet(self, top: n.Sheet) -> SheetTerm:
        language = self._language(top.language)
        wide = len(top.rows[0].cells.items)
        rows: list[tuple[str, list[str]]] = []
        for row in top.rows:
            if row.icon is not None and row.icon not in ICONS:
                raise Mistake(
                    said("there is no icon `{name}`", name=row.icon), row.icon.span, did_you_mean(row.icon, ICONS)
                )
            if len(row.cells.items) != wide:
                raise Mistake(
                    said("this row has {count} cells, and the head {wide}", count=len(row.cells.items), wide=wide),
                    row.span,
                )
            rows.append((str(row.icon or ""), [self._worded(cell, language) for cell in row.cells]))
        return SheetTerm(str(top.name), language, str(top.title), rows)

    def _lesson(self, top: n.Lesson) -> LessonTerm:
        language = self._language(top.language)
        return LessonTerm(str(top.name), language, str(top.title), list(self._parts(top, language)))

    def _parts(self, top: n.Lesson, language: str) -> Iterator[tuple[Literal["text", "example"], str]]:
        for line in top.lines:
            if isinstance(line, n.LessonText):
                yield "text", self._worded(line.text, language)
            else:
                yield "example", str(line.title)

    def _language(self, said: Word | None) -> str:
        return self.book.base_language if said is None else str(said)

    def _worded(self, text: Word, language: str) -> str:
        return worded(text, self.typer, self.book.names, self.work, self.report, language)
