"""Expressions: what each form means, of which type it is, what it comes to, and how tightly it binds."""

from itertools import product

import pytest

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake
from crex_dsl.rulebook.terms.evaluate import NotConstant, evaluate
from crex_dsl.rulebook.terms.types import SetOf
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.wording import shown
from tests.rulebook.small import expression, realm, scope_of, typed

# ---- forms ----
# the expression, its type, what it comes to (None: only play knows)
FORMS = [
    # atoms
    ("yes", "yes or no", "yes"),
    ("no", "yes or no", "no"),
    ("7", "the number 7", "7"),
    ("ox", "a cart", "ox"),
    ("aspen", "a town", "aspen"),
    ("ditch", "a place", "ditch"),
    ("birch-aspen", "a road", "aspen-birch"),
    ("east", "a player", "east"),
    ("wet", "a weather", "wet"),
    ("plain", "one of plain | river | hill | off-map", "plain"),
    ("players", "a set of player", "east, west"),
    ("five", "a number", "5"),
    ("few", "a number 1..3", "2"),
    ("capital", "a town", "ferry"),
    ("refuge", "a town or nothing", "nothing"),
    ("guest", "a player or nobody", None),
    ("years", "a number", None),
    ("mover", "a player", None),
    # calls and attributes
    ("limit(high)", "a number", "3"),
    ("limit(birch-ferry.size)", "a number", "1"),
    ("score(east)", "a number 0..9", None),
    ("heavy(ox)", "yes or no", "yes"),
    ("carts_of(east)", "a set of cart", "ox, mule"),
    ("ox.owner", "a player", "east"),
    ("ox.home.ground", "one of plain | river | hill | off-map", "plain"),
    ("ferry.side", "a player or nobody", "nothing"),
    ("ox.at", "a place", None),
    ("ox.cargo", "a number 0..4", None),
    ("ox.at.price", "a number 0..4", None),
    ("aspen-birch.ends", "a set of town", "aspen, birch"),
    ("beyond(aspen-birch, birch)", "a town", "aspen"),
    ("beyond(aspen-birch, cedar)", "a town", "cedar"),
    ("beyond(aspen-birch, ox.at)", "a town", None),
    ("max(five, 3)", "a number", "5"),
    ("min(few, 3)", "a number 1..3", "2"),
    ("max(2, 9)", "the number 9", "9"),
    ("seats_after(west, east)", "a number 0..1", "1"),
    ("seats_after(west, west)", "a number 0..1", "0"),
    # numbers
    ("2 + 3", "the number 5", "5"),
    ("2 - 3", "the number -1", "-1"),
    ("few + few", "a number 2..6", "4"),
    ("few - 2", "a number -1..1", "0"),
    ("few * few", "a number 1..9", "4"),
    ("five + 1", "a number", "6"),
    ("7 / 2 rounded down", "the number 3", "3"),
    ("7 / 2 rounded up", "the number 4", "4"),
    ("(0 - 7) / 2 rounded down", "the number -4", "-4"),
    ("(0 - 7) / 2 rounded up", "the number -3", "-3"),
    # logic and comparisons
    ("not yes", "yes or no", "no"),
    ("yes and no", "yes or no", "no"),
    ("no or yes", "yes or no", "yes"),
    ("five = 5", "yes or no", "yes"),
    ("five is 4", "yes or no", "no"),
    ("five is not 4", "yes or no", "yes"),
    ("five < 5", "yes or no", "no"),
    ("five <= 5", "yes or no", "yes"),
    ("five > 4", "yes or no", "yes"),
    ("five >= 6", "yes or no", "no"),
    ("ox is mule", "yes or no", "no"),
    ("heavy(ox) = heavy(mule)", "yes or no", "no"),
    ("aspen-birch.size is low", "yes or no", "no"),
    ("low is birch-ferry.size", "yes or no", "yes"),
    ("ferry.side is nobody", "yes or no", "yes"),
    ("nobody is aspen.side", "yes or no", "no"),
    ("aspen.side is east", "yes or no", "yes"),
    ("refuge is nothing", "yes or no", "yes"),
    ("capital is a place", "yes or no", "yes"),
    ("ditch is a town", "yes or no", "no"),
    ("ox.at is a town", "yes or no", None),
    ("refuge is a town", "yes or no", "no"),
    ("refuge else aspen", "a town", "aspen"),
    ("(leader else mule).load", "a number 1..4", "4"),
    # membership
    ("ox in carts_of(east)", "yes or no", "yes"),
    ("ox not in carts_of(west)", "yes or no", "yes"),
    ("aspen in aspen-birch.ends", "yes or no", "yes"),
    ("ditch in aspen-birch.ends", "yes or no", "no"),
    ("ox in [mule, goat]", "yes or no", "no"),
    ("birch.ground in [river, hill]", "yes or no", "yes"),
    ("4 in prizes", "yes or no", "yes"),
    ("3 in prizes", "yes or no", "no"),
    ("0 - 4 in prizes", "yes or no", "no"),
    ("1000000 in prizes", "yes or no", "no"),
    ("goat in queue", "yes or no", "yes"),
    ("refuge in aspen-birch.ends", "yes or no", "no"),
    ("five in []", "yes or no", "no"),
    # quantifiers
    ("some c in carts_of(east) where c.load = 2", "yes or no", "yes"),
    ("some c: cart where c.load = 3", "yes or no", "no"),
    ("some cart where heavy(cart)", "yes or no", "yes"),
    ("some c in carts_of(west)", "yes or no", "yes"),
    ("no c: cart where c.load = 3", "yes or no", "yes"),
    ("every c: cart where c.load > 1", "yes or no", "yes"),
    ("every c: cart where c.load > 2", "yes or no", "no"),
    ("count c: cart where c.load = 2", "a number 0..3", "2"),
    ("count n in prizes", "a number", "3"),
    ("all c: cart where c.owner is west", "a set of cart", "goat"),
    ("all p: place where p is a town and p.price > 1", "a set of town", "birch, ferry, cedar"),
    ("the c: cart where c.load = 4", "a cart", "ox"),
    ("the c: cart where c.load = 2", "a cart", "mule"),
    ("sum of c.load for c in carts_of(east)", "a number", "6"),
    ("sum of n for n in prizes where n > 1", "a number", "6"),
    ("all c: cart where c.at is ferry", "a set of cart", None),
    # sets and lists
    ("[ox, goat]", "a list of cart", "ox, goat"),
    ("[3, 1, 3]", "a list of number 1..3", "3, 1, 3"),
    ("[aspen, ditch]", "a list of place", "aspen, ditch"),
    ("[aspen, refuge]", "a list of town or nothing", "aspen, nothing"),
    ("carts_of(east) + carts_of(west)", "a set of cart", "ox, mule, goat"),
    ("carts_of(east) - [ox]", "a set of cart", "mule"),
    ("(all c: cart) - carts_of(east) + [mule]", "a set of cart", "mule, goat"),
    ("size of carts_of(east)", "a number 0..3", "2"),
    ("size of prizes", "a number", "3"),
    ("total of prizes", "a number", "7"),
    ("total of [2, 5]", "a number", "7"),
    ("order c: cart by c.load", "a list of cart", "mule, goat, ox"),
    ("order c: cart by c.load descending then c.owner descending", "a list of cart", "ox, goat, mule"),
    ("order c: cart where c.load = 2 by c.home.ground", "a list of cart", "mule, goat"),
    ("those c: cart with most c.load", "a set of cart", "ox"),
    ("those c: cart with least c.load", "a set of cart", "mule, goat"),
    ("those c: cart where c.load > 9 with least c.load", "a set of cart", "nothing"),
    ("those c: cart with least c.load then most seats_after(east, c.owner)", "a set of cart", "goat"),
    ("nth 1 of queue", "a cart or nothing", "ox"),
    ("nth 9 of queue", "a cart or nothing", "nothing"),
    ("nth 0 of queue", "a cart or nothing", "nothing"),
    ("nth 2 of prizes", "a number", "2"),
    ("nth 9 of prizes", "a number", "0"),
    ("first 2 of queue", "a list of cart", "ox, mule"),
    ("first 9 of prizes", "a list of number", "4, 2, 1"),
    ("first (0 - 1) of prizes", "a list of number", ""),
    ("last 1 of queue", "a list of cart", "goat"),
    ("last 0 of prizes", "a list of number", ""),
    ("last 9 of prizes", "a list of number", "4, 2, 1"),
    # players, legality, reach
    ("enemy of east", "a player", "west"),
    ("enemy of enemy of ox.owner", "a player", "east"),
    ("can drive", "yes or no", None),
    ("can drive(ox, any)", "yes or no", None),
    ("west can wave", "yes or no", None),
    ("east can wave(any)", "yes or no", None),
    ("mover can wave(2)", "yes or no", None),
    (
        "reach from aspen within 2 by r: road where r.size is high through t: town where t.price > 0",
        "a set of town",
        None,
    ),
    ("reach from aspen within 1 by r in [aspen-birch] through town where yes", "a set of town", None),
    ("reach from aspen within 1 by road through t in [aspen, birch] where yes", "a set of town", None),
    ("reach from aspen within 1 by road through t in aspen-birch.ends where yes", "a set of town", None),
    ("reach from aspen within five by road through town where yes", "a set of town", None),
]


