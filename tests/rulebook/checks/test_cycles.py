"""What only the whole rulebook shows: circles, ranges, memory outside its stage, choices where none may be."""

from collections.abc import Callable

import pytest

from crex_dsl.rulebook.checks.cycles import MAX_CHAIN
from tests.rulebook.small import Small

BASE = """
stage turn in game with mover: player
stage battle in turn with site: town

kind town is acre, tyre

clause memory "Memory"
    state score(player): 0..9
    state day: 0..3
    tally shots per battle
    set fallen of town per battle
    tally years

clause acting "Acting"
    action go(town) by mover in turn
        text "go"
        do
            return
    permit go(town)
    action fire by mover in battle
        text "fire"
        do
            shots += 1
    permit fire
    action note(n: from 0 to 3) in turn
        text "note"
        do
            return
    permit note(n)
    procedure in-turn in turn
        return
    procedure in-battle in battle
        return
    moment bell in turn

clause testing "Testing"
"""


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


# ---- circles ----
CIRCLES = [
    ("define loop: number is loop + 1", "the meaning of `loop` depends on itself: loop → loop"),
    (
        "define one: number is two\ndefine two: number is 1 when three > 1\ndefine three: number is one",
        "the meaning of `one` depends on itself: one → two → three → one",
    ),
    ("value one: number is 1\nadjust one to it + two\ndefine two: number is one", "depends on itself"),
    ("define free: yes or no is can go\nforbid go(town) when free", "depends on itself"),
    ("define free: yes or no is no\nforbid go(town) when can go(acre)", "the meaning of `go` depends on itself"),
    ("procedure one\n    do two\nprocedure two\n    do one", "sets itself off again"),
    ("after in-turn\n    do in-turn", "`in-turn` sets itself off again"),
    ("after go(town)\n    mover chooses go", "`go` sets itself off again"),
    ("before bell\n    do one\nprocedure one in turn\n    do bell", "sets itself off again"),
    (
        "when battle ends\n    do fight\nprocedure fight in turn\n    open battle with site is acre\n        return",
        "battle",
    ),
    (
        (
            "procedure one in turn\n    mover chooses fight\naction fight by mover in turn\n"
            '    text "f"\n    do\n        do one'
        ),
        "sets itself off",
    ),
]


@pytest.mark.parametrize(("text", "message"), CIRCLES, ids=[text for text, _ in CIRCLES])
def test_rules_do_not_run_in_a_circle(small: Small, text: str, message: str) -> None:
    assert message in small.refusal(BASE + indented(text))


MEETING = """define base: number is 1
define left: number is base
define right: number is base
define both: number is left + right
procedure first
    do third
procedure second
    do third
procedure third
    return
procedure all
    do first
    do second"""


def test_meeting_twice_is_no_circle(small: Small) -> None:
    assert small.book(BASE + indented(MEETING))


def test_a_circle_that_another_edition_breaks_is_none_there(small: Small) -> None:
    base = BASE + indented("value one: number is two\nvalue two: number is 1")
    loop = 'edition loop "Loop" of small\nin testing\n    two is one\nedition plain "Plain" of small\n'
    assert small.book(base, loop, "plain")
    assert "depends on itself" in small.refusal(base, loop, "loop")


def definitions(count: int) -> str:
    return "define d1: number is 1\n" + "".join(f"define d{n}: number is d{n - 1}\n" for n in range(2, count + 1))


def procedures(count: int) -> str:
    return "procedure p1\n    return\n" + "".join(f"procedure p{n}\n    do p{n - 1}\n" for n in range(2, count + 1))


@pytest.mark.parametrize("chain", [definitions, procedures])
def test_a_chain_has_an_end(small: Small, chain: Callable[[int], str]) -> None:
    assert small.book(BASE + indented(chain(MAX_CHAIN)))
    assert f"a chain of more than {MAX_CHAIN}" in small.refusal(BASE + indented(chain(MAX_CHAIN + 1)))


