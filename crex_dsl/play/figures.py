"""Things as they are written on a board: what they are called, how they stand, whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.color import ANSI_COLOR_NAMES

from crex_dsl.engine.game import Game
from crex_dsl.engine.memory import KIND, NAME, START, TYPE, Cell
from crex_dsl.play.sight import Sight

UNREADABLE = ("black", "white")
SIDE_STYLES = ("cyan", "magenta", "yellow", "green", "bright_blue", "bright_red")


@dataclass(frozen=True)
class Figure:
    """One thing on the board; an unknown one has only what everybody sees of it."""

    text: str
    side: int | None
    known: bool = True


def side_style(game: Game, seat: int | None) -> str:
    """The colour of a seat: the one that it is called by, unless that cannot be read everywhere; none of nobody's."""
    if seat is None:
        return ""
    name = game.player_id(seat)
    if name in ANSI_COLOR_NAMES:
        return "" if name in UNREADABLE else name
    free = [style for style in SIDE_STYLES if style not in game.players]
    return free[seat % len(free)]


def figure(sight: Sight, kind: str, index: int, also: Sequence[str] = ()) -> Figure:
    """A thing as it may be written, where it is known with `also` beside its own marks."""
    side = side_of(sight, kind, index)
    if not sight.knows(kind, index):
        open_marks = list(_changes(sight, kind, index))
        return Figure(f"{kind} ({', '.join(open_marks)})" if open_marks else kind, side, known=False)
    label = sight.drawn(kind, index, "label")
    pips = sight.drawn(kind, index, "pips")
    if label is None:
        label = sight.name(kind, index)
    marks = list(_marks(sight, kind, index)) if pips is None else [pips, *_changes(sight, kind, index)]
    marks += also
    return Figure(f"{label} ({', '.join(marks)})" if marks else label, side)


def _marks(sight: Sight, kind: str, index: int) -> Iterator[str]:
    """How a thing stands, where no picture says it: its numbers, and whatever else is not as at the start."""
    for cell in changing(sight, kind):
        value = sight.value(cell, (index,))
        if cell[TYPE][0] == "number" or (value is None and not _is_player(cell[TYPE])):
            yield sight.text(cell[TYPE], value)
    yield from _changes(sight, kind, index)


def _changes(sight: Sight, kind: str, index: int) -> Iterator[str]:
    """What is seen of a thing beside its numbers that is not as at the start; columns and colours show its side."""
    for cell in changing(sight, kind):
        value = sight.value(cell, (index,))
        if cell[TYPE][0] != "number" and not _is_player(cell[TYPE]) and value not in (None, cell[START][index]):
            yield cell[NAME] if cell[TYPE][0] == "bool" else sight.text(cell[TYPE], value)


def changing(sight: Sight, kind: str) -> list[Cell]:
    """The changing attributes of a kind, but for where its things are placed."""
    tables = sight.game.tables
    placed = tables["placements"].get(kind)
    parts = {name for name, (root, _) in tables["subkinds"].items() if root == kind}
    return [cell for number, cell in enumerate(tables["cells"]) if cell[KIND] in parts and number != placed]


def side_of(sight: Sight, kind: str, index: int) -> int | None:
    """The seat to which a thing belongs, as far as it is seen."""
    tables, known = sight.game.tables, sight.knows(kind, index)
    drawn = sight.drawn(kind, index, "colour") if known else None
    for seat in tables["players"]:
        if drawn is not None and drawn == sight.name("player", seat):
            return int(seat)
    for root, _, of, values, shown in tables["fixed"]:
        if root == kind and _is_player(of) and (shown or known):
            return int(values[index]) if values[index] in tables["players"] else None
    owners = (cell for cell in changing(sight, kind) if _is_player(cell[TYPE]))
    held = next((sight.value(cell, (index,)) for cell in owners), None)
    return held if held in tables["players"] else None


def _is_player(of: tuple[Any, ...]) -> bool:
    inner = of[1] if of[0] == "optional" else of
    return bool(inner[0] == "thing" and inner[1] == "player")


def counted(figures: Sequence[Figure]) -> list[Figure]:
    """Known things one by one, unknown ones as a number of them per side."""
    unknown: dict[Figure, int] = {}
    for one in figures:
        if not one.known:
            unknown[one] = unknown.get(one, 0) + 1
    known = [one for one in figures if one.known]
    for one, count in unknown.items():
        kind, bracket, marks = one.text.partition(" (")
        known.append(Figure(f"{count} × {kind}?{bracket}{marks}", one.side, False))
    return known
