"""The player aid of a book: the clauses that its rule files choose for it, as they are worded there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from crex_dsl.lawyer.lookup.numbering import home_of
from crex_dsl.site.content.book import Book, in_words
from crex_dsl.site.content.page import link

# The sheet that assets/aid.css lays out, in points, and how wide the letters of a wide typeface run in it.
COLUMN = (264, 510)
COLUMNS = 3
LINE = 1.2
LATIN, OTHER = 0.53, 0.61
HEADING = 1.8
ROW = 1.25  # lines that a line of a table takes
SIZES = (10.0, 9.5, 9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5)


@dataclass(frozen=True)
class AidClause:
    """A clause of the player aid: its number in figures and its heading, each only if it tells something new."""

    href: str
    number: str
    heading: str
    wording: str
    language: str


@dataclass(frozen=True)
class AidGroup:
    """Clauses that stand together, under the heading of the first."""

    id: str
    href: str
    heading: str
    clauses: list[AidClause]


@dataclass(frozen=True)
class AidTable:
    """A table of the player aid: its head, and rows that may begin with an icon."""

    id: str
    title: str
    language: str
    head: list[str]
    rows: list[tuple[str, list[str]]]

    @property
    def whole(self) -> list[tuple[str, list[str]]]:
        """All rows, the head first."""
        return [("", self.head), *self.rows]


def aid_of(book: Book) -> list[AidGroup]:
    """The groups of the player aid in their order."""
    return [_group(book, names) for names in book.record.aid]


def tables_of(book: Book) -> list[AidTable]:
    """The tables of the player aid, which come before the clauses."""
    return [AidTable(each.id, each.title, each.language, each.rows[0][1], each.rows[1:]) for each in book.sheets]


def type_size(groups: Sequence[AidGroup], tables: Sequence[AidTable] = ()) -> float:
    """The size of type in points, as large as a sheet has room for and never too small to read."""
    return next((size for size in SIZES if fits(groups, size, tables)), SIZES[-1])


def fits(groups: Sequence[AidGroup], size: float, tables: Sequence[AidTable] = ()) -> bool:
    """Whether tables and groups find room on one sheet in type of a size in points."""
    width, height = COLUMN[0] / size, COLUMNS * COLUMN[1] / size
    lines = sum(HEADING + sum(ceil(_length(each) / width) for each in group.clauses) for group in groups)
    lines += sum(HEADING + sum(_row_lines(row, width) for _, row in table.whole) for table in tables)
    return lines * LINE <= height


def _row_lines(cells: Sequence[str], width: float) -> float:
    """How many lines a row of a table takes, its longest cell in its share of the column."""
    return ROW * max(ceil(_wide(cell) * len(cells) / width) for cell in cells)


def _length(clause: AidClause) -> float:
    """How long a clause would run on a single line, in its own size of type."""
    return _wide(f"{clause.number} {clause.heading} {clause.wording}")


def _wide(text: str) -> float:
    return sum(LATIN if letter < "\u0370" else OTHER for letter in text)


def _group(book: Book, names: Sequence[str]) -> AidGroup:
    clauses = list(_clauses(book, names))
    return AidGroup(names[0], clauses[0].href, book.heading(book.clauses[names[0]]), clauses)


def _clauses(book: Book, names: Sequence[str]) -> Iterator[AidClause]:
    above = book.heading(book.clauses[names[0]])
    for name in names:
        clause = book.clauses[name]
        number, heading = home_of(book.record, clause) or "", book.heading(clause)
        yield AidClause(
            link(book.path("aid"), book.address(name) or ""),
            "" if in_words(number) else number,
            "" if heading == above else heading,
            book.wording(clause),
            book.language_of(clause),
        )
        above = heading
