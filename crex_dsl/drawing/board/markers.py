"""How things look on a board: places with their icons, and the shapes that have their label inside."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from crex_dsl.drawing.board.pictures import Icon, ThingPicture
from crex_dsl.drawing.svg.elements import draw_icon, put, write
from crex_dsl.drawing.svg.geometry import Box
from crex_dsl.drawing.svg.text_metrics import BOLD, width, wrapped

LETTERS = 11.0
_SMALL = 9.5
_ROW, _DOT, _ICON, _BADGE = 14.0, 11.0, 8.5, 13.0
_SIZES = {"panel": (158.0, 58.0), "card": (88.0, 58.0), "square": (64.0, 64.0)}
_BOX = 72.0


def lettered(drawn: ThingPicture) -> bool:
    """Whether a thing has its label inside."""
    return drawn.beside or drawn.shape in _SIZES


def size(drawn: ThingPicture) -> tuple[float, float]:
    """How wide and high a thing is on a board, without a label that stands beside it."""
    if drawn.beside:
        lines = _lines(drawn)
        return max(44.0, *(width(line, _SMALL) + 12 for line in lines)), 12 + 12.0 * len(lines)
    if drawn.shape in _SIZES:
        return _SIZES[drawn.shape]
    counted, badges = _counted(drawn), _badges(drawn)
    plate = 5 + _ICON * counted if counted else _DOT
    return plate + (_BADGE - 2) * len(badges), _ROW if counted or badges else _DOT


def text_size(drawn: ThingPicture) -> tuple[float, float]:
    """How wide and high the label is that stands beside a thing."""
    return width(drawn.label, LETTERS) * (BOLD if _weighty(drawn) else 1.0), LETTERS + 1.5


def draw_marker(parent: Element, drawn: ThingPicture, box: Box) -> None:
    """A thing in its box."""
    tint = tint_of(drawn)
    if drawn.beside or drawn.shape in _SIZES:
        _lettered(parent, drawn, box, tint)
        return
    x, y = box.left, box.middle[1]
    counted = _counted(drawn)
    if counted:
        plate = 5 + _ICON * counted
        put(parent, "rect", f"crex-draw-plate {tint}", x=x, y=y - _ROW / 2, width=plate, height=_ROW, rx=4)
        names = [icon.name for icon in drawn.icons if icon.counted for _ in range(icon.count)]
        for n, name in enumerate(names):
            draw_icon(parent, name, x + 2.5 + _ICON * (n + 0.5), y, _ICON)
    else:
        plate = _DOT
        ring = "crex-draw-ring" if drawn.shape == "circle" else "crex-draw-plate"
        put(parent, "circle", f"{ring} {tint}", cx=x + _DOT / 2, cy=y, r=_DOT / 2 - 1)
    for n, icon in enumerate(_badges(drawn)):
        middle = x + plate + (_BADGE - 2) * (n + 0.5) - 1
        put(parent, "circle", f"crex-draw-badge crex-draw-on-{icon.name}", cx=middle, cy=y, r=_BADGE / 2)
        draw_icon(parent, icon.name, middle, y, _ICON)


def draw_label(parent: Element, drawn: ThingPicture, box: Box, marker: Box) -> None:
    """The label that stands beside a thing, in its box, on the side of it that is nearest to the marker."""
    sort = "crex-draw-label crex-draw-weighty" if _weighty(drawn) else "crex-draw-label"
    x, anchor = box.middle[0], "middle"
    if box.left >= marker.right:
        x, anchor = box.left, "start"
    elif box.right <= marker.left:
        x, anchor = box.right, "end"
    write(parent, drawn.label, x, box.bottom - 3.2, LETTERS, sort, anchor)


TINTS = 8


def tint_of(drawn: ThingPicture) -> str:
    """The class that gives a thing its colour."""
    return "crex-draw-tint-none" if drawn.colour is None else tint(drawn.colour.place, drawn.colour.of == "player")


def tint(place: int, of_a_side: bool = False) -> str:
    """The class of a colour of the palette, which begins again at its end; sides have colours of their own."""
    return f"crex-draw-{'side' if of_a_side else 'tint'}-{place % TINTS}"


def _lettered(parent: Element, drawn: ThingPicture, box: Box, tint: str) -> None:
    w, h = box.right - box.left, box.bottom - box.top
    sort = "box" if drawn.beside else drawn.shape
    if sort == "card":
        put(parent, "rect", f"crex-draw-card {tint}", x=box.left + 4, y=box.top + 4, width=w - 4, height=h - 4, rx=4)
        put(parent, "rect", f"crex-draw-card {tint}", x=box.left, y=box.top, width=w - 4, height=h - 4, rx=4)
        w, h = w - 4, h - 4
    else:
        put(parent, "rect", f"crex-draw-{sort} {tint}", x=box.left, y=box.top, width=w, height=h, rx=4)
    left, number = box.left, drawn.texts.get("number", "")
    if number:
        put(parent, "circle", f"crex-draw-plate crex-draw-numbered {tint}", cx=left + 22, cy=box.top + h / 2, r=14)
        write(parent, number, left + 22, box.top + h / 2 + 5.5, 16, "crex-draw-figure")
        left, w = left + 36, w - 36
    letters = LETTERS + 1 if sort == "panel" else _SMALL
    lines = _lines(drawn) if drawn.beside else wrapped(drawn.label, letters, (w - 8) / BOLD)
    top = box.top + h / 2 - (letters + 2) * len(lines) / 2
    for n, line in enumerate(lines):
        write(
            parent,
            line,
            left + w / 2,
            top + (letters + 2) * (n + 0.8),
            letters,
            f"crex-draw-inside crex-draw-in-{sort}",
        )


def _lines(drawn: ThingPicture) -> list[str]:
    return wrapped(drawn.label, _SMALL, _BOX)


def _counted(drawn: ThingPicture) -> int:
    return sum(icon.count for icon in drawn.icons if icon.counted)


def _badges(drawn: ThingPicture) -> list[Icon]:
    return [icon for icon in drawn.icons if icon.count and not icon.counted]


def _weighty(drawn: ThingPicture) -> bool:
    """Whether there is more to a place than its name."""
    return any(icon.count for icon in drawn.icons)
