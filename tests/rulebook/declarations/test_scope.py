"""What is known at one place: what a condition tells about values that may be missing, and what makes it forgotten."""

import pytest

from crex_dsl.rulebook.declarations.scope import Mistake, Scope, path
from tests.rulebook.small import realm, scope_of, typed

G, T, A = "a player or nobody", "a town or nothing", "a place"


def known(condition: str, truth: bool, scope: Scope | None = None) -> Scope:
    scope = scope or Scope(realm().world)
    return scope.given(typed(condition, scope), truth)


# a condition, whether it holds, an expression, and its type once that is known
TOLD = [
    ("guest is not nobody", True, "guest", "a player"),
    ("guest is not nobody", False, "guest", G),
    ("guest is nobody", False, "guest", "a player"),
    ("guest is nobody", True, "guest", G),
    ("nobody is guest", False, "guest", "a player"),
    ("not guest is nobody", True, "guest", "a player"),
    ("not not guest is nobody", False, "guest", "a player"),
    ("guest = east", True, "guest", "a player"),
    ("east is guest", True, "guest", "a player"),
    ("guest is east", False, "guest", G),
    ("guest is not east", False, "guest", "a player"),
    ("guest is ox.owner", True, "guest", "a player"),
    ("guest in players", True, "guest", "a player"),
    ("guest not in players", False, "guest", "a player"),
    ("guest not in players", True, "guest", G),
    ("goal is not nothing and guest is not nobody", True, "guest", "a player"),
    ("goal is not nothing and guest is not nobody", True, "goal", "a town"),
    ("goal is not nothing and guest is not nobody", False, "goal", T),
    ("goal is nothing or guest is nobody", False, "goal", "a town"),
    ("goal is nothing or guest is nobody", False, "guest", "a player"),
    ("goal is nothing or guest is nobody", True, "guest", G),
    ("not (goal is nothing or guest is nobody)", True, "goal", "a town"),
    ("ox.at is a town", True, "ox.at", "a town"),
    ("ox.at is a town", False, "ox.at", A),
    ("ox.at is a town", True, "mule.at", A),
    ("goal is a town", True, "goal", "a town"),
    ("pledged(ox) is not nothing", True, "pledged(ox)", "a town"),
    ("pledged(ox) is not nothing", True, "pledged(mule)", T),
    ("ferry.side is not nobody", True, "ferry.side", "a player"),
    ("ferry.side is not nobody", True, "aspen.side", G),
    ("leader is not nothing", True, "leader", "a cart"),
    ("guest_of(ferry) is not nobody", True, "guest_of(ferry)", "a player"),
    ("nth 1 of queue is not nothing", True, "nth 1 of queue", "a cart"),
    ("nth 1 of queue is not nothing", True, "nth 2 of queue", "a cart or nothing"),
    ("spirits is not nothing", True, "spirits", "one of high | low"),
    ("spirits is high", True, "spirits", "one of high | low"),
    # any expression that is written the same
    ("beyond(aspen-birch, aspen).side is not nobody", True, "beyond(aspen-birch, aspen).side", "a player"),
    ("beyond(aspen-birch, aspen).side is not nobody", True, "beyond(birch-aspen, aspen).side", "a player"),
    ("beyond(aspen-birch, aspen).side is not nobody", True, "beyond(aspen-birch, birch).side", G),
    ("guest_of(beyond(aspen-birch, aspen)) is not nobody", True, "guest_of(beyond(aspen-birch, aspen))", "a player"),
    ("(the c: cart where heavy(c)).at is a town", True, "(the c: cart where heavy(c)).at", "a town"),
    ("(the c: cart where heavy(c)).at is a town", True, "(the other: cart where heavy(other)).at", "a town"),
    ("(the c: cart where heavy(c)).at is a town", True, "(the c: cart where not heavy(c)).at", A),
    ("nth (1 + years) of queue is not nothing", True, "nth (1 + years) of queue", "a cart"),
    ("nth (1 + years) of queue is not nothing", True, "nth (2 + years) of queue", "a cart or nothing"),
    ("nth (size of opened) of queue is not nothing", True, "nth (size of opened) of queue", "a cart"),
    ("nth 1 of [ox, mule] is not nothing", True, "nth 1 of [ox, mule]", "a cart"),
    ("nth 1 of [ox, mule] is not nothing", True, "nth 1 of [mule, ox]", "a cart or nothing"),
    ("nth 1 of (first 2 of queue) is not nothing", True, "nth 1 of (first 2 of queue)", "a cart"),
    ("nth 1 of (first 2 of queue) is not nothing", True, "nth 1 of (last 2 of queue)", "a cart or nothing"),
    ("pledged(nth 1 of queue else ox) is not nothing", True, "pledged(nth 1 of queue else ox)", "a town"),
    # whichever of several holds
    ("guest in [east, west]", True, "guest", "a player"),
    ("guest in [east, west]", False, "guest", G),
    ("guest is east or guest is west", True, "guest", "a player"),
    ("guest is east or goal is ferry", True, "guest", G),
    ("guest is nobody and goal is nothing", False, "guest", G),
    ("guest is nobody and guest is nobody", False, "guest", "a player"),
]