@pytest.mark.parametrize(("text", "of", "value"), FORMS, ids=[text for text, _, _ in FORMS])
def test_what_an_expression_means(text: str, of: str, value: str | None) -> None:
    term = typed(text)
    assert str(term.type) == of
    assert all(isinstance(part.source.type, SetOf) for part in term.walk() if isinstance(part, t.InSet))
    if value is None:
        with pytest.raises(NotConstant):
            evaluate(term, {})
    else:
        assert shown(evaluate(term, {}), term.type, {}) == value


def test_a_local_name_goes_before_everything_else() -> None:
    scope = scope_of(realm(), ox="town", n="")
    term = typed("ox.price + n", scope)
    assert isinstance(term, t.Arith)
    assert [type(part) for part in (term.left, term.right)] == [t.Fixed, t.Local]


def test_words_of_two_lists_go_by_what_they_stand_beside() -> None:
    assert typed("aspen-birch.size is high").type == typed("spirits is high").type  # both know which `high` it is
    with pytest.raises(Mistake, match="`high` is a word of"):
        typed("high")


@pytest.mark.parametrize(
    ("text", "links", "places"),
    [
        ("by road through town where heavy(ox)", 0, 0),
        ("by r: road through p: place where heavy(ox)", 0, 0),  # every town is a place
        ("by r in [aspen-birch] through town where heavy(ox)", 1, 0),
        ("by road through t in aspen-birch.ends where heavy(ox)", 0, 1),
        ("by r in [aspen-birch] where r.size is high through t in [aspen] where heavy(ox)", 1, 1),
    ],
)
def test_a_search_keeps_to_what_it_ranges_over(text: str, links: int, places: int) -> None:
    term = typed(f"reach from aspen within 2 {text}")
    assert isinstance(term, t.Reachable)
    asked = [
        0 if part is None else sum(isinstance(p, t.InSet) for p in part.walk()) for part in (term.where, term.through)
    ]
    assert asked == [links, places]


