"""Kinds, tables and stages: the things of the game, every cell of every row typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report, did_you_mean, listed
from crex_dsl.language.numerals import whole_number
from crex_dsl.language.reserved import OF_THINGS
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.evaluate import NotConstant, Work, evaluate
from crex_dsl.rulebook.layers import Draft
from crex_dsl.rulebook.scope import Mistake, Scope, Told, World
from crex_dsl.rulebook.sheets import sheet
from crex_dsl.rulebook.typer import MAX_NUMBER, Typer
from crex_dsl.rulebook.types import (
    Bool,
    Enum,
    Kind,
    ListOf,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    Unknown,
)

MAX_THINGS = 2_000


@dataclass(eq=False)
class RawRow:
    """A table row before its cells are typed."""

    id: Word
    cells: dict[str, Word] = field(default_factory=dict)
    heads: dict[str, Word] = field(default_factory=dict)


def build_things(draft: Draft, world: World, typer: Typer, report: Report) -> None:
    """Fill the world with the draft's players, stages, kinds and rows."""
    items = [c.item for c in draft.components]
    items += [c.item for clause in draft.active() for c in clause.items]
    _players(draft, world, report)
    kinds = [i for i in items if isinstance(i, n.Kind | n.Subkind | n.ListedKind)]
    for node in kinds:
        _declare(node, world, report)
    for node in kinds:
        try:
            _relate(node, world, typer)
        except Mistake as mistake:
            mistake.tell(report)
    report.raise_errors()
    rows = _all_rows(draft, world, report)
    _number_members(world, rows, report)
    for node in kinds:
        if isinstance(node, n.Kind | n.Subkind):
            _attributes(node, world, typer, report)
    for node in kinds:
        if isinstance(node, n.Subkind):
            _check_inherited(node, world, report)
    named: list[tuple[Word, Kind, int]] = []
    for kind in world.kinds.values():
        for attribute in kind.fixed.values():
            attribute.values = [_blank(attribute.type)] * kind.count
    for kind in world.kinds.values():
        _fill(kind, rows.get(kind.name, {}), world, named, report)
    work = Work()
    for node in kinds:
        if isinstance(node, n.Subkind) and node.where is not None:
            _subset(node, world, typer, work, report)
    for cell, kind, index in named:
        if not kind.mask >> index & 1:
            report.error(f"`{cell}` is no {kind.name}", cell.span, f"it is a {kind.root.name}")
    _stages([i for i in items if isinstance(i, n.Stage)], world, report)


def _players(draft: Draft, world: World, report: Report) -> None:
    kind = world.kinds["player"] = Kind("player", None)
    line = draft.text.base.setting(n.Players)
    if not isinstance(line, n.Players):
        report.error(
            f"nobody says who plays `{draft.text.id}`",
            draft.text.base.span,
            "add a line `players …` under the game's header",
        )
        report.raise_errors()
        return
    for name in line.names:
        if name in kind.aliases:
            report.error(f"player `{name}` is named twice", name.span, "take one of them out")
        kind.aliases[str(name)] = len(kind.ids)
        kind.ids.append(str(name))
    low = high = len(kind.ids)
    if line.seated is not None:
        low, high = (whole_number(end) or 0 for end in (line.seated.low, line.seated.high))
    seats = draft.seats if draft.seats is not None else high
    if not max(1, low) <= seats <= min(high, len(kind.ids)):
        said = [draft.text.layers[name].setting(n.Seats) for name in draft.chain if name in draft.text.layers]
        where = next((setting.span for setting in reversed(said) if setting is not None), line.span)
        report.error(
            f"{seats} players cannot sit down here: the game seats {low} to {min(high, len(kind.ids))}",
            where,
            "correct `seats` or `seated`",
            [("the players", line.span)] if where is not line.span else (),
        )
        seats = len(kind.ids)
    kind.mask = (1 << seats) - 1


