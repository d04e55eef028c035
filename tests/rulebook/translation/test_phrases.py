"""Phrases of the rule files: what they are about, and the forms that they need, looked at when they are loaded."""

import pytest

from crex_dsl import load
from crex_dsl.rulebook.translation.phrases import missing_nouns, parameters
from tests.rulebook.small import Small

BASE = """
kind spot is here, there

clause driving "Driving"
    define near(spot, n: number): yes or no is spot is here and n < 2
    procedure drive
        return

inflection pl
    genders masculine, neuter
    forms genitive, locative, accusative, of-several, several, this

glossary pl
    spot "miejsce", "miejsca" neuter genitive "miejsca" locative "miejscu" of-several "miejsc"

words pl
    "near(spot, n)" "{spot} [nie ]leży bliżej niż {n:gen}"
    "spot.name" "nazwa {it:gen}"

edition polska "Polska" of small
    language pl
"""
HEAD = """game small "Small"
    players red, blue
    begins with drive
    language en

"""


def test_what_a_phrase_is_about() -> None:
    assert parameters("near(spot, n)") == ["spot", "n"]
    assert parameters("tired()") == []
    assert parameters("cart.load") == ["it"]
    assert parameters("cart.place is road") == ["it"]


def test_a_noun_whose_forms_are_said_is_enough(small: Small) -> None:
    assert list(missing_nouns(small.book(BASE, head=HEAD))) == []


def test_forms_that_phrases_need_and_nobody_says_are_told(small: Small) -> None:
    lame = BASE.replace(' locative "miejscu"', "").replace(' of-several "miejsc"', "")
    assert list(missing_nouns(small.book(lame, head=HEAD))) == [("locative", "spot"), ("of-several", "spot")]
    nameless = BASE.replace('    spot "miejsce"', '    spat "miejsce"')
    assert list(missing_nouns(small.book(nameless, head=HEAD))) == [("term", "spot")]


@pytest.mark.parametrize(
    "edition", ["polish", *(pytest.param(each, marks=pytest.mark.soak) for each in ("french", "russian"))]
)
def test_a_game_says_what_its_phrases_need(edition: str) -> None:
    assert list(missing_nouns(load("crusader-rex", edition).rulebook)) == []