def test_a_span_points_at_the_whole_expression() -> None:
    term = typed("1 + five * 2")
    assert (term.span.column, term.span.end_column) == (18, 30)
    assert isinstance(term, t.Arith)
    assert (term.right.span.column, term.right.span.end_column) == (22, 30)


# ---- what does not fit ----
WRONG = [
    ("1 + yes", "this is yes or no, but a number is needed"),
    ("not 3", "this is the number 3, but yes or no is needed"),
    ("ox and yes", "this is a cart, but yes or no is needed"),
    ("ox is aspen", "a cart and a town cannot be compared"),
    ("ox = 3", "a cart and the number 3 cannot be compared"),
    ("aspen-birch.size is ground", "nothing is called `ground`"),
    ("ox < mule", "this is a cart, but a number is needed"),
    ("ox.ownr", "a cart has no attribute `ownr`"),
    ("five.load", "a number has no attributes"),
    ("refuge.price", "this may be nothing"),
    ("guest is refuge", "a player or nobody and a town or nothing cannot be compared"),
    ("guest is ferry.side", "both sides may be missing"),
    ("ox is nothing", "this is a cart and never missing"),
    ("ox else mule", "this is a cart and never missing, so `else` has nothing to do"),
    ("ox is a town", "this is a cart and can never be a town"),
    ("ox in five", "this is a number, but a set is needed"),
    ("ox in aspen-birch.ends", "a cart can never be in a set of town"),
    ("nothing in aspen-birch.ends", "nothing can never be in a set of town"),
    ("size of ox", "a cart has no size; only a set or a list has"),
    ("total of queue", "`total of` takes thrown dice or a list of numbers, and this is a list of cart"),
    ("nth 1 of carts_of(east)", "this is a set of cart, but a list is needed"),
    ("every c in carts_of(east)", "`every` needs `where`"),
    ("all n in prizes", "a set holds things of a kind, or words"),
    ("those n in prizes with most n", "`those` makes a set"),
    ("order c: cart by carts_of(c.owner)", "a set of cart gives no order"),
    ("sum of c for c: cart", "this is a cart, but a number is needed"),
    ("some c in five", "this is a number, but a set or a list is needed"),
    ("[ox, aspen]", "this is a town, but the list began with"),
    ("5 / five rounded down", "a division is by a number that is written out and not 0"),
    ("5 / 0 rounded down", "a division is by a number that is written out and not 0"),
    ("enemy of ox", "this is a cart, but a player is needed"),
    ("five at most 3", "this is a number, but thrown dice are needed"),
    ("limit(wet)", "this is a weather, but one of high | low is needed"),
    ("limit(high, low)", "`limit` takes"),
    ("limit", "`limit` is a value with 1 parameter"),
    ("score", "`score` is a memory with 1 parameter"),
    ("drive(ox, any)", "`drive` is"),
    ("can wave", "action `wave` belongs to nobody in particular"),
    ("can driv(ox)", "there is no action `driv`"),
    ("any", "`any` leaves an argument of an action open"),
    ("actor", "`actor` has a meaning only inside an action"),
    ("it + 1", "`it` has a meaning only inside `adjust`"),
    ("dice", "`dice` has a meaning only after `roll`"),
    ("max(1)", "`max` takes two numbers"),
    ("beyond(ox, aspen)", "`beyond` takes a link, and this is a cart"),
    ("1000001", "numbers go up to 1,000,000"),
    ("reach from ox within 1 by road through town where yes", "this is a cart, but a town is needed"),
    ("reach from aspen within 1 by cart through town where yes", "`reach … by` takes a kind that `joins`"),
    ("reach from aspen within 1 by road through cart where yes", "`through` takes a town"),
    ("fiv", "nothing is called `fiv`"),
    ("five-1", "nothing is called `five-1`"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[text for text, _ in WRONG])
def test_what_does_not_fit_is_a_mistake(text: str, message: str) -> None:
    with pytest.raises(Mistake) as mistake:
        typed(text)
    assert message in mistake.value.message
    assert mistake.value.span.source.name == "expression"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("fiv", "did you mean `five`"),
        ("five-1", "blanks"),
        ("refuge.price", "ask `is not nothing` first"),
        ("guest.load", "ask `is not nobody` first"),
        ("ox.ownr", "did you mean `owner`?"),
        ("drive(ox, any)", "can"),
        ("limit", "write `limit(s)`"),
        ("nth 1 of players", "`order … by …` makes one of a set"),
    ],
)
def test_a_mistake_says_what_to_do(text: str, hint: str) -> None:
    with pytest.raises(Mistake) as mistake:
        typed(text)
    assert hint in (mistake.value.hint or "")