@pytest.mark.parametrize(
    ("condition", "truth", "text", "of"), TOLD, ids=[f"{c} {'holds' if t else 'fails'}: {x}" for c, t, x, _ in TOLD]
)
def test_what_a_condition_tells(condition: str, truth: bool, text: str, of: str) -> None:
    assert str(typed(text, known(condition, truth)).type) == of


def test_what_is_told_of_a_local_name() -> None:
    scope = scope_of(realm(), c="cart", d="cart")
    told = known("c.at is a town and pledged(c) is not nothing", True, scope)
    assert str(typed("c.at", told).type) == "a town"
    assert str(typed("pledged(c)", told).type) == "a town"
    assert str(typed("d.at", told).type) == "a place"
    assert str(typed("pledged(d)", told).type) == "a town or nothing"


# ---- inside one expression ----
@pytest.mark.parametrize(
    "text",
    [
        "guest is not nobody and score(guest) > 1",
        "goal is not nothing and guest is not nobody and goal.price > score(guest)",
        "guest is nobody or score(guest) > 1",
        "not (guest is nobody or score(guest) > 1)",
        "some c: cart where c.at is a town and goal is not nothing and goal is not c.home",
        "sum of standing_price(c) for c: cart where pledged(c) is not nothing",
        "order c: cart where pledged(c) is not nothing by pledged(c).price",
        "those c: cart where pledged(c) is not nothing with most pledged(c).price",
        "guest in players and score(guest) > 1",
        "score(guest else east) > 1",
    ],
)
def test_what_is_told_helps_what_follows(text: str) -> None:
    assert typed(text.replace("standing_price(c)", "pledged(c).price")) is not None


@pytest.mark.parametrize(
    "text",
    [
        "score(guest) > 1",
        "score(guest) > 1 and guest is not nobody",  # too late
        "guest is not nobody or score(guest) > 1",  # the wrong way round
        "guest is nobody and score(guest) > 1",
        "(guest is not nobody and yes) or score(guest) > 1",
        "not (guest is not nobody) and score(guest) > 1",
        "(some c: cart where guest is not nobody) and score(guest) > 1",
        "guest is ferry.side",
        "guest is not nobody and score(ferry.side) > 1",
    ],
)
def test_what_is_not_told_helps_nobody(text: str) -> None:
    with pytest.raises(Mistake):
        typed(text)


def test_one_missing_value_may_be_compared_once_the_other_is_known() -> None:
    assert typed("guest is not nobody and guest is ferry.side") is not None


