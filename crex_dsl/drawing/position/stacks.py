"""Where the pieces on a board stand: in stacks beside their places, clear of names and of one another if they can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from crex_dsl.drawing.board.markers import lettered
from crex_dsl.drawing.board.pictures import ThingPicture
from crex_dsl.drawing.position.backdrop import Backdrop
from crex_dsl.drawing.position.tiles import FACE, TILE, face, tile
from crex_dsl.drawing.svg.elements import number
from crex_dsl.drawing.svg.geometry import Box

Item = tuple[ThingPicture, int]  # a piece, or so many covered ones that look alike
_MOST_COVERED = 8
_PAD, _CRENEL = 3.0, 2.4
_COUNT = 15.0  # the room for a number beside a tile


@dataclass(frozen=True)
class Sizes:
    """How large pieces are in a stack, how many stand in a row, and how one is drawn."""

    tile: float
    columns: int
    draw: Callable[[ThingPicture, float, float, int], str]


SMALL = Sizes(TILE, 4, tile)
LARGE = Sizes(FACE, 3, face)


@dataclass(frozen=True)
class Row:
    """Pieces side by side, and whether they stand inside their place."""

    within: bool
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Stack:
    """The pieces of one place in rows, and the box that they take up."""

    place: int
    rows: tuple[Row, ...]
    sizes: Sizes
    box: Box


def alike(pieces: Sequence[ThingPicture], most: int = 1) -> list[Item]:
    """Pieces one by one; covered ones that look alike as one with their number, where there are more than `most`."""
    found: list[Item] = []
    for (covered, _), group in groupby(pieces, key=lambda one: (one.covered, look(one))):
        members = list(group)
        if covered and len(members) > most:
            found.append((members[0], len(members)))
        else:
            found += [(member, 1) for member in members]
    return found


def look(drawn: ThingPicture) -> tuple[object, ...]:
    """What everybody sees of a piece."""
    return drawn.root, drawn.colour, drawn.shape, drawn.texts.get("back", ""), drawn.within


def rows_of(pieces: Sequence[ThingPicture], columns: int) -> tuple[Row, ...]:
    """Pieces in rows: those outside before those inside, each colour on rows of its own."""
    found: list[Row] = []
    for (within, _), group in groupby(pieces, key=lambda one: (one.within, one.colour)):
        items = alike(list(group), _MOST_COVERED)
        count = -(-len(items) // columns)
        each = -(-len(items) // count)
        found += [Row(within, tuple(items[n : n + each])) for n in range(0, len(items), each)]
    return tuple(found)


def size_of(rows: Sequence[Row], tile_size: float) -> tuple[float, float]:
    """How much room rows take, with the walls around those that stand inside."""
    wide = max(_wide(row, tile_size) for row in rows)
    walls = any(row.within for row in rows)
    return wide + (2 * _PAD if walls else 0), tile_size * len(rows) + (2 * _PAD + _CRENEL if walls else 0)


def stacks(before: Backdrop, on_board: Mapping[int, Sequence[ThingPicture]], large: frozenset[int]) -> list[Stack]:
    """A stack for every place on which something stands; those of `large` places are drawn large."""
    plan = before.plan
    wanted: list[tuple[int, tuple[Row, ...], Sizes, tuple[float, float]]] = []
    for place, pieces in on_board.items():
        if plan is not None and not lettered(plan.things[place]):
            sizes = LARGE if place in large else SMALL
            rows = rows_of(pieces, sizes.columns)
            wanted.append((place, rows, sizes, size_of(rows, sizes.tile)))
    wanted.sort(key=lambda one: (-one[3][0] * one[3][1], one[0]))
    taken: list[Box] = []
    found: list[Stack] = []
    for place, rows, sizes, room in wanted:
        boxes = before.room(place, *room)
        best = min(boxes, key=lambda one: one[0] + sum(8.0 * one[1].covers(other) for other in taken))[1]
        taken.append(best)
        found.append(Stack(place, rows, sizes, best))
    return found


def standing(stack: Stack) -> Iterator[tuple[Item, float, float]]:
    """The pieces of a stack, each with where it stands."""
    size, y, walled = stack.sizes.tile, stack.box.top, False
    for row in stack.rows:
        if row.within and not walled:
            walled = True
            y += _PAD + _CRENEL
        x = stack.box.middle[0] - _wide(row, size) / 2
        for item in row.items:
            yield item, x, y
            x += _wide(Row(row.within, (item,)), size)
        y += size


def tether_svg(stack: Stack, marker: Box) -> str:
    """A thin line from a stack to its place."""
    x, y = marker.middle
    to_x = min(max(x, stack.box.left + 3), stack.box.right - 3)
    to_y = min(max(y, stack.box.top + 3), stack.box.bottom - 3)
    return f'<path class="crex-draw-tether" d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"/>'


def stack_svg(stack: Stack, place: ThingPicture) -> str:
    """The pieces of a stack on a place, walls around those that stand inside."""
    inside = sum(row.within for row in stack.rows)
    walls = ""
    if inside:
        high = stack.sizes.tile * inside + 2 * _PAD + _CRENEL
        walls = _walls(stack.box.left, stack.box.bottom - high, stack.box.right, stack.box.bottom)
    pieces = "".join(stack.sizes.draw(drawn, x, y, count) for (drawn, count), x, y in standing(stack))
    at = f'data-place-kind="{escape(place.root)}" data-place-id="{escape(place.thing)}"'
    return f'<g class="crex-draw-stack" {at}>{walls}{pieces}</g>'


def _wide(row: Row, size: float) -> float:
    return sum(size + (_COUNT if count > 1 and size == TILE else 0) for _, count in row.items)


def _walls(left: float, top: float, right: float, bottom: float) -> str:
    """A wall with battlements."""
    count = max(int((right - left) / 7), 3) | 1
    step = (right - left - 1) / count
    tops = "".join(f"h{number(step)}v{number(_CRENEL if n % 2 == 0 else -_CRENEL)}" for n in range(count - 1))
    path = f"M{number(left)} {number(bottom)}V{number(top)}{tops}H{number(right - 1)}V{number(bottom)}z"
    return f'<path class="crex-draw-walls" d="{path}"/>'
