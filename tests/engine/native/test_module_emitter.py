"""Small generated functions as WebAssembly: each gives what it gives in Python, whatever the numbers are."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.native import availability, library, machine
from crex_dsl.engine.native.library import native_module
from crex_dsl.engine.native.machine import BeyondNative, Machine, NativeError
from crex_dsl.engine.native.memory_map import Source
from crex_dsl.engine.native.module_emitter import ModuleEmitter
from crex_dsl.engine.native.ranges.arithmetic import binary_range
from crex_dsl.engine.native.ranges.values import NUMBER, Num, Untranslatable
from crex_dsl.engine.run.runtime import FAULTS, PRELUDE, WORK, WORK_LIMIT

pytestmark = pytest.mark.skipif(availability.engine_version() is None, reason="there is no native engine here")

Ends = tuple[int, int]

HEAD = 7  # slots of every state
WIDE = 150  # bits of the wide sets here
NUMBERS = (-NUMBER, NUMBER)
SMALL = (-1000, 1000)
PLACE = (0, WIDE - 1)
TABLES: dict[str, Any] = {
    "actions": [],
    "points": [],
    "kinds": {},
    "cells": [],
    "listing": (),
    "stages": {},
    "doors": {},
    "lots": {},
    "players": (0, 1),
    "root": (0, 6, ()),
}


class FakeProgram:
    """As much of a program as faults need."""

    tables = TABLES

    def fault(self, site: int, value: int | None = None) -> RuleFault:
        return RuleFault(f"{site} {value}", "c")

    def clause_at(self, point: int) -> str:
        return "c"


class Both:
    """A function in both engines, over a state of given slots."""

    def __init__(self, text: str, given: list[Ends], slots: list[Ends | None], areas: dict[int, Ends]) -> None:
        text = dedent(text)
        self.space = dict(PRELUDE)
        exec(compile(text, "<both>", "exec"), self.space)
        ends = [(-(1 << 63), (1 << 63) - 1)] * HEAD + slots
        tables = TABLES | {"start": (0,) * len(ends)}
        source = Source(text, tuple(ends), areas, {"f": tuple(given)}, None)
        self.machine = Machine(FakeProgram(), native_module(source, tables, [], (text, repr(ends))))  # type: ignore[arg-type]
        self.slots = len(slots)

    def check(self, args: list[int], slots: list[int], seed: int = 5) -> None:
        """Both give the same, and leave the same state behind, or break off alike."""
        state = [seed] + [0] * (HEAD - 1) + slots + [0] * (self.slots - len(slots))
        self.machine.write(0, state)
        WORK[0] = WORK_LIMIT
        try:
            expected: Any = self.space["f"](state, *args)
        except FAULTS as fault:
            expected = type(fault)
        try:
            found: Any = self.machine.function("f", 0, *args)
        except BeyondNative:
            assert isinstance(expected, int) and abs(expected) > NUMBER
            return
        except RuleFault:
            assert isinstance(expected, type)
            return
        assert found == int(expected)
        assert self.machine.read(0) == state


sets = st.integers(0, (1 << WIDE) - 1) | st.integers(0, WIDE - 1).map(lambda place: 1 << place)
words = st.integers(0, (1 << 62) - 1)
numbers = st.integers(-1000, 1000)
big = st.integers(-NUMBER, NUMBER)
seeds = st.integers(0, (1 << 64) - 1)
TRIES = settings(max_examples=60, deadline=None)


@cache
def _made(
    text: str, given: tuple[Ends, ...], slots: tuple[Ends | None, ...], areas: tuple[tuple[int, Ends], ...]
) -> Both:
    return Both(text, list(given), list(slots), dict(areas))


def made(text: str, given: list[Ends], slots: Sequence[Ends | None], areas: dict[int, Ends] | None = None) -> Both:
    """A function in both engines, made once."""
    return _made(text, tuple(given), tuple(slots), tuple((areas or {}).items()))


@TRIES
@given(big, numbers.filter(bool))
def test_division_and_remainder_go_down(one: int, two: int) -> None:
    for operator in ("//", "%"):
        both = made(f"def f(S, a, b):\n    return a {operator} b", [NUMBERS, (1, 1000)], [])
        both.check([one, abs(two)], [])


@TRIES
@given(big, big)
@example(1 << 24, 1 << 37)
@example(1 << 24, -(1 << 38))
@example((1 << 32) - 1, (1 << 32) - 1)
@example(-NUMBER, 1)
def test_numbers_that_grow_too_large_are_left_to_python(one: int, two: int) -> None:
    for operator in ("+", "-", "*"):
        made(f"def f(S, a, b):\n    return a {operator} b", [NUMBERS, NUMBERS], []).check([one, two], [])


@TRIES
@given(words, st.integers(0, 200))
def test_shifts_beyond_a_word_leave_nothing(one: int, by: int) -> None:
    made("def f(S, a, b):\n    return a >> b", [(0, (1 << 62) - 1), (0, 200)], []).check([one, by], [])


@TRIES
@given(sets, sets, st.integers(*PLACE))
def test_wide_sets(one: int, two: int, place: int) -> None:
    text = """
        def f(S, v):
            n = S[7] & ~S[8] | BIT[v]
            m = (S[7] ^ S[8]) & -S[7]
            S[9] = n
            S[10] = m & -2 * (m & -m)
            if S[9] == S[7] or not S[8]:
                return -1
            l = n & -n
            some = (n >> v & 1) + n.bit_count() * 2 + n.bit_length() * 1000
            return some + (l.bit_length() - 1) * 1000000 + (S[7] > S[8])
    """
    made(text, [PLACE], [(0, (1 << WIDE) - 1)] * 4).check([place], [one, two])


@TRIES
@given(sets, st.integers(*PLACE), st.booleans())
def test_wide_sets_are_chosen_and_gone_through(one: int, place: int, either: bool) -> None:
    text = """
        def q(S, v):
            return (S[7] if S[8] else BIT[v])
        def f(S, v):
            n = 0
            mv1 = q(S, v)
            while mv1:
                lv1 = mv1 & -mv1
                mv1 ^= lv1
                v1 = lv1.bit_length() - 1
                n += v1 * v1
            for v2 in MEMBERS[q(S, v) & S[7]]:
                n += v2
            return n
    """
    made(text, [PLACE], [(0, (1 << WIDE) - 1), (0, 1)]).check([place], [one, int(either)])


@TRIES
@given(st.lists(st.integers(0, 9), max_size=12), st.integers(-3, 15), st.integers(-3, 15))
def test_lists_are_ranked_cut_and_packed(values: list[int], place: int, count: int) -> None:
    text = """
        K1 = (3, 1, 2)
        def q(S):
            n = []
            mv1 = S[7]
            while mv1:
                lv1 = mv1 & -mv1
                mv1 ^= lv1
                v1 = lv1.bit_length() - 1
                n.append((-S[v1 + 8], len(n), v1))
            n.sort()
            return [k[-1] for k in n]
        def f(S, v, w):
            n = nth(q(S), v, 99)
            for v2 in first_of(q(S), w):
                n = n * 3 % 1000003 + v2
            for v3 in last_of(q(S), w):
                n = n * 5 % 1000003 + v3
            S[20] = packed(q(S), 4)
            S[21] = packed(K1, 2)
            return n * 100 + len(q(S)) + sum(first_of(q(S), v))
    """
    slots = [(0, (1 << 12) - 1), *[(0, 9)] * 12, (0, (1 << 60) - 1), (0, 1 << 10)]
    both = made(text, [(-3, 15), (-3, 15)], slots, {8: (8, 19)})
    both.check([place, count], [(1 << len(values)) - 1, *values])


def test_a_long_list_is_packed_into_several_words() -> None:
    text = """
        K1 = (8, 71)
        def f(S, v):
            S[134] = packed(in_order(S, S[7], K1), 7)
            n = 0
            while S[134] > 1:
                n = (n * 31 + (S[134] & 127)) % 1000003
                S[134] >>= 7
            return n
    """
    things = 63
    slots: list[Ends | None] = [(0, (1 << things) - 1), *[(0, 3)] * things, *[(0, things)] * things, None]
    both = made(text, [(0, 1)], slots, {8: (8, 70), 71: (71, 133)})
    assert both.machine.map.limbs[134] == 7
    for mask in (0, 1, 0b1011, (1 << things) - 1, 0x5555_5555_5555_5555 & (1 << things) - 1):
        shown, lots = [place * 7 % 4 for place in range(things)], [place * 5 % 63 for place in range(things)]
        both.check([0], [mask, *shown, *lots])


@TRIES
@given(seeds, st.integers(-2, 30), st.integers(-2, 10), st.sampled_from([4, 6, 7, 8, 12, 20]))
def test_dice(seed: int, count: int, pips: int, sides: int) -> None:
    text = f"""
        def f(S, v, w):
            v1 = roll(S, v, {sides}, 1)
            n = at_most(v1, w, {sides}) + 300 * at_least(v1, w, {sides}) + 90000 * equal_to(v1, w, {sides})
            return n * 10000 + total(v1, {sides})
    """
    made(text, [(-2, 30), (-2, 10)], []).check([count, pips], [], seed)


def test_too_many_dice_break_off() -> None:
    made("def f(S, v):\n    v1 = roll(S, v, 6, 1)\n    return total(v1, 6)", [(0, 999)], []).check([256], [])


@TRIES
@given(seeds, sets, words)
def test_draws_and_shuffles(seed: int, many: int, few: int) -> None:
    text = """
        def f(S):
            for k, e in shuffled(S, S[7], 3):
                S[e + 9] = k
            v1 = pick(S, S[8], 1)
            return v1 * 1000 + pick(S, S[7], 2)
    """
    slots = [(0, (1 << WIDE) - 1), (0, (1 << 62) - 1), *[(0, WIDE)] * WIDE]
    both = made(text, [], slots, {9: (9, 8 + WIDE)})
    both.check([], [many, few], seed)


@TRIES
@given(st.integers(-20, 20), st.integers(-20, 20))
def test_loops_that_count(low: int, high: int) -> None:
    text = """
        def f(S, v, w):
            n = 0
            for v1 in counted(v, w, 2, 5):
                if v1 == 13: break
                n += v1 * v1
            for v2 in range(v, w):
                n += v2
            return n
    """
    made(text, [(-20, 20), (-20, 20)], []).check([low, high], [])


def test_a_loop_that_never_ends_breaks_off() -> None:
    text = "def f(S, v):\n    n = 0\n    for v1 in counted(1, v, 2, 5):\n        n += 1\n    return n"
    made(text, [(0, NUMBER)], []).check([200_000], [])


@TRIES
@given(numbers, numbers)
def test_what_is_tested_in_play_breaks_off_alike(one: int, two: int) -> None:
    text = """
        def f(S, v, w):
            x = v + w
            if not 0 <= x <= 900: out_of_range(4, x)
            S[7] = x
            return within(v, -500, 500, 3) + the(S[7])
    """
    made(text, [SMALL, SMALL], [(0, 900)]).check([one, two], [])


@given(st.integers(-200, 200), st.integers(-200, 200), st.data())
def test_ranges_hold_whatever_comes_of_numbers(low: int, width: int, data: st.DataObject) -> None:
    one = Num(low, low + abs(width))
    two = Num(max(1, width), max(1, width) + 7)
    a, b = data.draw(st.integers(one.low, one.high)), data.draw(st.integers(two.low, two.high))
    operators: dict[type[ast.operator], Any] = {
        ast.Add: a + b, ast.Sub: a - b, ast.Mult: a * b, ast.FloorDiv: a // b, ast.Mod: a % b,
        ast.BitAnd: a & b, ast.BitOr: a | b, ast.BitXor: a ^ b, ast.RShift: a >> b,
    }  # fmt: skip
    for operator, value in operators.items():
        found = binary_range(operator(), one, two)
        assert found.low <= value <= found.high, operator


def test_what_is_not_known_is_not_translated() -> None:
    source = Source("def f(S):\n    return print(1)\n", ((0, 1),) * 9, {}, {"f": ()}, None)
    with pytest.raises(Untranslatable, match="print"):
        ModuleEmitter(source, TABLES | {"start": (0,) * 9}, [])


@TRIES
@given(sets, sets, st.integers(*PLACE), st.integers(*PLACE))
def test_what_moves_a_wide_set_may_ask_another_one(one: int, two: int, place: int, other: int) -> None:
    text = """
        def d1(S, v):
            return (5 if S[8] >> v & 1 else 3)
        def f(S, v, w):
            n = S[7] >> (w if S[8] >> v & 1 else 3) & 1
            return n * 4 + (S[7] >> d1(S, v) & 1) * 2 + ((S[7] >> v | S[8] >> w) & 1)
    """
    made(text, [PLACE, PLACE], [(0, (1 << WIDE) - 1)] * 2).check([place, other], [one, two])


@TRIES
@given(seeds, st.integers(0, 9))
def test_dice_may_be_counted_by_other_dice(seed: int, count: int) -> None:
    text = """
        def f(S, v):
            v1 = roll(S, v, 10, 1)
            v2 = roll(S, 1, 10, 1)
            return at_most(v1, total(v2, 10), 10)
    """
    made(text, [(0, 9)], []).check([count], [], seed)


@TRIES
@given(st.lists(st.integers(0, 69), min_size=5, max_size=5), st.integers(0, (1 << 62) - 1))
def test_who_stands_at_many_places(stands: list[int], values: int) -> None:
    text = f"""
        K1 = {(1 << 70) - 1}
        def f(S, v):
            return (holders_of(S, (~v), 12, K1) & 31) * 100 + (holders_of(S, v, 12, K1) & 31)
    """
    held = [sum(1 << who for who, place in enumerate(stands) if place == each) for each in range(70)]
    slots = [*[(0, 70)] * 5, *[(0, 31)] * 70]
    both = made(text, [(0, (1 << 62) - 1)], slots, {7: (7, 11), 12: (12, 81)})
    both.check([values], [*stands, *held])


def test_a_constant_below_nothing_is_a_constant() -> None:
    text = """
        def f(S, v):
            S[v + -20] = 5
            return S[-20 + v] + S[v]
    """
    both = made(text, [(27, 29)], [(0, 9)] * 23, {-20: (7, 9), 0: (27, 29)})
    both.check([28], list(range(9)) + [1] * 14)


@pytest.mark.parametrize(
    "text",
    [
        "def f(S, v):\n    n = 0\n    for s in (S[7], S[8]):\n        n += s >> v & 1\n    return n",
        "K1 = (7, 9)\ndef f(S, v):\n    n = 0\n    for s in in_order(S, v, K1):\n        n = n * 3 + s\n    return n",
    ],
)
def test_lists_of_wide_sets_are_left_to_python(text: str) -> None:
    slots = [(0, (1 << WIDE) - 1)] * 4
    with pytest.raises(Untranslatable, match="wide sets"):
        Both(text, [(0, 3)], list(slots), {7: (7, 8), 9: (9, 10)})


def test_a_call_that_does_not_come_back_is_broken_off_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(availability.SWITCH, "guarded")
    monkeypatch.setattr(machine, "PATIENCE", 1)
    library._engine.cache_clear()
    try:
        endless = made("def f(S, v):\n    n = v\n    while n:\n        n = v\n    return n", [(0, 1)], [])
        assert endless.machine.function("f", 0, 0) == 0
        with pytest.raises(NativeError, match="did not come back within 1 seconds"):
            endless.machine.function("f", 0, 1)
        assert endless.machine.function("f", 0, 0) == 0, "and it goes on"
    finally:
        monkeypatch.undo()
        library._engine.cache_clear()