# ---- ranges ----
IN_RANGE = [
    "value few: 1..3 is 2",
    "define rest: 0..9 is 9 - score(red)",
    "define half: 0..4 is score(red) / 2 rounded down",
    "define soon: 0..3 is min(max(years, 0), 3)",
    "define any_year: number is years",
    "value few: 1..3 is\n    1     when day = 0\n    more  otherwise\ndefine more: number is 3",
    "value few: 0..9 is 2\nadjust few to min(it + 5, 9)",
    "define twice(n: 0..3): number is 2 * n\ndefine four: number is twice(day)",
    "define row: list of 0..9 is [1, score(red)]",
    (
        "procedure put(n: 0..3)\n    day becomes n\nprocedure go-on\n    do put(day)\n"
        "    for each k from 0 to 3\n        do put(k)"
    ),
]
OUT_OF_RANGE = [
    ("value few: 1..3 is 2 + 2", "4 is outside 1..3"),
    ("define rest: 1..9 is 9 - score(red)", "this number may lie anywhere in 0..9, outside 1..9"),
    ("define soon: 0..3 is years", "nothing keeps this number within 0..3"),
    ("value few: 1..3 is\n    1     when day = 0\n    more  otherwise\ndefine more: number is 4", "4 is outside 1..3"),
    ("value few: 1..3 is 2\nadjust few to it + 1", "this number may lie anywhere in 2..4, outside 1..3"),
    ("define twice(n: 0..3): number is 2 * n\ndefine four: number is twice(score(red))", "in 0..9, outside 0..3"),
    (
        "define twice(n: 0..3): number is 2 * n\nforbid go(town) when twice(years) = 2",
        "nothing keeps this number within 0..3",
    ),
    (
        "define twice(n: 0..3): number is 2 * n\nafter in-turn when twice(score(red)) = 2\n    return",
        "in 0..9, outside 0..3",
    ),
    ("define row: list of 0..9 is [1, years]", "nothing keeps this number within 0..9"),
    (
        "define row: list of 0..9 is\n    [1, years]  when day = 0\n    []  otherwise",
        "nothing keeps this number within 0..9",
    ),
    ("define wide: list of 0..20 is [1, 20]\ndefine row: list of 0..9 is wide", "in 0..20, outside 0..9"),
    ("procedure put(n: 0..3)\n    day becomes n\nprocedure go-on\n    do put(score(red))", "in 0..9, outside 0..3"),
    (
        "procedure put(n: 0..3)\n    day becomes n\nprocedure go-on\n    for each k from 0 to 4\n        do put(k)",
        "in 0..4, outside 0..3",
    ),
]


@pytest.mark.parametrize("text", IN_RANGE)
def test_what_stays_in_its_range_is_fine(small: Small, text: str) -> None:
    assert small.book(BASE + indented(text))


@pytest.mark.parametrize(("text", "message"), OUT_OF_RANGE, ids=[text for text, _ in OUT_OF_RANGE])
def test_what_may_leave_its_range_is_told(small: Small, text: str, message: str) -> None:
    told = small.refusal(BASE + indented(text))
    assert message in told
    assert "[in clause testing]" in told
    assert "keep it in range with `min` and `max`, or widen the range" in told


def test_a_later_layer_stays_in_the_range_too(small: Small) -> None:
    base = BASE + indented("value few: 1..3 is 2\ndefine other: number is 4")
    told = small.refusal(base, 'edition far "Far" of small\nin testing\n    few is other\n')
    assert told.startswith("variants/small/variants.crex:3:12: error: 4 is outside 1..3")


