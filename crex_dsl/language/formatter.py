"""Rule text in its one canonical layout, with every comment where its author put it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise, takewhile, zip_longest

from crex_dsl.language.diagnostics import Diagnostic, Report, RuleError
from crex_dsl.language.parser import MAX_DEPTH, grammar, parse
from crex_dsl.language.source import MAX_LINE, Source, Span
from crex_dsl.text.messages import number_as_said, said

INDENT = "    "


@dataclass(slots=True)
class _Piece:
    """A token, with the blanks, line breaks and comments between it and the token before."""

    sort: str
    text: str
    gap: str
    line: int
    column: int


@dataclass(slots=True)
class _Note:
    """A comment on a line of its own, and whether an empty line stands before it."""

    text: str
    blank: bool
    line: int
    column: int


@dataclass(slots=True)
class _Line:
    """A line with those that continue it: what stands before it, in it and at its end."""

    level: int
    pieces: list[_Piece]
    notes: list[_Note] = field(default_factory=list)
    blank: bool = False
    remark: str = ""
    block: bool = False
    anchor: int = 0
    width: int = 0

    @property
    def first(self) -> _Piece:
        return self.pieces[0]


def format_text(source: Source, cache: str | None = None) -> str:
    """The text in canonical layout: it says the same, and laying it out again changes nothing."""
    source = _with_plain_breaks(source)
    report = Report()
    parse(source, report, cache)
    report.raise_errors()
    lines = _lines(source, cache)
    for above, below in pairwise(lines):
        above.block = below.level > above.level
    for index, line in enumerate(lines):
        if line.block:
            _align(line, _inner(lines, index))
    laid_out = list(_laid_out(lines))
    for number, text in laid_out:
        _check_bounds(source, number, text)
    return "".join(f"{text}\n" for _, text in laid_out)


def _with_plain_breaks(source: Source) -> Source:
    """The source with plain line breaks; where all its indentation is tabs, four blanks for each."""
    text = source.text.replace("\r\n", "\n")
    indents = re.findall(r"^[ \t]+(?=\S)", text, re.MULTILINE)
    if not any(" " in indent for indent in indents):
        text = re.sub(r"^\t+(?=\S)", lambda tabs: INDENT * len(tabs[0]), text, flags=re.MULTILINE)
    return Source(source.name, text if text.endswith("\n") else f"{text}\n", source.path)


def _check_bounds(source: Source, number: int, text: str) -> None:
    """Refuse a layout that could not be read again."""
    depth = (len(text) - len(text.lstrip(" "))) // len(INDENT)
    if len(text) > MAX_LINE:
        message = said(
            "laid out, this line has {count} characters; a rule line has at most {max_line}",
            count=number_as_said(len(text)),
            max_line=number_as_said(MAX_LINE),
        )
        hint = said("break the line")
    elif depth > MAX_DEPTH:
        message = said("this line nests deeper than {max_depth} levels", max_depth=MAX_DEPTH)
        hint = said("move the inner part into a definition or procedure of its own")
    else:
        return
    raise RuleError([Diagnostic(message, Span(source, number, 1, number, 60), hint=hint)])


# ---- reading: lines as the parser sees them, and what stands between them ----
def _lines(source: Source, cache: str | None) -> list[_Line]:
    """The lines of a text that parses; the last one is empty and stands for its end."""
    lines: list[_Line] = []
    level, end, fresh = 0, 0, True
    for token in grammar(cache).parse_interactive(source.text).iter_parse():
        if token.type == "_INDENT":
            level += 1
        elif token.type == "_DEDENT":
            level -= 1
        elif token.type == "_NL":
            fresh = True
        else:
            gap = source.text[end : token.start_pos]
            piece = _Piece(token.type, str(token), gap, token.line or 1, token.column or 1)
            if fresh:
                lines.append(_Line(level, [piece]))
            else:
                lines[-1].pieces.append(piece)
            end, fresh = token.end_pos or end, False
    lines.append(_Line(0, [_Piece("$END", "", source.text[end:], source.text.count("\n") + 1, 1)]))
    lines[0].first.gap = "\n" + lines[0].first.gap
    for above, below in pairwise([_Line(0, []), *lines]):
        _read_gap(above, below)
    return lines


def _read_gap(above: _Line, below: _Line) -> None:
    """Tell the remark on the line above from the comments before the line below."""
    remark, *between, _ = below.first.gap.split("\n")
    above.remark = remark.strip()
    number = below.first.line - len(between)
    for line, text in enumerate(between, start=number):
        if text.strip():
            column = len(text) - len(text.lstrip()) + 1
            below.notes.append(_Note(text.strip(), below.blank, line, column))
        below.blank = not text.strip()


# ---- columns: what stands below each other ----
def _inner(lines: list[_Line], opener: int) -> list[_Line]:
    """The lines directly under a line, without those under them."""
    level = lines[opener].level
    block = takewhile(lambda line: line.level > level, lines[opener + 1 :])
    return [line for line in block if line.level == level + 1]


def _align(opener: _Line, inner: list[_Line]) -> None:
    """Give the lines directly under `opener` the columns that they share."""
    match opener.first.sort:
        case "KIND":
            for _, attributes in groupby(inner, key=lambda line: line.first.sort in ("CHANGING", "PLACED")):
                _anchor([line for line in attributes if line.first.sort != "IDENTITY"], 1, "COLON")
        case "TABLE":
            _align_rows([line.first for line in inner if line.first.sort == "ROW"])
        case "PICTURE":
            for line in inner:
                line.anchor, line.width = 1, len(line.first.text) + 1
        case first if first in ("TEXT", "OUTCOME", "REFUSED", "STATUS") or (
            first != "PROCEDURE" and opener.pieces[-1].sort == "IS"
        ):
            _anchor(inner, 2, "WHEN", "OTHERWISE")


def _find(line: _Line, *sorts: str) -> int:
    """Where in its first row a line has such a token; 0 where it has none."""
    row = takewhile(lambda item: item[0] == 0 or "\n" not in item[1].gap, enumerate(line.pieces))
    return next((index for index, piece in row if piece.sort in sorts), 0)


def _anchor(lines: list[_Line], blanks: int, *sorts: str) -> None:
    """Put such tokens of the lines below each other, so many blanks after the longest text before them."""
    for line in lines:
        line.anchor = _find(line, *sorts)
    anchored = [line for line in lines if line.anchor]
    width = max((len(_joined(line.pieces[: line.anchor])) for line in anchored), default=0)
    for line in anchored:
        line.width = width + blanks


def _align_rows(rows: list[_Piece]) -> None:
    """Make the columns of a table equally wide, cells to the left."""
    cells = [_cells(row.text) for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*(found for found, _ in cells), fillvalue="")]
    for row, (found, remark) in zip(rows, cells, strict=True):
        padded = (cell.ljust(width) for cell, width in zip(found, widths, strict=False))
        row.text = f"| {' | '.join(padded)} |" + (f"  {remark}" if remark else "")


def _cells(row: str) -> tuple[list[str], str]:
    """The cells of a table row, and the comment after its last bar."""
    inside, _, rest = row.rpartition("|")
    cells, rest = [cell.strip() for cell in inside.split("|")[1:]], rest.strip()
    if rest.startswith("#") and cells:
        return cells, rest
    return ([*cells, rest] if rest or not cells else cells), ""


# ---- writing ----
def _laid_out(lines: list[_Line]) -> Iterator[tuple[int, str]]:
    """Every row of the layout, with the number of the source line that it comes from."""
    above, top = _Line(0, []), _Line(0, [])
    columns: list[int] = []
    for line in lines:
        levels = _note_levels(above, line, columns)
        blanks = [*(note.blank for note in line.notes), line.blank]
        if not above.pieces or line.level > above.level:
            blanks[0] = False
        elif line.level == 0:
            outside = levels.index(0)
            blanks[outside] |= top.block or (line.block and not any(blanks[outside:]))
        for note, level, blank in zip(line.notes, levels, blanks, strict=False):
            if blank:
                yield note.line, ""
            yield note.line, INDENT * level + note.text
        if line.first.sort == "$END":
            return
        if blanks[-1]:
            yield line.first.line, ""
        for text in _rows(line):
            yield line.first.line, text
        columns[line.level :] = [line.first.column]
        above, top = line, top if line.level else line


def _note_levels(above: _Line, line: _Line, columns: list[int]) -> list[int]:
    """The level of each comment before a line, then the line's; where blocks end, its column decides."""
    level = max(above.level, line.level)
    levels = []
    for note in line.notes:
        while level > line.level and columns[level] > note.column:
            level -= 1
        levels.append(level)
    return [*levels, line.level]


