"""The value of what depends on no memory: the same as by hand, and NotConstant as soon as play would have to tell."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.evaluate import NotConstant, apply, beyond, bits, evaluate, nothing_of
from crex_dsl.rulebook.terms.types import Number, Optional, Thing
from tests.rulebook.small import HEAD, Small, answer, realm, scope_of, typed

# ---- arithmetic, against Python's own ----
Sum = tuple[str, int]  # an expression, and what it comes to


def _binary(one: Sum, two: Sum, operator: str) -> Sum:
    (left, a), (right, b) = one, two
    return {
        "+": (f"({left} + {right})", a + b),
        "-": (f"({left} - {right})", a - b),
        "*": (f"({left} * {right})", a * b),
        "max": (f"max({left}, {right})", max(a, b)),
        "min": (f"min({left}, {right})", min(a, b)),
    }[operator]


def _divided(one: Sum, by: int, up: bool) -> Sum:
    text, a = one
    return f"({text} / {by} rounded {'up' if up else 'down'})", -(-a // by) if up else a // by


SUMS = st.recursive(
    st.integers(0, 99).map(lambda n: (str(n), n)),
    lambda inner: st.one_of(
        st.builds(_binary, inner, inner, st.sampled_from(["+", "-", "*", "max", "min"])),
        st.builds(_divided, inner, st.integers(1, 9), st.booleans()),
    ),
    max_leaves=6,
)


@given(SUMS)
def test_arithmetic_comes_to_what_it_should(case: Sum) -> None:
    text, value = case
    term = typed(text)
    assert evaluate(term, {}) == value
    assert isinstance(term.type, Number)
    assert term.type.low is None or term.type.low <= value
    assert term.type.high is None or value <= term.type.high


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@given(SUMS, SUMS, st.sampled_from(sorted(COMPARED)))
def test_comparisons_hold_when_they_should(one: Sum, two: Sum, operator: str) -> None:
    assert evaluate(typed(f"{one[0]} {operator} {two[0]}"), {}) == int(COMPARED[operator](one[1], two[1]))


# ---- sets, against Python's own ----
CARTS = ["ox", "mule", "goat"]
SETS = st.recursive(
    st.lists(st.sampled_from(CARTS), unique=True).map(
        lambda some: (f"(all c: cart where c in [{', '.join(some)}])", set(some))
    ),
    lambda inner: st.builds(
        lambda one, two, plus: (
            f"({one[0]} {'+' if plus else '-'} {two[0]})",
            one[1] | two[1] if plus else one[1] - two[1],
        ),
        inner,
        inner,
        st.booleans(),
    ),
    max_leaves=4,
)


@settings(max_examples=30)
@given(SETS)
def test_sets_hold_what_they_should(case: tuple[str, set[str]]) -> None:
    text, members = case
    found = evaluate(typed(text), {})
    assert {CARTS[index] for index in bits(found)} == members
    assert evaluate(typed(f"size of {text}"), {}) == len(members)
    for cart in CARTS:
        assert evaluate(typed(f"{cart} in {text}"), {}) == int(cart in members)
        assert evaluate(typed(f"{cart} not in {text}"), {}) == int(cart not in members)


@given(st.sets(st.integers(0, 200)))
def test_the_members_of_a_bit_set_come_lowest_first(members: set[int]) -> None:
    assert list(bits(sum(1 << member for member in members))) == sorted(members)


# ---- what is known although something is not ----
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("guest is east and no", 0),
        ("no and guest is east", 0),
        ("guest is east or yes", 1),
        ("guest is east or guest is west or yes", 1),
        ("ox.cargo > 2 and heavy(mule)", 0),
        ("every c: cart where c.load > 9 and c.cargo > 1", 0),
    ],
)
def test_one_part_may_settle_it(text: str, value: int) -> None:
    assert evaluate(typed(text), {}) == value


@pytest.mark.parametrize(
    "text",
    [
        "guest is east and yes",
        "yes and guest is east",
        "guest is east or no",
        "years + 0",
        "0 * years",
        "size of opened",
        "ox in opened",
        "count c: cart where c.at is ferry",
        "nth years of prizes",
        "can drive",
        "the c: cart where c.load = 3",  # there is none
    ],
)
def test_what_play_decides_is_not_constant(text: str) -> None:
    with pytest.raises(NotConstant):
        evaluate(typed(text), {})


# ---- local names ----
def test_local_names_have_the_values_that_are_given() -> None:
    scope = scope_of(realm(), c="cart", n="")
    cart, number = scope.locals["c"], scope.locals["n"]
    term = typed("c.load * n + limit(birch-ferry.size)", scope)
    assert evaluate(term, {cart: 0, number: 10}) == 41
    assert evaluate(term, {cart: 1, number: 10}) == 21
    with pytest.raises(NotConstant):
        evaluate(term, {cart: 0})


def test_a_thing_that_is_nothing_has_no_attributes() -> None:
    scope = scope_of(realm(), c="cart")
    with pytest.raises(NotConstant):
        evaluate(typed("c.load", scope), {scope.locals["c"]: 3})


# ---- cases and adjustments ----
CASES = """
kind town is acre, tyre, homs

