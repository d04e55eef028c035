"""Where there is room beside a place of a board for what stands on it, clear of names, markers and lines."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from crex_dsl.drawing.board.labels import Wanted, spots_around
from crex_dsl.drawing.board.layout import Plan
from crex_dsl.drawing.svg.geometry import Box

_MOST = 16
_MARKER, _LABEL, _LINE, _RANK, _STRAY = 6.0, 4.0, 1.5, 2.0, 140.0  # what it costs to cover something, or to stray


def room_beside(plan: Plan, place: int, wide: float, high: float) -> list[tuple[float, Box]]:
    """The best boxes of a size beside a place, each with what it costs: nothing that is drawn there is free."""
    frame, own = Box(5, 5, plan.width - 5, plan.height - 5), plan.markers[place]
    boxes = [_moved_into(frame, spot) for spot in spots_around(Wanted(own, wide, high), frame)]
    around = Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
    labels = [label for label in plan.labels if label is not None]
    near = [(box, _MARKER) for box in plan.markers if box.covers(around)]
    near += [(box, _LABEL) for box in labels if box.covers(around)]
    legs = [leg for _, line in plan.lines for leg in pairwise(line) if around.crossed(*leg)]
    others = [box.middle for n, box in enumerate(plan.markers) if n != place]
    found = []
    for rank, box in enumerate(boxes):
        cost = _RANK * rank + sum(weight * box.covers(other) for other, weight in near)
        cost += sum(_LINE * box.crossed(*leg) for leg in legs)
        home = dist(box.middle, own.middle)
        cost += sum(_STRAY for other in others if dist(box.middle, other) < home)
        found.append((cost, box))
    return sorted(found, key=lambda one: one[0])[:_MOST]


def _moved_into(frame: Box, box: Box) -> Box:
    """A box moved as little as brings it into a frame."""
    across = max(frame.left - box.left, 0) - max(box.right - frame.right, 0)
    down = max(frame.top - box.top, 0) - max(box.bottom - frame.bottom, 0)
    return Box(box.left + across, box.top + down, box.right + across, box.bottom + down)