def _declare(node: n.Kind | n.Subkind | n.ListedKind, world: World, report: Report) -> None:
    name = str(node.name)
    if name == "player" and isinstance(node, n.Kind):
        world.kinds[name].span = node.name.span
        return
    if name in world.kinds:
        first = world.kinds[name].span
        report.error(
            f"the kind `{name}` is declared twice",
            node.name.span,
            "choose another name",
            [("first here", first)] if first else (),
        )
        return
    kind = world.kinds[name] = Kind(name, node.name.span)
    if isinstance(node, n.ListedKind):
        for word in node.names:
            if word in kind.aliases:
                report.error(f"`{word}` stands twice in this list", word.span, "take one of them out")
            else:
                kind.aliases[str(word)] = len(kind.ids)
                kind.ids.append(str(word))
        kind.mask = (1 << len(kind.ids)) - 1
        kind.rows_filled = True


def _relate(node: n.Kind | n.Subkind | n.ListedKind, world: World, typer: Typer) -> None:
    kind = world.kinds[str(node.name)]
    if isinstance(node, n.Subkind):
        parent = typer.kind(node.of)
        above: Kind | None = parent
        while above is not None:
            if above is kind:
                raise Mistake(f"the kind `{kind.name}` would be a part of itself", node.of.span)
            above = above.parent
        kind.parent = parent
    if isinstance(node, n.Kind | n.Subkind) and node.joins is not None:
        kind.joins = typer.kind(node.joins)


# ---- rows ----
def _all_rows(draft: Draft, world: World, report: Report) -> dict[str, dict[str, RawRow]]:
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
            report.error(f"`{item.name}` is no kind", item.name.span, did_you_mean(item.name, world.kinds))
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
                    world.gone[str(name)] = (f"dropped from the table of `{kind.name}` here", name.span)
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
        raise Mistake(f"the table of `{kind.name}` has no row `{name}`", name.span, did_you_mean(name, rows))
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
            raise Mistake("a table cell is a word, a number, yes, no or a list of them", value.span)
    return Word.at(text, value.span)


def _cells(text: Word) -> list[Word]:
    """The cells of a written row, each with its own span."""
    span, found, start = text.span, [], 0
    body = re.sub(r"(?<=\|)\s*#[^|]*$", "", text).rstrip()
    if not body.endswith("|") or len(body) < 2:
        raise Mistake("a table row starts and ends with |", span, "put a bar after the last cell")
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
                f"the table of `{kind.name}` needs a column `{column}`",
                header[0].span,
                f"its columns are {listed(columns)}",
            )
    for place, column in enumerate(columns):
        if column in columns[:place]:
            raise Mistake(f"the column `{column}` stands twice", header[place].span, "take one of them out")


def _row(header: list[Word], cells: list[Word], kind: Kind, rows: dict[str, RawRow]) -> RawRow:
    if len(cells) != len(header):
        raise Mistake(
            f"this row has {len(cells)} cells, and the table has {len(header)} columns",
            cells[0].span,
            "write `-` where a cell says nothing",
        )
    values = {str(column): cell for column, cell in zip(header, cells, strict=True)}
    if kind.joins is not None:
        ends = values.pop("from"), values.pop("to")
        name = Word.at(f"{ends[0]}-{ends[1]}", ends[0].span)
        values["ends"] = Word.at(f"{ends[0]},{ends[1]}", ends[0].span)
    else:
        name = values.pop("id")
    if not name or not all(part.isalnum() or part in "-_." for part in name) or not name.isascii():
        raise Mistake(f"`{name}` is no id", name.span, "an id is of plain letters, digits and hyphens")
    if name in OF_THINGS:  # those in a rule file have been told already
        raise Mistake(f"`{name}` is a word of the language and cannot be a name here", name.span, "choose another name")
    if str(name) in rows:
        raise Mistake(
            f"`{name}` stands twice in the table of `{kind.name}`",
            name.span,
            "choose another id",
            [("first here", rows[name].id.span)],
        )
    return RawRow(name, values, {str(column): column for column in header})


