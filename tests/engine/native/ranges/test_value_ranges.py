"""What names and results of a module can become, worked out over all its functions."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from crex_dsl.engine.native.ranges.memory import Memory, index_parts
from crex_dsl.engine.native.ranges.value_ranges import Function, Ranges
from crex_dsl.engine.native.ranges.values import NUMBER, Items, Num, Pair, Table, Untranslatable

SLOTS: list[tuple[int, int] | None] = [(0, 9), (-5, 5), (0, (1 << 100) - 1), None, (0, 3), (0, 7)]
AREAS = {4: (4, 5), 0: (0, 3)}


def function(text: str, *given: Num) -> Function:
    """What is known of `f` in a module."""
    ranges = Ranges(ast.parse(dedent(text)), Memory(list(SLOTS), dict(AREAS)), {"f": given}, 50)
    return ranges.functions["f"]


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("S[0] + S[1]", Num(-5, 14)),
        ("S[0] * -2", Num(-18, 0)),
        ("S[v + 4]", Num(0, 7)),
        ("S[2] & S[0]", Num(0, 9)),
        ("S[0] if v else S[1]", Num(-5, 9)),
        ("S[1] > 0", Num(0, 1)),
        ("BIT[S[0]]", Num(0, 1 << 9)),
        ("S[2].bit_count()", Num(0, 100)),
        ("T[v]", Num(2, 11)),
        ("(S[0], S[1])", Pair((Num(0, 9), Num(-5, 5)))),
        ("len(L)", Num(0, 3)),
        ("first_of(L, 2)", Items((Num(2, 11),), 3)),
        ("L", Table((2, 7, 11))),
        ("roll(S, v, 6, 1)", Num(0, (1 << 48) - 1)),
        ("within(S[1], 0, 3, 1)", Num(0, 3)),
    ],
)
def test_what_an_expression_can_be(expression: str, found: object) -> None:
    text = f"T = (2, 7, 11)\nL = (2, 7, 11)\ndef f(S, v):\n    return {expression}\n"
    assert function(text, Num(0, 1)).gives == found


def test_what_a_test_leaves_holds_behind_it_only() -> None:
    found = function(
        """
        def f(S, v):
            a = b = 0
            if 0 <= v < 4:
                a = v
            b = v
            return a
        """,
        Num(-100, 100),
    )
    assert (found.names["a"], found.names["b"]) == (Num(0, 3), Num(-100, 100))


def test_what_a_test_leaves_does_not_hold_for_a_name_that_becomes_something_else() -> None:
    found = function(
        """
        def f(S, v):
            a = 0
            if 0 <= v < 4:
                if S[0]:
                    v = 77
                a = v
            return a
        """,
        Num(-100, 100),
    )
    assert found.gives == Num(-100, 100)


def test_nothing_grows_once_ranges_are_settled() -> None:
    text = "def g(S, w):\n    return w\ndef f(S, v):\n    return g(S, v)\n"
    ranges = Ranges(ast.parse(text), Memory(list(SLOTS), dict(AREAS)), {"f": [Num(0, 3)]}, 50)
    later = ast.parse("g(S, 99)", mode="eval").body
    with pytest.raises(Untranslatable, match="larger than was worked out"):
        ranges.value_in(ranges.functions["f"], later)
    assert ranges.functions["g"].gives == Num(0, 3)


def test_functions_are_given_what_their_callers_have() -> None:
    text = """
        def g(S, w):
            return w + 1
        def f(S, v):
            return g(S, v) + g(S, S[1])
    """
    found = function(text, Num(0, 3))
    assert found.gives == Num(-8, 12)


def test_what_grows_without_end_is_rounded_up() -> None:
    found = function(
        """
        def f(S, v):
            n = 0
            while v:
                n += 1
            return n
        """,
        Num(0, 1),
    )
    assert found.gives == Num(0, NUMBER)


def test_a_name_that_is_now_a_number_and_now_a_list_is_not_translated() -> None:
    with pytest.raises(Untranslatable, match="now a number and now a list"):
        function("def f(S, v):\n    a = 1\n    a = (1, 2)\n    return a\n", Num(0, 1))


def test_slots_whose_ends_are_not_declared_hold_what_is_stored() -> None:
    memory = Memory(list(SLOTS), dict(AREAS))
    Ranges(ast.parse("def f(S, v):\n    S[3] = v * 7\n"), memory, {"f": [Num(0, 6)]}, 50)
    assert memory.slot(3) == Num(0, 42)
    with pytest.raises(Untranslatable, match="memory from 0 on is not declared as a whole"):
        memory.reached(0)
    with pytest.raises(Untranslatable, match="nothing is known of the memory from 2 on"):
        memory.reached(2)


@pytest.mark.parametrize(
    ("index", "constant", "rest"),
    [("7", 7, []), ("v + 7", 7, ["v"]), ("7 + v * 2", 7, ["v * 2"]), ("v", 0, ["v"]), ("v + w", 0, ["v + w"])],
)
def test_an_index_is_a_constant_and_what_is_added(index: str, constant: int, rest: list[str]) -> None:
    found = index_parts(ast.parse(index, mode="eval").body)
    assert (found[0], [ast.unparse(part) for part in found[1]]) == (constant, rest)
