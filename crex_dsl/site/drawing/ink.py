"""SVG elements, made so that any text is safe in them."""

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
