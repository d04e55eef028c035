"""Numbers to names and back, and words that go with numbers."""

from __future__ import annotations

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.run.value_names import Namer
from crex_dsl.text.locale import plural_form

TABLES = {
    "kinds": {
        "hut": (("mill", "barn", "shed"), {"mill": 0, "barn": 1, "shed": 2, "third": 2}),
        "player": (("ann", "bob"), {"ann": 0, "bob": 1}),
    },
    "names": {"hut": {1: "the second hut"}},
    "nouns": {},
    "glossary": {},
    "language": "en",
}
HUT = ("thing", "hut", "hut", 0b111)
LATE_HUT = ("thing", "hut", "late-hut", 0b110)
PLAYER = ("thing", "player", "player", 0b11)
NUMBER, ANY_NUMBER, BOOL = ("number", 2, 5), ("number", None, None), ("bool",)
WORD = ("enum", ("low", "high"))
DICE = ("dice", 6)


@pytest.fixture
def namer() -> Namer:
    return Namer(TABLES)


ROUND_TRIPS = [
    (HUT, 2, "shed"),
    (("optional", HUT), 1, "barn"),
    (("optional", HUT), 3, None),
    (("optional", WORD), 2, None),
    (("set", HUT), 0b101, ["mill", "shed"]),
    (("set", HUT), 0, []),
    (WORD, 1, "high"),
    (BOOL, 1, True),
    (NUMBER, 4, 4),
    (ANY_NUMBER, -70, -70),
]


@pytest.mark.parametrize(("of", "value", "plain"), ROUND_TRIPS)
def test_plain_data_and_back(namer: Namer, of: tuple[object, ...], value: int, plain: object) -> None:
    assert namer.plain(of, value) == plain
    assert namer.value(of, plain) == value


def test_dice_and_back(namer: Namer) -> None:
    packed = namer.value(DICE, [2, 6, 2])
    assert namer.plain(DICE, packed) == [2, 2, 6]
    assert namer.text(DICE, packed) == "2, 2, 6"


@pytest.mark.parametrize(
    ("of", "given", "value"),
    [
        (HUT, "third", 2),
        (BOOL, "yes", 1),
        (BOOL, "no", 0),
        (NUMBER, "3", 3),
        (ANY_NUMBER, "-3", -3),
        (("optional", HUT), "nothing", 3),
        (("optional", PLAYER), "nobody", 2),
        (("set", HUT), ("mill", "mill"), 1),
    ],
)
def test_what_people_write(namer: Namer, of: tuple[object, ...], given: object, value: int) -> None:
    assert namer.value(of, given) == value


@pytest.mark.parametrize(
    ("of", "given", "message"),
    [
        (HUT, "mil", "`mil` is no hut: did you mean `mill`"),
        (HUT, 1, "`1` is no hut"),
        (HUT, None, "`None` is no hut"),
        (LATE_HUT, "mill", "`mill` is no late-hut$"),
        (LATE_HUT, "bran", "`bran` is no late-hut: did you mean `barn`"),
        (WORD, "middle", "`middle` is none of low or high"),
        (BOOL, "maybe", "`maybe` does not fit here"),
        (BOOL, 1, "`1` does not fit here"),
        (NUMBER, 6, r"6 is outside 2\.\.5"),
        (NUMBER, True, "`True` does not fit here"),
        (NUMBER, "four", "`four` does not fit here"),
        (NUMBER, "²", "does not fit here"),
        (NUMBER, "٣", "does not fit here"),
        (NUMBER, "9" * 5_000, "does not fit here"),
        (NUMBER, 2.0, "does not fit here"),
        (("set", HUT), "mill", "does not fit here"),
        (("set", HUT), ["mill", "x"], "`x` is no hut"),
        (DICE, [7], "does not fit here"),
        (DICE, "6", "does not fit here"),
    ],
)
def test_what_is_no_value_is_refused(namer: Namer, of: tuple[object, ...], given: object, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        namer.value(of, given)


@pytest.mark.parametrize(
    ("of", "value", "text"),
    [
        (HUT, 0, "mill"),
        (HUT, 1, "the second hut"),
        (("optional", HUT), 3, "nothing"),
        (("optional", PLAYER), 2, "nobody"),
        (("set", HUT), 0b11, "mill, the second hut"),
        (("set", HUT), 0, "nothing"),
        (("list", PLAYER), [1, 0], "bob, ann"),
        (("list", PLAYER), [], "nothing"),
        (BOOL, 0, "no"),
        (WORD, 0, "low"),
        (("optional", WORD), 2, "nothing"),
        (NUMBER, 3, "3"),
    ],
)
def test_texts_use_the_names_of_the_edition(namer: Namer, of: tuple[object, ...], value: object, text: str) -> None:
    assert namer.text(of, value) == text


def test_secret_things_go_by_their_kind(namer: Namer) -> None:
    assert namer.text(HUT, 1, lambda kind, index: index == 1) == "a hut"
    assert namer.text(("set", HUT), 0b11, lambda kind, index: index == 1) == "mill, a hut"
    assert namer.text(("set", HUT), 0b11, lambda kind, index: index == 0) == "the second hut, a hut"
    assert namer.text(LATE_HUT, 1, lambda kind, index: True) == "a late-hut"


FORMS = {
    "en": ("block", "blocks"),
    "fr": ("bloc", "blocs"),
    "pl": ("bloczek", "bloczki", "bloczków"),
    "ru": ("блок", "блока", "блоков"),
}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", {0: 1, 1: 0, 2: 1, 11: 1, 21: 1, -1: 0}),
        ("fr", {0: 0, 1: 0, 2: 1, 21: 1}),
        ("pl", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 14: 2, 21: 2, 22: 1, 101: 2, 112: 2, 122: 1}),
        ("ru", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1, 101: 0, 111: 2}),
    ],
)
def test_a_word_takes_the_form_that_goes_with_its_number(language: str, expected: dict[int, int]) -> None:
    namer = Namer({**TABLES, "language": language})
    for number, form in expected.items():
        assert plural_form(language, number) == form
        assert namer.plural(number, FORMS[language]) == FORMS[language][form]


def test_fewer_forms_than_a_language_has_are_made_do_with() -> None:
    assert Namer({**TABLES, "language": "pl"}).plural(5, ("bloczek", "bloczki")) == "bloczki"
