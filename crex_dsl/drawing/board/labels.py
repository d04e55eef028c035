"""Where the labels of a map stand: beside their places, clear of each other, off the lines where they can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from crex_dsl.drawing.svg.geometry import Box

Point = tuple[float, float]
Line = tuple[Point, ...]  # its corners, from end to end
_ROUNDS = 30
_GAP = 2.5
_NEAR, _NEAR_COST = 9.0, 2.0  # a label so near to another's marker reads as the other's


@dataclass(frozen=True)
class Wanted:
    """A label to be placed: the box of its marker, and the size of its text."""

    marker: Box
    width: float
    height: float


def placed(labels: Sequence[Wanted], taken: Sequence[Box], lines: Sequence[Line], frame: Box) -> list[Box]:
    """A box for each label; the same for the same wishes. Some may overlap where there is no room: see `clashes`."""
    choices = [spots_around(label, frame) for label in labels]
    reach = [_reach(boxes) for boxes in choices]
    fixed = [*taken, *(label.marker for label in labels)]
    legs = [leg for line in lines for leg in pairwise(line)]
    costs: list[list[float]] = []
    for label, boxes, around in zip(labels, choices, reach, strict=True):
        near_boxes = [box for box in fixed if box is not label.marker and box.covers(around.grown(_NEAR))]
        near_legs = [leg for leg in legs if around.crossed(*leg)]
        costs.append([_cost(rank, box, label.marker, near_boxes, near_legs) for rank, box in enumerate(boxes)])
    chosen = [min(range(len(boxes)), key=costs[n].__getitem__) for n, boxes in enumerate(choices)]
    near = [[m for m, other in enumerate(reach) if m != n and around.covers(other)] for n, around in enumerate(reach)]
    for _ in range(_ROUNDS):
        before = list(chosen)
        for n, boxes in enumerate(choices):
            others = [choices[m][chosen[m]] for m in near[n]]
            chosen[n] = min(
                range(len(boxes)),
                key=lambda o: costs[n][o] + sum(500 + 10 * c for other in others if (c := boxes[o].covers(other))),
            )
        if chosen == before:
            break
    return [boxes[chosen[n]] for n, boxes in enumerate(choices)]


def clashes(labels: Sequence[Box], taken: Sequence[Box]) -> int:
    """How many labels overlap another one, or something else that is taken."""
    found = sum(1 for n, box in enumerate(labels) for other in labels[n + 1 :] if box.covers(other))
    return found + sum(1 for box in labels for other in taken if box.covers(other))


def spots_around(label: Wanted, frame: Box) -> list[Box]:
    """The places where a label may stand, the best first: right, left, below and above, then shifted, then farther."""
    m, w, h = label.marker, label.width, label.height
    x, y = m.middle
    found: list[Box] = []
    for gap in (_GAP, 6.0, 10.0):
        right, left, below, above = m.right + gap, m.left - gap - w, m.bottom + gap, m.top - gap - h
        spots = [(right, y - h / 2), (left, y - h / 2), (x - w / 2, below), (x - w / 2, above)]
        for share in (0.25, 0.75, 0.0, 1.0):
            spots += [(x - w * share, below), (x - w * share, above)]
        for shift in (-0.5, 0.5, -0.9, 0.9):
            spots += [(right, y - h / 2 + shift * h), (left, y - h / 2 + shift * h)]
        found += [Box(left_edge, top, left_edge + w, top + h) for left_edge, top in spots]
    inside = [box for box in found if frame.holds(box)]
    return inside or found


def _cost(rank: int, box: Box, own: Box, fixed: Sequence[Box], legs: Sequence[tuple[Point, Point]]) -> float:
    """What a place for a label costs: what it covers, lines through it, and markers that seem to be its own."""
    covered = sum(1000 + 20 * c for other in [own, *fixed] if (c := box.covers(other)))
    seeming = sum(_NEAR_COST * (_NEAR - gap) for other in fixed if (gap := box.gap(other)) < _NEAR)
    return rank + covered + seeming + sum(2 * box.crossed(*leg) for leg in legs)


def _reach(boxes: Sequence[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
