"""The lines of a board, from the widest to the thinnest."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from crex_dsl.drawing.board.labels import Line
from crex_dsl.drawing.svg.elements import number, put

STROKES = ("wide", "dashed", "thin", "dotted")


def draw_stroke(parent: Element, line: Line, place: int) -> None:
    """A line of the style that goes with a place among the values in use."""
    points = " ".join(f"{number(x)},{number(y)}" for x, y in line)
    name = STROKES[place % len(STROKES)]
    if name == "wide":
        put(parent, "polyline", "crex-draw-casing", points=points)
    put(parent, "polyline", f"crex-draw-stroke crex-draw-{name}", points=points)