def _rows(line: _Line) -> list[str]:
    """The line and those that continue it, one level deeper or one deeper than the bracket they stand in."""
    level = line.level
    rows = [INDENT * level + line.first.text]
    opened: list[int] = []
    for index, (before, piece) in enumerate(pairwise(line.pieces), start=1):
        if before.text in ("(", "["):
            opened.append(level)
        if "\n" in piece.gap:
            remark, *notes, _ = piece.gap.split("\n")
            level = (opened[-1] if opened else line.level) + 1
            rows[-1] = _remarked(rows[-1], remark.strip())
            rows += [INDENT * level + note.strip() for note in notes if note.strip()]
            level -= piece.text in (")", "]")
            rows.append(INDENT * level + piece.text)
        elif index == line.anchor:
            rows[-1] = rows[-1].ljust(len(INDENT) * level + line.width) + piece.text
        else:
            rows[-1] += _space(before, piece) + piece.text
        if piece.text in (")", "]"):
            opened.pop()
    rows[-1] = _remarked(rows[-1], line.remark)
    return rows


def _remarked(row: str, remark: str) -> str:
    return f"{row}  {remark}" if remark else row


def _joined(pieces: list[_Piece]) -> str:
    """Tokens of one row with canonical blanks between them."""
    return pieces[0].text + "".join(_space(before, piece) + piece.text for before, piece in pairwise(pieces))


def _space(before: _Piece, piece: _Piece) -> str:
    """What stands between two tokens of one row."""
    if before.text in ("(", "[", ".", "..") or piece.text in (")", "]", ",", ":", ".", ".."):
        return ""
    if piece.text == "(" and before.sort in ("NAME", "WORTH"):
        return ""
    return " "
