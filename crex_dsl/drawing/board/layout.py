"""The plan of a board: how large it is, and where everything on it stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import dist

from crex_dsl.drawing.board.labels import Line, Point, Wanted, clashes, placed
from crex_dsl.drawing.board.markers import lettered, size, text_size
from crex_dsl.drawing.board.pictures import ThingPicture, ThingPictures
from crex_dsl.drawing.svg.geometry import Box

PHONE, _WIDEST, _STEP = 390, 1200, 15
_MARGIN = 10.0
_BEND, _LEGS = 0.2, 12
_APART, _NEAREST, _FARTHEST, _AROUND, _LARGEST_CUT = 150.0, 95.0, 120.0, 70.0, 400.0  # of a part that is cut out
_ALONE = 3  # so many places are shown with those next to them


@dataclass(frozen=True)
class Plan:
    """Where things, their labels and the lines between them stand; a label is None where it stands inside."""

    width: float
    height: float
    things: tuple[ThingPicture, ...]
    markers: tuple[Box, ...]
    labels: tuple[Box | None, ...]
    lines: tuple[tuple[ThingPicture, Line], ...]
    reach: float = 0.0  # how far the ground of a place reaches, where it does not go by the width
    outlines: tuple[tuple[str, Line], ...] = ()  # of parts of the board that are no things, by name

    @property
    def clashes(self) -> int:
        """How many labels and markers overlap one another."""
        labels = [label for label in self.labels if label is not None]
        crowded = sum(1 for n, box in enumerate(self.markers) for other in self.markers[n + 1 :] if box.covers(other))
        return crowded + clashes(labels, self.markers)


def plan(drawings: ThingPictures) -> Plan | None:
    """The plan of a game's board; None where nothing has a place on it."""
    things = [drawn for drawn in drawings.placed() if drawn.at is not None]
    if not things:
        return None
    if any(lettered(drawn) and not drawn.beside for drawn in things):
        return _table(things)
    made = _map(things, drawings, PHONE)
    while made.clashes and made.width < _WIDEST:
        made = _map(things, drawings, made.width + _STEP)
    return made


def cutout(whole: Plan, around: Collection[str]) -> Plan:
    """The plan of some places of a board and of those next to them, with room for what stands there.

    Where lines join places, the named ones lie as on the board and as far apart as that leaves room; those next to them
    come nearer, and are left out where many are named. Of a board of parts only the named ones are left.
    """
    chosen = [drawn for drawn in whole.things if drawn.thing in around]
    joins = [join for join, _ in whole.lines if join.ends and not set(around).isdisjoint(join.ends)]
    if any(lettered(drawn) and not drawn.beside for drawn in chosen) or not chosen:
        return _table(chosen) if chosen else whole
    ends = {end for join in joins for end in join.ends or ()}
    near = [drawn for drawn in whole.things if drawn.thing in ends - set(around) and not drawn.beside]
    near = near if len(chosen) <= _ALONE else []
    there = {drawn.thing for drawn in (*chosen, *near)}
    inner = [join for join, _ in whole.lines if join.ends and there.issuperset(join.ends)]
    points = _spread(chosen, near, inner)
    left, top = (min(point[axis] for point in points.values()) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points.values()) for axis in (0, 1))
    width = max(right - left + 2 * _AROUND, PHONE)
    shift = ((width - (right - left)) / 2 - left, _AROUND - top)
    height = bottom - top + 2 * _AROUND
    moved = {thing: (x + shift[0], y + shift[1]) for thing, (x, y) in points.items()}
    things = [drawn for drawn in whole.things if drawn.thing in there]
    return _drawn_at(things, inner, [moved[drawn.thing] for drawn in things], width, height, _APART)


def _spread(
    chosen: Sequence[ThingPicture], near: Sequence[ThingPicture], joins: Sequence[ThingPicture]
) -> dict[str, Point]:
    """Points for some places at a scale that keeps them apart, and for those next to them, drawn nearer."""
    pairs = [dist(_at(one), _at(other)) for n, one in enumerate(chosen) for other in chosen[n + 1 :]]
    across = max([abs(a - b) for one in chosen for other in chosen for a, b in zip(_at(one), _at(other), strict=True)])
    scale = min(_APART / max(min(pairs, default=1), 1), _LARGEST_CUT / max(across, 1))
    found = {drawn.thing: (_at(drawn)[0] * scale, _at(drawn)[1] * scale) for drawn in chosen}
    fixed = dict(found)
    for drawn in near:
        joined = [end for join in joins if join.ends and drawn.thing in join.ends for end in join.ends if end in fixed]
        own = (_at(drawn)[0] * scale, _at(drawn)[1] * scale)
        home = min((fixed[end] for end in joined), key=lambda point: dist(point, own))
        far = dist(home, own) or 1
        reach = min(max(far, _NEAREST), _FARTHEST) / far
        found[drawn.thing] = (home[0] + (own[0] - home[0]) * reach, home[1] + (own[1] - home[1]) * reach)
    return found


