"""Things as they are written on a board: what they are called, how they stand, whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.color import ANSI_COLOR_NAMES

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import memory_word
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.piece_sides import is_player, side_of
from crex_dsl.text.numerals import is_whole_number, whole_number

UNREADABLE = ("black", "white")
PIP = "■"
_MOST_PIPS = 6
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


def figure(visible: VisiblePosition, kind: str, index: int, also: Sequence[str] = ()) -> Figure:
    """A thing as it may be written, where it is known with `also` beside its own marks."""
    side = side_of(visible, kind, index)
    if not visible.knows(kind, index):
        word, open_marks = visible.game.namer.called(kind), list(_changes(visible, kind, index))
        return Figure(f"{word} ({', '.join(open_marks)})" if open_marks else word, side, known=False)
    label = visible.drawn(kind, index, "label")
    pips = visible.drawn(kind, index, "pips")
    if label is None:
        label = visible.name(kind, index)
    corner = visible.drawn(kind, index, "bottom-left")
    if corner is not None:
        label = f"{label} {corner}"
    marks = list(_marks(visible, kind, index)) if pips is None else list(_changes(visible, kind, index))
    if pips is not None:
        label = f"{label} {_squares(pips)}"
    marks += also
    return Figure(f"{label} ({', '.join(marks)})" if marks else label, side)


def _squares(pips: str) -> str:
    """So many squares; a figure where that is no small number."""
    count = whole_number(pips) if is_whole_number(pips) else None
    return PIP * count if count is not None and 0 < count <= _MOST_PIPS else f"({pips})"


def _marks(visible: VisiblePosition, kind: str, index: int) -> Iterator[str]:
    """How a thing stands, where no picture says it: its numbers, and whatever else is not as at the start."""
    for cell in visible.game.changing(kind):
        value = visible.value(cell, (index,))
        if cell.type[0] == "number" or (value is None and not is_player(cell.type)):
            yield visible.text(cell.type, value)
    yield from _changes(visible, kind, index)


def _changes(visible: VisiblePosition, kind: str, index: int) -> Iterator[str]:
    """What is seen of a thing beside its numbers that is not as at the start; columns and colours show its side."""
    for cell in visible.game.changing(kind):
        value = visible.value(cell, (index,))
        if cell.type[0] != "number" and not is_player(cell.type) and value not in (None, cell.start[index]):
            yield memory_word(visible.game, cell) if cell.type[0] == "bool" else visible.text(cell.type, value)


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
