"""Lays out a flow from top to bottom: boxes in one column, frames around what belongs together, short ways in lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crex_dsl.drawing.flowchart.flow import Arm, Box, Choice, Flow, Fork, Frame, Label, Loop, Mark, Node
from crex_dsl.drawing.flowchart.geometry import Area, Line, Plan, Sort, Span, Style, Way
from crex_dsl.drawing.flowchart.vocabulary import asked
from crex_dsl.drawing.svg.line_breaking import lines, width

WIDTH = 360.0
SIZE, SMALL = 14.0, 13.0  # of letters
_LEADING = 18.0
_MARGIN, _PAD, _RAIL = 4.0, 9.0, 17.0
_GAP, _TEXT_PAD = 18.0, 8.0
_WIDEST, _LANE, _LEAST = 264.0, 116.0, 140.0
_DIAMOND = 7.0
_DOT = " · "


def plan_of(flow: Flow, wide: float = WIDTH) -> Plan:
    """Where everything in a flow stands; what is nested too deep for a width gets more of it."""
    plan = Plan(max(wide, _needed(flow.root) + 2 * _MARGIN))
    layout = _Layout(plan, flow.language)
    plan.height = layout.node(flow.root, _Column(_MARGIN, plan.width - 2 * _MARGIN), _MARGIN) + _MARGIN
    return plan


def _needed(node: Node) -> float:
    """The least width in which a step can be read."""
    match node:
        case Frame(steps=steps):
            return 2 * _PAD + max(map(_needed, steps), default=0)
        case Loop(steps=steps):
            return 2 * _RAIL + max(map(_needed, steps), default=0)
        case Fork(arms=arms):
            return 2 * _PAD + max((_needed(step) for arm in arms for step in arm.steps), default=0)
    return _LEAST


@dataclass(frozen=True)
class _Column:
    """Where steps stand one below another."""

    x: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def inside(self, margin: float) -> _Column:
        return _Column(self.x + margin, self.width - 2 * margin)

    @property
    def box(self) -> _Column:
        """Where a box stands in it."""
        return self.inside(max(0.0, (self.width - _WIDEST) / 2))


class _Layout:
    """Puts nodes into a plan; every method takes the top and gives the bottom."""

    def __init__(self, plan: Plan, language: str) -> None:
        self.plan, self.language = plan, language

    def column(self, nodes: Sequence[Node], column: _Column, top: float) -> float:
        """Steps one below another, joined by arrows."""
        for place, node in enumerate(nodes):
            if place:
                self._down(column.middle, top, top + _GAP)
                top += _GAP
            top = self.node(node, column, top)
        return top

    def node(self, node: Node, column: _Column, top: float, note: str = "") -> float:
        """One step, with a note above its text where it is under a condition."""
        match node:
            case Box(label=label):
                return self._box("step", _spans(label), column, top, note, clause=label.clause)
            case Mark(text=text, ends=ends):
                return self._box("end" if ends else "mark", [Span(text)], column, top, note)
            case Choice():
                return self._choice(node, column, top, note)
            case Frame():
                return self._frame(node, column, top, note)
            case Loop():
                return self._loop(node, column, top)
            case Fork(arms=arms):
                return self._fork(arms, column, top)

    # ---- boxes ----
    def _box(
        self, sort: Sort, spans: Sequence[Span], column: _Column, top: float, note: str, clause: str | None = None
    ) -> float:
        box = column.box
        room = box.width - 2 * _TEXT_PAD
        rows = [*_rows([Span(note, "note")] if note else [], room), *_rows(spans, room)]
        return self._area(sort, rows, box, top, clause, dashed=bool(note))

    def _choice(self, choice: Choice, column: _Column, top: float, note: str) -> float:
        box = column.box
        room = box.width - 2 * _TEXT_PAD
        rows = _rows([Span(note, "note")] if note else [], room)
        rows += _rows([Span(asked(choice, self.language), "note")], room)
        row: list[Span] = []
        for offer in choice.offers:
            span = Span(offer.text, "text", offer.clause)
            if row and _wide([*row, Span(_DOT), span]) > room:
                rows.append(row)
                row = []
            if not row and _wide([span]) > room:
                rows += _rows([span], room)
                continue
            row = [*row, Span(_DOT), span] if row else [span]
        return self._area("choice", [*rows, row] if row else rows, box, top, dashed=bool(note))

    def _area(
        self,
        sort: Sort,
        rows: Sequence[Sequence[Span]],
        box: _Column,
        top: float,
        clause: str | None = None,
        dashed: bool = False,
    ) -> float:
        height = len(rows) * _LEADING + 2 * _TEXT_PAD
        texts = tuple(
            Line(box.middle, _baseline(top + _TEXT_PAD, number), tuple(row), centred=True)
            for number, row in enumerate(rows)
        )
        self.plan.areas.append(Area(sort, box.x, top, box.width, height, texts, clause, dashed))
        return top + height

    # ---- frames ----
    def _frame(self, frame: Frame, column: _Column, top: float, note: str) -> float:
        rows = _rows([Span(note, "note")] if note else [], column.width - 2 * _PAD)
        rows += _rows(_spans(frame.title, "title", linked=True), column.width - 2 * _PAD)
        if frame.subtitle is not None:
            rows += _rows(_spans(frame.subtitle, "note", linked=True), column.width - 2 * _PAD)
        place = len(self.plan.areas)
        inner = self._head(rows, top)
        bottom = self.column(frame.steps, column.inside(_PAD), inner) + _PAD
        self._around(place, "frame", rows, column, top, bottom, dashed=bool(note))
        return bottom

    def _loop(self, loop: Loop, column: _Column, top: float) -> float:
        rows = _rows([Span(loop.text, "note")], column.width - 2 * _PAD - _RAIL)
        place, middle, rail = len(self.plan.areas), column.middle, column.x + column.width - _RAIL / 2
        first = self._head(rows, top) + _GAP
        last = self.column(loop.steps, column.inside(_RAIL), first)
        bottom = last + _GAP
        back, again = last + _GAP / 2, first - _GAP / 2 - 2
        self._down(middle, first - _GAP, first)
        self.plan.ways.append(Way(((middle, last), (middle, bottom)), head=False))
        self.plan.ways.append(Way(((middle, back), (rail, back), (rail, again), (middle, again))))
        self._around(place, "loop", rows, column, top, bottom)
        return bottom

    def _head(self, rows: Sequence[Sequence[Span]], top: float) -> float:
        return top + len(rows) * _LEADING + _PAD

    def _around(
        self,
        place: int,
        sort: Sort,
        rows: Sequence[Sequence[Span]],
        column: _Column,
        top: float,
        bottom: float,
        dashed: bool = False,
    ) -> None:
        """A frame below what was put into it."""
        left = column.x + _PAD + (_RAIL if sort != "frame" else 0)
        texts = tuple(
            Line(left, _baseline(top + _PAD / 2, number), tuple(row), centred=False) for number, row in enumerate(rows)
        )
        area = Area(sort, column.x, top, column.width, bottom - top, texts, dashed=dashed)
        self.plan.areas.insert(place, area)

    # ---- forks ----
    def _fork(self, arms: Sequence[Arm], column: _Column, top: float) -> float:
        match arms:
            case (Arm(text=text, steps=(Box() | Mark() | Choice() | Frame() as only,)),):
                return self.node(only, column, top, note=text)
        room = (column.width - (len(arms) - 1) * _PAD) / len(arms)
        plain = all(isinstance(step, Box | Mark) for arm in arms for step in arm.steps)
        if len(arms) > 1 and plain and room >= _LANE:
            return self._lanes(arms, [_Column(column.x + n * (room + _PAD), room) for n in range(len(arms))], top)
        for arm in arms:
            top = self._arm(arm, column, top)
        return top

    def _arm(self, arm: Arm, column: _Column, top: float) -> float:
        """One way in a frame of its own, under its condition."""
        rows = _rows([Span(arm.text, "note")], column.width - 2 * _PAD - _RAIL)
        place = len(self.plan.areas)
        bottom = self.column(arm.steps, column.inside(_PAD), self._head(rows, top)) + _PAD
        self._around(place, "fork", rows, column, top, bottom, dashed=True)
        return bottom

    def _lanes(self, arms: Sequence[Arm], lanes: Sequence[_Column], top: float) -> float:
        """Short ways side by side, from one point to one point."""
        middle = (lanes[0].middle + lanes[-1].middle) / 2
        split, told = top + _DIAMOND, top + 2 * _DIAMOND + 4
        self.plan.areas.append(Area("diamond", middle - _DIAMOND, top, 2 * _DIAMOND, 2 * _DIAMOND))
        notes = [_rows([Span(arm.text, "note")], lane.width) for arm, lane in zip(arms, lanes, strict=True)]
        head = told + max(len(rows) for rows in notes) * _LEADING
        bottoms: list[float] = []
        for arm, lane, rows in zip(arms, lanes, notes, strict=True):
            self._note(rows, lane, told)
            self.plan.ways.append(Way(((middle, split), (lane.middle, split), (lane.middle, told)), head=False))
            self._down(lane.middle, told + len(rows) * _LEADING, head + _GAP)
            bottoms.append(self.column(arm.steps, lane, head + _GAP))
        merge = max(bottoms) + _GAP / 2
        for lane, bottom in zip(lanes, bottoms, strict=True):
            self.plan.ways.append(Way(((lane.middle, bottom), (lane.middle, merge), (middle, merge)), head=False))
        return merge

    def _note(self, rows: Sequence[Sequence[Span]], lane: _Column, top: float) -> None:
        texts = tuple(
            Line(lane.middle, _baseline(top, number), tuple(row), centred=True) for number, row in enumerate(rows)
        )
        self.plan.areas.append(Area("note", lane.x, top, lane.width, len(rows) * _LEADING, texts))

    def _down(self, x: float, top: float, bottom: float) -> None:
        self.plan.ways.append(Way(((x, top), (x, bottom))))


def _baseline(top: float, row: int) -> float:
    return top + row * _LEADING + _LEADING * 0.74


def _spans(label: Label, style: Style = "text", linked: bool = False) -> list[Span]:
    """A label with its number before it; linked by itself where the area around it is not."""
    clause = label.clause if linked else None
    number = [Span(f"{label.number} ", "number", clause)] if label.number else []
    return [*number, Span(label.text, style, clause)]


def _rows(spans: Sequence[Span], room: float) -> list[list[Span]]:
    """Words in lines that fit; a number stays before the first of them."""
    if not spans:
        return []
    *before, last = spans
    first, *rest = lines(last.text, room, SIZE, taken=_wide(before))
    return [[*before, Span(first, last.style, last.clause)], *([Span(row, last.style, last.clause)] for row in rest)]


def _wide(spans: Sequence[Span]) -> float:
    return sum(width(span.text, SIZE) for span in spans)
