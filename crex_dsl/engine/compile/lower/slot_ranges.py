"""What every slot of a position can hold, by what the rules declare: by that it is known what fits a machine word."""

from __future__ import annotations

from collections.abc import Iterator

from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.engine.compile.lower.memory_layout import Layout, value_count
from crex_dsl.engine.run.slots import ENDING, FREELY, LEAVING, POINT, POINTS, SITE, WINNERS
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Dice, ListOf, Number, SetOf, Type, cardinality

Ends = tuple[int, int]

NUMBERS = -(1 << 62), 1 << 62  # numbers without a range
_WORD = -(1 << 63), (1 << 63) - 1
_POINTS = -1, 2 * POINTS  # steps and decision points


def type_ends(of: Type) -> Ends | None:
    """Between what values of a type lie; None for lists, of which nothing is declared."""
    match of:
        case Number(low=int(low), high=int(high)):
            return low, high
        case Number():
            return NUMBERS
        case SetOf(of=inner):
            return 0, (1 << (cardinality(inner) or 0)) - 1
        case Dice(sides=sides):
            return 0, (1 << 8 * sides) - 1
        case ListOf():
            return None
    return 0, value_count(of)  # and what stands for nothing


def slot_ends(layout: Layout, frames: dict[t.Procedure, Frame], size: int, codes: int) -> list[Ends | None]:
    """Between what every slot lies, frames that share one taken together."""
    found: list[Ends | None] = [_WORD] * size
    seats = layout.book.world.player.count
    found[POINT], found[ENDING], found[WINNERS] = _POINTS, (0, 2), (0, (1 << seats) - 1)
    found[LEAVING], found[SITE], found[FREELY] = (0, 1 << 16), (-1, 1 << 31), (0, 1)
    for door in layout.doors.values():
        found[door] = _POINTS
    for state, cell in layout.cells.items():
        found[cell.base : cell.base + cell.size] = [type_ends(state.type)] * cell.size
        if cell.index is not None:
            found[cell.index : cell.index_end + 1] = [(0, (1 << cell.size) - 1)] * len(cell.index_start)
    for kind, base in layout.lots.items():
        found[base : base + kind.count] = [(0, kind.count)] * kind.count
    held: dict[int, Ends | None] = {}
    for frame in frames.values():
        for slot, ends in _frame_ends(frame, codes):
            held[slot] = _joined(held[slot], ends) if slot in held else ends
    for slot, ends in held.items():
        found[slot] = ends
    return found


def _frame_ends(frame: Frame, codes: int) -> Iterator[tuple[int, Ends | None]]:
    for place, (_, of) in enumerate(frame.names):
        if isinstance(of, Type):
            ends = type_ends(of)
            beside = isinstance(of, Number)  # a loop that counts begins before its first number and ends after its last
            yield frame.base + place, None if ends is None else (min(0, ends[0] - beside), max(0, ends[1] + beside))
        elif of == "point":
            yield frame.base + place, _POINTS
        else:
            yield frame.base + place, None if of == "number" else (0, codes)


def _joined(one: Ends | None, two: Ends | None) -> Ends | None:
    return None if one is None or two is None else (min(one[0], two[0]), max(one[1], two[1]))
