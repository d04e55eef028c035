"""One thing in full: what it is, how it stands, who and what is there; nothing that its reader may not know."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from crex_dsl.engine.errors import UnknownName
from crex_dsl.language.diagnostics import did_you_mean
from crex_dsl.play.board import whereabouts
from crex_dsl.play.chart import chart, place_kind
from crex_dsl.play.choices import plain
from crex_dsl.play.figures import counted, figure, side_style
from crex_dsl.play.ledger import noted
from crex_dsl.play.sight import Sight
from crex_dsl.play.tables import plain_table, spaced


def thing_named(sight: Sight, name: str) -> tuple[str, int]:
    """The thing of that id or name; raises UnknownName where there is none."""
    names: dict[str, tuple[str, int]] = {}
    for kind, (ids, aliases) in sight.game.namer.kinds.items():
        for index in range(len(ids)):
            names.setdefault(plain(sight.name(kind, index)), (kind, index))
        for alias, index in aliases.items():
            names.setdefault(plain(alias), (kind, index))
    if plain(name) not in names:
        begun = {names[known] for known in names if known.startswith(plain(name))}
        within = {names[known] for known in names if plain(name) in known.split()}
        for found in (begun, within):
            if len(found) == 1:
                return found.pop()
        hint = did_you_mean(plain(name), names)
        raise UnknownName(f"nothing is called `{name}`" + (f": {hint}" if hint else ""))
    return names[plain(name)]


def look(sight: Sight, kind: str, index: int, width: int) -> RenderableType:
    """Everything that is seen of one thing."""
    game = sight.game
    name, known = sight.name(kind, index), sight.knows(kind, index)
    ids = game.namer.kinds[kind][0]
    parts = [part for part, (root, mask) in game.tables["subkinds"].items() if root == kind and mask >> index & 1]
    parts = parts or [kind]  # somebody who has no seat in this edition
    article = "an" if parts[-1][0] in "aeiou" else "a"
    head = Text.assemble((name, "bold"), f" [{ids[index]}]" if name != ids[index] else "", f", {article} {parts[-1]}")
    table = plain_table("", "")
    for part, (_, attribute, of, values, _) in zip(game.tables["attributes"], game.tables["fixed"], strict=True):
        if part in parts and index < len(values):
            table.add_row(spaced(attribute), sight.text(of, values[index]))
    for what, how in noted(sight, kind, index) if known else ():
        table.add_row(what, how)
    rows: list[RenderableType] = [head, table]
    if not known:
        rows.append(Text(f"Where it is and how it stands is hidden from {game.player_name(sight.player or 0)}."))
    there = whereabouts(sight).get(kind, {}).get(index)
    if there:
        figures = (Text(one.text, side_style(game, one.side)) for one in counted(there))
        rows.append(Text("there: ").append(Text(", ").join(figures)))
    if kind == place_kind(sight.game):
        rows.append(chart(sight, width, around=index))
    elif known and figure(sight, kind, index).text != name:
        rows.append(Text(f"on the board: {figure(sight, kind, index).text}"))
    return Group(*rows)