# ---- what is asked for ----
def asked(text: str, of: str) -> str:
    book = realm()
    typer = Typer(book.world)
    start = expression(f"some x in y where {text}")  # any place for an expression
    wanted = typer.type(book_type(of))
    return str(typer.expr(start.where, scope_of(book), wanted).type)  # type: ignore[attr-defined]


def book_type(of: str):  # type: ignore[no-untyped-def]
    from crex_dsl.language import nodes
    from crex_dsl.language.parser import parse_text

    clause = parse_text(f'clause c "C"\n    open value v: {of}\n').items[0]
    assert isinstance(clause, nodes.Clause)
    assert clause.body is not None
    return clause.body.items[0].type


@pytest.mark.parametrize(
    ("text", "of", "made"),
    [
        ("[ox, goat]", "set of cart", "a set of cart"),
        ("[]", "set of cart", "a set of cart"),
        ("[]", "list of number", "a list of number"),
        ("nothing", "town or nothing", "a town or nothing"),
        ("aspen", "place", "a place"),
        ("aspen", "town or nothing", "a town"),
        ("high", "road.size", "one of high | low"),
        ("3", "1..4", "the number 3"),
        ("refuge else aspen", "town", "a town"),
    ],
)
def test_what_is_asked_for_settles_what_is_meant(text: str, of: str, made: str) -> None:
    assert asked(text, of) == made


