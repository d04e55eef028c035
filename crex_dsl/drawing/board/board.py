"""The board as SVG: places in the colours of their grounds, the lines between them, and a legend."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from crex_dsl.drawing.board import legend
from crex_dsl.drawing.board.layout import Plan, plan
from crex_dsl.drawing.board.lines import draw_stroke
from crex_dsl.drawing.board.markers import draw_label, draw_marker, lettered, tint_of
from crex_dsl.drawing.board.pictures import ThingPicture, ThingPictures
from crex_dsl.drawing.board.regions import ground, way_to_half
from crex_dsl.drawing.svg.elements import figure, number, put, text_of
from crex_dsl.drawing.svg.geometry import Box

Address = Callable[[str, str], str | None]
_REACH = 0.13  # of a map's width
_FINGER = 30.0  # 24 pixels on the smallest screen


LAYERS = ("ground", "lines")  # of the board alone; places, pieces and marks come over them


def board_svg(drawings: ThingPictures, address: Address, told: str) -> str | None:
    """The board, every thing on it a link to its address where it has one; None where the game has no board."""
    made = plan(drawings)
    if made is None:
        return None
    groups = legend.entries(made.things, [line for line, _ in made.lines])
    below = legend.height(groups, made.width - 24)
    svg = figure(made.width, made.height + below, "crex-draw-board", told, grouped=True)
    put(svg, "rect", "crex-draw-sheet", x=0.5, y=0.5, width=made.width - 1, height=made.height + below - 1, rx=6)
    _ground(svg, made)
    _lines(svg, made)
    places = put(svg, "g", "crex-draw-places", data_layer="places")
    for drawn, marker, label in zip(made.things, made.markers, made.labels, strict=True):
        _place(places, drawn, marker, label, address(drawn.kind, drawn.thing))
    legend.draw_legend(svg, groups, 12, made.height, made.width - 24)
    return text_of(svg)


def draw_layers(made: Plan) -> dict[str, str]:
    """The ground and the lines of a plan as text, for pictures that put more over them."""
    drawn: dict[str, str] = {}
    for layer, draw in zip(LAYERS, (_ground, _lines), strict=True):
        root = Element("svg")
        draw(root, made)
        drawn[layer] = "".join(text_of(each) for each in root)
    return drawn


def place_svg(made: Plan, number: int, drawn: ThingPicture | None = None) -> str:
    """One place of a plan as text, as it looks now or else as it is planned."""
    root = Element("svg")
    _place(root, drawn or made.things[number], made.markers[number], made.labels[number], None)
    return text_of(root[0])


def _ground(svg: Element, made: Plan) -> None:
    """The ground of every coloured place, and of the lines that lead from it, one shape for each colour."""
    places = [(drawn, box.middle) for drawn, box in zip(made.things, made.markers, strict=True) if not lettered(drawn)]
    sites = {middle: tint_of(drawn) for drawn, middle in places if drawn.colour is not None}
    words = {tint_of(drawn): drawn.colour.word for drawn, _ in places if drawn.colour is not None}
    reach = made.reach or made.width * _REACH
    for _, line in made.lines:
        for start, end in ((line[0], line[-1]), (line[-1], line[0])):
            if start in sites and end in sites:
                sites.update(dict.fromkeys(way_to_half(start, end, reach / 2), sites[start]))
    paths: dict[str, list[str]] = {}
    for tint, corners in zip(sites.values(), ground(list(sites), reach), strict=True):
        inside = [(min(max(x, 4), made.width - 4), min(max(y, 4), made.height - 4)) for x, y in corners]
        paths.setdefault(tint, []).append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in inside) + "z")
    layer = put(svg, "g", "crex-draw-grounds", data_layer="ground")
    for tint, shapes in paths.items():
        named = {"data_kind": "ground", "data_id": words[tint]}
        put(layer, "path", f"crex-draw-ground {tint}", d="".join(shapes), **named)
    for name, line in made.outlines:
        around = [(min(max(x, 4), made.width - 4), min(max(y, 4), made.height - 4)) for x, y in line]
        path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in around) + "z"
        put(layer, "path", "crex-draw-outline", d=path, data_kind="outline", data_id=name)
    put(svg, "rect", "crex-draw-frame", x=4, y=4, width=made.width - 8, height=made.height - 8, rx=4)


def _lines(svg: Element, made: Plan) -> None:
    names = {drawn.thing: drawn.title for drawn in made.things}
    layer = put(svg, "g", "crex-draw-lines", data_layer="lines")
    for drawn, line in sorted(made.lines, key=lambda one: -(one[0].line.place if one[0].line else 0)):
        sort = "crex-draw-line crex-draw-afar" if len(line) > 2 else "crex-draw-line"
        group = put(layer, "g", sort, data_kind=drawn.root, data_id=drawn.thing)
        ends = " – ".join(names.get(end, end) for end in drawn.ends or ())
        put(group, "title").text = f"{ends} ({drawn.line.word})" if drawn.line else ends
        draw_stroke(group, line, drawn.line.place if drawn.line else 2)


def _place(svg: Element, drawn: ThingPicture, marker: Box, label: Box | None, address: str | None) -> None:
    named = {"data_kind": drawn.root, "data_id": drawn.thing}
    linked = {} if address is None else {"href": address}
    group = put(svg, "a" if linked else "g", "crex-draw-place", **named, **linked)
    put(group, "title").text = drawn.told
    put(group, "rect", "crex-draw-hit", **_edges(_touched(marker)), rx=5)
    draw_marker(group, drawn, marker)
    if label is not None:
        put(group, "rect", "crex-draw-hit", **_edges(label), rx=3)
        draw_label(group, drawn, label, marker)


def _touched(marker: Box) -> Box:
    """Where a finger meets a marker: around it, and never too small for a finger, even where the map is shrunk."""
    wide, high = max(marker.right - marker.left + 6, _FINGER), max(marker.bottom - marker.top + 6, _FINGER)
    return Box.around(*marker.middle, wide, high)


def _edges(box: Box) -> dict[str, float]:
    return {"x": box.left, "y": box.top, "width": box.right - box.left, "height": box.bottom - box.top}