def _number_members(world: World, tables: dict[str, dict[str, RawRow]], report: Report) -> None:
    """Give every row a number within its root kind."""
    for kind in world.kinds.values():
        root = kind.root
        for name, row in tables.get(kind.name, {}).items():
            if kind.rows_filled or (kind.parent is None and kind.name == "player"):
                if kind.name != "player":
                    report.error(f"`{kind.name}` is a closed list and has no table", row.id.span)
                elif name not in kind.aliases:
                    report.error(f"`{name}` is no player", row.id.span, did_you_mean(name, kind.aliases))
                continue
            if name in root.aliases:
                report.error(f"`{name}` is already a {root.name}", row.id.span, "choose another id")
                continue
            if len(root.ids) >= MAX_THINGS:
                report.error(f"a kind has at most {MAX_THINGS:,} things", row.id.span)
                break
            index = len(root.ids)
            root.ids.append(name)
            root.aliases[name] = index
            if kind.joins is not None:
                ends = str(row.cells["ends"]).split(",")
                root.aliases.setdefault(f"{ends[1]}-{ends[0]}", index)
            above: Kind | None = kind
            while above is not None:
                above.mask |= 1 << index
                above = above.parent


# ---- attributes ----
def _attributes(node: n.Kind | n.Subkind, world: World, typer: Typer, report: Report) -> None:
    kind = world.kinds[str(node.name)]
    if kind.joins is not None:
        of = SetOf(Thing(kind.joins))
        kind.fixed["ends"] = t.FixedAttribute(kind, "ends", of, shown=True)
    for attribute in node.attributes:
        if isinstance(attribute, n.Identity):
            continue
        name = str(attribute.name)
        if name in kind.fixed or name in kind.changing:
            report.error(f"`{name}` is declared twice for `{kind.name}`", attribute.name.span, "choose another name")
            continue
        try:
            of_type = typer.type(attribute.type, f"{kind.name}.{name}")
        except Mistake as mistake:
            mistake.tell(report)
            of_type = Unknown()
        if attribute.manner is None:
            if isinstance(node, n.Subkind) and node.where is not None:
                report.error(
                    f"`{kind.name}` has no table of its own, so nothing says what `{name}` is",
                    attribute.name.span,
                    f"mark it `changing`, or declare it for `{node.of}`",
                )
            if attribute.starts is not None:
                report.error(
                    f"`{name}` is fixed by the table and starts nowhere",
                    attribute.starts.span,
                    "mark it `changing`",
                )
            kind.fixed[name] = t.FixedAttribute(kind, name, of_type, shown=attribute.seen is not None)
        else:
            _changing(attribute, kind, of_type, world, report)


def _check_inherited(node: n.Subkind, world: World, report: Report) -> None:
    """A thing has the attributes of every kind that it belongs to, so they have different names."""
    parent = world.kinds[str(node.name)].parent
    for attribute in node.attributes:
        if parent is not None and isinstance(attribute, n.Attribute) and parent.attribute(str(attribute.name)):
            report.error(
                f"`{attribute.name}` is declared twice for `{node.name}`",
                attribute.name.span,
                f"every {parent.name} has it already; choose another name",
            )


def _changing(attribute: n.Attribute, kind: Kind, of: Type, world: World, report: Report) -> None:
    name = str(attribute.name)
    if isinstance(of, ListOf):
        report.error("memory cannot hold a list", attribute.type.span, "use a set, or a number that gives the order")
        return
    subject = t.Var(kind.name, Thing(kind))
    state = t.State(name, "attribute", (subject,), of, "game", None, attribute.name.span, kind=kind)
    if attribute.manner == "placed":
        if not isinstance(of, Thing | Optional):
            report.error("`placed` names a kind of place", attribute.type.span)
        if kind.placed is not None:
            report.error(
                f"`{kind.name}` has two `placed` attributes",
                attribute.name.span,
                None,
                [("the first", kind.placed.span)],
            )
        state.placed = True
        kind.placed = state
    kind.changing[name] = state
    world.memory.append(state)


