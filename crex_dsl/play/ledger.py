"""What is remembered: of players a column each, of other things what is not as at the start."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from crex_dsl.engine.memory import BASE, KIND, NAME, PARAMS, SORT, STAGE, START, TYPE, Cell, address, instances, label
from crex_dsl.play.figures import side_style
from crex_dsl.play.sight import Sight
from crex_dsl.play.tables import plain_table, spaced

_MOST_FACTS = 24
_MARK = "×"


def accounts(sight: Sight) -> list[Cell]:
    """The numbers that are kept of every player through the whole game, but for those that nobody has any of yet."""
    return [cell for cell in _remembered(sight) if _account(sight, cell)]


def ledgers(sight: Sight, whole: bool = False) -> Iterator[RenderableType]:
    """What is remembered of players, a column each: what they have, then what they have on things of a kind."""
    kinds: dict[str, list[Cell]] = {}
    for cell in _remembered(sight):
        kind = _kind_beside_players(cell, whole)
        if kind is not None and any(facts(sight, cell)):
            kinds.setdefault(kind, []).append(cell)
    yield from _players_table(sight, kinds)
    for kind, cells in kinds.items():
        yield _things_table(sight, kind, cells)


def _players_table(sight: Sight, kinds: Collection[str]) -> Iterator[RenderableType]:
    """A row for every number of the game, and for whatever else is kept of players and is not as at the start."""
    seats = sight.game.tables["players"]
    table = plain_table("player", *(sight.name("player", seat) for seat in seats))
    for cell in _remembered(sight):
        if _account(sight, cell) or (_of_players(cell) and not _lies_on(cell, kinds) and any(facts(sight, cell))):
            row = [sight.text(cell[TYPE], sight.value(cell, (seat,))) for seat in seats]
        elif _names_players(cell) and (value := sight.value(cell, ())) is not None:
            chosen = value if cell[TYPE][0] == "set" else 1 << value
            row = [_MARK if chosen >> seat & 1 else "" for seat in seats]
        else:
            continue
        if any(row):
            coloured = (Text(text, side_style(sight.game, seat)) for seat, text in zip(seats, row, strict=True))
            table.add_row(spaced(label(cell)), *coloured)
    if table.row_count:
        yield table


def _things_table(sight: Sight, kind: str, cells: Sequence[Cell]) -> RenderableType:
    """A row for every thing of a kind of which something is kept for players, with what is not as at the start."""
    seats = sight.game.tables["players"]
    lying = [cell for cell in _remembered(sight) if _of_players(cell) and _lies_on(cell, [kind])]
    table = plain_table(kind, *(sight.name("player", seat) for seat in seats))
    for thing in range(len(sight.game.namer.kinds[kind][0])):
        row: list[Text] = []
        for seat in seats:
            marks = [spaced(label(cell)) for cell in lying if sight.value(cell, (seat,)) == thing]
            marks += [f"{spaced(label(cell))} {mark}" for cell in cells if (mark := _mark(sight, cell, seat, thing))]
            row.append(Text(", ".join(marks), side_style(sight.game, seat)))
        if any(row) and sight.knows(kind, thing):
            table.add_row(sight.name(kind, thing), *row)
    return table


def notes(sight: Sight, whole: bool = False) -> RenderableType | None:
    """What else is remembered and not as at the start: all of it, or what belongs to the whole game."""
    table = plain_table("remembered", "")
    left_out = 0
    for cell in _remembered(sight):
        if _of_players(cell) or _names_players(cell) or _kind_beside_players(cell, whole):
            continue
        found = list(facts(sight, cell))
        if found and (whole or (cell[STAGE] == "game" and len(found) <= _MOST_FACTS)):
            table.add_row(spaced(label(cell)), Text("; ").join(found))
        elif found:
            left_out += 1
    more = Text(f"`board all` shows {left_out} more.", "dim") if left_out else None
    rows = [part for part in (table if table.row_count else None, more) if part is not None]
    return Group(*rows) if rows else None


def noted(sight: Sight, kind: str, index: int) -> Iterator[tuple[str, str]]:
    """What is remembered of one thing: its attributes, what players have, and whatever is not as at the start."""
    here, parts = {"game", *sight.open_stages()}, sight.game.tables["subkinds"]
    for cell in sight.game.tables["cells"]:
        things = [of[1] if of[0] == "thing" else None for of in cell[PARAMS]]
        if cell[STAGE] not in here or (cell[KIND] is not None and not parts[cell[KIND]][1] >> index & 1):
            continue
        if things == [kind]:
            value = sight.value(cell, (index,))
            always = cell[KIND] is not None or _account(sight, cell)
            if always or value not in (None, cell[START][index]):
                yield spaced(cell[NAME]), sight.text(cell[TYPE], value)
        elif _kind_beside_players(cell, whole=True) == kind:
            marks = {seat: _mark(sight, cell, seat, index) for seat in sight.game.tables["players"]}
            if any(marks.values()):
                told = (f"{sight.name('player', seat)} {mark}" for seat, mark in marks.items() if mark)
                yield spaced(cell[NAME]), ", ".join(told)


def _mark(sight: Sight, cell: Cell, seat: int, thing: int) -> str:
    """What is kept of a player and a thing, where it is not as at the start."""
    args = (seat, thing) if cell[PARAMS][0][1] == "player" else (thing, seat)
    value = sight.value(cell, args)
    start = cell[START][address(cell, args) - cell[BASE]]
    return "" if value in (None, start) else sight.text(cell[TYPE], value)


def _remembered(sight: Sight) -> Iterator[Cell]:
    """The memory of the game and of the stages in which play stands, but for its fields."""
    here = {"game", *sight.open_stages()}
    for cell in sight.game.tables["cells"]:
        if cell[KIND] is None and cell[SORT] != "field" and cell[STAGE] in here:
            yield cell


def about_players(cell: Cell) -> bool:
    """Whether something is kept of players, or of the game."""
    return all(of[0] == "thing" and of[1] == "player" for of in cell[PARAMS])


def _of_players(cell: Cell) -> bool:
    """Whether something is kept of every player and of nothing else."""
    return len(cell[PARAMS]) == 1 and about_players(cell)


def _account(sight: Sight, cell: Cell) -> bool:
    """Whether a number is kept of every player through the whole game, and anybody begins with some or has some."""
    lasting = _of_players(cell) and cell[TYPE][0] == "number" and cell[STAGE] == "game"
    return lasting and (any(cell[START]) or any(facts(sight, cell)))


def _names_players(cell: Cell) -> bool:
    """Whether what is kept is a player, or a set of players."""
    inner = cell[TYPE][1] if cell[TYPE][0] in ("optional", "set") else cell[TYPE]
    return bool(not cell[PARAMS] and inner[0] == "thing" and inner[1] == "player")


def _kind_beside_players(cell: Cell, whole: bool) -> str | None:
    """The kind of things of which something is kept for every player, through the whole game unless all is asked."""
    kinds = [of[1] for of in cell[PARAMS] if of[0] == "thing"]
    brief = cell[STAGE] == "game" and cell[SORT] != "set"
    if len(cell[PARAMS]) != 2 or len(kinds) != 2 or kinds.count("player") != 1 or not (whole or brief):
        return None
    return str(kinds[0] if kinds[1] == "player" else kinds[1])


def _lies_on(cell: Cell, kinds: Collection[str]) -> bool:
    """Whether what is kept of a player is a thing of one of some kinds."""
    inner = cell[TYPE][1] if cell[TYPE][0] == "optional" else cell[TYPE]
    return bool(inner[0] == "thing" and inner[1] in kinds)


def facts(sight: Sight, cell: Cell) -> Iterator[Text]:
    """What a piece of memory holds that is not as at the start and can be seen, each with what it is kept of."""
    for (args, _), start in zip(instances(sight.game, cell), cell[START], strict=True):
        value = sight.value(cell, args)
        if value is None or value == start or not all(sight.knows(of[1], arg) for of, arg in _things(cell, args)):
            continue
        players = [arg for of, arg in _things(cell, args) if of[1] == "player"]
        who = " ".join(sight.text(of, arg) for of, arg in zip(cell[PARAMS], args, strict=True))
        text = Text(f"{who} " if who else "", side_style(sight.game, players[0] if players else None))
        yield text.append(sight.text(cell[TYPE], value))


def _things(cell: Cell, args: Sequence[int]) -> Iterator[tuple[tuple[Any, ...], int]]:
    return ((of, arg) for of, arg in zip(cell[PARAMS], args, strict=True) if of[0] == "thing")
