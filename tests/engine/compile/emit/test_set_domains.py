"""Names range over sets narrowed by conditions; a condition that leans on another is not asked before it."""

from __future__ import annotations

import pytest

from tests.engine.tiny import HEAD, STOP, Tiny, ids, play

WORLD = """
kind spot
    tone  : 1..2
    owner : piece
    marks : set of piece
kind piece
    tone  : 1..2
    home  : spot
    seats : set of spot
table spot
    | id | tone | owner | marks  |
    | s1 | 1    | p1    | p1, p3 |
    | s2 | 2    | p2    | -      |
table piece
    | id | tone | home | seats  |
    | p1 | 1    | s1   | s1     |
    | p2 | 2    | s2   | s1, s2 |
    | p3 | 1    | s2   | -      |

clause memory "Memory"
    state goal: spot or nothing
    set found of piece
"""

# A condition on `b`, and whom it finds while the goal is nothing, s1 and s2.
CONDITIONS = [
    ("goal is nothing or goal.tone = b.tone", "p1 p2 p3", "p1 p3", "p2"),
    ("goal is nothing or b in goal.marks", "p1 p2 p3", "p1 p3", ""),
    ("goal is nothing or goal.owner is b", "p1 p2 p3", "p1", "p2"),
    ("b.home is not goal or goal.tone = b.tone", "p1 p2 p3", "p1 p2 p3", "p1 p2"),
    ("goal is b.home and goal.tone = b.tone", "", "p1", "p2"),
    ("goal in b.seats and goal.owner is b", "", "p1", "p2"),
    ("goal in b.seats and goal.tone = 1", "", "p1 p2", ""),
    ("not (goal is not nothing and goal.owner is b)", "p1 p2 p3", "p2 p3", "p1 p3"),
    ("not (goal is nothing or goal.owner is b)", "", "p2 p3", "p1 p3"),
    ("not (goal is b.home and goal.tone = 2)", "p1 p2 p3", "p1 p2 p3", "p1"),
    ("fitting(b)", "", "p1", ""),
    ("open_to(b)", "p1 p2 p3", "p1 p2 p3", "p2 p3"),
]
WORDS = """
clause words "Words"
    define fitting(b: piece): yes or no is
        goal.tone = b.tone  when goal is not nothing and b.home is s1
        no                  otherwise
    define open_to(b: piece): yes or no is
        yes                 when goal is nothing or b.home is s2
        goal.tone = b.tone  otherwise
"""
STATES = {"nothing": 1, "s1": 2, "s2": 3}
CASES = [(row[0], goal, row[place]) for row in CONDITIONS for goal, place in STATES.items()]


@pytest.mark.parametrize(("condition", "goal", "expected"), CASES)
def test_a_loop_finds_whom_the_condition_means(tiny: Tiny, condition: str, goal: str, expected: str) -> None:
    rules = f"""
clause searching "Searching"
    procedure play
        goal becomes {goal}
        for each b: piece where {condition}
            add b to found
        ann chooses stay, quit
"""
    position = tiny(WORLD + WORDS + rules + STOP).start()
    assert position.read("found") == expected.split()


@pytest.mark.parametrize(("condition", "goal", "expected"), CASES)
def test_a_choice_offers_whom_the_condition_means(tiny: Tiny, condition: str, goal: str, expected: str) -> None:
    rules = f"""
clause searching "Searching"
    action touch(b: piece) in game
        text "touch {{b}}"
        do
            add b to found
    permit touch(b) when {condition}
    procedure play
        goal becomes {goal}
        ann may choose touch or "nobody"
        ann chooses stay, quit
"""
    position = tiny(WORLD + WORDS + rules + STOP).start()
    offered = [answer for answer in ids(position) if answer.startswith("touch")]
    assert offered == [f"touch({name})" for name in expected.split()]


def test_a_condition_without_the_name_waits_for_what_it_leans_on(tiny: Tiny) -> None:
    rules = """
clause searching "Searching"
    action touch(b: piece) in game
        text "touch {b}"
        do
            add b to found
    permit touch(b) when goal is b.home and goal.tone = 1
    procedure play
        ann may choose touch or "nobody"
        goal becomes s1
        ann chooses touch, stay
        end game drawn
"""
    position = tiny(WORLD + rules + STOP).start()  # nothing is legal while there is no goal
    assert ids(position) == ["touch(p1)", "stay"]


