"""Kinds, tables and stages: the things of the game, every cell of every row typed."""

from __future__ import annotations

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, World
from crex_dsl.rulebook.declarations.table_rows import RawRow, all_rows, blank, fill, subset
from crex_dsl.rulebook.layers.draft import Draft
from crex_dsl.rulebook.terms.evaluate import Work
from crex_dsl.rulebook.terms.types import Kind, ListOf, Optional, SetOf, Thing, Type, Unknown
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.text.messages import listed_as_said, number_as_said, said
from crex_dsl.text.numerals import whole_number
from crex_dsl.text.spelling import did_you_mean

MAX_THINGS = 2_000


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
    rows = all_rows(draft, world, report)
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
            attribute.values = [blank(attribute.type)] * kind.count
    for kind in world.kinds.values():
        fill(kind, rows.get(kind.name, {}), world, named, report)
    work = Work()
    for node in kinds:
        if isinstance(node, n.Subkind) and node.where is not None:
            subset(node, world, typer, work, report)
    for cell, kind, index in named:
        if not kind.mask >> index & 1:
            report.error(
                said("`{given}` is no {kind}", given=cell, kind=kind.name),
                cell.span,
                said("it is a {root}", root=kind.root.name),
            )
    _stages([i for i in items if isinstance(i, n.Stage)], world, report)


def _players(draft: Draft, world: World, report: Report) -> None:
    kind = world.kinds["player"] = Kind("player", None)
    line = draft.text.base.setting(n.Players)
    if not isinstance(line, n.Players):
        report.error(
            said("nobody says who plays `{draft}`", draft=draft.text.id),
            draft.text.base.span,
            said("add a line `players …` under the game's header"),
        )
        report.raise_errors()
        return
    for name in line.names:
        if name in kind.aliases:
            report.error(said("player `{name}` is named twice", name=name), name.span, said("take one of them out"))
        kind.aliases[str(name)] = len(kind.ids)
        kind.ids.append(str(name))
    low = high = len(kind.ids)
    if line.seated is not None:
        low, high = (whole_number(end) or 0 for end in (line.seated.low, line.seated.high))
    seats = draft.seats if draft.seats is not None else high
    if not max(1, low) <= seats <= min(high, len(kind.ids)):
        settings = [draft.text.layers[name].setting(n.Seats) for name in draft.chain if name in draft.text.layers]
        where = next((setting.span for setting in reversed(settings) if setting is not None), line.span)
        report.error(
            said(
                "{seats} players cannot sit down here: the game seats {low} to {high}",
                seats=seats,
                low=low,
                high=min(high, len(kind.ids)),
            ),
            where,
            said("correct `seats` or `seated`"),
            [(said("the players"), line.span)] if where is not line.span else (),
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
            said("the kind `{name}` is declared twice", name=name),
            node.name.span,
            said("choose another name"),
            [(said("first here"), first)] if first else (),
        )
        return
    kind = world.kinds[name] = Kind(name, node.name.span)
    if isinstance(node, n.ListedKind):
        for word in node.names:
            if word in kind.aliases:
                report.error(
                    said("`{word}` stands twice in this list", word=word), word.span, said("take one of them out")
                )
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
                raise Mistake(said("the kind `{kind}` would be a part of itself", kind=kind.name), node.of.span)
            above = above.parent
        kind.parent = parent
    if isinstance(node, n.Kind | n.Subkind) and node.joins is not None:
        kind.joins = typer.kind(node.joins)


def _number_members(world: World, tables: dict[str, dict[str, RawRow]], report: Report) -> None:
    """Give every row a number within its root kind."""
    for kind in world.kinds.values():
        root = kind.root
        for name, row in tables.get(kind.name, {}).items():
            if kind.rows_filled or (kind.parent is None and kind.name == "player"):
                if kind.name != "player":
                    report.error(said("`{kind}` is a closed list and has no table", kind=kind.name), row.id.span)
                elif name not in kind.aliases:
                    report.error(
                        said("`{name}` is no player", name=name), row.id.span, did_you_mean(name, kind.aliases)
                    )
                continue
            if name in root.aliases:
                report.error(
                    said("`{name}` is already a {root}", name=name, root=root.name),
                    row.id.span,
                    said("choose another id"),
                )
                continue
            if len(root.ids) >= MAX_THINGS:
                report.error(
                    said("a kind has at most {max_things} things", max_things=number_as_said(MAX_THINGS)), row.id.span
                )
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
            report.error(
                said("`{name}` is declared twice for `{kind}`", name=name, kind=kind.name),
                attribute.name.span,
                said("choose another name"),
            )
            continue
        try:
            of_type = typer.type(attribute.type, f"{kind.name}.{name}")
        except Mistake as mistake:
            mistake.tell(report)
            of_type = Unknown()
        if attribute.manner is None:
            if isinstance(node, n.Subkind) and node.where is not None:
                report.error(
                    said(
                        "`{kind}` has no table of its own, so nothing says what `{name}` is", kind=kind.name, name=name
                    ),
                    attribute.name.span,
                    said("mark it `changing`, or declare it for `{of}`", of=node.of),
                )
            if attribute.starts is not None:
                report.error(
                    said("`{name}` is fixed by the table and starts nowhere", name=name),
                    attribute.starts.span,
                    said("mark it `changing`"),
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
                said("`{attribute}` is declared twice for `{node}`", attribute=attribute.name, node=node.name),
                attribute.name.span,
                said("every {parent} has it already; choose another name", parent=parent.name),
            )


def _changing(attribute: n.Attribute, kind: Kind, of: Type, world: World, report: Report) -> None:
    name = str(attribute.name)
    if isinstance(of, ListOf):
        report.error(
            said("memory cannot hold a list"), attribute.type.span, said("use a set, or a number that gives the order")
        )
        return
    subject = t.Var(kind.name, Thing(kind))
    state = t.State(name, "attribute", (subject,), of, "game", None, attribute.name.span, kind=kind)
    if attribute.manner == "placed":
        if not isinstance(of, Thing | Optional):
            report.error(said("`placed` names a kind of place"), attribute.type.span)
        if kind.placed is not None:
            report.error(
                said("`{kind}` has two `placed` attributes", kind=kind.name),
                attribute.name.span,
                None,
                [(said("the first"), kind.placed.span)],
            )
        state.placed = True
        kind.placed = state
    kind.changing[name] = state
    world.memory.append(state)


def _stages(declared: list[n.Stage], world: World, report: Report) -> None:
    world.stages["game"] = t.StageTerm("game", None, None)
    for node in declared:
        name = str(node.name)
        if name in world.stages:
            first = world.stages[name].span
            report.error(
                said("the stage `{name}` is declared twice", name=name),
                node.name.span,
                said("choose another name"),
                [(said("first here"), first)] if first else (),
            )
            continue
        world.stages[name] = t.StageTerm(name, str(node.within or "game"), node.name.span)
    for node in declared:
        within = node.within
        if within is not None and within not in world.stages:
            hint = did_you_mean(within, world.stages) or said(
                "the stages are {stages}", stages=listed_as_said(world.stages)
            )
            report.error(said("there is no stage `{name}`", name=within), within.span, hint)
            world.stages[str(node.name)].within = "game"
    for node in declared:
        chain = world.stage_chain(str(node.name))
        if chain[-1] != "game":
            report.error(
                said("the stage `{node}` lies in itself", node=node.name), node.name.span, said("stages nest as a tree")
            )
            world.stages[str(node.name)].within = "game"
