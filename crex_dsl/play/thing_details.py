"""One thing in full: what it is, how it stands, who and what is there; nothing that its reader may not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.play.board import whereabouts
from crex_dsl.play.map import links_around, place_kind
from crex_dsl.play.memory_tables import noted
from crex_dsl.play.piece_labels import counted, figure, side_style
from crex_dsl.system.console import plain_table
from crex_dsl.text.english import a
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import headed, said
from crex_dsl.text.spelling import did_you_mean


def thing_named(visible: VisiblePosition, name: str) -> tuple[str, int]:
    """The thing of that id or name; raises UnknownName where there is none."""
    names: dict[str, tuple[str, int]] = {}
    for kind, (ids, aliases) in visible.game.namer.kinds.items():
        for index in sorted(range(len(ids)), key=lambda index: not visible.knows(kind, index)):  # of a name the known
            names.setdefault(plain(visible.name(kind, index)), (kind, index))
        for alias, index in aliases.items():
            names.setdefault(plain(alias), (kind, index))
    if plain(name) not in names:
        begun = {names[known] for known in names if known.startswith(plain(name))}
        within = {names[known] for known in names if plain(name) in known.split()}
        for found in (begun, within):
            if len(found) == 1:
                return found.pop()
        hint = did_you_mean(plain(name), names)
        missing = said("play-no-thing", name=name)
        raise UnknownName(headed(missing, hint) if hint else missing)
    return names[plain(name)]


def look(visible: VisiblePosition, kind: str, index: int) -> RenderableType:
    """Everything that is seen of one thing."""
    game = visible.game
    name, known = visible.name(kind, index), visible.knows(kind, index)
    ids = game.namer.kinds[kind][0]
    parts = game.parts(kind, index) or [kind]  # somebody who has no seat in this edition
    sort = game.namer.called(parts[-1])
    if game.tables["language"] == "en":
        sort = a(sort)  # other languages do without an article here
    head = Text.assemble((name, "bold"), f" [{ids[index]}]" if name != ids[index] else "", f", {sort}")
    table = plain_table("", "")
    for part, (_, attribute, of, values, _) in zip(game.tables["attributes"], game.fixed, strict=True):
        if part in parts and index < len(values) and not _locates(visible, kind, of, values):
            table.add_row(game.namer.called(attribute), _value(visible, attribute, of, values[index]))
    for what, how in noted(visible, kind, index) if known else ():
        table.add_row(what, how)
    rows: list[RenderableType] = [head, table]
    if not known:
        rows.append(Text(said("play-hidden-thing", side=game.player_name(visible.player or 0))))
    there = whereabouts(visible).get(kind, {}).get(index)
    if there:
        figures = (Text(one.text, side_style(game, one.side)) for one in counted(there))
        rows.append(Text(said("play-there-stand") + " ").append(Text(", ").join(figures)))
    if kind == place_kind(visible.game):
        rows.append(links_around(visible, index))
    elif known and figure(visible, kind, index).text != name:
        rows.append(Text(said("play-as-piece", text=figure(visible, kind, index).text)))
    return Group(*rows)


def _value(visible: VisiblePosition, attribute: str, of: tuple[Any, ...], value: int) -> str:
    """What an attribute is; a word as the glossary has it for this attribute, else for any."""
    inner = of[1] if of[0] == "optional" else of
    if inner[0] == "enum" and value < len(inner[1]):
        return visible.game.namer.called(f"{inner[1][value]}-{attribute}", inner[1][value])
    return visible.text(of, value)


def _locates(visible: VisiblePosition, kind: str, of: tuple[Any, ...], values: Sequence[int]) -> bool:
    """Whether an attribute says nothing but where things of a kind are drawn."""
    told = [visible.text(of, value) for value in values]
    return any(told == [visible.drawn(kind, index, axis) for index in range(len(values))] for axis in ("x", "y"))
