"""Indices: each form of them is proved when the file is loaded, or tested where it is used."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from crex_dsl.engine.errors import RuleFault, SaveError, UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.checks.ranges import index_sites
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
from tests.engine.tiny import Tiny, ids

WORLD = """\
kind cell
    x : 1..3
    y : 1..3
    changing mark : 0..9
table cell
    | id  | x | y |
    | low | 1 | 1 |
    | top | 3 | 3 |
kind edge is a cell where cell.x = 3

clause memory "Memory"
    state ahead(i: 1..9): 0..9, starts at 7
    state grid(x: 1..3, y: 1..3): 0..9
    set held(i: 1..3) of player
    tally count_of(i: 1..3)
    state flag(b: yes or no, i: 2..3): yes or no
    state behind(i: 1..9): 0..9, starts at 7
    state n: 0..9
    state sealed(player): 0..9, starts at 5, seen by player
    value most: number is 3
    define on(x: number, y: number): yes or no is x >= 1 and x <= most and y >= 1 and y <= most
    define successor(i: 1..3): 1..3 is
        i + 1  when i < 3
        3      otherwise

clause deeds "Deeds"
    action act(cell, k: from 1 to 4) in game
        text {text}
        do
{body}
    permit act(cell, k) {permit}
    action wait in game
        text "wait"
        do
            return
    permit wait

