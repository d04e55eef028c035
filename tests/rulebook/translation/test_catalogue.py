"""Texts in further languages: put where their originals stand, checked there, and never more than words."""

import pytest

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.digest import rules_digest
from crex_dsl.rulebook.rulebook import Rulebook
from tests.rulebook.small import Small

BASE = """
kind cart is ox, goat

stage day in game

measure loads "Loads" is 2
policy slow "Is never in a hurry"
    prefer go(c)

clause driving "Driving"
    says "Carts drive."
    procedure drive
        open day
            red may keep choosing go or "stay"
    action go(c: cart) in day
        text "{c} goes"
        do
            return
    permit go(c)

ruling nights on driving
    asks "By night?"
    reading yes taken "Yes."
    reading no "No."
        amend driving
            says "Never at night."

example "An ox goes" on driving
    then
        legal go(ox) by red

words pl
    "{c} goes" "{c} rusza"
    "stay" "postój"
    "Loads" "Ładunki"
    "Is never in a hurry"
        "Nigdy się"
        "nie spieszy"
    "By night?" "W nocy?"
    "Yes." "Tak."
    "No." "Nie."
    "An ox goes" "Wół rusza"
    "Never at night." "Nigdy w nocy."
    "One more" "Jeszcze jeden"

words pl on nights
    "Yes." "Owszem."

option more "One more"
    says "Two carts drive."
in driving
    says "Two of {size of all c: cart} carts drive."

words pl
    "Two carts drive." "Jadą dwa wozy."
    "Two of {size of all c: cart} carts drive." "Jadą dwa z {size of all c: cart}."

edition polska "Polska" of small
    language pl

cite driving at "1" titled "Jazda"
    says "Wozy jadą."
"""


def texts(book: Rulebook) -> list[str]:
    """All texts of a rulebook that are translated here."""
    (case,) = book.world.actions["go"].texts
    (ruling,) = book.rulings
    return [
        "".join(part if isinstance(part, str) else "…" for part in case.text.parts),
        book.measures[0].title,
        book.policies[0].title,
        ruling.node.asks.text,
        *(str(reading.reason) for reading in ruling.node.readings),
        *(example.title for example in book.examples),
    ]


def test_an_edition_speaks_its_language(small: Small) -> None:
    told = ["… rusza", "Ładunki", "Nigdy się nie spieszy", "W nocy?", "Owszem.", "Nie.", "Wół rusza"]
    assert texts(small.book(BASE, edition="polska")) == told


def test_what_is_not_asked_for_stays_as_it_is_written(small: Small) -> None:
    told = ["… goes", "Loads", "Is never in a hurry", "By night?", "Yes.", "No.", "An ox goes"]
    english = BASE.replace("edition polska", 'edition plain "Plain" of small\n    language en\n\nedition polska')
    assert texts(small.book(english, edition="plain")) == told


def test_words_change_nothing_that_rules_do(small: Small) -> None:
    mute = BASE.replace("words pl", "words xx")
    assert rules_digest(small.book(BASE, edition="polska")) == rules_digest(small.book(mute, edition="polska"))


def test_an_option_takes_the_place_of_the_words_that_it_changes(small: Small) -> None:
    assert small.book(BASE, edition="polska").clauses["driving"].wording == "Wozy jadą."
    changed = small.book(BASE, edition="polska", options=["more"]).clauses["driving"]
    assert (changed.wording, changed.language) == ("Jadą dwa z 2.", "pl")
    assert changed.says == "Two of 2 carts drive."


def test_a_reading_adds_its_words_in_the_language_of_the_edition(small: Small) -> None:
    book = small.book(BASE, edition="polska", options=["nights=no"])
    assert book.clauses["driving"].wording == "Wozy jadą. Nigdy w nocy."


def test_a_live_value_is_checked_where_the_original_stands(small: Small) -> None:
    with pytest.raises(RuleError) as error:
        small.book(BASE.replace('"{c} rusza"', '"{d} rusza"'), edition="polska")
    (told,) = error.value.diagnostics
    assert told.message == "nothing is called `d`"
    assert told.span is not None
    assert '"{d} rusza"' in told.span.source.line(told.span.line)
