"""The rows of tables: laid over one another, every cell typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.reserved_names import OF_THINGS
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, Told, World
from crex_dsl.rulebook.files.table_files import sheet
from crex_dsl.rulebook.layers.draft import Draft
from crex_dsl.rulebook.terms.evaluate import NotConstant, Work, evaluate
from crex_dsl.rulebook.terms.types import Bool, Enum, Kind, ListOf, Number, Optional, SetOf, Thing, Type, Unknown
from crex_dsl.rulebook.typecheck.expressions import MAX_NUMBER, Typer
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.numerals import whole_number
from crex_dsl.text.spelling import did_you_mean


@dataclass(eq=False)
class RawRow:
    """A table row before its cells are typed."""

    id: Word
    cells: dict[str, Word] = field(default_factory=dict)
    heads: dict[str, Word] = field(default_factory=dict)


# ---- rows ----
def all_rows(draft: Draft, world: World, report: Report) -> dict[str, dict[str, RawRow]]:
    """The rows of every kind after all layers have added, changed and dropped theirs."""
    tables: dict[str, dict[str, RawRow]] = {}
    contributions = [*draft.components, *(c for clause in draft.active() for c in clause.items)]
    order = {layer: place for place, layer in enumerate(draft.chain)}
    for contribution in sorted(contributions, key=lambda c: order.get(c.layer, 0)):
        item = contribution.item
        if not isinstance(item, n.Table | n.TableFrom):
            continue
        kind = world.kinds.get(str(item.name))
        if kind is None:
            report.error(
                said("`{name}` is no kind", name=item.name), item.name.span, did_you_mean(item.name, world.kinds)
            )
            continue
        rows = tables.setdefault(kind.name, {})
        try:
            _edit(item, kind, rows, world, report)
        except Mistake as mistake:
            mistake.tell(report)
    return tables


def _edit(item: n.Table | n.TableFrom, kind: Kind, rows: dict[str, RawRow], world: World, report: Report) -> None:
    if isinstance(item, n.TableFrom):
        _add_rows(sheet(item.file), kind, rows, world, report)
        return
    _add_rows([_cells(line.text) for line in item.lines if isinstance(line, n.Row)], kind, rows, world, report)
    for line in item.lines:
        try:
            if isinstance(line, n.DropRows):
                for name in line.names:
                    del rows[str(_known_row(name, kind, rows).id)]
                    world.gone[str(name)] = (said("dropped from the table of `{kind}` here", kind=kind.name), name.span)
            elif isinstance(line, n.ChangeRow):
                row = _known_row(line.name, kind, rows)
                for setting in line.settings:
                    row.cells[str(setting.name)] = _cell_of(setting)
                    row.heads[str(setting.name)] = setting.name
        except Mistake as mistake:
            mistake.tell(report)


def _known_row(name: Word, kind: Kind, rows: dict[str, RawRow]) -> RawRow:
    row = rows.get(str(name))
    if row is None and kind.joins is not None:  # a link goes by either order of its ends
        row = next((r for r in rows.values() if "-".join(reversed(str(r.cells["ends"]).split(","))) == name), None)
    if row is None:
        raise Mistake(
            said("the table of `{kind}` has no row `{name}`", kind=kind.name, name=name),
            name.span,
            did_you_mean(name, rows),
        )
    return row


def _cell_of(setting: n.FieldIs) -> Word:
    value = setting.value
    match value:
        case n.Name(name=name):
            text = str(name)
        case n.Number(value=number):
            text = str(number)
        case n.Yes():
            text = "yes"
        case n.No():
            text = "no"
        case n.List(items=items) if all(isinstance(i, n.Name | n.Number) for i in items):
            text = ",".join(str(getattr(i, "name", None) or getattr(i, "value", "")) for i in items) or "-"
        case _:
            raise Mistake(said("a table cell is a word, a number, yes, no or a list of them"), value.span)
    return Word.at(text, value.span)


def _cells(text: Word) -> list[Word]:
    """The cells of a written row, each with its own span."""
    span, found, start = text.span, [], 0
    body = re.sub(r"(?<=\|)\s*#[^|]*$", "", text).rstrip()
    if not body.endswith("|") or len(body) < 2:
        raise Mistake(said("a table row starts and ends with |"), span, said("put a bar after the last cell"))
    for part in body[1:-1].split("|"):
        offset = start + 1 + (len(part) - len(part.lstrip()))
        column = span.column + offset
        word = part.strip()
        found.append(Word.at(word, Span(span.source, span.line, column, span.line, column + max(1, len(word)))))
        start += len(part) + 1
    return found


def _add_rows(written: list[list[Word]], kind: Kind, rows: dict[str, RawRow], world: World, report: Report) -> None:
    """Add the rows that are right; what the others would have been is not asked for again."""
    if not written:
        return
    header, *body = written
    try:
        _check_header(header, kind)
    except Mistake as mistake:
        mistake.tell(report)
        world.failed.update(str(cells[0]) for cells in body)
        return
    for cells in body:
        try:
            row = _row(header, cells, kind, rows)
            rows[str(row.id)] = row
            world.gone.pop(str(row.id), None)
        except Mistake as mistake:
            mistake.tell(report)
            world.failed.update(str(cell) for cell in cells)


def _check_header(header: list[Word], kind: Kind) -> None:
    columns = [str(cell) for cell in header]
    wanted = ["from", "to"] if kind.joins is not None else ["id"]
    for column in wanted:
        if column not in columns:
            raise Mistake(
                said("the table of `{kind}` needs a column `{column}`", kind=kind.name, column=column),
                header[0].span,
                said("its columns are {columns}", columns=listed_as_said(columns)),
            )
    for place, column in enumerate(columns):
        if column in columns[:place]:
            raise Mistake(
                said("the column `{column}` stands twice", column=column),
                header[place].span,
                said("take one of them out"),
            )


def _row(header: list[Word], cells: list[Word], kind: Kind, rows: dict[str, RawRow]) -> RawRow:
    if len(cells) != len(header):
        raise Mistake(
            said(
                "this row has {count} cells, and the table has {count_2} columns", count=len(cells), count_2=len(header)
            ),
            cells[0].span,
            said("write `-` where a cell says nothing"),
        )
    values = {str(column): cell for column, cell in zip(header, cells, strict=True)}
    if kind.joins is not None:
        ends = values.pop("from"), values.pop("to")
        name = Word.at(f"{ends[0]}-{ends[1]}", ends[0].span)
        values["ends"] = Word.at(f"{ends[0]},{ends[1]}", ends[0].span)
    else:
        name = values.pop("id")
    if not name or not all(part.isalnum() or part in "-_." for part in name) or not name.isascii():
        raise Mistake(
            said("`{name}` is no id", name=name), name.span, said("an id is of plain letters, digits and hyphens")
        )
    if name in OF_THINGS:  # those in a rule file have been told already
        raise Mistake(
            said("`{name}` is a word of the language and cannot be a name here", name=name),
            name.span,
            said("choose another name"),
        )
    if str(name) in rows:
        raise Mistake(
            said("`{name}` stands twice in the table of `{kind}`", name=name, kind=kind.name),
            name.span,
            said("choose another id"),
            [(said("first here"), rows[name].id.span)],
        )
    return RawRow(name, values, {str(column): column for column in header})


def fill(
    kind: Kind, rows: dict[str, RawRow], world: World, named: list[tuple[Word, Kind, int]], report: Report
) -> None:
    """Type every cell of a kind's rows into its fixed attributes; `named` notes which things cells name."""
    root = kind.root
    attributes: dict[str, t.FixedAttribute] = {}
    above: Kind | None = kind
    while above is not None:
        attributes = {**above.fixed, **attributes}
        above = above.parent
    told: set[str] = set()
    for name, row in rows.items():
        index = root.aliases.get(name)
        if index is None:
            continue
        for column, cell in row.cells.items():
            if column == "name" and column not in attributes:
                world.displays.setdefault(root, {})[index] = str(cell)
            elif column in attributes:
                try:
                    attributes[column].values[index] = _value(cell, attributes[column].type, world, named)
                except Mistake as mistake:
                    mistake.tell(report)
            elif column not in told:
                told.add(column)
                report.error(
                    said("`{kind}` has no fixed attribute `{column}`", kind=kind.name, column=column),
                    row.heads.get(column, cell).span,
                    did_you_mean(column, attributes) or _attributes_of(attributes),
                )
        for column in attributes:
            if column not in row.cells and column not in told:
                told.add(column)
                report.error(
                    said("row `{name}` says nothing about `{column}`", name=name, column=column),
                    row.id.span,
                    said("add a column `{column}`", column=column),
                )
    if kind.name == "player" and kind.fixed:  # all other things come from tables
        if not rows:
            report.error(
                said("nothing says what `{next}` is of a player", next=next(iter(kind.fixed))),
                kind.span,
                said("add a table"),
            )
        for index in kind.members if rows else ():
            if kind.ids[index] not in rows:
                what = said("the table of `player` has no row for `{ids}`", ids=kind.ids[index])
                report.error(what, next(iter(rows.values())).id.span, said("say something about everybody who plays"))


