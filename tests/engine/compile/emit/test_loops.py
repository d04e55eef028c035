"""Quantifiers, sums, the best of many, rankings and searches, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.position import Position
from tests.engine.tiny import STOP, Tiny

WORLD = """
kind runner
    pace : 1..9
    team : reds | blues
table runner
    | id  | pace | team  |
    | kit | 3    | reds  |
    | lou | 5    | blues |
    | mia | 5    | reds  |
    | ned | 2    | blues |
kind camp is base, ford, peak, isle
kind path joins camp
    steep : yes or no
table path
    | from | to   | steep |
    | base | ford | no    |
    | ford | peak | yes   |
    | base | isle | no    |
    | isle | peak | no    |
clause asking "Asking"
    state tired(runner): 0..9
    state flooded(camp): yes or no
    state result: 0..9999
    state truth: yes or no
    set some_runners of runner
    set some_camps of camp
    define by_pace: list of runner is order r: runner by r.pace descending then tired(r)
    define tail: list of runner is last 2 of by_pace
    define empty: list of runner is first 0 of by_pace
    value odds: list of number is [4, 1, 3]
"""


def after(tiny: Tiny, steps: str) -> Position:
    """The position after some steps."""
    body = "\n".join(f"        {line}" for line in steps.strip("\n").split("\n"))
    return tiny(f"{WORLD}    procedure play\n{body}\n        ann chooses stay, quit\n{STOP}").start()


NUMBERS: list[tuple[str, int]] = [
    ("count r: runner where r.team is reds", 2),
    ("count r: runner where r.pace > 9", 0),
    ("size of (all r: runner where r.pace = 5)", 2),
    ("sum of r.pace for r: runner where r.team is blues", 7),
    ("sum of r.pace for r in some_runners", 0),
    ("size of (those r: runner with most r.pace)", 2),
    ("size of (those r: runner with most r.pace then least tired(r))", 1),
    ("size of (those r: runner where r.team is reds with least r.pace)", 1),
    ("size of (those r in some_runners with most r.pace)", 0),
    ("size of by_pace", 4),
    ("nth 1 of odds", 4),
    ("nth 4 of odds", 0),
    ("total of odds", 8),
    ("size of (first 2 of by_pace)", 2),
    ("size of (first 9 of by_pace)", 4),
    ("size of (last 9 of by_pace)", 4),
    ("size of empty", 0),
    ("size of (reach from base within 1 by p: path through c: camp where yes)", 3),
    ("size of (reach from base within 2 by p: path through c: camp where yes)", 4),
    ("size of (reach from base within 0 by p: path through c: camp where yes)", 1),
    ("size of (reach from base within 2 by p: path where not p.steep through c: camp where yes)", 4),
    ("size of (reach from base within 2 by p: path through c: camp where c is not base)", 1),
    ("size of (reach from base within 3 by p: path through c: camp where c is base)", 3),
    ("7 / 2 rounded down", 3),
    ("7 / 2 rounded up", 4),
    ("max(3, nth 2 of odds)", 3),
    ("min(3, nth 2 of odds)", 1),
    ("2 + 3 * 4 - 1", 13),
]


@pytest.mark.parametrize(("expression", "expected"), NUMBERS)
def test_numbers(tiny: Tiny, expression: str, expected: int) -> None:
    # tired(mia) = 1 in memory keeps the compiler from folding what rests on it
    assert after(tiny, f"tired(mia) becomes 1\nresult becomes {expression}").read("result") == expected


TRUTHS: list[tuple[str, bool]] = [
    ("some r: runner where tired(r) = 1", True),
    ("no r: runner where tired(r) = 1", False),
    ("every r: runner where tired(r) < 2", True),
    ("every r: runner where tired(r) = 1", False),
    ("every r in some_runners where tired(r) = 9", True),
    ("some r in some_runners", False),
    ("mia in (all r: runner where tired(r) = 1)", True),
    ("kit not in (all r: runner where tired(r) = 1)", True),
    ("some r in by_pace where tired(r) = 1", True),
    ("every r in by_pace where tired(r) = 1", False),
    ("5 in odds", False),
    ("3 in odds", True),
    ("peak in reach from base within 2 by p: path where not flooded(beyond(p, base)) through c: camp where yes", True),
    ("peak in reach from base within 1 by p: path through c: camp where yes", False),
]


@pytest.mark.parametrize(("expression", "expected"), TRUTHS)
def test_truths(tiny: Tiny, expression: str, expected: bool) -> None:
    steps = f"tired(mia) becomes 1\nif {expression}\n    truth becomes yes"
    assert after(tiny, steps).read("truth") is expected


def names(tiny: Tiny, expression: str) -> Any:
    """The members of a list, in order."""
    steps = f"tired(mia) becomes 1\nfor each r in {expression}\n    result becomes 10 * result + r.pace"
    return after(tiny, steps).read("result")


def test_an_order_sorts_by_its_keys_and_then_by_the_table(tiny: Tiny) -> None:
    assert names(tiny, "by_pace") == 5532  # lou before mia, who is tired
    assert names(tiny, "tail") == 32
    assert names(tiny, "(order r: runner by r.pace)") == 2355


def test_the_first_of_a_ranking_may_be_nobody(tiny: Tiny) -> None:
    steps = """
let best be nth 1 of by_pace
let nobody_at_all be nth 1 of empty
if best is not nothing
    result += best.pace
if nobody_at_all is nothing
    result += 10
"""
    assert after(tiny, steps).read("result") == 15


def test_through_is_asked_of_every_place_that_is_left(tiny: Tiny) -> None:
    steps = """
flooded(isle) becomes yes
flooded(ford) becomes yes
add (reach from base within 3 by p: path through c: camp where not flooded(c)) to some_camps
"""
    assert after(tiny, steps).read("some_camps") == ["base", "ford", "isle"]


def test_the_only_one(tiny: Tiny) -> None:
    steps = "tired(ned) becomes 4\nlet sleepy be the r: runner where tired(r) > 3\nresult becomes sleepy.pace"
    assert after(tiny, steps).read("result") == 2


def test_the_only_one_of_none_is_a_fault_that_names_its_clause(tiny: Tiny) -> None:
    with pytest.raises(RuleFault, match="found nothing that qualifies") as fault:
        after(tiny, "let sleepy be the r: runner where tired(r) > 3\nresult becomes sleepy.pace")
    assert fault.value.clause == "asking"


def test_sets_join_and_part(tiny: Tiny) -> None:
    steps = """
add [kit, lou] to some_runners
let fast be all r: runner where r.pace = 5
result becomes 100 * size of (some_runners + fast) + 10 * size of (some_runners - fast) + size of (fast - some_runners)
"""
    assert after(tiny, steps).read("result") == 311
