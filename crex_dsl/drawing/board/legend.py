"""The legend of a board: what its colours, icons and lines mean, in the edition's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from crex_dsl.drawing.board.lines import draw_stroke
from crex_dsl.drawing.board.markers import LETTERS, tint
from crex_dsl.drawing.board.pictures import Sort, ThingPicture
from crex_dsl.drawing.svg.elements import draw_icon, put, write
from crex_dsl.drawing.svg.text_metrics import BOLD, width
from crex_dsl.rulebook.tools.pictures import ICONS
from crex_dsl.text.messages import capital

_ROW, _SWATCH, _GAP = 18.0, 22.0, 12.0


@dataclass(frozen=True)
class Entry:
    """A sign and the words for it; a heading has no sign."""

    words: str
    sign: Callable[[Element, float, float], object] | None = None

    @property
    def width(self) -> float:
        """How much of a row it takes."""
        return width(self.words, LETTERS) * (BOLD if self.sign is None else 1.0) + (
            _GAP / 2 if self.sign is None else _SWATCH + _GAP
        )


def entries(things: Sequence[ThingPicture], lines: Sequence[ThingPicture]) -> list[list[Entry]]:
    """What is to be explained, in groups: colours, icons, lines."""
    groups = [list(_colours(things)), list(_icons(things)), list(_lines(lines))]
    return [group for group in groups if group]


def rows(groups: Sequence[Sequence[Entry]], room: float) -> list[list[Entry]]:
    """The groups in rows that fit a room, each on a row of its own."""
    found: list[list[Entry]] = []
    for group in groups:
        found.append([])
        for entry in group:
            if found[-1] and sum(one.width for one in found[-1]) + entry.width > room + _GAP:
                found.append([])
            found[-1].append(entry)
    return found


def height(groups: Sequence[Sequence[Entry]], room: float) -> float:
    """How high the legend is in a room of some width."""
    return _ROW * len(rows(groups, room)) + 10 if groups else 0.0


def draw_legend(parent: Element, groups: Sequence[Sequence[Entry]], left: float, top: float, room: float) -> None:
    """The legend, its rows one below another."""
    legend = put(parent, "g", "crex-draw-legend")
    for n, row in enumerate(rows(groups, room)):
        x, y = left, top + _ROW * (n + 0.5) + 4
        for entry in row:
            if entry.sign is None:
                write(legend, entry.words, x, y + 3.8, LETTERS, "crex-draw-label crex-draw-weighty", "start")
            else:
                entry.sign(legend, x + _SWATCH / 2 - 2, y)
                write(legend, entry.words, x + _SWATCH, y + 3.8, LETTERS, "crex-draw-label", "start")
            x += entry.width


def _colours(things: Sequence[ThingPicture]) -> Iterator[Entry]:
    coloured = {one.colour: None for one in things if one.colour}
    if all(any(one.colour == sort and one.label == sort.word for one in things) for sort in coloured):
        return  # everything that gives its colour to others says so itself
    sorts = sorted(coloured, key=lambda sort: (sort.of, sort.place))
    term = next((sort.term for sort in sorts if sort.term), "")
    if term:
        yield Entry(capital(term))
    for sort in sorts:
        yield Entry(sort.word, _swatch(sort))


def _icons(things: Sequence[ThingPicture]) -> Iterator[Entry]:
    shown = {(icon.name, icon.counted, icon.term) for one in things for icon in one.icons if icon.count}
    for name, counted, term in sorted(shown, key=lambda sign: ICONS.index(sign[0])):
        if term:
            yield Entry(term, _icon(name, counted))


def _lines(lines: Sequence[ThingPicture]) -> Iterator[Entry]:
    for sort in sorted({one.line for one in lines if one.line}, key=lambda sort: sort.place):
        yield Entry(sort.word, _stroke(sort))


def _swatch(sort: Sort) -> Callable[[Element, float, float], object]:
    def sign(parent: Element, x: float, y: float) -> None:
        name = tint(sort.place, sort.of == "player")
        put(parent, "rect", f"crex-draw-ground {name}", x=x - 9, y=y - 6.5, width=18, height=13, rx=3)
        put(parent, "circle", f"crex-draw-plate {name}", cx=x, cy=y, r=4.5)

    return sign


def _icon(name: str, counted: bool) -> Callable[[Element, float, float], object]:
    def sign(parent: Element, x: float, y: float) -> None:
        if counted:
            put(parent, "rect", "crex-draw-plate crex-draw-tint-none", x=x - 6.7, y=y - 7, width=13.5, height=14, rx=4)
        else:
            put(parent, "circle", f"crex-draw-badge crex-draw-on-{name}", cx=x, cy=y, r=6.5)
        draw_icon(parent, name, x, y, 8.5)

    return sign


def _stroke(sort: Sort) -> Callable[[Element, float, float], object]:
    return lambda parent, x, y: draw_stroke(parent, ((x - 10, y), (x + 8, y)), sort.place)