def _table(things: Sequence[ThingPicture]) -> Plan:
    """Parts of a board in the rows and columns that their coordinates make."""
    columns = _tracks([(_at(drawn)[0], size(drawn)[0]) for drawn in things])
    rows = _tracks([(_at(drawn)[1], size(drawn)[1]) for drawn in things])
    markers = [Box.around(columns[_at(drawn)[0]], rows[_at(drawn)[1]], *size(drawn)) for drawn in things]
    width, height = (max(edge) + _MARGIN for edge in zip(*((box.right, box.bottom) for box in markers), strict=True))
    return Plan(width, height, tuple(things), tuple(markers), (None,) * len(things), ())


def _tracks(spans: Sequence[tuple[int, float]]) -> dict[int, float]:
    """The middle of each row or column."""
    widest = {at: max(span for here, span in spans if here == at) for at in sorted({at for at, _ in spans})}
    edges = [_MARGIN, *accumulate((span + _MARGIN for span in widest.values()), initial=_MARGIN)][1:]
    return {at: (low + high - _MARGIN) / 2 for at, (low, high) in zip(widest, pairwise(edges), strict=True)}


def _map(things: Sequence[ThingPicture], drawings: ThingPictures, width: float) -> Plan:
    """Places where their coordinates put them, true to scale, on a map of a width."""
    sizes = [size(drawn) for drawn in things]
    xs, ys = [_at(drawn)[0] for drawn in things], [_at(drawn)[1] for drawn in things]
    side = max(w / 2 for (w, _), x in zip(sizes, xs, strict=True) if x in (min(xs), max(xs))) + _MARGIN
    scale = (width - 2 * side) / max(max(xs) - min(xs), 1)
    top = max(h for _, h in sizes) / 2 + _MARGIN + 12
    height = (max(ys) - min(ys)) * scale + 2 * top

    def at(x: int, y: int) -> Point:
        return side + (x - min(xs)) * scale, top + (y - min(ys)) * scale

    points = [at(x, y) for x, y in zip(xs, ys, strict=True)]
    made = _drawn_at(things, drawings.lines(), points, width, height)

    def reaching(x: int, y: int) -> Point:
        """A point of an outline; one that lies beyond all places reaches the edge of the map."""
        inside = at(x, y)
        across = 0.0 if x < min(xs) else width if x > max(xs) else inside[0]
        return across, 0.0 if y < min(ys) else height if y > max(ys) else inside[1]

    outlines = {name: tuple(reaching(x, y) for x, y in around) for name, around in drawings.outlines.items()}
    return replace(made, outlines=tuple(outlines.items()))


def _drawn_at(
    things: Sequence[ThingPicture],
    joins: Sequence[ThingPicture],
    points: Sequence[Point],
    width: float,
    height: float,
    reach: float = 0.0,
) -> Plan:
    """Places at some points, with the lines between them and their labels where there is room."""
    frame = Box(6, 6, width - 6, height - 6)
    markers = [_within(frame, Box.around(*point, *size(drawn))) for point, drawn in zip(points, things, strict=True)]
    middles = {drawn.thing: box.middle for drawn, box in zip(things, markers, strict=True)}
    afar = {drawn.thing for drawn in things if drawn.beside}
    centre = (width / 2, height / 2)
    lines = [
        (join, _line(middles[join.ends[0]], middles[join.ends[1]], None if afar.isdisjoint(join.ends) else centre))
        for join in joins
        if join.ends
    ]
    outside = [n for n, drawn in enumerate(things) if not lettered(drawn)]
    taken = [box for n, box in enumerate(markers) if n not in outside]
    wanted = [Wanted(markers[n], *text_size(things[n])) for n in outside]
    labels = dict(zip(outside, placed(wanted, taken, [line for _, line in lines], frame), strict=True))
    return Plan(
        width,
        height,
        tuple(things),
        tuple(markers),
        tuple(labels.get(n) for n in range(len(things))),
        tuple(lines),
        reach,
    )


def _line(start: Point, end: Point, centre: Point | None) -> Line:
    """A straight line, or one that curves away from a centre: so leads whatever comes from beside the map."""
    if centre is None:
        return start, end
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    across = (start[1] - end[1], end[0] - start[0])
    outward = (middle[0] - centre[0]) * across[0] + (middle[1] - centre[1]) * across[1]
    bend = _BEND if outward >= 0 else -_BEND
    peak = (middle[0] + bend * across[0], middle[1] + bend * across[1])

    def at(share: float) -> Point:
        first, second, third = (1 - share) ** 2, 2 * share * (1 - share), share**2
        return (
            first * start[0] + second * peak[0] + third * end[0],
            first * start[1] + second * peak[1] + third * end[1],
        )

    return tuple(at(step / _LEGS) for step in range(_LEGS + 1))


def _within(frame: Box, box: Box) -> Box:
    """A box moved as little as brings it into a frame."""
    across = max(frame.left - box.left, 0) - max(box.right - frame.right, 0)
    down = max(frame.top - box.top, 0) - max(box.bottom - frame.bottom, 0)
    return Box(box.left + across, box.top + down, box.right + across, box.bottom + down)


def _at(drawn: ThingPicture) -> tuple[int, int]:
    return drawn.at or (0, 0)
