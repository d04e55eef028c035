"""Pieces as they lie on a board or in a tray, as text: small tiles, faces that can be read, cards, and their backs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

from crex_dsl.drawing.board.markers import tint_of
from crex_dsl.drawing.board.pictures import ThingPicture
from crex_dsl.drawing.svg.elements import PATHS, number
from crex_dsl.drawing.svg.text_metrics import BOLD, fitting, width, wrapped
from crex_dsl.engine.secrecy.mask import HIDDEN

TILE, FACE, CARD = 13.0, 48.0, (54.0, 68.0)
CHIP = 17.0  # how high a piece in a tray is that is no card
_CHIP_LETTERS = 9.0

_fitted = lru_cache(4096)(fitting)
_width = lru_cache(4096)(width)


def told(drawn: ThingPicture, count: int = 1) -> str:
    """A piece in words: what it is and how it stands; of a covered one what everybody sees."""
    if not drawn.covered:
        name = drawn.told
    else:
        seen = [drawn.colour.word] if drawn.colour and drawn.colour.word != drawn.label else []
        name = f"{HIDDEN} {drawn.label}" + (f" ({', '.join(seen)})" if seen else "")
    return f"{name} ×{count}" if count > 1 else name


def group(drawn: ThingPicture, x: float, y: float, sort: str, inner: str, count: int = 1) -> str:
    """A piece around what is drawn of it, with its kind and id as the viewer knows them."""
    kind, thing = escape(drawn.root), escape(drawn.thing)
    covered = " crex-draw-covered" if drawn.covered else ""
    return (
        f'<g class="crex-draw-piece-on {sort} {tint_of(drawn)}{covered}" data-kind="{kind}" data-id="{thing}" '
        f'transform="translate({number(x)} {number(y)})"><title>{escape(told(drawn, count))}</title>{inner}</g>'
    )


def words(text: str, x: float, y: float, size: float, sort: str, anchor: str = "middle") -> str:
    """A line of text whose letters stand on y."""
    return (
        f'<text class="{sort}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def rect(sort: str, x: float, y: float, wide: float, high: float, rx: float) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect class="{sort}" x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" '
        f'rx="{number(rx)}"/>'
    )


def disc(reach: float) -> str:
    """The body of a round piece."""
    return f'<circle class="crex-draw-body-of" cx="{number(reach)}" cy="{number(reach)}" r="{number(reach)}"/>'


def tile(drawn: ThingPicture, x: float, y: float, count: int = 1) -> str:
    """A piece as small as it can be: its strength, number or first letters; a back where it is covered."""
    size = TILE - 1
    body = disc(size / 2) if drawn.shape in ("disc", "circle") else rect("crex-draw-body-of", 0, 0, size, size, 2.5)
    if drawn.covered:
        body += _diamond(size / 2, size / 2, 2.6)
    else:
        text = _short(drawn)
        letters = 9.5 if len(text) < 2 else 7.0 if len(text) < 3 else 5.5
        body += words(text, size / 2, size / 2 + letters * 0.36, letters, "crex-draw-name")
    if count > 1:
        body += words(f"×{count}", size + 1.5, size / 2 + 3.2, 9, "crex-draw-label crex-draw-weighty", "start")
    return group(drawn, x, y, "crex-draw-tile", body, count)


def _short(drawn: ThingPicture) -> str:
    """What fits on a tile."""
    if drawn.pips is None:
        return HIDDEN
    if drawn.pips:
        return str(drawn.pips)
    number_on_it = drawn.texts.get("number", "")
    return number_on_it if 0 < len(number_on_it) < 4 else "".join(word[:1] for word in drawn.title.split())[:2]


def face(drawn: ThingPicture, x: float, y: float, count: int = 1) -> str:
    """A piece large enough to be read: name, pips and corners; a back where it is covered."""
    size = FACE - 2
    if drawn.shape in ("disc", "circle"):
        body = disc(size / 2)
    else:
        body = rect("crex-draw-body-of", 0, 0, size, size, 5) + rect("crex-draw-bevel", 2, 2, size - 4, size - 4, 3.5)
    if drawn.covered:
        body += _diamond(size / 2, size / 2, 9) + _diamond(size / 2, size / 2, 4.5)
    else:
        body += "".join(_face(drawn, size))
    if count > 1:
        body += _counted(count, size, size)
    return group(drawn, x, y, "crex-draw-face-on", body, count)


def _face(drawn: ThingPicture, size: float) -> Iterator[str]:
    pips = drawn.pips or 0
    for n in range(pips):
        yield rect("crex-draw-pip", size / 2 + (n - (pips - 1) / 2) * 8 - 3, 4, 6, 6, 1)
    letters, lines = _fitted(drawn.title, 10, 6.5, size - 3)
    corners = {corner: drawn.texts.get(corner, "") for corner in ("bottom-left", "bottom-right")}
    low = size - 12 if any(corners.values()) else size
    middle = ((11 if pips else 0) + low) / 2
    for n, line in enumerate(lines):
        y = middle + (n - (len(lines) - 1) / 2) * (letters + 0.5) + letters * 0.34
        yield words(line, size / 2, y, letters, "crex-draw-name")
    for corner, text in corners.items():
        if text:
            room = _width(text, 9) + 4
            left = 2.5 if corner == "bottom-left" else size - 2.5 - room
            yield rect("crex-draw-corner", left, size - 13.5, room, 11, 2)
            yield words(text, left + room / 2, size - 4.8, 9, "crex-draw-corner-text")


def card(drawn: ThingPicture, x: float, y: float, count: int = 1) -> str:
    """A card in a tray; a back where it is covered."""
    wide, high = CARD[0] - 4, CARD[1] - 4
    body = "".join(rect("crex-draw-under", 1.5 * n, 1.5 * n, wide, high, 4) for n in range(min(count - 1, 2), 0, -1))
    if drawn.covered:
        body += rect("crex-draw-body-of", 0, 0, wide, high, 4) + rect("crex-draw-bevel", 3, 3, wide - 6, high - 6, 2.5)
        body += _diamond(wide / 2, high / 2, 11) + _diamond(wide / 2, high / 2, 6)
        for n, line in enumerate(wrapped(drawn.texts.get("back", ""), 7, (wide - 8) / BOLD, 2)):
            body += words(line, wide / 2, 12 + 8 * n, 7, "crex-draw-name")
    else:
        body += rect("crex-draw-paper", 0, 0, wide, high, 4) + rect("crex-draw-body-of", 2.5, 2.5, wide - 5, 25, 2.5)
        letters, lines = _fitted(drawn.title, 9.5, 6.5, wide - 8)
        for n, line in enumerate(lines):
            y_of = 15 + (n - (len(lines) - 1) / 2) * (letters + 0.5) + letters * 0.34
            body += words(line, wide / 2, y_of, letters, "crex-draw-name")
        body += "".join(_card_body(drawn, wide, high))
    if count > 1:
        body += _counted(count, wide, high)
    return group(drawn, x, y, "crex-draw-card-on", body, count)


def _card_body(drawn: ThingPicture, wide: float, high: float) -> Iterator[str]:
    """The number of a card, or its icons."""
    figure = drawn.texts.get("number", "")
    names = [icon.name for icon in drawn.icons for _ in range(icon.count)]
    if figure:
        letters, lines = _fitted(figure, 20, 9, wide - 10, 1)
        yield words(lines[0], wide / 2, 44 + letters * 0.34, letters, "crex-draw-number")
        return
    size = min(13.0, (wide - 8) / max(len(names), 1) - 2)
    for n, name in enumerate(names):
        left = wide / 2 + (n - (len(names) - 1) / 2) * (size + 2) - size / 2
        moved = f"translate({number(left)} {number(43 - size / 2)}) scale({size / 10:.2f})"
        yield f'<path class="crex-draw-mark crex-draw-{name}" d="{PATHS[name]}" transform="{moved}"/>'


def chip_width(drawn: ThingPicture, count: int = 1) -> float:
    """How wide a piece in a tray is that is no card."""
    if drawn.covered:
        return CHIP + (_width(f"×{count}", _CHIP_LETTERS) + 4 if count > 1 else 0)
    return CHIP + _width(_chip_text(drawn, count), _CHIP_LETTERS) + 8


def chip(drawn: ThingPicture, x: float, y: float, count: int = 1) -> str:
    """A piece in a tray: its strength on a plate of its colour, and its name."""
    size = CHIP - 2
    if drawn.covered:
        body = rect("crex-draw-body-of", 0, 0, size, size, 3) + _diamond(size / 2, size / 2, 3.4)
        if count > 1:
            body += words(f"×{count}", size + 3, size / 2 + 3.2, _CHIP_LETTERS, "crex-draw-weighty", "start")
        return group(drawn, x, y, "crex-draw-chip", body, count)
    body = rect("crex-draw-strip", 0, 0, chip_width(drawn, count) - 3, size, 3)
    body += rect("crex-draw-body-of", 0, 0, size, size, 3)
    short = _short(drawn)
    letters = 10.0 if len(short) < 2 else 8.0
    body += words(short, size / 2, size / 2 + letters * 0.36, letters, "crex-draw-name")
    body += words(_chip_text(drawn, count), size + 3.5, size / 2 + 3.2, _CHIP_LETTERS, "crex-draw-plain", "start")
    return group(drawn, x, y, "crex-draw-chip", body, count)


def _chip_text(drawn: ThingPicture, count: int) -> str:
    return f"{drawn.title} ×{count}" if count > 1 else drawn.title


def _counted(count: int, wide: float, high: float) -> str:
    text = f"×{count}"
    room = _width(text, 9) + 4
    return rect("crex-draw-corner", wide - room - 1.5, high - 13.5, room, 12, 2) + words(
        text, wide - room / 2 - 1.5, high - 4.3, 9, "crex-draw-corner-text"
    )


def _diamond(x: float, y: float, reach: float) -> str:
    points = f"{number(x)} {number(y - reach)} {number(x + reach)} {number(y)} {number(x)} {number(y + reach)}"
    return f'<polygon class="crex-draw-back" points="{points} {number(x - reach)} {number(y)}"/>'
