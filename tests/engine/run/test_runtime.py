"""The small helpers that generated code leans on."""

from __future__ import annotations

import pytest

from crex_dsl.engine.run import runtime
from crex_dsl.engine.run.runtime import Broken, NoSuchThing


def test_otherwise() -> None:
    assert runtime.otherwise(3, 5, 9) == 3
    assert runtime.otherwise(5, 5, 9) == 9


def test_places_in_a_list_count_from_one() -> None:
    assert [runtime.nth([7, 8], place, -1) for place in (-1, 0, 1, 2, 3)] == [-1, -1, 7, 8, -1]


@pytest.mark.parametrize(
    ("count", "first", "last"),
    [(-1, [], []), (0, [], []), (2, [1, 2], [2, 3]), (3, [1, 2, 3], [1, 2, 3]), (9, [1, 2, 3], [1, 2, 3])],
)
def test_the_first_and_last_of_a_list(count: int, first: list[int], last: list[int]) -> None:
    assert runtime.first_of([1, 2, 3], count) == first
    assert runtime.last_of([1, 2, 3], count) == last


def test_the_only_member() -> None:
    assert runtime.the(0b1000) == 3
    assert runtime.the(0b1010) == 1
    with pytest.raises(NoSuchThing):
        runtime.the(0)


@pytest.mark.parametrize("items", [[], [0], [0, 0, 3], [3, 0, 1, 2, 0]])
def test_a_packed_list_can_be_taken_apart_from_its_first_item_on(items: list[int]) -> None:
    rest, found = runtime.packed(items, 2), []
    while rest > 1:
        found.append(rest & 3)
        rest >>= 2
    assert found == items
    assert rest == 1


def test_packing_keeps_an_item_within_its_bits() -> None:
    assert runtime.packed([-1], 4) == 0b1_1111


def test_faults_carry_their_site() -> None:
    with pytest.raises(Broken) as broken:
        runtime.out_of_range(4, 99)
    assert (broken.value.site, broken.value.value) == (4, 99)
    with pytest.raises(Broken) as broken:
        runtime.endless(5)
    assert (broken.value.site, broken.value.value) == (5, None)


def test_counting_too_far_is_a_fault() -> None:
    assert list(runtime.counted(2, 4, 0, 1)) == [2, 3, 4]
    assert list(runtime.counted(4, 2, 0, 1)) == []
    with pytest.raises(Broken) as broken:
        runtime.counted(1, 1_000_000, 7, 1)
    assert broken.value.site == 7


def test_generated_code_gets_the_helpers_and_nothing_that_reaches_out() -> None:
    assert set(runtime.PRELUDE) >= {"roll", "pick", "shuffled", "BIT", "otherwise", "nth", "the", "packed"}
    assert not set(runtime.PRELUDE) & {"open", "exec", "eval", "__import__", "compile", "input", "getattr", "setattr"}
