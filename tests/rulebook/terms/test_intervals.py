"""Between which numbers a term can lie: never narrower than what it can come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.evaluate import evaluate
from crex_dsl.rulebook.terms.intervals import LIMIT, bounds, combined, most_members
from crex_dsl.rulebook.terms.types import NUMBER, ListOf, Number, Type
from tests.rulebook.small import Small, typed

SPAN = typed("1").span
OPERATORS = ["+", "-", "*", "//", "/^", "max", "min"]
Case = tuple[t.Term, dict[t.Var, int]]


def number(value: int) -> Case:
    return t.Const(Number(value, value), SPAN, value), {}


def ranged(low: int, width: int, place: int) -> Case:
    var = t.Var("n", Number(low, low + width))
    return t.Local(var.type, SPAN, var), {var: low + place % (width + 1)}


def combined_case(one: Case, two: Case, operator: str, by: int, told: bool) -> Case:
    (left, mine), (right, theirs) = one, two
    if operator in ("//", "/^"):
        right, theirs = t.Const(Number(by, by), SPAN, by), {}
    of = NUMBER
    if told:  # as the typer does: the type of the whole from the types of the parts
        low, high = combined(operator, bounds(left), bounds(right))
        of = Number(low, high) if low is not None and high is not None else NUMBER
    return t.Arith(of, SPAN, operator, left, right), {**mine, **theirs}


def chosen(one: Case, two: Case, first: bool) -> Case:
    test = t.Const(NUMBER, SPAN, int(first))
    return t.Cond(NUMBER, SPAN, test, one[0], two[0]), {**one[1], **two[1]}


def defined(one: Case, two: Case, first: bool, adjusted: bool) -> Case:
    """A definition of two cases over the same names."""
    env = {**one[1], **two[1]}
    params = tuple(env)
    definition = t.Definition("f", params, NUMBER, "c", SPAN, printed=True, open=False)
    test = t.Const(NUMBER, SPAN, int(first))
    definition.cases = [
        t.CaseTerm(one[0], test, "c", "base", SPAN),
        t.CaseTerm(two[0], None, "c", "base", SPAN),
    ]
    if adjusted:
        it = t.Var("it", NUMBER)
        to = t.Arith(NUMBER, SPAN, "+", t.Local(NUMBER, SPAN, it), t.Const(NUMBER, SPAN, 7))
        definition.adjusts = [t.AdjustTerm(it, to, None, "c", "base", SPAN)]
    return t.Apply(NUMBER, SPAN, definition, tuple(t.Local(var.type, SPAN, var) for var in params)), env


TERMS = st.recursive(
    st.one_of(
        st.integers(-50, 50).map(number),
        st.builds(ranged, st.integers(-9, 9), st.integers(0, 9), st.integers(0, 99)),
    ),
    lambda inner: st.one_of(
        st.builds(combined_case, inner, inner, st.sampled_from(OPERATORS), st.integers(1, 5), st.booleans()),
        st.builds(chosen, inner, inner, st.booleans()),
        st.builds(defined, inner, inner, st.booleans(), st.booleans()),
    ),
    max_leaves=7,
)


@given(TERMS)
def test_what_a_term_comes_to_lies_in_its_bounds(case: Case) -> None:
    term, env = case
    low, high = bounds(term)
    value = evaluate(term, env)
    assert low is None or low <= value
    assert high is None or value <= high


@given(st.sampled_from(OPERATORS), st.tuples(*[st.integers(-9, 9)] * 4), st.data())
def test_every_operator_keeps_what_its_parts_can_be(operator: str, ends: tuple[int, ...], data: st.DataObject) -> None:
    a, b = sorted(ends[:2])
    c, d = sorted(ends[2:])
    if operator in ("//", "/^"):
        c = d = max(1, d)
    one, two = data.draw(st.integers(a, b)), data.draw(st.integers(c, d))
    low, high = combined(operator, (a, b), (c, d))
    term = t.Arith(NUMBER, SPAN, operator, t.Const(NUMBER, SPAN, one), t.Const(NUMBER, SPAN, two))
    assert low is not None
    assert high is not None
    assert low <= evaluate(term, {}) <= high


@pytest.mark.parametrize("operator", OPERATORS)
def test_bounds_are_reached(operator: str) -> None:
    cases = [((-3, 4), (2, 2)), ((0, 5), (3, 3)), ((-5, -2), (2, 2))]
    if operator not in ("//", "/^"):
        cases += [((-3, 4), (-2, 5)), ((1, 1), (-4, 0))]
    for one, two in cases:
        values = [
            evaluate(t.Arith(NUMBER, SPAN, operator, t.Const(NUMBER, SPAN, x), t.Const(NUMBER, SPAN, y)), {})
            for x in range(one[0], one[1] + 1)
            for y in range(two[0], two[1] + 1)
        ]
        assert combined(operator, one, two) == (min(values), max(values))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7", (7, 7)),
        ("score(east)", (0, 9)),
        ("ox.load", (1, 4)),
        ("ox.cargo - ox.load", (-4, 3)),
        ("few", (1, 3)),
        ("five", (5, 5)),
        ("five * few", (5, 15)),
        ("limit(high)", (1, 3)),
        ("limit(high) + 1", (2, 4)),
        ("years", (None, None)),
        ("years + 1", (None, None)),
        ("max(years, 3)", (3, None)),
        ("min(years, 3)", (None, 3)),
        ("min(max(years, 0), 3)", (0, 3)),
        ("size of players", (0, 2)),
        ("size of queue", (0, 3)),
        ("count c: cart where c.at is ferry", (0, 3)),
        ("seats_after(east, west)", (0, 1)),
    ],
)
def test_how_far_a_term_can_go(text: str, found: tuple[int | None, int | None]) -> None:
    assert bounds(typed(text)) == found


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("players", 2),
        ("all c: cart", 3),
        ("all t: town", 4),  # of five places
        ("carts_of(east)", 3),
        ("[ox, mule]", 2),
        ("aspen-birch.ends", 4),
        ("opened", 3),
        ("(all c: cart) - opened", 3),
        ("queue", 3),
        ("order c in [ox, mule] by c.load", 2),
        ("order c in queue where heavy(c) by c.load", 3),
        ("[ox, ox, mule, ox]", 4),
        ("prizes", 3),
        ("first 2 of queue", 2),
        ("last few of prizes", 3),
        ("first years of queue", 3),
        ("first (0 - 4) of queue", 0),
        ("first 9 of queue", 3),
    ],
)
def test_how_many_members_there_can_be(text: str, most: int) -> None:
    assert most_members(typed(text)) == most


def test_a_list_that_is_given_may_have_any_number_of_members() -> None:
    of = ListOf(NUMBER)
    given = t.Local(of, SPAN, t.Var("given", of))
    two = t.Const(Number(2, 2), SPAN, 2)
    assert most_members(given) is None
    assert most_members(t.Slice(of, SPAN, "first", two, given)) == 2
    assert most_members(t.Cond(of, SPAN, two, given, t.Items(of, SPAN, (two,)))) is None
    assert most_members(t.Cond(of, SPAN, two, t.Const(of, SPAN, (1, 2, 3)), t.Items(of, SPAN, (two,)))) == 3


def test_any_case_of_a_list_may_be_the_longest(small: Small) -> None:
    cases = "        [1, 2, 3]  when n > 1\n        [1]        otherwise\n"
    book = small.book(f'clause lists "Lists"\n    tally n\n    define l: list of number is\n{cases}')
    listed = t.Apply(ListOf(NUMBER), SPAN, book.world.definitions["l"], ())
    assert most_members(listed) == 3


# ---- what is not yet said when a term is read ----
STEP = """    define farther: number is most + 1
    tally years
    action step(n: from 1 to farther) in game
        text "{n}"
        do
            return
    permit step(n)
