"""Where things stand: nothing overlaps, nothing sticks out, whatever is charted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from crex_dsl.drawing.flowchart.flow import Arm, Box, Choice, Flow, Fork, Frame, Label, Loop, Mark, Node
from crex_dsl.drawing.flowchart.geometry import AROUND, Area, Plan
from crex_dsl.drawing.flowchart.layout import SIZE, WIDTH, plan_of
from crex_dsl.drawing.svg.line_breaking import width
from tests.drawing.flowchart.conftest import flows

LONG = Label("A heading that is a good deal longer than any line", "12.34", "long")


def flow(*steps: Node, language: str = "en") -> Flow:
    """A flow of these steps."""
    return Flow(language, Frame(Label("Title", "1", "title"), steps))


def deep(levels: int) -> Node:
    """Loops, forks and frames in one another."""
    node: Node = Fork((Arm("if so", (Box(LONG), Mark("x"))), Arm("otherwise", (Box(LONG),))))
    for level in range(levels):
        choice = Choice(("the mover",), "must", (LONG, Label("Short", clause="short"), LONG))
        arms = (Arm("if it is so", (choice, node)), Arm("otherwise", (Box(LONG),)))
        node = (Loop("again", (node,)), Frame(LONG, (node, Box(LONG)), LONG), Fork(arms))[level % 3]
    return node


def overlap(one: Area, two: Area) -> bool:
    """Whether two areas have a point in common that is not on their edges."""
    return (
        one.x < two.x + two.width - 0.01
        and two.x < one.x + one.width - 0.01
        and one.y < two.y + two.height - 0.01
        and two.y < one.y + one.height - 0.01
    )


def holds(one: Area, two: Area) -> bool:
    """Whether an area holds another."""
    return (
        one.x <= two.x
        and one.y <= two.y
        and two.x + two.width <= one.x + one.width + 0.01
        and two.y + two.height <= one.y + one.height + 0.01
    )


def faults(plan: Plan) -> Iterator[str]:
    """Everything that stands where it must not."""
    for one, two in combinations(plan.areas, 2):
        if overlap(one, two) and not (one.sort in AROUND and holds(one, two)):
            yield f"{one} and {two} overlap"
    for area in plan.areas:
        if area.x < 0 or area.y < 0 or area.x + area.width > plan.width or area.y + area.height > plan.height:
            yield f"{area} sticks out"
        for line in area.lines:
            wide = sum(width(span.text, SIZE) for span in line.spans)
            left = line.x - wide / 2 if line.centred else line.x
            if left < area.x - 0.01 or left + wide > area.x + area.width + 0.01:
                yield f"{line} is wider than {area}"
            if not area.y < line.y < area.y + area.height:
                yield f"{line} is not in {area}"
            if any(
                inner is not area and inner.sort not in AROUND and _over(line.y, left, inner) for inner in plan.areas
            ):
                yield f"{line} is written over"
    for way in plan.ways:
        for x, y in way.points:
            if not (0 <= x <= plan.width and 0 <= y <= plan.height):
                yield f"{way} leaves the picture"


def _over(baseline: float, left: float, area: Area) -> bool:
    return area.y < baseline < area.y + area.height and area.x < left < area.x + area.width


@pytest.mark.parametrize("wide", [WIDTH, 720])
@pytest.mark.parametrize("levels", [0, 1, 2, 3, 6, 20])
def test_nothing_overlaps_however_deep_it_is(levels: int, wide: float) -> None:
    assert not list(faults(plan_of(flow(deep(levels), Box(LONG), deep(levels)), wide)))


def test_what_is_nested_too_deep_gets_more_width() -> None:
    assert plan_of(flow(deep(3))).width == WIDTH < plan_of(flow(deep(20))).width


def test_faults_are_found() -> None:
    plan = plan_of(flow(Box(LONG)))
    plan.areas.append(plan.areas[-1])
    assert list(faults(plan))


def test_no_chart_at_hand_has_a_fault() -> None:
    count = 0
    for name, each in flows():
        assert not list(faults(plan_of(each))), name
        count += 1
    assert count > 50


def test_steps_stand_below_one_another_with_arrows_between() -> None:
    plan = plan_of(flow(Box(Label("a")), Box(Label("b")), Box(Label("c"))))
    tops = [area.y for area in plan.areas if area.sort == "step"]
    assert tops == sorted(tops) and len(tops) == 3
    assert [way.points[-1][1] for way in plan.ways if way.head] == tops[1:]


def test_a_loop_goes_back_to_above_its_first_step() -> None:
    plan = plan_of(flow(Loop("again", (Box(Label("a")), Box(Label("b"))))))
    back = next(way for way in plan.ways if way.head and len(way.points) == 4)
    first, last = (area for area in plan.areas if area.sort == "step")
    assert back.points[0][1] > last.y + last.height and back.points[-1][1] < first.y


def test_short_ways_stand_side_by_side_and_long_ones_below_one_another() -> None:
    arms = (Arm("if so", (Box(Label("a")),)), Arm("otherwise", (Box(Label("b")),)))
    one, two = (area for area in plan_of(flow(Fork(arms))).areas if area.sort == "step")
    assert one.y == two.y
    loops = (Arm("if so", (Loop("again", (Box(Label("a")),)),)), Arm("otherwise", (Box(Label("b")),)))
    one, two = (area for area in plan_of(flow(Fork(loops))).areas if area.sort == "step")
    assert one.y + one.height < two.y


def test_a_single_step_under_a_condition_bears_it_itself() -> None:
    area = plan_of(flow(Fork((Arm("if so", (Box(Label("a", clause="c")),)),)))).areas[-1]
    assert [span.text for line in area.lines for span in line.spans] == ["if so", "a"]
    assert area.dashed and area.clause == "c"