def _attributes_of(attributes: Iterable[str]) -> str:
    names = [f"`{name}`" for name in attributes if name != "ends"]
    return (
        said("its columns are {columns}", columns=listed_as_said(names))
        if names
        else said("it has no fixed attributes")
    )


def blank(of: Type) -> Any:
    match of:
        case Number(low=low):
            return low or 0
        case Optional(of=inner):
            return _nothing(inner)
        case ListOf():
            return ()
    return 0


def _nothing(inner: Type) -> int:
    return inner.kind.count if isinstance(inner, Thing) else len(inner.words)  # type: ignore[attr-defined]


def _value(cell: Word, of: Type, world: World, named: list[tuple[Word, Kind, int]]) -> Any:
    """A table cell as a value of its attribute's type."""
    text = str(cell)
    match of:
        case Unknown():
            raise Told(cell.span)
        case Number(low=low, high=high):
            number = whole_number(text, MAX_NUMBER)
            if number is None:
                raise Mistake(said("`{text}` is no number", text=text), cell.span, said("write {of}", of=of))
            if low is not None and high is not None and not low <= number <= high:
                raise Mistake(
                    said("{number} is outside {low}..{high}", number=number, low=low, high=high),
                    cell.span,
                    said("use a number in range"),
                )
            return number
        case Bool():
            if text not in ("yes", "no", "-"):
                raise Mistake(said("`{text}` is neither yes nor no", text=text), cell.span)
            return int(text == "yes")
        case Enum(words=words):
            if text == "-" and "none" in words:
                text = "none"
            if text not in words:
                raise Mistake(
                    said("`{given}` is none of {words}", given=text, words=listed_as_said(words, "or")),
                    cell.span,
                    did_you_mean(text, words),
                )
            return words.index(text)
        case Thing(kind=kind):
            index = kind.root.aliases.get(text)
            if index is None:
                if text in world.failed:
                    raise Told(cell.span)
                gone = [world.gone[text]] if text in world.gone else []
                few = (
                    said("there are {known}", known=listed_as_said(kind.root.ids))
                    if 1 < len(kind.root.ids) <= 8
                    else None
                )
                raise Mistake(
                    said("`{given}` is no {kind}", given=text, kind=kind.name),
                    cell.span,
                    did_you_mean(text, kind.root.aliases) or few,
                    gone,
                )
            named.append((cell, kind, index))
            return index
        case Optional(of=inner):
            return _nothing(inner) if text in ("-", "nothing", "nobody") else _value(cell, inner, world, named)
        case SetOf(of=inner):
            mask = 0
            for part in _split(cell):
                mask |= 1 << _value(part, inner, world, named)
            return mask
        case ListOf(of=inner):
            return tuple(_value(part, inner, world, named) for part in _split(cell))
    raise Mistake(said("a table cell cannot hold {of}", of=of), cell.span)


def _split(cell: Word) -> Iterable[Word]:
    if cell in ("-", ""):
        return []
    return [Word.at(part.strip(), cell.span) for part in cell.split(",")]


def subset(node: n.Subkind, world: World, typer: Typer, work: Work, report: Report) -> None:
    """Work out which members a kind with `where` has."""
    kind = world.kinds[str(node.name)]
    assert kind.parent is not None
    assert node.where is not None
    subject = t.Var(kind.parent.name, Thing(kind.parent))
    try:
        where = typer.condition(node.where, Scope(world, {subject.name: subject}, subject))
        kind.mask = 0
        for index in kind.parent.members:
            if evaluate(where, {subject: index}, work):
                kind.mask |= 1 << index
    except Mistake as mistake:
        mistake.tell(report)
    except NotConstant as unknown:
        message = unknown.sentence or said("what belongs to a kind cannot depend on what changes in play")
        report.error(message, node.where.span)
