"""Labels find room, boxes know what they cover, grounds share the land."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from crex_dsl.drawing.board.labels import Wanted, clashes, placed
from crex_dsl.drawing.board.regions import ground, way_to_half
from crex_dsl.drawing.svg.geometry import Box
from crex_dsl.drawing.svg.text_metrics import fitting, width, wrapped

FRAME = Box(0, 0, 200, 200)


def test_a_label_stands_to_the_right_where_nothing_is_in_the_way() -> None:
    (label,) = placed([Wanted(Box.around(100, 100, 10, 10), 40, 12)], [], [], FRAME)
    assert label.left > 105
    assert label.middle[1] == 100


def test_a_label_stays_in_the_frame() -> None:
    (label,) = placed([Wanted(Box.around(190, 100, 10, 10), 40, 12)], [], [], FRAME)
    assert FRAME.holds(label)


def test_a_label_leaves_a_line_alone() -> None:
    (label,) = placed([Wanted(Box.around(100, 100, 10, 10), 40, 12)], [], [((100, 100), (200, 100))], FRAME)
    assert label.crossed((100, 100), (200, 100)) == 0


def test_labels_make_room_for_each_other() -> None:
    markers = [Box.around(60 + 25 * n, 100, 10, 10) for n in range(4)]
    labels = placed([Wanted(marker, 40, 12) for marker in markers], [], [], FRAME)
    assert clashes(labels, markers) == 0


def test_labels_without_room_clash() -> None:
    box = Box(0, 0, 10, 10)
    assert clashes([box, box.grown(1)], [box]) == 3


def test_how_far_a_line_runs_through_a_box() -> None:
    box = Box(0, 0, 10, 10)
    assert box.crossed((-5, 5), (15, 5)) == 10
    assert box.crossed((2, 2), (2, 5)) == 3
    assert box.crossed((-5, 20), (15, 20)) == 0
    assert box.crossed((0, 11), (11, 11)) == 0


def test_ground_is_parted_half_way() -> None:
    left, right = ground([(0, 0), (10, 0)], 20)
    assert max(x for x, _ in left) == 5 == min(x for x, _ in right)
    assert min(x for x, _ in left) == -20


def test_ground_ends_where_it_does_not_reach() -> None:
    (alone,) = ground([(3, 4)], 7)
    assert all(abs(dist(corner, (3, 4)) - 7) < 1e-9 for corner in alone)


def test_the_way_to_half_never_takes_too_long_a_step() -> None:
    points = [(0.0, 0.0), *way_to_half((0, 0), (100, 0), 8)]
    assert all(dist(a, b) <= 8 for a, b in pairwise(points))
    assert 46 <= points[-1][0] <= 50


def test_lines_are_broken_between_words_and_end_in_an_ellipsis() -> None:
    assert wrapped("one two three", 10, width("one two", 10)) == ["one two", "three"]
    assert wrapped("one, two, three, four", 10, 10, 2) == ["one,", "two …"]


def test_letters_shrink_until_a_text_fits() -> None:
    size, lines = fitting("Incomprehensibility", 30, 8, 120, 1)
    assert lines == ["Incomprehensibility"]
    assert 8 < size < 30
    assert width(lines[0], size) <= 120 < width(lines[0], 30)