clause course "Course"
    procedure play
        while n < 9
            ann may keep choosing act, wait or "stop"
            end game drawn
{clause}
{margin}
"""


def text_of(body: str = "return", permit: str = "", text: str = '"act {k}"', clause: str = "", margin: str = "") -> str:
    lines = "\n".join(" " * 12 + line for line in body.split("\n"))
    inner = "\n".join(" " * 4 + line for line in clause.split("\n")) if clause else ""
    named = {"{body}": lines, "{permit}": permit, "{text}": text, "{clause}": inner, "{margin}": margin}
    made = WORLD
    for key, value in named.items():
        made = made.replace(key, value)
    return made


def sites(tiny: Tiny, text: str) -> dict[str, int]:
    """How the indices of a rule text are known to lie in their ranges."""
    files = tiny.write(text)
    return index_sites(rulebook(files, index_of(files).select(None, ())))


# a form of index, as a body, a condition, a text; what it is indexed by; what guards it
FORMS: dict[str, Callable[[str, str], dict[str, str]]] = {
    "state, written": lambda e, g: {"body": f"if {g}\n    grid({e}, 1) becomes 4"},
    "state, read in a step": lambda e, g: {"body": f"if {g}\n    n becomes grid(1, {e})"},
    "state, grown": lambda e, g: {"body": f"if {g}\n    grid({e}, 2) += 1"},
    "state, cleared": lambda e, g: {"body": f"if {g}\n    clear grid({e}, 2)"},
    "tally": lambda e, g: {"body": f"if {g}\n    count_of({e}) += 1"},
    "set, added to": lambda e, g: {"body": f"if {g}\n    add actor to held({e})"},
    "set, taken from": lambda e, g: {"body": f"if {g}\n    remove actor from held({e})"},
    "set, asked": lambda e, g: {"permit": f"when {g} and actor not in held({e})"},
    "several parameters": lambda e, g: {"body": f"if {g}\n    flag(yes, max({e}, 2)) becomes no"},
    "permission": lambda e, g: {"permit": f"when {g} and grid({e}, 1) = 0"},
    "prohibition": lambda e, g: {"clause": f"forbid act(cell, k) when {g} and grid({e}, 1) > 8"},
    "inside an index": lambda e, g: {"body": f"if {g}\n    grid(min(grid({e}, 1) + 1, 3), 1) becomes 4"},
    "definition": lambda e, g: {
        "clause": f"define d(cell, k: 1..4): number is\n    grid({e}, 1)  when {g}\n    0             otherwise",
        "permit": "when d(cell, k) = 0",
    },
    "adjustment": lambda e, g: {
        "clause": f"value v(cell, k: 1..4): number is 0\nadjust v(cell, k) to it + grid({e}, 1) when {g}",
        "permit": "when v(cell, k) = 0",
    },
    "quantifier": lambda e, g: {"permit": f"when no p in players where {g} and grid({e}, 1) > 8"},
    "sum": lambda e, g: {"body": f"n becomes sum of grid({e}, 1) for p in players where {g}"},
    "ranking": lambda e, g: {"body": f"if {g}\n    n becomes size of (those p in players with most grid({e}, 1))"},
    "trigger": lambda e, g: {"clause": f"after act(cell, k) when {g} and grid({e}, 1) = 0\n    return"},
    "loop": lambda e, g: {"body": f"for each p in players where {g}\n    grid({e}, 1) += 1"},
    "counted loop": lambda e, g: {"body": f"if {g}\n    for each i from 1 to grid({e}, 1)\n        n becomes i"},
    "let": lambda e, g: {"body": f"if {g}\n    let i be {e}\n    grid(i, 1) += 1"},
    "stage field": lambda e, g: {
        "body": f"if {g}\n    open round with field is grid({e}, 1)\n        n becomes field",
        "margin": "stage round in game with field: 0..9",
    },
}
# an index that leaves 1..3 for some instances, and the condition that keeps it in
INDICES = [
    ("cell.x + 1", "cell.x < 3"),
    ("cell.x - 1", "cell.x > 1"),
    ("k", "k <= most"),
    ("k", "k is not 4"),
    ("cell.x + k - 1", "on(cell.x + k - 1, 1)"),
]


@pytest.mark.parametrize("form", FORMS)
def test_an_index_that_something_guards_is_proved(tiny: Tiny, form: str) -> None:
    for index, guard in INDICES if form == "permission" else INDICES[:1]:
        found = sites(tiny, text_of(**FORMS[form](index, guard)))
        assert found[t.UNPROVED] == 0, f"{index} where {guard}"
        assert found[t.GUARDED] > 0


@pytest.mark.parametrize("form", FORMS)
def test_an_index_that_nothing_guards_is_tested(tiny: Tiny, form: str) -> None:
    game = tiny(text_of(**FORMS[form]("cell.x + 1", "k > 0")))
    assert index_sites(game.rulebook)[t.UNPROVED] == 1
    with pytest.raises(
        RuleFault, match=r"4 does not fit `\w+` of `\w+`, which stays within \d..3 \(clause \w+, .*:\d+"
    ):
        game.start(1).take("act(top, 1)")


def test_a_fault_leaves_the_position_as_it_was(tiny: Tiny) -> None:
    game = tiny(text_of("grid(1, 1) becomes 3\ngrid(cell.x + 1, 1) becomes 4"))
    position = game.start(1)
    kept = position.to_json()
    with pytest.raises(RuleFault) as fault:
        position.take("act(top, 1)")
    assert fault.value.clause == "deeds"
    assert position.to_json() == kept
    position.take("act(low, 1)")
    assert (position.read("grid", 1, 1), position.read("grid", 2, 1)) == (3, 4)


# steps, and how the indices in them are known to lie in their ranges
STEPS = [
    ("grid(cell.x, cell.y) becomes 1", t.SURE),
    ("grid(max(1, min(3, n)), 1) becomes 1", t.SURE),
    ("for each i from 1 to most\n    grid(i, 1) += 1", t.SURE),
    ("for each i from 1 to most - 1\n    grid(i + 1, 1) += 1", t.SURE),
    ("for each i from 1 to n\n    grid(i, 1) += 1", t.UNPROVED),
    ("for each p in players counting i\n    grid(i + 1, 1) += 1", t.SURE),
    ("for each c: cell counting i\n    grid(i + 2, 1) += 1", t.UNPROVED),
    ("grid(successor(cell.x), 1) += 1", t.SURE),
    ("let i be cell.x + 1\nif i < 4\n    grid(i, 1) += 1", t.GUARDED),
    ("let i be n\nif i in [1, 2, 3]\n    n becomes 9\n    grid(i, 1) += 1", t.GUARDED),
    ("if n > 3 or n = 0\n    return\ngrid(n, 1) += 1", t.GUARDED),
    ("if n > 3 or n = 0\n    return\nn becomes 5\ngrid(n, 1) += 1", t.UNPROVED),
    ("if n > 0 and n < 4\n    clear n\n    grid(n, 1) += 1", t.UNPROVED),
    ("if n > 0 and n < 4\n    do grow\n    grid(n, 1) += 1", t.UNPROVED),
    ("while n > 0 and n < 4\n    grid(n, 1) += 1\n    n += 1", t.GUARDED),
    ("if n > 0 and n < 4\n    repeat 2 times\n        grid(n, 1) += 1\n        n += 1", t.UNPROVED),
    ("roll 1 die\nif total of dice > 0 and total of dice < 4\n    grid(total of dice, 1) += 1", t.GUARDED),
    (
        "roll 1 die\nif total of dice > 0 and total of dice < 4\n    roll 1 die\n    grid(total of dice, 1) += 1",
        t.UNPROVED,
    ),
    ("grid(nth 1 of [3, 2], 1) += 1", t.UNPROVED),  # beyond the end of a list is 0
    ("grid(min(n, 3), 1) += 1", t.UNPROVED),
    ("if not (n < 1 or n > most)\n    grid(n, 1) += 1", t.GUARDED),
    ("if n + 1 < 4\n    grid(n + 1, 1) += 1", t.GUARDED),
    ("if 4 - n >= 2 and n > 0\n    grid(n, 1) += 1", t.GUARDED),
]


@pytest.mark.parametrize(("steps", "proof"), STEPS)
def test_what_is_known_where_steps_come_to_an_index(tiny: Tiny, steps: str, proof: str) -> None:
    found = sites(tiny, text_of(steps, clause="procedure grow\n    n += 3"))
    assert {t.GUARDED: found[t.GUARDED], t.UNPROVED: found[t.UNPROVED]} == {
        t.GUARDED: int(proof == t.GUARDED),
        t.UNPROVED: int(proof == t.UNPROVED),
    }


# what asks for a range on which others rely, and can leave it
REFUSED = [
    ("grid(1, 3 + 1) becomes 4", "4 is outside 1..3"),
    ("grid(cell.x + 3, 1) becomes 4", "this number may lie anywhere in 4..6, outside 1..3"),
    ("do p(cell.x + 1)", "this number may lie anywhere in 2..4, outside 1..3"),
    ("do p(n)", "this number may lie anywhere in 0..9, outside 1..3"),
    ("n becomes successor(cell.x + 1)", "this number may lie anywhere in 2..4, outside 1..3"),
    ("shuffle all c: cell by sealed", "this is a cell, but a player is needed"),
]


@pytest.mark.parametrize(("steps", "message"), REFUSED)
def test_what_others_rely_on_must_be_proved(tiny: Tiny, steps: str, message: str) -> None:
    with pytest.raises(RuleError) as error:
        tiny(text_of(steps, clause="procedure p(i: 1..3)\n    grid(i, 1) += 1"))
    assert message in str(error.value)


def test_a_guarded_argument_is_proved_like_an_index(tiny: Tiny) -> None:
    clause = "procedure p(i: 1..3)\n    grid(i, 1) += successor(i)"
    game = tiny(text_of("if cell.x < 3\n    do p(successor(cell.x + 1))", clause=clause))
    position = game.start(1)
    position.take("act(low, 1)")
    assert position.read("grid", 3, 1) == 3


# what tools ask: how it is written, and how it is asked
TOOLS: list[tuple[dict[str, str], Callable[[Game], object]]] = [
    ({"text": '"act {grid(k, 1)}"'}, lambda game: [action.text for action in game.start(1).asked().legal]),
    ({"text": '\n"one" when grid(k, 1) > 3\n"other" otherwise'}, lambda game: game.start(1).asked().legal[3].text),
    ({"margin": 'measure m "M" is grid(n, 1)'}, lambda game: game.start(1).measure("m")),
    ({"margin": "worth(p: player) is grid(n, 1)"}, lambda game: game.start(1).worth("ann")),
    (
        {"margin": "picture cell\n    number grid(cell.x + 1, 1)"},
        lambda game: game.program.words["PICTURES"]["cell"]["number"](game.start(1).state, str, str, 1),
    ),
    (
        {"clause": "state hid: 0..9, seen by ann, by bob when grid(n, 1) = 0"},
        lambda game: game.start(1).view("bob").data(),
    ),
    (
        {"clause": "state hid: 0..9, seen by ann, guessed from grid(n, 1) to 3"},
        lambda game: game.start(1).view("bob").sample(Random(1)),
    ),
    (
        {"margin": 'policy bold "Bold"\n    prefer act(cell, k) when grid(k, 1) = 0'},
        lambda game: [row[2](game.start(1).state, 0, 1, 4) for row in game.program.words["POLICIES"]["bold"]],
    ),
]


@pytest.mark.parametrize(("parts", "ask"), TOOLS, ids=[next(iter(parts.values())) for parts, _ in TOOLS])
def test_what_tools_ask_is_tested(tiny: Tiny, parts: dict[str, str], ask: Callable[[Game], object]) -> None:
    parts = {key: value.replace("\n", "\n" + " " * 12) if key == "text" else value for key, value in parts.items()}
    with pytest.raises(RuleFault, match=r"[04] does not fit `x` of `grid`, which stays within 1..3"):
        ask(tiny(text_of(**parts)))


def test_a_text_rests_on_no_more_than_it_reads(tiny: Tiny) -> None:
    """What is behind a case that does not hold is not looked up, so that it cannot be a fault."""
    clause = (
        "state own(i: 1..2): 0..9, seen by ann\n"
        "define d(k: 1..4): number is\n    own(k)  when k < 3\n    0       otherwise"
    )
    game = tiny(text_of(text='"{cell} {k} {d(k)}"', clause=clause))
    told = [action.text for action in game.start(1).view("ann").legal if action.name == "act"]
    assert told == [f"{cell} {k} 0" for cell in ("low", "top") for k in range(1, 5)]


def test_an_example_that_leaves_a_range_says_so(tiny: Tiny) -> None:
    given = "given\n        n becomes 5\n        grid(n, 1) becomes 2"
    margin = f'example "Astray" on deeds\n    {given}\n    then\n        n = 5'
    (result,) = run_examples(tiny(text_of(margin=margin)))
    assert not result.ok
    assert result.message == "5 does not fit `x` of `grid`, which stays within 1..3"
    margin = 'example "Astray" on deeds\n    then\n        grid(n, 1) = 0'
    (result,) = run_examples(tiny(text_of(margin=margin)))
    assert "0 does not fit `x` of `grid`" in result.message


# ---- what proofs rely on ----
def test_given_numbers_outside_the_bounds_of_an_action_are_not_legal(tiny: Tiny) -> None:
    clause = (
        "action pay(cell, i: 1..3) in game\n"
        '    text "pay {grid(i, 1)}"\n    do\n        grid(i, 1) += 1\n'
        "permit pay(cell, i) when grid(i, 1) = 0\n"
        "action owe(cell, i: from 1 to cell.x) in game\n"
        '    text "owe"\n    do\n        return\n'
        "permit owe(cell, i)\n"
        'procedure offers\n    n becomes 5\n    ann may choose pay(any, n), owe(any, n - 3), wait or "no"\n'
        "before play\n    do offers"
    )
    game = tiny(text_of(clause=clause, permit="when n = 5 and actor can pay(cell, n)"))
    assert ids(game.start(1)) == ["owe(top, 2)", "wait", "done"]


def test_a_shuffle_stays_in_the_range_of_its_memory(tiny: Tiny) -> None:
    game = tiny(text_of("shuffle all c: cell by line", clause="state line(cell): 2..9"))
    with pytest.raises(RuleFault, match=r"1 does not fit line, which stays within 2..9"):
        game.start(1).take("act(low, 1)")


def test_a_guess_stays_in_the_range_of_its_memory(tiny: Tiny) -> None:
    clause = "state low_one: 2..4, seen by ann, guessed from 0 to 9\nstate at_edge: edge or nothing, seen by ann"
    game = tiny(text_of(clause=clause))
    drawn = [game.start(1).view("bob").sample(Random(seed)) for seed in range(40)]
    assert {position.read("low_one") for position in drawn} == {2, 3, 4}
    assert {position.read("at_edge") for position in drawn} == {"top", None}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("grid", (0, 1)),
        ("grid", (4, 1)),
        ("grid", (-1, 1)),
        ("grid", (1, True)),
        ("cell.mark", ("nobody",)),
        ("grid", (1,)),
    ],
)
def test_python_reads_no_memory_beside_what_it_names(tiny: Tiny, name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(UnknownName):
        tiny(text_of()).start(1).read(name, *arguments)


def test_python_names_no_action_outside_its_bounds(tiny: Tiny) -> None:
    game = tiny(text_of())
    for k in (0, 5, -1, "9"):
        with pytest.raises(UnknownName):
            game.code("act", {"cell": "low", "k": k})


def test_a_save_holds_arguments_in_their_ranges(tiny: Tiny) -> None:
    asking = 'ann may keep choosing act, wait or "no"'
    clause = f"procedure ask(i: 1..3)\n    {asking}\n    grid(i, 1) becomes 1\nbefore play\n    do ask(3)"
    game = tiny(text_of(clause=clause))
    text = game.start(1).from_here().to_json()  # with no past from which its arguments could be told
    assert game.from_json(text).to_json() == text
    for wrong in ("0", "4", "-1"):
        with pytest.raises(SaveError, match=r"outside 1\.\.3"):
            game.from_json(text.replace('"i": 3', f'"i": {wrong}'))


# ---- what moves ----
MOVED = [
    # known as soon as k is, before the cell that keeps it in its range
    ("near(cell, k) and grid(k, 1) = 0", t.UNPROVED),
    # the same in every turn of the loop, and never reached
    ("no d: cell where k > 0 and far <= d.x and far > 0 and grid(far, 1) = 0", t.GUARDED),
    ("no d: cell where near(d, far) and grid(far, 1) = 0", t.UNPROVED),
]


@pytest.mark.parametrize(("condition", "proof"), MOVED)
def test_no_index_is_worked_out_where_nobody_would_come_to_it(tiny: Tiny, condition: str, proof: str) -> None:
    clause = (
        "state far: 0..999, starts at 999\n"
        "define near(cell, i: number): yes or no is some d: cell where d is cell and d.x = i\n"
        'action go(k: from 1 to 4, cell) in game\n    text "go"\n    do\n        return\n'
        f"permit go(k, cell) when {condition}\n"
        'before play\n    ann may keep choosing go or "no"'
    )
    game = tiny(text_of(clause=clause))
    assert index_sites(game.rulebook)[proof] >= 1
    assert len(game.start(1).codes) > 1
