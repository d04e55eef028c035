"""The ground around places: every point belongs to the nearest place, as far as its ground reaches."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, dist, pi, sin

from crex_dsl.drawing.board.labels import Point

_SIDES = 32


def ground(places: Sequence[Point], reach: float) -> list[list[Point]]:
    """For each place the corners of its ground."""
    return [_cell(n, places, reach) for n in range(len(places))]


def way_to_half(start: Point, end: Point, step: float) -> list[Point]:
    """Points on the first half of a straight way, no farther apart than a step, for ground that goes along with it."""
    count = ceil(dist(start, end) / 2 / step)
    shares = [(n + 0.5) / count / 2 for n in range(count)]
    return [(start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s) for s in shares]


def _cell(own: int, places: Sequence[Point], reach: float) -> list[Point]:
    x, y = places[own]
    corners = [(x + reach * cos(2 * pi * k / _SIDES), y + reach * sin(2 * pi * k / _SIDES)) for k in range(_SIDES)]
    for n, (ox, oy) in enumerate(places):
        if n != own and (ox, oy) != (x, y) and (ox - x) ** 2 + (oy - y) ** 2 < (2 * reach) ** 2:
            corners = _cut(corners, ((x + ox) / 2, (y + oy) / 2), (x - ox, y - oy))
    return corners


def _cut(corners: list[Point], through: Point, keep: Point) -> list[Point]:
    """What is left of a shape on the kept side of a straight cut."""
    side = [(px - through[0]) * keep[0] + (py - through[1]) * keep[1] for px, py in corners]
    left: list[Point] = []
    for n, (px, py) in enumerate(corners):
        if side[n] >= 0:
            left.append((px, py))
        after = (n + 1) % len(corners)
        if (side[n] >= 0) != (side[after] >= 0):
            share = side[n] / (side[n] - side[after])
            left.append((px + share * (corners[after][0] - px), py + share * (corners[after][1] - py)))
    return left