clause figures "Figures"
    value toll(town): number is
        5  when town is acre
        3  when rank(town) > 1
        1  otherwise
    define rank(town): number is
        2  when town is tyre
        0  otherwise
    adjust toll(town) to it + 10 when town is not homs
    adjust toll(town) to 2 * it when it > 12
    state memory: 0..9
    value odd(town): number is
        memory  when town is acre
        7       otherwise
"""


def test_the_first_case_that_holds_answers_and_adjustments_follow(small: Small) -> None:
    book = small.book(CASES)
    assert [answer(book, "toll", town) for town in ("acre", "tyre", "homs")] == ["30", "26", "1"]


def test_a_case_that_reads_memory_matters_only_where_it_holds(small: Small) -> None:
    book = small.book(CASES)
    assert answer(book, "odd", "tyre") == "7"
    with pytest.raises(NotConstant):
        answer(book, "odd", "acre")


# ---- hostile rules ----
def test_doubling_and_doubling_ends_soon(small: Small) -> None:
    lines = "".join(f"    define d{n}: number is d{n - 1} + d{n - 1}\n" for n in range(1, 60))
    book = small.book(f'clause doubling "Doubling"\n    define d0: number is 0\n{lines}')
    assert answer(book, "d59") == "0"


def test_squaring_and_squaring_ends_soon(small: Small) -> None:
    lines = "".join(f"    define d{n}: number is d{n - 1} * d{n - 1}\n" for n in range(1, 60))
    book = small.book(f'clause squaring "Squaring"\n    define d0: number is 3\n{lines}')
    with pytest.raises(NotConstant):
        answer(book, "d59")


def test_a_tree_of_questions_ends_soon(small: Small) -> None:
    lines = "".join(
        f"    define d{n}(n: number): number is d{n - 1}(2 * n) + d{n - 1}(2 * n + 1)\n" for n in range(1, 60)
    )
    book = small.book(f'clause tree "Tree"\n    define d0(n: number): number is n\n{lines}')
    with pytest.raises(NotConstant):
        answer(book, "d59", 1)


# ---- small parts ----
def test_the_other_end_of_a_link() -> None:
    kinds = realm().world.kinds
    place = kinds["place"].aliases
    road = kinds["road"]
    assert beyond(road, road.aliases["aspen-birch"], place["aspen"]) == place["birch"]
    assert beyond(road, road.aliases["birch-aspen"], place["birch"]) == place["aspen"]
    assert beyond(road, road.aliases["aspen-birch"], place["ditch"]) == place["ditch"]


def test_nothing_has_a_code_of_its_own() -> None:
    world = realm().world
    assert nothing_of(Optional(Thing(world.kinds["cart"]))) == 3
    assert nothing_of(Optional(Thing(world.kinds["town"]))) == 5  # a part has the room of the whole
    assert nothing_of(world.states["spirits"].type) == 2


def test_a_value_is_applied_to_codes() -> None:
    definition = realm().world.definitions["heavy"]
    assert [apply(definition, [index]) for index in range(3)] == [1, 0, 0]
    assert isinstance(definition.cases[0].answer, t.Compare)


def test_seats_are_counted_round_the_table(small: Small) -> None:
    head = HEAD.replace("red, blue", "red, blue, green, gold seated 2..4")
    base = 'clause seats "Seats"\n    define far(p: player, q: player): number is seats_after(p, q)\n'
    book = small.book(base, 'edition three "Three" of small\n    seats 3\n', head=head)
    assert [answer(book, "far", "blue", who) for who in ("blue", "green", "red")] == ["0", "1", "2"]