# ---- what makes it forgotten ----
@pytest.mark.parametrize(
    ("condition", "text", "written", "of"),
    [
        ("guest is not nobody", "guest", "guest", G),
        ("guest is not nobody", "guest", "goal", "a player"),
        ("pledged(ox) is not nothing", "pledged(ox)", "pledged", T),
        ("pledged(ox) is not nothing", "pledged(ox)", "guest", "a town"),
        ("ox.at is a town", "ox.at", "at", A),
        ("ox.at is a town", "ox.at", "cargo", "a town"),
        ("ferry.side is not nobody", "ferry.side", "guest", "a player"),  # it never changes
        ("leader is not nothing", "leader", "years", "a cart"),  # which rests on none
        ("nth years of queue is not nothing", "nth years of queue", "years", "a cart or nothing"),
        (
            "nth (size of opened) of queue is not nothing",
            "nth (size of opened) of queue",
            "opened",
            "a cart or nothing",
        ),
        ("(the c: cart where c in opened).at is a town", "(the c: cart where c in opened).at", "opened", A),
        ("(the c: cart where c in opened).at is a town", "(the c: cart where c in opened).at", "years", "a town"),
        (
            "nth (count c: cart where can drive(c, any)) of queue is not nothing",
            "nth (count c: cart where can drive(c, any)) of queue",
            "years",
            "a cart or nothing",
        ),
    ],
)
def test_a_step_makes_forgotten_what_it_may_change(condition: str, text: str, written: str, of: str) -> None:
    assert str(typed(text, known(condition, True).forget(frozenset({written}))).type) == of


def test_a_fact_about_memory_read_through_memory_rests_on_both() -> None:
    scope = known("goal is not nothing", True)
    told = known("goal.side is not nobody", True, scope)
    assert str(typed("goal.side", told).type) == "a player"
    assert str(typed("goal.price", told).type) == "a number 0..4"
    with pytest.raises(Mistake, match="this may be nothing"):
        typed("goal.side", told.forget(frozenset({"goal"})))


def test_nothing_is_forgotten_where_nothing_is_written() -> None:
    told = known("guest is not nobody", True)
    assert told.forget(frozenset()) is told


# ---- what identifies a value ----
@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("guest", "guest", True),
        ("guest", "goal", False),
        ("ox.at", "ox.at", True),
        ("ox.at", "mule.at", False),
        ("ox.at", "ox.cargo", False),
        ("pledged(ox)", "pledged(ox)", True),
        ("aspen-birch.ends", "birch-aspen.ends", True),
        ("nth 1 of queue", "nth 1 of queue", True),
        ("nth 1 of queue", "nth 2 of queue", False),
        ("enemy of east", "enemy of east", True),
        ("guest_of(ferry)", "guest_of(ferry)", True),
        ("guest_of(ferry)", "guest_of(aspen)", False),
        ("1 + 2", "1 + 2", True),
        ("1 + 2", "1 - 2", False),
        ("all c: cart where heavy(c)", "all cart where heavy(cart)", True),
        ("all c: cart where heavy(c)", "all c in queue where heavy(c)", False),
        ("order c: cart by c.load", "order c: cart by c.load descending", False),
        (
            "some c: cart where some d: cart where d.home is c.at",
            "some d: cart where some c: cart where c.home is d.at",
            True,
        ),
        (
            "some c: cart where some d: cart where d.home is c.at",
            "some c: cart where some d: cart where c.home is d.at",
            False,
        ),
        ("guest else east", "guest else west", False),
    ],
)
def test_the_same_words_are_the_same_value(one: str, two: str, same: bool) -> None:
    first, second = path(typed(one)), path(typed(two))
    assert (first[0] == second[0]) is same


# ---- the world ----
def test_things_are_found_by_either_name() -> None:
    world = realm().world
    assert world.things("birch-aspen") == world.things("aspen-birch") == [(world.kinds["road"], 0)]
    assert world.things("nowhere") == []


def test_a_stage_knows_those_it_lies_in() -> None:
    assert realm().world.stage_chain("turn") == ["turn", "game"]


def test_the_vocabulary_holds_whatever_an_expression_could_say() -> None:
    words = realm().world.vocabulary()
    assert {"five", "guest", "ox", "load", "river", "players", "nobody", "beyond", "tyre"} & words == {
        "five", "guest", "ox", "load", "river", "players", "nobody", "beyond"
    }  # fmt: skip
