"""Draws a flow as SVG that takes its colours from the page, leads to the clauses, and can be read out."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from crex_dsl.drawing.flowchart.flow import Flow
from crex_dsl.drawing.flowchart.geometry import AROUND, Area, Line, Plan, Span, Way
from crex_dsl.drawing.flowchart.layout import WIDTH, plan_of
from crex_dsl.drawing.flowchart.outline import Address, described, label_text
from crex_dsl.drawing.svg.elements import number as _n

_HEAD = 4.5  # half of an arrow's head
_CUT = 7.0  # off the corners of a choice
_ROUND = {"frame": 9.0, "loop": 9.0, "fork": 5.0, "step": 6.0}
_TURN = "M-4 -1.5A4.4 4.4 0 1 1 -3.2 3M-4.6 -4.6L-4 -1.2L-0.8 -2.2"


def drawn(flow: Flow, address: Address, ident: str, wide: float = WIDTH) -> str:
    """A flow as a picture; `ident` begins the ids in it, `address` says where a clause is, if anywhere."""
    plan, title = plan_of(flow, wide), flow.root.title
    name = escape(f"{title.text}: {label_text(flow.root.subtitle)}" if flow.root.subtitle else label_text(title))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="crex-chart" role="group" '
        f'viewBox="0 0 {_n(plan.width)} {_n(plan.height)}" lang="{escape(flow.language)}" '
        f'aria-label="{name}" aria-describedby="{ident}-desc">'
        f'<title id="{ident}-title">{name}</title><desc id="{ident}-desc">{escape(described(flow))}</desc>'
    )
    return f"{head}{''.join(_parts(plan, address))}</svg>"


def _parts(plan: Plan, address: Address) -> Iterator[str]:
    """Frames first, then the ways across them, then what stands on the ways."""
    yield from (_area(area, address) for area in plan.areas if area.sort in AROUND)
    yield from (_way(way) for way in plan.ways)
    yield from (_area(area, address) for area in plan.areas if area.sort not in AROUND)


def _area(area: Area, address: Address) -> str:
    texts = "".join(_line(line, address) for line in area.lines)
    made = f"{_shape(area)}{_sign(area)}{texts}"
    found = address(area.clause) if area.clause is not None else None
    if found is not None:
        return f'<a href="{escape(found)}">{made}</a>'
    return f"<g>{made}</g>"


def _shape(area: Area) -> str:
    x, y, wide, high = area.x, area.y, area.width, area.height
    sort = f'class="crex-chart-{area.sort}{" crex-chart-dashed" if area.dashed else ""}"'
    match area.sort:
        case "note":
            return ""
        case "diamond" | "choice":
            points = " ".join(f"{_n(x + left)},{_n(y + down)}" for left, down in _corners(area))
            return f'<polygon {sort} points="{points}"/>'
    corner = _ROUND.get(area.sort, high / 2)
    return f'<rect {sort} x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="{_n(corner)}"/>'


def _corners(area: Area) -> Iterator[tuple[float, float]]:
    """The corners of a rectangle whose own are cut off; down to a diamond where nothing else is left."""
    wide, high = area.width, area.height
    cut = wide / 2 if area.sort == "diamond" else _CUT
    for x, y, inward in ((0.0, 0.0, 1), (wide, 0.0, -1), (wide, high, -1), (0.0, high, 1)):
        along, across = (x + inward * cut, y), (x, cut if y == 0 else high - cut)
        yield from (across, along) if (x == 0) == (y == 0) else (along, across)


def _sign(area: Area) -> str:
    """The sign of a loop or a fork, before its words."""
    if area.sort not in ("loop", "fork"):
        return ""
    line = area.lines[0]
    at = f'transform="translate({_n(line.x - 10)} {_n(line.y - 4.5)})"'
    return f'<path class="crex-chart-sign" {at} d="{_TURN if area.sort == "loop" else "M-5 0L0 -5L5 0L0 5Z"}"/>'


def _line(line: Line, address: Address) -> str:
    spans = "".join(_span(span, address) for span in line.spans)
    anchor = ' text-anchor="middle"' if line.centred else ""
    return f'<text x="{_n(line.x)}" y="{_n(line.y)}"{anchor}>{spans}</text>'


def _span(span: Span, address: Address) -> str:
    text = f'<tspan class="crex-chart-{span.style}">{escape(span.text)}</tspan>'
    found = address(span.clause) if span.clause is not None else None
    return f'<a href="{escape(found)}">{text}</a>' if found is not None else text


def _way(way: Way) -> str:
    d = "L".join(f"{_n(x)} {_n(y)}" for x, y in way.points)
    made = f'<path class="crex-chart-way" d="M{d}"/>'
    return made + _head(way) if way.head else made


def _head(way: Way) -> str:
    """The head of an arrow, pointing as its last stretch does: down or to the left."""
    (x0, _), (x, y) = way.points[-2:]
    if x0 == x:
        return f'<path class="crex-chart-head" d="M{_n(x)} {_n(y)}l{-_HEAD} {-1.6 * _HEAD}h{2 * _HEAD}z"/>'
    return f'<path class="crex-chart-head" d="M{_n(x)} {_n(y)}l{1.6 * _HEAD} {-_HEAD}v{2 * _HEAD}z"/>'
