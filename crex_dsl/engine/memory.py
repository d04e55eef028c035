"""Memory by name: reading cells, walking all of them, and finding the frames that are live."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.slots import POINT, POINTS
from crex_dsl.language.diagnostics import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

Cell = tuple[Any, ...]
OWN = " its "  # in the names under which steps keep things for themselves; no name of the rules holds it
NAME, SORT, KIND, BASE, SIZE, STRIDES, LOWS, PARAMS, TYPE, STAGE, INDEX, INDEX_SIZE, START, SECRET = range(14)


def label(cell: Cell) -> str:
    """The name of a piece of memory, a kind's attribute with its kind."""
    return f"{cell[KIND]}.{cell[NAME]}" if cell[KIND] else str(cell[NAME])


def find_cell(game: Game, name: str) -> Cell:
    """The piece of memory of that name."""
    cells: list[Cell] = game.tables["cells"]
    for cell in cells:
        if name in (cell[NAME], label(cell)):
            return cell
    hint = did_you_mean(name, [label(cell) for cell in cells])
    raise UnknownName(f"nothing remembers `{name}`" + (f": {hint}" if hint else ""))


def address(cell: Cell, args: Sequence[int]) -> int:
    """The slot of one cell."""
    found: int = cell[BASE]
    for arg, stride, low in zip(args, cell[STRIDES], cell[LOWS], strict=True):
        found += (arg - low) * stride
    return found


def read_memory(game: Game, state: list[int], name: str, arguments: Sequence[Any]) -> Any:
    """A cell's value as plain data."""
    cell = find_cell(game, name)
    if len(arguments) != len(cell[PARAMS]):
        raise UnknownName(f"`{name}` is kept for {len(cell[PARAMS])} things, and {len(arguments)} were named")
    args = [game.namer.value(of, given) for of, given in zip(cell[PARAMS], arguments, strict=True)]
    return game.namer.plain(cell[TYPE], state[address(cell, args)])


def domain(game: Game, of: tuple[Any, ...]) -> Sequence[int]:
    """All values that a parameter can take."""
    match of[0]:
        case "thing":
            return range(len(game.namer.kinds[of[1]][0]))
        case "enum":
            return range(len(of[1]))
        case "bool":
            return range(2)
    return range(of[1], of[2] + 1)


def instances(game: Game, cell: Cell) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every combination of arguments of a piece of memory, with its slot."""
    for offset, args in enumerate(product(*(domain(game, of) for of in cell[PARAMS]))):
        yield args, cell[BASE] + offset


def rebuild_index(cell: Cell, state: list[int]) -> None:
    """Make the sets of members by value agree with the cells."""
    if cell[INDEX] is None:
        return
    low = cell[TYPE][1] or 0 if cell[TYPE][0] == "number" else 0
    sets = [0] * cell[INDEX_SIZE]
    for member in range(cell[SIZE]):
        sets[state[cell[BASE] + member] - low] |= 1 << member
    state[cell[INDEX] : cell[INDEX] + cell[INDEX_SIZE]] = sets


def point_name(tables: dict[str, Any], point: int) -> str:
    """The name of a step or decision point."""
    if point == POINTS:
        return "over"
    if point == POINTS + 1:
        return "idle"
    name: str = tables["points"][point - POINTS - 2][0] if point >= POINTS else tables["labels"][point]
    return name


def frame_name(tables: dict[str, Any], point: int) -> str:
    """Whose frame belongs to a point."""
    return point_name(tables, point).rsplit("/", 1)[0]


def live_frames(tables: dict[str, Any], state: Sequence[Any]) -> Iterator[tuple[tuple[Any, ...], int, int]]:
    """The frames of the running procedures, innermost first, with their base and size."""
    frames = {frame[0]: frame for frame in tables["frames"]}
    point = state[POINT]
    while point < POINTS or point > POINTS + 1:
        frame = frames[frame_name(tables, point)]
        yield frame, frame[1], len(frame[2])
        point = state[frame[1]]