"""


def chosen_from(book: Rulebook) -> Type:
    return book.world.actions["step"].params[0].type


def test_a_case_of_another_clause_counts(small: Small) -> None:
    base = (
        f'clause reach "Reach"\n    value most: number is 3\n{STEP}clause rest "Rest"\n    most is 9 when years > 1\n'
    )
    assert chosen_from(small.book(base)) == Number(1, 10)


def test_a_case_of_a_later_layer_counts(small: Small) -> None:
    base = f'clause reach "Reach"\n{STEP}clause limit "Limit"\n    value most: number is 3\n'
    edition = 'edition far "Far" of small\nin limit\n    most is 20\n'
    variants = edition + 'option farther "Farther"\nin limit\n    most is 40\n'
    assert chosen_from(small.book(base, variants)) == Number(1, 21)
    assert chosen_from(small.book(base, variants, options=["farther"])) == Number(1, 41)


def test_an_adjusted_value_bounds_nothing_but_by_its_range(small: Small) -> None:
    more = 'clause more "More"\n    adjust most to min(it + 5, 9)\n'
    loose = f'clause reach "Reach"\n    value most: number is 3\n{STEP}{more}'
    assert "nothing bounds the number `n`" in small.refusal(loose)
    assert chosen_from(small.book(loose.replace("most: number", "most: 0..9"))) == Number(1, 10)


# ---- hostile rules ----
def test_numbers_beyond_all_reason_bound_nothing() -> None:
    assert combined("*", (0, LIMIT), (0, 2)) == (0, None)
    assert combined("+", (-LIMIT, 0), (-1, 0)) == (None, 0)


def test_definitions_that_double_are_asked_once(small: Small) -> None:
    lines = "".join(f"    define d{n}: number is d{n - 1} + d{n - 1}\n" for n in range(1, 60))
    book = small.book(f'clause doubling "Doubling"\n    define d0: number is 0\n{lines}')
    definition = book.world.definitions["d59"]
    assert bounds(t.Apply(NUMBER, SPAN, definition, ())) == (0, 0)
