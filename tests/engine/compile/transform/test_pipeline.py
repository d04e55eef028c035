"""Generated functions made leaner: the same answers with less work."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.compile.transform.pipeline import inlined, memoised
from crex_dsl.engine.run.program import Program
from crex_dsl.engine.run.runtime import MEMBERS, PRELUDE
from tests.conformance.cases import Case
from tests.engine.record import fixtures


class Memory(list[int]):
    """A state that counts how often it is read."""

    reads = 0

    def __getitem__(self, place: Any) -> Any:
        self.reads += 1
        return super().__getitem__(place)


def leaner(text: str) -> str:
    """A generated module after all that is done to it for Python."""
    return memoised(inlined(text))


def made(text: str, name: str = "f") -> tuple[Callable[..., Any], Callable[..., Any]]:
    """A function as written, and made leaner."""
    spaces = []
    for code in (dedent(text), leaner(dedent(text))):
        space = dict(PRELUDE)
        exec(compile(code, "<leaner>", "exec"), space)
        spaces.append(space)
    return spaces[0][name], spaces[1][name]


def reads(function: Callable[..., Any], state: list[int], *args: int) -> int:
    memory = Memory(state)
    function(memory, *args)
    return memory.reads


def test_what_one_way_worked_out_is_not_taken_for_granted_on_another() -> None:
    text = """
        def f(S, v):
            if ((S[0] == 1) and (S[v + 1] == 2)) or (S[v + 2] == 3):
                return S[v + 1]
            return (S[v + 1] + S[v + 2])
    """
    plain, lean = made(text)
    for one in range(3):
        for two in range(4):
            for three in range(5):
                assert plain([one, two, three], 0) == lean([one, two, three], 0)


def test_what_is_asked_again_is_answered_the_same() -> None:
    plain, lean = made("""
        def f(S, v):
            if (S[0] == 2) and (S[1] != 3):
                return ((S[0] == 2) and (not (S[0] == 4)) and (S[1] != 3) and (S[2] == v))
            return 7
    """)
    for one in range(5):
        for two in range(5):
            for three in range(2):
                assert plain([one, two, three], 1) == lean([one, two, three], 1)


def test_a_name_that_changes_is_another_value() -> None:
    plain, lean = made("""
        def f(S, v):
            n = S[v]
            v = v + 1
            n += S[v]
            for v in (0, 1, 2):
                n += S[v] * S[v]
            return n + S[v]
    """)
    assert plain([3, 4, 5], 0) == lean([3, 4, 5], 0) == 3 + 4 + 9 + 16 + 25 + 5


def test_a_name_may_stand_for_what_is_read() -> None:
    plain, lean = made("""
        def f(S, v):
            if (v == S[0]):
                n = S[S[0] + 1] + S[v + 1]
                v = v + 1
                return n * 100 + S[S[0] + 1] * 10 + S[v + 1]
            return S[S[0] + 1] * 10 + S[v + 1]
    """)
    for value in range(3):
        assert plain([1, 2, 3, 4, 5], value) == lean([1, 2, 3, 4, 5], value)


def test_a_loop_over_members_lists_the_same() -> None:
    plain, lean = made("""
        def f(S, out, v):
            mv1 = S[0]
            while mv1:
                lv1 = mv1 & -mv1
                mv1 ^= lv1
                v1 = lv1.bit_length() - 1
                if (S[S[1] + 2] == v) and (S[2] == 0) and (v1 != S[1]):
                    out.append(v1)
    """)
    state = [0b111111, 1, 0, 5]
    outs: list[list[int]] = [[], []]
    plain(state, outs[0], 5)
    lean(state, outs[1], 5)
    assert outs[0] == outs[1] == [0, 2, 3, 4, 5]
    assert "MEMBERS" in lean.__code__.co_names


def test_nothing_is_worked_out_for_a_loop_that_never_turns() -> None:
    _, lean = made("""
        def f(S, out, v):
            mv1 = S[0]
            while mv1:
                lv1 = mv1 & -mv1
                mv1 ^= lv1
                v1 = lv1.bit_length() - 1
                if (S[S[1] + 2] == v):
                    out.append(v1)
    """)
    lean([0, 99], [], 5)  # S[101] is not there to be read
    with pytest.raises(IndexError):
        lean([1, 99], [], 5)


def test_what_a_guard_protects_stays_behind_it() -> None:
    _, lean = made("""
        def f(S, out, v):
            mv1 = S[0]
            while mv1:
                lv1 = mv1 & -mv1
                mv1 ^= lv1
                v1 = lv1.bit_length() - 1
                if (S[1] != 99) and (S[S[1] + 2] == v) and (v1 > 0):
                    out.append(v1)
    """)
    lean([3, 99], [], 5)


def test_what_may_be_read_from_a_wrong_place_names_no_other_place() -> None:
    _, lean = made("""
        K1 = (4, 5, 0)
        def f(S, out, v):
            mv1 = S[0]
            while mv1:
                lv1 = mv1 & -mv1
                mv1 ^= lv1
                v1 = lv1.bit_length() - 1
                if (v1 > 0) and (S[1] != 2) and (K1[S[S[1] + 2]] == v):
                    out.append(v1)
    """)
    lean([3, 2, 0, 1, 99], [], 5)  # S[4] is another memory, and K1[99] is not there


def test_small_functions_are_put_in_place() -> None:
    text = """
        def d1(S, v1):
            if (S[v1] == 1):
                return 0
            return (S[v1] == 2)
        def d2(S, v1):
            r = (4 if (S[v1] == 0) else 2)
            if (S[v1 + 1] == 3):
                r = (2 * r)
            return r
        def f(S, v):
            return (d1(S, v) and (S[v] < d2(S, v)))
    """
    plain, lean = made(text)
    for one in range(5):
        for two in range(5):
            assert bool(plain([one, two], 0)) == bool(lean([one, two], 0))
    assert not {"d1", "d2"} & set(lean.__code__.co_names)


def test_a_function_that_writes_is_left_alone() -> None:
    text = dedent("""
        def p1(S, v1):
            S[v1] = S[v1] + S[v1]
            return S[v1] + S[v1]
        def f(S, v):
            return p1(S, v) + p1(S, v)
    """)
    assert ast.dump(ast.parse(leaner(text))) == ast.dump(ast.parse(text))


def test_small_functions_are_put_into_the_conditions_of_a_function_that_writes() -> None:
    text = """
        def d1(S, v1):
            return (S[v1] + S[v1])
        def f(S, v):
            if (S[v + 1] > 2) and (S[v + 1] < 9) and (d1(S, v + 1) > 3):
                S[v + 1] = S[v + 1] * S[v + 1] + S[v + 1] + S[v + 1]
            S[v] += 1
            while (S[v + 1] > 2) and (S[v + 1] < 99) and (S[v + 1] != 50):
                S[v + 1] += 3
            return S[v] + S[v] * 100 + S[v + 1] + S[v + 1] * 1000
    """
    plain, lean = made(text)
    for value in range(12):
        one, two = [0, value], [0, value]
        assert plain(one, 0) == lean(two, 0)
        assert one == two
    assert "d1" in plain.__code__.co_names
    assert "d1" not in lean.__code__.co_names


def test_what_a_list_holds_is_counted_anew() -> None:
    plain, lean = made("""
        def f(S):
            n = []
            for v1 in (4, 5, 6):
                n.append((S[0], len(n), v1))
            n.sort()
            return [k[-1] for k in n]
    """)
    assert plain([1]) == lean([1]) == [4, 5, 6]


def test_sets_are_remembered_with_their_members() -> None:
    assert MEMBERS[0b1011] == (0, 1, 3)
    for mask in (0, 1 << 63, 1 << 64, (1 << 64) - 1, (1 << 70) + 5, 0x8001_0000_0180_0001):
        assert MEMBERS[mask] == tuple(place for place in range(80) if mask >> place & 1)
    assert 0b1011 in MEMBERS
    _, lean = made("""
        def f(S, out, v):
            mv1 = S[0]
            while mv1:
                lv1 = mv1 & -mv1
                mv1 ^= lv1
                v1 = lv1.bit_length() - 1
                out.append(v1 + v)
    """)
    assert "MEMBERS" in lean.__code__.co_names


def test_what_two_generators_gather_is_gathered_once() -> None:
    text = """
        def z1(S, v1):
            return places_of(S, S[0] & v1, 1, 5)
        def g2(S, out, v2):
            for v3 in MEMBERS[z1(S, v2)]:
                out.append(v3)
        def g3(S, out, v2):
            for v3 in MEMBERS[z1(S, v2)]:
                out.append(v3 + 10)
        def f(S):
            out = []
            a = 7
            g2(S, out, a)
            g3(S, out, a)
            return out
    """
    plain, lean = made(text)
    state = [0b111, 0, 2, 2, 9, 0b001, 0, 0b110, 0]
    assert plain(state) == lean(state) == [0, 2, 10, 12]
    assert reads(plain, state) == 10
    assert reads(lean, state) == 6  # both read the set, one asks where its members stand
    assert lean(state) == [0, 2, 10, 12]  # and forgotten for the next decision
    state[0] = 0b001
    assert plain(state) == lean(state) == [0, 10]


def test_sides_that_are_exchanged_make_another_question() -> None:
    plain, lean = made("""
        def f(S):
            return (S[0] < S[1]) + 2 * (S[1] < S[0]) + 4 * (S[0] - S[1]) + 100 * (S[1] - S[0])
    """)
    for state in ([1, 2], [2, 1], [3, 3]):
        assert lean(state) == plain(state)


@pytest.mark.parametrize("case", fixtures(), ids=str)
def test_whole_games_go_the_same_way(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    lean = case.load().program
    with monkeypatch.context() as patch:
        for name in ("inlined", "memoised"):
            patch.setattr(f"crex_dsl.engine.compile.compiler.{name}", lambda text: text)
        written = compile_rulebook(case.load().rulebook)
    nothing = compile("", "<nothing>", "exec")
    plain = Program(compile(written.play, "<plain>", "exec"), nothing, written.tables)
    assert written.play != leaner(written.play)
    for seed in range(4):
        rng = random.Random(seed)
        one, two = lean.start(seed), plain.start(seed)
        codes = lean.run(one)
        assert plain.run(two) == codes
        while codes:
            code = rng.choice(codes)
            codes = lean.run(one, code)
            assert plain.run(two, code) == codes
        assert one == two


def test_the_text_is_the_same_whatever_the_order_of_hashes() -> None:
    generator = "def g{n}(S, out, a):\n    out.append(places_of(S, {n}, 1, 2) & a)\n\n"
    listing = "def l{n}(S):\n    out = []\n    g{n}(S, out, 1)\n    g{n}(S, out, 2)\n    return out\n\n"
    numbers = [7, 3, 9, 1, 8, 2, 6]
    text = "".join(part.format(n=number) for number in numbers for part in (generator, listing))
    names = [node.name for node in ast.parse(memoised(text)).body if isinstance(node, ast.FunctionDef)]
    assert names[-len(numbers) :] == [f"g{number}m" for number in numbers]
