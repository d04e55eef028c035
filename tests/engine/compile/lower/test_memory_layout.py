"""Where everything stands in a position: offsets, starts, and the sets of members by value."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.run.slots import HEAD
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook import terms as t
from tests.conformance.cases import Case
from tests.engine.record import fixtures
from tests.engine.tiny import STOP, Tiny

WORLD = """
kind hut is h1, h2, h3
stage day in game with hour: 2..5, guest: player or nobody
stage night in day
clause memory "Memory"
    state coins(player, hut): 0..9, starts at 4
    state mood: calm | wild, starts at wild
    state owner(hut): player or nobody
    set lit of hut per night
    tally sips(k: 3..5) per day
    define owned(p: player): set of hut is all h: hut where owner(h) is p
    procedure play
        ann chooses stay, quit
"""


@pytest.fixture
def layout(tiny: Tiny) -> Layout:
    return compile_rulebook(tiny(WORLD + STOP).rulebook).layout


def state(layout: Layout, name: str) -> t.State:
    return next(state for state in layout.cells if state.name == name)


def test_cells_do_not_overlap_and_leave_no_gap(layout: Layout) -> None:
    spans = []
    for cell in layout.cells.values():
        spans.append((cell.base, cell.base + cell.size))
        if cell.index is not None:
            spans.append((cell.index, cell.index + len(cell.index_start)))
    spans.sort()
    assert spans[0][0] == layout.memory_base
    assert all(end == begin for (_, end), (begin, _) in pairwise(spans))
    assert spans[-1][1] == layout.frames_base


def test_every_stage_but_the_game_has_a_door(layout: Layout) -> None:
    assert list(layout.doors) == ["day", "night"]
    assert list(layout.doors.values()) == [HEAD, HEAD + 1]


def test_memory_of_a_stage_stands_together(layout: Layout) -> None:
    for name, span in layout.stages.items():
        for memory, cell in layout.cells.items():
            assert (memory.stage == name) == (span.base <= cell.base < span.end)


def test_parameters_reach_through_strides(layout: Layout) -> None:
    coins, sips = layout.cells[state(layout, "coins")], layout.cells[state(layout, "sips")]
    assert (coins.size, coins.strides, coins.lows) == (6, (3, 1), (0, 0))
    assert (sips.size, sips.strides, sips.lows) == (3, (1,), (3,))


def test_starts(layout: Layout) -> None:
    starts = {memory.name: cell.start for memory, cell in layout.cells.items()}
    assert starts["coins"] == (4,) * 6
    assert starts["mood"] == (1,)
    assert starts["hour"] == (2,)  # the lowest of its range
    assert starts["guest"] == (2,)  # nobody comes after the two players
    assert starts["lit"] == (0,)


def test_memory_that_is_ranged_over_by_value_is_kept_in_sets(layout: Layout) -> None:
    owner, coins = layout.cells[state(layout, "owner")], layout.cells[state(layout, "coins")]
    assert owner.index is not None
    assert owner.index_start == (0, 0, 0b111)  # all three belong to nobody
    assert coins.index is None


@pytest.mark.parametrize("case", fixtures(), ids=str)
def test_the_start_of_a_game_is_its_layout(case: Case) -> None:
    game = case.load()
    made = compile_rulebook(game.rulebook)
    start = game.tables["start"]
    assert list(start[: made.layout.frames_base]) == made.layout.start()
    first = min(made.layout.lots.values(), default=len(start))
    assert set(start[made.layout.frames_base : first]) <= {0}
    lots = [lot for kind in made.layout.lots for lot in range(kind.count)]
    assert list(start[first:]) == lots
    assert all(isinstance(slot, int) for slot in start)


@pytest.mark.parametrize(
    ("memory", "message"),
    [
        ("state low: 0..3, starts at 3 + 1", "`low` starts at 4, outside 0..3"),
        ("state low: 0..3, starts at size of lit_huts", "must be known before play"),
    ],
)
def test_starts_are_known_and_in_range(tiny: Tiny, memory: str, message: str) -> None:
    text = f"""
kind hut is h1, h2
clause memory "Memory"
    set lit_huts of hut
    {memory}
    procedure play
        ann chooses stay, quit
"""
    with pytest.raises(RuleError, match=message):
        tiny(text + STOP)


def test_memory_beyond_all_measure_is_refused(tiny: Tiny) -> None:
    cells = "".join(f"    state s{n}(a1: 1..400, a2: 1..400): 0..1\n" for n in range(4))
    text = f'clause memory "Memory"\n{cells}    procedure play\n        ann chooses stay, quit\n'
    with pytest.raises(RuleError, match="needs more than 500,000 places"):
        tiny(text + STOP)