# ---- stages ----
INSIDE = [
    "procedure p in battle\n    shots += 1",
    (
        "procedure p in turn\n    open battle with site is acre\n        shots += 1\n"
        "        do in-battle\n        do in-turn"
    ),
    (
        "define here: town is site\nprocedure p in battle\n    for each p in players\n"
        "        p chooses fire\n        if here is acre\n            return"
    ),
    "forbid fire when shots > 3 and mover is red",
    "when battle begins if shots = 0\n    add site to fallen",
    "when turn begins\n    open battle with site is acre\n        return",
    "define here: town is site",  # nobody asks
    "procedure p in turn\n    if can go\n        return",
]
OUTSIDE = [
    ("procedure p in turn\n    years += shots", "shots"),
    ("procedure p in turn\n    shots += 1", "shots"),
    ("procedure p in turn\n    add acre to fallen", "fallen"),
    ("procedure p in turn\n    clear fallen", "fallen"),
    ("define here: town is site\nprocedure p in turn\n    if here is acre\n        return", "site"),
    ("define here: town is site\nforbid go(town) when here is town", "site"),
    ("forbid go(town) when site is town", "site"),
    ("forbid go(town) when can fire", "fire"),
    ("permit go(town) when town in fallen", "fallen"),
    ("procedure p in turn\n    for each t in fallen\n        return", "fallen"),
    ("procedure p in turn\n    for each t: town where t in fallen\n        return", "fallen"),
    ("procedure p in turn\n    while shots > 0\n        return", "shots"),
    ("procedure p in turn\n    repeat shots times\n        years += 1", "shots"),
    ('procedure p in turn\n    mover may choose go or "not {shots}"', "shots"),
    ("procedure p in turn\n    mover chooses go(site)", "site"),
    ("procedure p in turn\n    open battle with site is site\n        return", "site"),
    ("after in-turn when site is acre\n    return", "site"),
    ("after in-turn\n    shots += 1", "shots"),
    ("when turn ends if site is acre\n    return", "site"),
    ("when turn begins\n    shots += 1", "shots"),
    ("procedure p\n    years += score(mover)", "mover"),
    ('action wait by mover in turn\n    text "wait at {site}"\n    do\n        return', "site"),
    ('action wait(n: from 0 to min(shots, 3)) by mover in turn\n    text "wait"\n    do\n        return', "shots"),
    ("procedure p in turn\n    if can fire\n        return", "fire"),
    ("procedure p in turn\n    if mover can fire\n        return", "fire"),
]


@pytest.mark.parametrize("text", INSIDE)
def test_memory_is_used_inside_its_stage(small: Small, text: str) -> None:
    assert small.book(BASE + indented(text))


@pytest.mark.parametrize(("text", "name"), OUTSIDE, ids=[text for text, _ in OUTSIDE])
def test_memory_is_not_used_outside_its_stage(small: Small, text: str, name: str) -> None:
    text = text.replace("min(shots, 3)", "min(max(shots, 0), 3)")
    told = small.refusal(BASE + indented(text))
    assert f"`{name}` lives in stage `" in told
    assert "[in clause testing]" in told


# ---- hidden choices ----
def together(body: str, more: str = "") -> str:
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return indented(
        f'action hide in turn\n    text "hide"\n    do\n{lines}\npermit hide\n'
        f"procedure all in turn\n    together each p in players chooses hide\n{more}"
    )


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("actor chooses note", ""),
        ('actor may choose note or "no"', ""),
        ("end turn", ""),
        ("end game drawn", ""),
        ("if day = 1\n    actor chooses note", ""),
        ("do deeper", "procedure deeper in turn\n    do deepest\nprocedure deepest in turn\n    end turn"),
        ("years += 1", "after hide\n    mover chooses note"),
        ("open battle with site is acre\n    return", "when battle begins\n    mover chooses note"),
        ("open battle with site is acre\n    return", "when battle ends\n    mover chooses note"),
    ],
)
def test_a_hidden_choice_only_notes(small: Small, body: str, more: str) -> None:
    told = small.refusal(BASE + together(body, more))
    assert "`hide` asks again or ends a stage, which a hidden choice cannot" in told


@pytest.mark.parametrize("body", ["years += 1", "score(actor) becomes 3", "do in-turn", "if day = 1\n    return"])
def test_a_hidden_choice_may_note_anything(small: Small, body: str) -> None:
    assert small.book(BASE + together(body))