@pytest.mark.parametrize(
    ("text", "of", "message"),
    [
        ("ditch", "town", "this is a place, but a town is needed"),
        ("refuge", "town", "this is a town or nothing, but a town is needed"),
        ("5", "1..4", "5 is outside 1..4"),
        ("[ox, aspen]", "set of cart", "this is a town, but a cart is needed"),
        ("nothing", "town", "this is nothing, but a town is needed"),
        ("queue", "set of cart", "this is a list of cart, but a set of cart is needed"),
        ("carts_of(east)", "list of cart", "this is a set of cart, but a list of cart is needed"),
    ],
)
def test_what_is_asked_for_must_fit(text: str, of: str, message: str) -> None:
    with pytest.raises(Mistake, match=message):
        asked(text, of)


# ---- how tightly it binds ----
# each operator with its level, from the tightest to the loosest; those of level 7 do not chain, those of 9 do not mix
BINARY = {
    "{} at most {}": 4,
    "{} at least {}": 4,
    "{} equal to {}": 4,
    "{} * {}": 5,
    "{} / {} rounded down": 5,
    "{} + {}": 6,
    "{} - {}": 6,
    "{} = {}": 7,
    "{} < {}": 7,
    "{} is {}": 7,
    "{} is not {}": 7,
    "{} in {}": 7,
    "{} not in {}": 7,
    "{} and {}": 9,
    "{} or {}": 9,
    "{} else {}": 9,
}
PREFIX = {
    "enemy of {}": 3,
    "size of {}": 3,
    "total of {}": 3,
    "nth 1 of {}": 3,
    "first 2 of {}": 3,
    "last 2 of {}": 3,
    "not {}": 8,
}
CHAINED = {5, 6}


def name(*forms: str) -> str:
    return " | ".join(form.replace("{} ", "").replace(" {}", "") for form in forms)


PAIRS = list(product(BINARY, BINARY))


