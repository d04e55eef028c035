"""Blocks and cards as SVG, one by one."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from crex_dsl.drawing.board.markers import tint_of
from crex_dsl.drawing.board.pictures import ThingPicture
from crex_dsl.drawing.svg.elements import draw_icon, figure, put, text_of, write
from crex_dsl.drawing.svg.text_metrics import fitting, width, wrapped

_SIDE = 132.0
_CARD = (132.0, 184.0)
_EDGE = 8.0
_TOP, _BODY, _FOOT = 22.0, 78.0, 9.0  # where texts begin on a block, what room they have, the smallest of them
_AT = {"top-left": (0, 0), "top-right": (1, 0), "bottom-left": (0, 1), "bottom-right": (1, 1)}


def piece_svg(drawn: ThingPicture) -> str:
    """A thing on its own: a card, or else a block or counter."""
    return text_of(_card(drawn) if drawn.shape == "card" else _block(drawn))


def _block(drawn: ThingPicture) -> Element:
    svg = figure(_SIDE, _SIDE, "crex-draw-piece", drawn.told)
    tint = tint_of(drawn)
    if drawn.shape in ("disc", "circle"):
        put(svg, "circle", f"crex-draw-face {tint}", cx=_SIDE / 2, cy=_SIDE / 2, r=_SIDE / 2 - 2)
    else:
        put(svg, "rect", f"crex-draw-face {tint}", x=1.5, y=1.5, width=_SIDE - 3, height=_SIDE - 3, rx=10)
        put(svg, "rect", "crex-draw-bevel", x=5, y=5, width=_SIDE - 10, height=_SIDE - 10, rx=7)
    _pips(svg, drawn.pips or 0, _SIDE)
    letters, lines = fitting(drawn.title, 16, 10, _SIDE - 18)
    note = drawn.texts.get("note", "")
    above = (letters + 2) * len(lines) + (13 if note else 0)
    foot = wrapped(drawn.texts.get("foot", ""), _FOOT, _SIDE - 14, int((_BODY - above) // (_FOOT + 1)))
    y = _TOP + (_BODY - above - (_FOOT + 1) * len(foot)) / 2 + letters * 0.8
    for line in lines:
        write(svg, line, _SIDE / 2, y, letters, "crex-draw-name")
        y += letters + 2
    if note:
        write(svg, note, _SIDE / 2, y - 2, 10.5, "crex-draw-note")
        y += 13
    for n, line in enumerate(foot):
        write(svg, line, _SIDE / 2, y - 3 + (_FOOT + 1) * n, _FOOT, "crex-draw-foot")
    _number(svg, drawn, _SIDE / 2, 96)
    _icons(svg, drawn, _SIDE / 2, 104, 14)
    _corners(svg, drawn, _SIDE, _SIDE)
    return svg


def _card(drawn: ThingPicture) -> Element:
    wide, high = _CARD
    svg = figure(wide, high, "crex-draw-piece", drawn.told)
    put(svg, "rect", "crex-draw-paper", x=1.5, y=1.5, width=wide - 3, height=high - 3, rx=10)
    put(svg, "rect", f"crex-draw-face {tint_of(drawn)}", x=7, y=7, width=wide - 14, height=44, rx=6)
    letters, lines = fitting(drawn.title, 15, 10, wide - 24)
    for n, line in enumerate(lines):
        middle = 29 + (n - (len(lines) - 1) / 2) * (letters + 2)
        write(svg, line, wide / 2, middle + letters * 0.35, letters, "crex-draw-name")
    has_number = bool(drawn.texts.get("number"))
    _number(svg, drawn, wide / 2, 108)
    _icons(svg, drawn, wide / 2, 128 if has_number else 98, 20 if has_number else 28, "crex-draw-mark")
    for n, line in enumerate(wrapped(drawn.texts.get("note", ""), 11, wide - 24, 2)):
        write(svg, line, wide / 2, 156 + 13 * n, 11, "crex-draw-body")
    for n, line in enumerate(wrapped(drawn.texts.get("foot", ""), 9.5, wide - 24, 1)):
        write(svg, line, wide / 2, 172 + 11 * n, 9.5, "crex-draw-body")
    if len(drawn.things) > 1:
        write(svg, f"×{len(drawn.things)}", wide - 13, high - 13, 12, "crex-draw-copies", "end")
    _corners(svg, drawn, wide, high)
    return svg


def _pips(svg: Element, count: int, room: float) -> None:
    """Pips along the upper edge."""
    for n in range(count):
        x = room / 2 + (n - (count - 1) / 2) * 15
        put(svg, "rect", "crex-draw-pip", x=x - 5, y=9, width=10, height=10, rx=2)


def _number(svg: Element, drawn: ThingPicture, x: float, y: float) -> None:
    number = drawn.texts.get("number", "")
    if number:
        letters, lines = fitting(number, 46, 18, 108, 1)
        write(svg, lines[0], x, y, letters, "crex-draw-number" if drawn.shape == "card" else "crex-draw-name")


def _icons(svg: Element, drawn: ThingPicture, x: float, y: float, size: float, sort: str = "crex-draw-icon") -> None:
    names = [icon.name for icon in drawn.icons for _ in range(icon.count)]
    size = min(size, (_SIDE - 24) / max(len(names), 1) - 3)
    for n, name in enumerate(names):
        draw_icon(svg, name, x + (n - (len(names) - 1) / 2) * (size + 3), y, size, sort)


def _corners(svg: Element, drawn: ThingPicture, wide: float, high: float) -> None:
    for corner, (right, low) in _AT.items():
        text = drawn.texts.get(corner, "")
        if text:
            room = max(width(text, 17) + 12, 26)
            x = wide - _EDGE - room / 2 if right else _EDGE + room / 2
            y = high - _EDGE - 13 if low else _EDGE + 13
            put(svg, "rect", "crex-draw-corner", x=x - room / 2, y=y - 12, width=room, height=24, rx=5)
            write(svg, text, x, y + 6, 17, "crex-draw-corner-text")