def test_a_guard_of_the_enclosing_step_counts(tiny: Tiny) -> None:
    rules = """
clause searching "Searching"
    procedure play
        goal becomes s2
        if goal is not nothing
            for each b: piece where goal.owner is b
                add b to found
        ann chooses stay, quit
"""
    assert tiny(WORLD + rules + STOP).start().read("found") == ["p2"]


def test_a_part_of_a_kind_keeps_to_itself(tiny: Tiny) -> None:
    text = """
kind place
    wet : yes or no
kind pond is a place where place.wet
table place
    | id   | wet |
    | lake | yes |
    | hill | no  |
    | pool | yes |
clause counting "Counting"
    state level(place): 0..3
    set found of place
    procedure play
        for each p: pond where level(p) = 0
            add p to found
        for each p: place where level(p) = 1
            add p to found
        ann chooses stay, quit
"""
    assert tiny(text + STOP).start().read("found") == ["lake", "pool"]


def test_the_index_by_value_follows_every_kind_of_change(tiny: Tiny) -> None:
    """Memory that is ranged over by value is kept in sets too: assigning, counting, clearing, shuffling, closing."""
    text = """
kind chip is c1, c2, c3
stage hand in game
clause counting "Counting"
    state level(chip): 0..3
    state depth(chip): 0..3, starts at 1 per hand
    define at_level(k: 0..3): set of chip is all c: chip where level(c) = k
    define at_depth(k: 0..3): set of chip is all c: chip where depth(c) = k
    state sizes: 0..9999
    procedure note
        sizes becomes 0
        for each k from 0 to 3
            sizes becomes 10 * sizes + size of at_level(k)
    procedure play
        do note
        ann chooses stay, quit
        level(c2) becomes 2
        level(c3) += 1
        do note
        ann chooses stay, quit
        clear level(c2)
        do note
        ann chooses stay, quit
        shuffle all c: chip by level
        do note
        ann chooses stay, quit
        clear level
        do note
        ann chooses stay, quit
        open hand
            depth(c1) becomes 3
            sizes becomes 10 * size of at_depth(1) + size of at_depth(3)
        ann chooses stay, quit
        open hand
            sizes becomes 10 * size of at_depth(1) + size of at_depth(3)
        ann chooses stay, quit
"""
    position = tiny(text + STOP, head=HEAD).start(5)
    seen = [position.read("sizes")]
    for _ in range(6):
        seen.append(play(position, "stay").read("sizes"))
    assert seen == [3000, 1110, 2100, 111, 3000, 21, 30]


# ---- the only one, behind a guard ----
LEADERS = """
kind leader
    rank : 1..3
table leader
    | id | rank |
    | l1 | 1    |
    | l2 | 2    |
kind band
    rank : 1..3
table band
    | id | rank |
    | b1 | 1    |
    | b2 | 2    |
clause leading "Leading"
    set present of leader
    set found of band
    state pace(leader): 0..9
    define dear(leader): number is count x: leader where pace(x) + x.rank > pace(leader) and pace(x) < 9
    define led: yes or no is (some x in present where dear(x) < 9 and dear(x) + pace(x) < 20 and dear(x) - pace(x) < 20)
        and (the x in present).rank = 1
    action follow(band) in game
        text "{band} follows"
        do
            add band to found
    permit follow(band) when (some x in present where x.rank = band.rank) and (the x in present).rank < 3
"""


@pytest.mark.parametrize(
    ("present", "led", "following"), [("", False, []), ("l1", True, ["b1"]), ("l2", False, ["b2"])]
)
def test_the_only_one_is_not_sought_before_what_guards_it(
    tiny: Tiny, present: str, led: bool, following: list[str]
) -> None:
    rules = f"""    state truth: yes or no
    procedure play
        {f"add {present} to present" if present else "clear present"}
        if led
            truth becomes yes
        for each b: band where (some x in present where x.rank = b.rank) and (the x in present).rank < 3
            add b to found
        ann may choose follow or "nobody"
        ann chooses stay, quit
"""
    position = tiny(LEADERS + rules + STOP).start()
    assert position.read("truth") is led
    assert position.read("found") == following
    assert [answer for answer in ids(position) if answer.startswith("follow")] == [
        f"follow({name})" for name in following
    ]