@pytest.mark.parametrize(("one", "two"), PAIRS, ids=[name(*pair) for pair in PAIRS])
def test_which_of_two_operators_binds_tighter(one: str, two: str) -> None:
    text = two.format(one.format("a1", "b1"), "c1")
    first, second = BINARY[one], BINARY[two]
    if one.endswith("rounded down") and second == 4:
        with pytest.raises(RuleError):  # the division is over with its last word
            expression(text)
    elif first < second or (first == second and first in CHAINED):
        assert expression(text) == expression(two.format(f"({one.format('a1', 'b1')})", "c1"))
    elif first > second:
        assert expression(text) == expression(one.format("a1", f"({two.format('b1', 'c1')})"))
    elif one == two != "{} else {}" and first == 9:
        assert len(expression(text).items) == 3  # type: ignore[attr-defined]
    else:
        with pytest.raises(RuleError):
            expression(text)


PREFIXED = list(product(PREFIX, BINARY))


@pytest.mark.parametrize(("prefix", "binary"), PREFIXED, ids=[name(*pair) for pair in PREFIXED])
def test_which_of_a_prefix_and_an_operator_binds_tighter(prefix: str, binary: str) -> None:
    text = binary.format(prefix.format("a1"), "b1")
    if PREFIX[prefix] < BINARY[binary]:
        assert expression(text) == expression(binary.format(f"({prefix.format('a1')})", "b1"))
    else:
        assert expression(text) == expression(prefix.format(f"({binary.format('a1', 'b1')})"))


@pytest.mark.parametrize(("prefix", "binary"), PREFIXED, ids=[name(*pair) for pair in PREFIXED])
def test_a_prefix_after_an_operator_takes_what_follows_it(prefix: str, binary: str) -> None:
    text = binary.format("a1", prefix.format("b1"))
    if PREFIX[prefix] < BINARY[binary]:
        assert expression(text) == expression(binary.format("a1", f"({prefix.format('b1')})"))
    elif binary != "{} is {}":  # `is not` is an operator of its own
        with pytest.raises(RuleError):
            expression(text)


@pytest.mark.parametrize("outer", PREFIX)
@pytest.mark.parametrize("inner", PREFIX)
def test_prefixes_nest_from_the_right(outer: str, inner: str) -> None:
    text = outer.format(inner.format("a1.b1"))
    if PREFIX[outer] >= PREFIX[inner]:
        assert expression(text) == expression(outer.format(f"({inner.format('(a1.b1)')})"))
    else:
        with pytest.raises(RuleError):
            expression(text)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a1.b1.c1", "(a1.b1).c1"),
        ("f(a1).b1", "(f(a1)).b1"),
        ("a1 and some c in s where b1 and d1", "a1 and (some c in s where (b1 and d1))"),
        ("a1 or not some c in s where b1", "a1 or (not (some c in s where b1))"),
        ("a1 + sum of c.n for c in s where c.n > 1 and b1", "a1 + (sum of c.n for c in s where ((c.n > 1) and b1))"),
        ("sum of c.load for c in s + 1", "(sum of c.load for c in s) + 1"),
        ("some c in s and b1", "(some c in s) and b1"),
        ("no c in s or b1", "(no c in s) or b1"),
        ("count c in s > 2", "(count c in s) > 2"),
        ("a1 in reach from b1 within 2 + 1 by r: road through t: town where c1 or d1",
         "a1 in (reach from b1 within (2 + 1) by r: road through t: town where (c1 or d1))"),
        ("a1 - order c in s by c.n descending then c.m", "a1 - (order c in s by (c.n) descending then (c.m))"),
        ("a1 = those c in s where b1 with most c.n + 1 then least c.m",
         "a1 = (those c in s where b1 with most (c.n + 1) then least (c.m))"),
        ("p can wave(1) and q can wave", "(p can wave(1)) and (q can wave)"),
        ("can wave(a1) and b1", "(can wave(a1)) and b1"),
        ("not can wave(a1)", "not (can wave(a1))"),
    ],
)  # fmt: skip
def test_open_ended_forms_reach_to_the_end(written: str, read: str) -> None:
    assert expression(written) == expression(read)
