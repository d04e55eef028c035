"""SVG elements, made so that any text is safe in them, and the icons."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_LEAST, _MOST = 0.82, 1.7  # of its own width: where there is less room, it scrolls


def figure(width: float, height: float, sort: str, told: str, grouped: bool = False) -> Element:
    """An SVG image with its description; `grouped` where it holds links, which an image would hide from readers."""
    box = {"viewBox": f"0 0 {number(width)} {number(height)}", "width": number(width), "height": number(height)}
    role = "group" if grouped else "img"
    attributes = {"class": f"crex-drawing {sort}", **box, "role": role, "aria-label": told}
    if grouped:
        attributes["style"] = f"min-width: {number(width * _LEAST)}px; max-width: {number(width * _MOST)}px"
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **attributes})
    if not grouped:
        put(svg, "title").text = told
    return svg


def put(parent: Element, tag: str, sort: str = "", **attributes: float | str) -> Element:
    """A new element in another, numbers rounded; underscores in names of attributes stand for hyphens."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    given = {name: value if isinstance(value, str) else number(value) for name, value in named.items()}
    return ElementTree.SubElement(parent, tag, {**({"class": sort} if sort else {}), **given})


def write(parent: Element, text: str, x: float, y: float, size: float, sort: str, anchor: str = "middle") -> Element:
    """A line of text whose letters stand on y."""
    line = put(parent, "text", sort, x=x, y=y, font_size=size, text_anchor=anchor)
    line.text = text
    return line


def number(value: float) -> str:
    """A number to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def text_of(element: Element) -> str:
    """An element as text."""
    return ElementTree.tostring(element, encoding="unicode")


PATHS = {
    "shield": "M1.2 .8h7.6v4.4c0 2.2-1.6 3.6-3.8 4.4c-2.2-.8-3.8-2.2-3.8-4.4z",
    "anchor": (
        "M5 .4a1.5 1.5 0 0 0-.7 2.8v.7h-1.7v1.3h1.7v3c-1.2-.2-2.1-.9-2.4-1.9l.8.2l-1.2-2.1l-1.3 2l.8-.1"
        "c.4 2 2 3.3 4 3.3s3.6-1.3 4-3.3l.8.1l-1.3-2l-1.2 2.1l.8-.2c-.3 1-1.2 1.7-2.4 1.9v-3h1.7"
        "v-1.3h-1.7v-.7a1.5 1.5 0 0 0-.7-2.8zm0 1a.55.55 0 1 1 0 1.1a.55.55 0 0 1 0-1.1z"
    ),
    "tower": "M1.6 .8h1.7v1.3h.9v-1.3h1.6v1.3h.9v-1.3h1.7v3h-1v5.6h-1.6v-2a.8.8 0 0 0-1.6 0v2h-1.6v-5.6h-1z",
    "star": "M5 .3l1.4 3.1l3.4.4l-2.5 2.3l.7 3.4l-3-1.7l-3 1.7l.7-3.4l-2.5-2.3l3.4-.4z",
    "sword": "M5 .2l.8 1.2v4.6h1.6v1h-1.6v1.5a.9.9 0 1 1-1.6 0v-1.5h-1.6v-1h1.6v-4.6z",
    "coin": (
        "M5 .6a4.4 4.4 0 1 1 0 8.8a4.4 4.4 0 0 1 0-8.8z"
        "m0 1.2a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 0 0 0-6.4zm-.6 1.3h1.2v3.8h-1.2z"
    ),
    "sack": (
        "M3.4 .6h3.2l-.8 1.6h-1.6z"
        "m.7 2.2h1.8c2 1.2 3.3 3 3.3 4.7c0 1.3-1.2 1.9-2.4 1.9h-3.6c-1.2 0-2.4-.6-2.4-1.9c0-1.7 1.3-3.5 3.3-4.7z"
    ),
    "flag": "M2 .4h1v.7h5.6l-1.6 2.2l1.6 2.2h-5.6v4.1h-1z",
}


def draw_icon(parent: Element, name: str, x: float, y: float, size: float, sort: str = "crex-draw-icon") -> Element:
    """An icon with its middle at a point."""
    moved = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 10:.2f})"
    return put(parent, "path", f"{sort} crex-draw-{name}", d=PATHS[name], transform=moved)
