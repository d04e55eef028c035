"""What lies beside the board, as text: trays of pieces and cards, and the tables of what is kept of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from crex_dsl.drawing.board.markers import tint
from crex_dsl.drawing.board.pictures import ThingPicture
from crex_dsl.drawing.position.scene import Ledger, Tray
from crex_dsl.drawing.position.tiles import CARD, CHIP, card, chip, chip_width, rect, words
from crex_dsl.drawing.svg.geometry import Box
from crex_dsl.drawing.svg.text_metrics import BOLD, width, wrapped

_TITLE, _HEAD, _PAD, _GAP = 9.5, 16.0, 6.0, 6.0
_LETTERS, _LINE = 9.5, 12.0
_HEAP = 30  # of so many different pieces that are nobody's only the number is told


@dataclass(frozen=True)
class Item:
    """A piece in a tray, or several that look alike: how large it is, and what draws it."""

    drawn: ThingPicture
    count: int
    wide: float
    high: float
    draw: Callable[[ThingPicture, float, float, int], str]


@dataclass(frozen=True)
class LaidTray:
    """A tray with its place below the board, and every piece with its own."""

    tray: Tray
    box: Box
    items: tuple[tuple[Item, float, float], ...]
    heap: int


def items_of(pieces: Iterable[ThingPicture]) -> list[Item]:
    """The pieces of a tray, those that look alike as one with their number."""
    counted: dict[object, list[ThingPicture]] = {}
    for drawn in pieces:
        bare = {trait: text for trait, text in drawn.texts.items() if trait != "label"}
        same = drawn.covered or "title" in drawn.texts
        key = (drawn.root, drawn.covered, drawn.colour, tuple(bare.items()), drawn.pips) if same else drawn.thing
        counted.setdefault(key, []).append(drawn)
    return [_item(group[0], len(group)) for group in counted.values()]


def _item(drawn: ThingPicture, count: int) -> Item:
    if drawn.shape == "card":
        return Item(drawn, count, *CARD, card)
    return Item(drawn, count, chip_width(drawn, count) + 2, CHIP + 1, chip)


def laid_out(trays: Sequence[Tray], seats: int, room: float) -> list[LaidTray]:
    """Trays in rows that fit a room, each in the first row that has a place left for it."""
    rows: list[list[tuple[Tray, list[Item], int, float]]] = []
    for tray in trays:
        items = items_of(tray.pieces)
        heap = len(tray.pieces) if len(items) > _HEAP and tray.order[0] == seats else 0
        items = [] if heap else items
        title = width(_title(tray, heap), _TITLE) * BOLD + 2 * _PAD
        wide = min(max(title, sum(item.wide for item in items) + 2 * _PAD, 60.0), room)
        row = next((row for row in rows if sum(one[3] + _GAP for one in row) + wide <= room), None)
        if row is None:
            row = []
            rows.append(row)
        row.append((tray, items, heap, wide))
    found: list[LaidTray] = []
    y = 0.0
    for row in rows:
        x, high = 0.0, 0.0
        for tray, items, heap, wide in row:
            placed, inner = _flow(items, x + _PAD, y + _HEAD, wide - 2 * _PAD)
            box = Box(x, y, x + wide, y + _HEAD + inner + (_PAD if inner else 2))
            found.append(LaidTray(tray, box, tuple(placed), heap))
            x, high = x + wide + _GAP, max(high, box.bottom - box.top)
        y += high + _GAP
    return found


def _flow(items: Sequence[Item], left: float, top: float, room: float) -> tuple[list[tuple[Item, float, float]], float]:
    """Items in rows, and how high these are together."""
    placed: list[tuple[Item, float, float]] = []
    x, y, high = left, top, 0.0
    for item in items:
        if x > left and x + item.wide > left + room + 0.5:
            x, y, high = left, y + high, 0.0
        placed.append((item, x, y))
        x, high = x + item.wide, max(high, item.high)
    return placed, y + high - top


def _title(tray: Tray, heap: int) -> str:
    return f"{tray.title} ×{heap}" if heap else tray.title


def tray_svg(laid: LaidTray, kind: str, thing: str) -> str:
    """A tray with its pieces."""
    box = laid.box
    parts = [
        rect("crex-draw-tray", box.left, box.top, box.right - box.left, box.bottom - box.top, 4),
        words(
            _title(laid.tray, laid.heap),
            box.left + _PAD,
            box.top + 11.5,
            _TITLE,
            "crex-draw-plain crex-draw-weighty",
            "start",
        ),
        *(item.draw(item.drawn, x, y, item.count) for item, x, y in laid.items),
    ]
    sort = "crex-draw-tray-of crex-draw-hand" if laid.tray.hand else "crex-draw-tray-of"
    return f'<g class="{sort}" data-kind="{escape(kind)}" data-id="{escape(thing)}">{"".join(parts)}</g>'


# ---- tables ----
def ledger_svg(ledger: Ledger, room: float, top: float, sides: Sequence[int]) -> tuple[str, float]:
    """A table of players, and how high it is."""
    first = max(width(text, _LETTERS) for text in (ledger.title, *(row for row, _ in ledger.rows))) + 10
    first = min(first, room * 0.34)
    needed = max(width(cell, _LETTERS) for cell in (*ledger.columns, *(c for _, row in ledger.rows for c in row))) + 18
    column = min((room - first) / len(ledger.columns), max(needed, 44.0))
    wide = first + column * len(ledger.columns)
    y, parts = top + 13.0, list[str]()
    parts.append(words(ledger.title, 6, y, _LETTERS, "crex-draw-plain crex-draw-weighty", "start"))
    for n, (name, side) in enumerate(zip(ledger.columns, sides, strict=True)):
        x = first + column * n
        parts.append(f'<circle class="crex-draw-plate {tint(side, True)}" cx="{x + 5:.1f}" cy="{y - 3.2:.1f}" r="4"/>')
        (line, *_) = wrapped(name, _LETTERS, (column - 14) / BOLD, 1)
        parts.append(words(line, x + 12, y, _LETTERS, "crex-draw-plain crex-draw-weighty", "start"))
    for name, row in ledger.rows:
        lines = list(_cells(name, row, first, column))
        parts.append(f'<path class="crex-draw-rule" d="M4 {y + 4:.1f}H{wide - 4:.1f}"/>')
        for x, cell in lines:
            for k, line in enumerate(cell):
                parts.append(words(line, x, y + _LINE * (k + 1) + 2, _LETTERS, "crex-draw-plain", "start"))
        y += _LINE * max(len(cell) for _, cell in lines) + 3
    high = y + 7 - top
    return f'<g class="crex-draw-ledger">{rect("crex-draw-tray", 0, top, wide, high, 4)}{"".join(parts)}</g>', high


def _cells(name: str, row: Sequence[str], first: float, column: float) -> Iterator[tuple[float, list[str]]]:
    yield 6.0, wrapped(name, _LETTERS, first - 8, 3)
    for n, text in enumerate(row):
        yield first + column * n + 12, wrapped(text, _LETTERS, column - 14, 4)
