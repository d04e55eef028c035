"""Memory by name: reading cells, walking all of them, and finding the frames that are live."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.run.program_rows import ActionRow, Cell, FrameRow
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


OWN = " its "  # in the names under which steps keep things for themselves; no name of the rules holds it


def label(cell: Cell) -> str:
    """The name of a piece of memory, a kind's attribute with its kind."""
    return f"{cell.kind}.{cell.name}" if cell.kind else cell.name


def memory_word(game: Game, cell: Cell) -> str:
    """What a piece of memory is called for people."""
    return game.namer.called(cell.name)


def find_cell(game: Game, name: str) -> Cell:
    """The piece of memory of that name."""
    for cell in game.cells:
        if name in (cell.name, label(cell)):
            return cell
    hint = did_you_mean(name, [label(cell) for cell in game.cells])
    raise UnknownName(said("nothing remembers `{name}`", name=name) + (f": {hint}" if hint else ""))


def address(row: Cell | ActionRow, args: Sequence[int]) -> int:
    """The slot of one cell, or the code of an action's instance."""
    found = row.base
    for arg, stride, low in zip(args, row.strides, row.lows, strict=True):
        found += (arg - low) * stride
    return found


def arguments_at(cell: Cell, slot: int) -> tuple[int, ...]:
    """What a slot of a piece of memory is kept of."""
    rest, found = slot - cell.base, []
    for stride, low in zip(cell.strides, cell.lows, strict=True):
        found.append(rest // stride + low)
        rest %= stride
    return tuple(found)


class SlotIndex:
    """Finds pieces of memory by their slots."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = cells
        self._by_base = sorted(range(len(cells)), key=lambda number: cells[number].base)
        self._bases = [cells[number].base for number in self._by_base]

    def find(self, slot: int) -> tuple[int, tuple[int, ...]] | None:
        """The number of the piece of memory that has a slot, and of what it is kept; None where a slot is no memory."""
        place = bisect_right(self._bases, slot) - 1
        if place < 0:
            return None
        cell = self._cells[self._by_base[place]]
        return (self._by_base[place], arguments_at(cell, slot)) if slot < cell.base + cell.size else None


def read_memory(game: Game, state: list[int], name: str, arguments: Sequence[Any]) -> Any:
    """A cell's value as plain data."""
    cell = find_cell(game, name)
    if len(arguments) != len(cell.params):
        raise UnknownName(
            said(
                "`{name}` is kept for {wanted} things, and {named} were named",
                name=name,
                wanted=len(cell.params),
                named=len(arguments),
            )
        )
    args = [game.namer.value(of, given) for of, given in zip(cell.params, arguments, strict=True)]
    return game.namer.plain(cell.type, state[address(cell, args)])


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
    for offset, args in enumerate(product(*(domain(game, of) for of in cell.params))):
        yield args, cell.base + offset


def rebuild_index(cell: Cell, state: list[int]) -> None:
    """Make the sets of members by value agree with the cells."""
    if not cell.index_size:
        return
    low = cell.type[1] or 0 if cell.type[0] == "number" else 0
    sets, bit = [0] * cell.index_size, 1
    for value in state[cell.base : cell.base + cell.size]:
        sets[value - low] |= bit
        bit <<= 1
    state[cell.index_slots] = sets


def point_name(tables: dict[str, Any], point: int) -> str:
    """The name of a step or decision point."""
    if point == POINTS:
        return "over"
    if point == POINTS + 1:
        return "idle"
    name: str = tables["points"][point - POINTS - 2].name if point >= POINTS else tables["labels"][point]
    return name


def point_numbers(tables: dict[str, Any]) -> dict[str, int]:
    """The numbers of the decision points by name."""
    return {row.name: POINTS + 2 + number for number, row in enumerate(tables["points"])}


def frame_name(tables: dict[str, Any], point: int) -> str:
    """Whose frame belongs to a point."""
    return point_name(tables, point).rsplit("/", 1)[0]


def live_frames(tables: dict[str, Any], state: Sequence[Any]) -> Iterator[tuple[FrameRow, int, int]]:
    """The frames of the running procedures, innermost first, with their base and size."""
    point = state[POINT]
    while point < POINTS or point > POINTS + 1:
        frame: FrameRow = tables["frames"][frame_name(tables, point)]
        yield frame, frame.base, len(frame.slots)
        point = state[frame.base]
