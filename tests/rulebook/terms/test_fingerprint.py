"""The shape of typed rules: equal where two pieces read the same, and nowhere else."""

from typing import Any

import pytest

from crex_dsl.rulebook.terms.fingerprint import fingerprint
from tests.rulebook.small import Small, typed

BASE = """
kind town
    size : big | small
table town
    | id   | size  |
    | acre | big   |
    | tyre | small |
    | homs | small |
kind unit
    placed at : town or nothing
table unit
    | id  |
    | fox |
    | owl |
{more}
clause doing "Doing"
    state goal: town, starts at homs
    state tries: 0..9
    procedure act
{steps}
"""


def shape(small: Small, steps: str, more: str = "", variants: str = "") -> Any:
    body = "".join(f"        {line}\n" for line in steps.splitlines())
    return fingerprint(small.book(BASE.format(steps=body, more=more), variants).world.procedures["act"].body)


STEPS = """if goal is homs and fox.at is not nothing
    tries += 2
for each u: unit where u.at in [tyre, homs]
    move u to nothing
goal becomes tyre"""


def test_layout_and_comments_are_of_no_account(small: Small) -> None:
    other = STEPS.replace("tries += 2", "tries  +=  2  # two").replace("if goal", "\n\nif goal")
    assert shape(small, STEPS) == shape(small, other)


def test_other_rules_are_of_no_account(small: Small) -> None:
    more = 'clause others "Others"\n    define more: number is 3\n    state other: 0..3'
    assert shape(small, STEPS) == shape(small, STEPS, more)


def test_things_go_by_their_names_and_not_by_their_places(small: Small) -> None:
    dropped = 'edition new "New" of small\ntable town\n    drop acre\n'
    added = 'edition new "New" of small\ntable unit\n    | id |\n    | elk |\n'
    assert shape(small, STEPS) == shape(small, STEPS, variants=dropped)
    assert shape(small, STEPS) == shape(small, STEPS, variants=added)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("goal is homs", "goal is tyre"),
        ("goal is homs", "goal is not homs"),
        ("and", "or"),
        ("is not nothing", "is nothing"),
        ("fox.at", "owl.at"),
        ("tries += 2", "tries -= 2"),
        ("tries += 2", "tries += 3"),
        ("[tyre, homs]", "[tyre]"),
        ("[tyre, homs]", "[tyre, homs] counting i"),
        ("u.at in", "u.at not in"),
        ("move u to nothing", "move u to acre"),
        ("goal becomes tyre", "goal becomes acre"),
        ("\ngoal becomes tyre", ""),
        ("goal becomes tyre", "tries becomes 0"),
    ],
)
def test_another_rule_has_another_shape(small: Small, old: str, new: str) -> None:
    assert old in STEPS
    assert shape(small, STEPS) != shape(small, STEPS.replace(old, new, 1))


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("1 + five", "1  +  five", True),
        ("1 + five", "five + 1", False),
        ("aspen-birch.size is high", "birch-aspen.size = high", True),
        ("players", "all p: player", False),
        ("some c: cart where heavy(c)", "some c: cart where not heavy(c)", False),
        ("some c: cart where heavy(c)", "some cart where heavy(cart)", False),  # another name
        ("guest is nobody", "guest is nobody", True),
        ("goal is nothing", "guest is nobody", False),
        ("can drive(ox, any)", "can drive(any, aspen-birch)", False),
        ("[ox, mule]", "[mule, ox]", False),
        ("spirits is high", "spirits is low", False),
    ],
)
def test_expressions_are_told_apart(one: str, two: str, same: bool) -> None:
    assert (fingerprint(typed(one)) == fingerprint(typed(two))) is same


def test_a_count_has_its_name_in_the_shape(small: Small) -> None:
    counting = [STEPS.replace("[tyre, homs]", f"[tyre, homs] counting {name}") for name in "ik"]
    assert shape(small, counting[0]) != shape(small, counting[1])


def test_what_goes_unsaid_leaves_no_mark(small: Small) -> None:
    """Saves know procedures by their shapes: those of older ones must stay as they are."""
    (each,) = shape(small, "for each unit\n    return")
    assert each == ("for-each", "unit", ("kind", "unit"), None, (("return",),))


def test_a_shape_can_be_written_down(small: Small) -> None:
    assert repr(shape(small, STEPS)) == repr(shape(small, STEPS))
    assert "0x" not in repr(shape(small, STEPS))
