"""What is remembered: of players a column each, of other things what is not as at the start."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from crex_dsl.engine.run.memory import address, instances, memory_word
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.play.piece_labels import side_style
from crex_dsl.system.console import plain_table
from crex_dsl.text.messages import said

_MOST_FACTS = 24
_MARK = "×"


def accounts(visible: VisiblePosition) -> list[Cell]:
    """The numbers that are kept of every player through the whole game, but for those that nobody has any of yet."""
    return [cell for cell in _remembered(visible) if _account(visible, cell)]


def ledgers(visible: VisiblePosition, whole: bool = False) -> Iterator[RenderableType]:
    """What is remembered of players, a column each: what they have, then what they have on things of a kind."""
    kinds: dict[str, list[Cell]] = {}
    for cell in _remembered(visible):
        kind = _kind_beside_players(cell, whole)
        if kind is not None and any(facts(visible, cell)):
            kinds.setdefault(kind, []).append(cell)
    yield from _players_table(visible, kinds)
    for kind, cells in kinds.items():
        yield _things_table(visible, kind, cells)


def _players_table(visible: VisiblePosition, kinds: Collection[str]) -> Iterator[RenderableType]:
    """A row for every number of the game, and for whatever else is kept of players and is not as at the start."""
    seats = visible.game.seats
    table = plain_table(said("play-player"), *(visible.name("player", seat) for seat in seats))
    for cell in _remembered(visible):
        if _account(visible, cell) or (_of_players(cell) and not _lies_on(cell, kinds) and any(facts(visible, cell))):
            row = [visible.text(cell.type, visible.value(cell, (seat,))) for seat in seats]
        elif _names_players(cell) and (value := visible.value(cell, ())) is not None:
            chosen = value if cell.type[0] == "set" else 1 << value
            row = [_MARK if chosen >> seat & 1 else "" for seat in seats]
        else:
            continue
        if any(row):
            coloured = (Text(text, side_style(visible.game, seat)) for seat, text in zip(seats, row, strict=True))
            table.add_row(memory_word(visible.game, cell), *coloured)
    if table.row_count:
        yield table


def _things_table(visible: VisiblePosition, kind: str, cells: Sequence[Cell]) -> RenderableType:
    """A row for every thing of a kind of which something is kept for players, with what is not as at the start."""
    seats = visible.game.seats
    lying = [cell for cell in _remembered(visible) if _of_players(cell) and _lies_on(cell, [kind])]
    table = plain_table(visible.game.namer.called(kind), *(visible.name("player", seat) for seat in seats))
    for thing in range(len(visible.game.namer.kinds[kind][0])):
        row: list[Text] = []
        for seat in seats:
            marks = [memory_word(visible.game, cell) for cell in lying if visible.value(cell, (seat,)) == thing]
            marks += [
                f"{memory_word(visible.game, cell)} {mark}"
                for cell in cells
                if (mark := _mark(visible, cell, seat, thing))
            ]
            row.append(Text(", ".join(marks), side_style(visible.game, seat)))
        if any(row) and visible.knows(kind, thing):
            table.add_row(visible.name(kind, thing), *row)
    return table


def notes(visible: VisiblePosition, whole: bool = False) -> RenderableType | None:
    """What else is remembered and not as at the start: all of it, or what belongs to the whole game."""
    table = plain_table(said("play-remembered"), "")
    left_out = 0
    for cell in _remembered(visible):
        if _of_players(cell) or _names_players(cell) or _kind_beside_players(cell, whole):
            continue
        found = list(facts(visible, cell))
        if found and (whole or (cell.stage == "game" and len(found) <= _MOST_FACTS)):
            table.add_row(memory_word(visible.game, cell), Text(visible.game.namer.say.apart(("", ""))).join(found))
        elif found:
            left_out += 1
    more = Text(said("play-board-more", count=left_out), "dim") if left_out else None
    rows = [part for part in (table if table.row_count else None, more) if part is not None]
    return Group(*rows) if rows else None


def noted(visible: VisiblePosition, kind: str, index: int) -> Iterator[tuple[str, str]]:
    """What is remembered of one thing: its attributes, what players have, and whatever is not as at the start."""
    here, parts = {"game", *visible.open_stages()}, visible.game.tables["subkinds"]
    for cell in visible.game.cells:
        things = [of[1] if of[0] == "thing" else None for of in cell.params]
        if cell.stage not in here or (cell.kind is not None and not parts[cell.kind][1] >> index & 1):
            continue
        if things == [kind]:
            value = visible.value(cell, (index,))
            always = cell.kind is not None or _account(visible, cell)
            if always or value not in (None, cell.start[index]):
                yield memory_word(visible.game, cell), visible.text(cell.type, value)
        elif _kind_beside_players(cell, whole=True) == kind:
            marks = {seat: _mark(visible, cell, seat, index) for seat in visible.game.seats}
            if any(marks.values()):
                told = (f"{visible.name('player', seat)} {mark}" for seat, mark in marks.items() if mark)
                yield memory_word(visible.game, cell), ", ".join(told)


def _mark(visible: VisiblePosition, cell: Cell, seat: int, thing: int) -> str:
    """What is kept of a player and a thing, where it is not as at the start."""
    args = (seat, thing) if cell.params[0][1] == "player" else (thing, seat)
    value = visible.value(cell, args)
    start = cell.start[address(cell, args) - cell.base]
    return "" if value in (None, start) else visible.text(cell.type, value)


def _remembered(visible: VisiblePosition) -> Iterator[Cell]:
    """The memory of the game and of the stages in which play stands, but for its fields."""
    here = {"game", *visible.open_stages()}
    for cell in visible.game.cells:
        if cell.kind is None and cell.sort != "field" and cell.stage in here:
            yield cell


def about_players(cell: Cell) -> bool:
    """Whether something is kept of players, or of the game."""
    return all(of[0] == "thing" and of[1] == "player" for of in cell.params)


def _of_players(cell: Cell) -> bool:
    """Whether something is kept of every player and of nothing else."""
    return len(cell.params) == 1 and about_players(cell)


def _account(visible: VisiblePosition, cell: Cell) -> bool:
    """Whether a number is kept of every player through the whole game, and anybody begins with some or has some."""
    lasting = _of_players(cell) and cell.type[0] == "number" and cell.stage == "game"
    return lasting and (any(cell.start) or any(facts(visible, cell)))


def _names_players(cell: Cell) -> bool:
    """Whether what is kept is a player, or a set of players."""
    inner = cell.type[1] if cell.type[0] in ("optional", "set") else cell.type
    return bool(not cell.params and inner[0] == "thing" and inner[1] == "player")


def _kind_beside_players(cell: Cell, whole: bool) -> str | None:
    """The kind of things of which something is kept for every player, through the whole game unless all is asked."""
    kinds = [of[1] for of in cell.params if of[0] == "thing"]
    record = cell.stage == "game" and cell.sort != "set"
    if len(cell.params) != 2 or len(kinds) != 2 or kinds.count("player") != 1 or not (whole or record):
        return None
    return str(kinds[0] if kinds[1] == "player" else kinds[1])


def _lies_on(cell: Cell, kinds: Collection[str]) -> bool:
    """Whether what is kept of a player is a thing of one of some kinds."""
    inner = cell.type[1] if cell.type[0] == "optional" else cell.type
    return bool(inner[0] == "thing" and inner[1] in kinds)


def facts(visible: VisiblePosition, cell: Cell) -> Iterator[Text]:
    """What a piece of memory holds that is not as at the start and can be seen, each with what it is kept of."""
    for (args, _), start in zip(instances(visible.game, cell), cell.start, strict=True):
        value = visible.value(cell, args)
        if value is None or value == start or not all(visible.knows(of[1], arg) for of, arg in _things(cell, args)):
            continue
        players = [arg for of, arg in _things(cell, args) if of[1] == "player"]
        who = " ".join(visible.text(of, arg) for of, arg in zip(cell.params, args, strict=True))
        text = Text(f"{who} " if who else "", side_style(visible.game, players[0] if players else None))
        yield text.append(visible.text(cell.type, value))


def _things(cell: Cell, args: Sequence[int]) -> Iterator[tuple[tuple[Any, ...], int]]:
    return ((of, arg) for of, arg in zip(cell.params, args, strict=True) if of[0] == "thing")