def _fill(
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
                    f"`{kind.name}` has no fixed attribute `{column}`",
                    row.heads.get(column, cell).span,
                    did_you_mean(column, attributes) or _attributes_of(attributes),
                )
        for column in attributes:
            if column not in row.cells and column not in told:
                told.add(column)
                report.error(f"row `{name}` says nothing about `{column}`", row.id.span, f"add a column `{column}`")
    if kind.name == "player" and kind.fixed:  # all other things come from tables
        if not rows:
            report.error(f"nothing says what `{next(iter(kind.fixed))}` is of a player", kind.span, "add a table")
        for index in kind.members if rows else ():
            if kind.ids[index] not in rows:
                what = f"the table of `player` has no row for `{kind.ids[index]}`"
                report.error(what, next(iter(rows.values())).id.span, "say something about everybody who plays")


def _attributes_of(attributes: Iterable[str]) -> str:
    names = [f"`{name}`" for name in attributes if name != "ends"]
    return f"its columns are {listed(names)}" if names else "it has no fixed attributes"


def _blank(of: Type) -> Any:
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
                raise Mistake(f"`{text}` is no number", cell.span, f"write {of}")
            if low is not None and high is not None and not low <= number <= high:
                raise Mistake(f"{number} is outside {low}..{high}", cell.span, "use a number in range")
            return number
        case Bool():
            if text not in ("yes", "no", "-"):
                raise Mistake(f"`{text}` is neither yes nor no", cell.span)
            return int(text == "yes")
        case Enum(words=words):
            if text == "-" and "none" in words:
                text = "none"
            if text not in words:
                raise Mistake(f"`{text}` is none of {listed(words, 'or')}", cell.span, did_you_mean(text, words))
            return words.index(text)
        case Thing(kind=kind):
            index = kind.root.aliases.get(text)
            if index is None:
                if text in world.failed:
                    raise Told(cell.span)
                gone = [world.gone[text]] if text in world.gone else []
                few = f"there are {listed(kind.root.ids)}" if 1 < len(kind.root.ids) <= 8 else None
                raise Mistake(
                    f"`{text}` is no {kind.name}", cell.span, did_you_mean(text, kind.root.aliases) or few, gone
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
    raise Mistake(f"a table cell cannot hold {of}", cell.span)


def _split(cell: Word) -> Iterable[Word]:
    if cell in ("-", ""):
        return []
    return [Word.at(part.strip(), cell.span) for part in cell.split(",")]


def _subset(node: n.Subkind, world: World, typer: Typer, work: Work, report: Report) -> None:
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
        message = unknown.sentence or "what belongs to a kind cannot depend on what changes in play"
        report.error(message, node.where.span)


def _stages(declared: list[n.Stage], world: World, report: Report) -> None:
    world.stages["game"] = t.StageTerm("game", None, None)
    for node in declared:
        name = str(node.name)
        if name in world.stages:
            first = world.stages[name].span
            report.error(
                f"the stage `{name}` is declared twice",
                node.name.span,
                "choose another name",
                [("first here", first)] if first else (),
            )
            continue
        world.stages[name] = t.StageTerm(name, str(node.within or "game"), node.name.span)
    for node in declared:
        within = node.within
        if within is not None and within not in world.stages:
            hint = did_you_mean(within, world.stages) or f"the stages are {listed(world.stages)}"
            report.error(f"there is no stage `{within}`", within.span, hint)
            world.stages[str(node.name)].within = "game"
    for node in declared:
        chain = world.stage_chain(str(node.name))
        if chain[-1] != "game":
            report.error(f"the stage `{node.name}` lies in itself", node.name.span, "stages nest as a tree")
            world.stages[str(node.name)].within = "game"
