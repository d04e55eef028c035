"""Types: what fits where, what can be compared, what two have in common, and how a reader is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crex_dsl.rulebook.terms.types import (
    BOOL,
    NUMBER,
    Dice,
    Enum,
    Kind,
    ListOf,
    Nothing,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    Unknown,
    cardinality,
    comparable,
    fits,
    is_player,
    join,
    plain,
    solid,
)


def kind(name: str, ids: str = "", parent: Kind | None = None, mask: int = 0) -> Kind:
    made = Kind(name, None, parent)
    made.ids = ids.split()
    made.aliases = {word: place for place, word in enumerate(made.ids)}
    made.mask = mask or (1 << len(made.ids)) - 1
    return made


PLAYER = kind("player", "east west")
PLACE = kind("place", "acre tyre homs ditch")
TOWN = kind("town", parent=PLACE, mask=0b0111)
PORT = kind("port", parent=TOWN, mask=0b0011)
CAMP = kind("camp", parent=PLACE, mask=0b1000)
CARD = kind("card", "sun moon")
SIZE = Enum("road.size", ("high", "low"))
MOOD = Enum("mood", ("high", "low"))


# ---- kinds ----
def test_a_part_is_numbered_by_the_whole() -> None:
    assert PORT.root is TOWN.root is PLACE.root is PLACE
    assert (PORT.count, PORT.members, CAMP.members) == (4, [0, 1], [3])


def test_a_part_lies_within_the_whole_and_not_the_other_way_round() -> None:
    assert PORT.is_within(PORT)
    assert PORT.is_within(TOWN)
    assert PORT.is_within(PLACE)
    assert not PLACE.is_within(TOWN)
    assert not CAMP.is_within(TOWN)


# ---- how a reader is told ----
@pytest.mark.parametrize(
    ("of", "told"),
    [
        (NUMBER, "a number"),
        (Number(0, 4), "a number 0..4"),
        (Number(3, 3), "the number 3"),
        (BOOL, "yes or no"),
        (SIZE, "one of high | low"),
        (Thing(TOWN), "a town"),
        (Optional(Thing(TOWN)), "a town or nothing"),
        (Optional(Thing(PLAYER)), "a player or nobody"),
        (Optional(SIZE), "one of high | low or nothing"),
        (SetOf(Thing(TOWN)), "a set of town"),
        (ListOf(NUMBER), "a list of number"),
        (ListOf(Optional(Thing(TOWN))), "a list of town or nothing"),
        (Dice(10), "thrown dice"),
        (Nothing(), "nothing"),
    ],
)
def test_a_type_is_told_in_words(of: Type, told: str) -> None:
    assert str(of) == told


def test_a_type_without_its_article() -> None:
    assert [plain(of) for of in (Thing(TOWN), NUMBER, BOOL)] == ["town", "number", "yes or no"]


# ---- what fits ----
FITS = [
    (Number(1, 2), NUMBER),
    (NUMBER, Number(1, 2)),  # ranges are checked apart
    (BOOL, BOOL),
    (SIZE, SIZE),
    (Thing(PORT), Thing(PLACE)),
    (Thing(TOWN), Optional(Thing(PLACE))),
    (Optional(Thing(TOWN)), Optional(Thing(PLACE))),
    (Nothing(), Optional(SIZE)),
    (SetOf(Thing(PORT)), SetOf(Thing(TOWN))),
    (ListOf(Number(1, 1)), ListOf(NUMBER)),
    (Dice(6), Dice(6)),
    (Unknown(), Thing(TOWN)),
    (Thing(TOWN), Unknown()),
    (Optional(Thing(TOWN)), Nothing()),
]
MISFITS = [
    (NUMBER, BOOL),
    (BOOL, NUMBER),
    (SIZE, MOOD),  # the same words, but another list
    (Thing(PLACE), Thing(TOWN)),
    (Thing(CAMP), Thing(TOWN)),
    (Thing(CARD), Thing(PLACE)),
    (Optional(Thing(TOWN)), Thing(TOWN)),
    (Nothing(), Thing(TOWN)),
    (SetOf(Thing(PLACE)), SetOf(Thing(TOWN))),
    (SetOf(Thing(TOWN)), ListOf(Thing(TOWN))),
    (ListOf(Thing(TOWN)), SetOf(Thing(TOWN))),
    (Thing(TOWN), SetOf(Thing(TOWN))),
    (Dice(6), Dice(10)),
    (Thing(TOWN), Nothing()),
]


@pytest.mark.parametrize(("given_", "asked"), FITS, ids=str)
def test_what_fits(given_: Type, asked: Type) -> None:
    assert fits(given_, asked)


@pytest.mark.parametrize(("given_", "asked"), MISFITS, ids=str)
def test_what_does_not_fit(given_: Type, asked: Type) -> None:
    assert not fits(given_, asked)


@pytest.mark.parametrize(
    ("left", "right", "sensible"),
    [
        (Thing(PORT), Thing(CAMP), True),  # both are places
        (Thing(TOWN), Optional(Thing(PLACE)), True),
        (Thing(TOWN), Thing(CARD), False),
        (NUMBER, Number(1, 2), True),
        (NUMBER, BOOL, False),
        (SIZE, MOOD, False),
        (Optional(SIZE), SIZE, True),
        (Nothing(), Thing(TOWN), True),
        (SetOf(Thing(PORT)), SetOf(Thing(TOWN)), True),
        (SetOf(Thing(TOWN)), Thing(TOWN), False),
    ],
    ids=str,
)
def test_what_can_be_compared(left: Type, right: Type, sensible: bool) -> None:
    assert comparable(left, right) is sensible
    assert comparable(right, left) is sensible


# ---- what two have in common ----
@pytest.mark.parametrize(
    ("left", "right", "both"),
    [
        (Number(1, 2), Number(4, 9), Number(1, 9)),
        (Number(1, 2), NUMBER, NUMBER),
        (BOOL, BOOL, BOOL),
        (Thing(PORT), Thing(TOWN), Thing(TOWN)),
        (Thing(PORT), Thing(CAMP), Thing(PLACE)),
        (Thing(PORT), Nothing(), Optional(Thing(PORT))),
        (Nothing(), Nothing(), Nothing()),
        (Optional(Thing(PORT)), Thing(CAMP), Optional(Thing(PLACE))),
        (Optional(Thing(PORT)), Nothing(), Optional(Thing(PORT))),
        (SetOf(Thing(PORT)), SetOf(Thing(CAMP)), SetOf(Thing(PLACE))),
        (ListOf(Number(1, 2)), ListOf(Number(3, 3)), ListOf(Number(1, 3))),
        (Unknown(), Thing(PORT), Thing(PORT)),
        (Thing(PORT), Thing(CARD), None),
        (Thing(PORT), BOOL, None),
        (SIZE, MOOD, None),
        (SetOf(Thing(PORT)), SetOf(Thing(CARD)), None),
        (Optional(Thing(PORT)), Thing(CARD), None),
    ],
    ids=str,
)
def test_the_narrowest_type_that_both_fit(left: Type, right: Type, both: Type | None) -> None:
    assert join(left, right) == both
    assert join(right, left) == both


SIMPLE = st.one_of(
    st.just(NUMBER),
    st.just(BOOL),
    st.tuples(st.integers(-5, 5), st.integers(0, 5)).map(lambda pair: Number(pair[0], pair[0] + pair[1])),
    st.sampled_from([SIZE, MOOD]),
    st.sampled_from([PLAYER, PLACE, TOWN, PORT, CAMP, CARD]).map(Thing),
)
WORDS = st.one_of(st.sampled_from([SIZE, MOOD]), st.sampled_from([PLACE, TOWN, PORT, CAMP, CARD]).map(Thing))
TYPES = st.one_of(SIMPLE, st.just(Nothing()), WORDS.map(Optional), WORDS.map(SetOf), SIMPLE.map(ListOf))


@given(TYPES)
def test_everything_fits_itself_and_joins_itself(of: Type) -> None:
    assert fits(of, of)
    assert comparable(of, of)
    assert join(of, of) == of


@given(TYPES, TYPES)
def test_both_fit_what_they_have_in_common(left: Type, right: Type) -> None:
    both = join(left, right)
    assert both == join(right, left)
    if both is not None:
        assert fits(left, both)
        assert fits(right, both)


@given(TYPES, TYPES, TYPES)
def test_fitting_goes_on_and_on(one: Type, two: Type, three: Type) -> None:
    if isinstance(two, Nothing) or isinstance(three, Nothing):
        return  # which every optional type fits, and which fits every one, whatever they are of
    if fits(one, two) and fits(two, three):
        assert fits(one, three)


# ---- small questions ----
@pytest.mark.parametrize(
    ("of", "count"),
    [
        (Thing(PORT), 4),  # room for the whole kind
        (SIZE, 2),
        (BOOL, 2),
        (Number(2, 5), 4),
        (NUMBER, None),
        (Optional(Thing(PLACE)), 4),
        (SetOf(Thing(PLACE)), None),
    ],
    ids=str,
)
def test_how_many_values_a_type_has(of: Type, count: int | None) -> None:
    assert cardinality(of) == count


def test_players_are_players() -> None:
    assert is_player(Thing(PLAYER))
    assert is_player(Thing(kind("noble", parent=PLAYER, mask=1)))
    assert not is_player(Thing(TOWN))
    assert not is_player(Optional(Thing(PLAYER)))
    assert solid(Optional(Thing(PLAYER))) == Thing(PLAYER) == solid(Thing(PLAYER))
