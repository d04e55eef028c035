"""Names in generated code: a tested number and an indexed store have names of their own."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from crex_dsl.engine.native.ranges.generated_names import checked_limits, rename_checked
from crex_dsl.engine.native.ranges.values import Untranslatable


def renamed(text: str) -> ast.FunctionDef:
    node = ast.parse(dedent(text)).body[0]
    assert isinstance(node, ast.FunctionDef)
    rename_checked(node)
    return node


def test_every_tested_number_has_its_own_name_and_limits() -> None:
    node = renamed("""
        def f(S):
            x = S[9] + 4
            if not 0 <= x <= 9:
                out_of_range(3, x)
            S[9] = x
            if S[8]:
                x = S[7] - x
                if not -2 <= x <= 5:
                    out_of_range(4, x)
                S[7] = x
            return x
    """)
    assert ast.unparse(node) == ast.unparse(
        ast.parse(
            dedent("""
                def f(S):
                    x_1 = S[9] + 4
                    if not 0 <= x_1 <= 9:
                        out_of_range(3, x_1)
                    S[9] = x_1
                    if S[8]:
                        x_2 = S[7] - x_1
                        if not -2 <= x_2 <= 5:
                            out_of_range(4, x_2)
                        S[7] = x_2
                    return x_1
            """)
        )
    )
    targets = [part.targets[0] for part in ast.walk(node) if isinstance(part, ast.Assign)]
    limits = {each.id: checked_limits(each) for each in targets if isinstance(each, ast.Name)}
    assert limits == {"x_1": (0, 9), "x_2": (-2, 5)}


def test_a_number_that_is_not_tested_has_no_limits() -> None:
    node = renamed("def f(S):\n    x = S[1]\n    return x\n")
    (assigned,) = (part for part in ast.walk(node) if isinstance(part, ast.Assign))
    assert isinstance(assigned.targets[0], ast.Name)
    assert checked_limits(assigned.targets[0]) is None


STORE = """
def f(S, v):
    i = v + 3
    n = S[1]
    o = S[i]
    if n != o:
        S[i] = n
        S[o + 20] ^= BIT[i]
    i = v + 5
    n = S[2]
    o = S[i]
    if n != o:
        S[i] = n
"""


def test_every_indexed_store_has_its_own_names() -> None:
    text = ast.unparse(renamed(STORE))
    assert "S[o_1 + 20] ^= BIT[i_1]" in text
    assert "o_2 = S[i_2]" in text
    assert not {"i", "n", "o"} & {part.id for part in ast.walk(ast.parse(text)) if isinstance(part, ast.Name)}


def test_a_store_that_is_written_otherwise_is_not_translated() -> None:
    with pytest.raises(Untranslatable, match="an index that is written otherwise"):
        renamed("def f(S, v):\n    i = v + 3\n    S[i] = 1\n")
