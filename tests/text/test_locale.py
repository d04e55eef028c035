"""Which form of a word goes with a number, in en, fr, pl and ru, by hand and as a whole; and how words are listed."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crex_dsl.text.locale import listed_in, plural_form

FORMS = {
    "en": ("block", "blocks"),
    "fr": ("bloc", "blocs"),
    "pl": ("bloczek", "bloczki", "bloczków"),
    "ru": ("блок", "блока", "блоков"),
}

# language, form: the numbers that take it
TAKEN = [
    ("en", "block", [1]),
    ("en", "blocks", [0, 2, 3, 5, 10, 11, 21, 100, 101, 111, 121]),
    ("fr", "bloc", [0, 1]),
    ("fr", "blocs", [2, 3, 5, 10, 11, 21, 100, 101, 121]),
    ("pl", "bloczek", [1]),
    ("pl", "bloczki", [2, 3, 4, 22, 23, 24, 32, 54, 102, 103, 104, 122, 124]),
    (
        "pl",
        "bloczków",
        [0, 5, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 25, 31, 41, 100, 101, 111, 112, 113, 114, 121, 125],
    ),
    ("ru", "блок", [1, 21, 31, 41, 91, 101, 121]),
    ("ru", "блока", [2, 3, 4, 22, 24, 33, 92, 102, 104, 122, 124]),
    ("ru", "блоков", [0, 5, 9, 10, 11, 12, 13, 14, 19, 20, 25, 30, 100, 111, 112, 113, 114, 120, 125]),
]


@pytest.mark.parametrize(("language", "form", "numbers"), TAKEN)
def test_the_form_that_goes_with_a_number(language: str, form: str, numbers: list[int]) -> None:
    assert {n: FORMS[language][plural_form(language, n)] for n in numbers} == dict.fromkeys(numbers, form)


def test_every_form_of_every_language_is_spoken_for() -> None:
    assert {(language, form) for language, form, _ in TAKEN} == {(la, f) for la, forms in FORMS.items() for f in forms}


def test_a_language_that_no_book_has_counts_by_its_own_rules() -> None:
    assert [plural_form("cs", n) for n in (1, 2, 4, 5, 22)] == [0, 1, 1, 2, 2]
    assert [plural_form("ja", n) for n in (0, 1, 2)] == [0, 0, 0]


def test_a_million_in_french_is_a_plural() -> None:
    assert [plural_form("fr", n) for n in (999_999, 1_000_000)] == [1, 1]


def test_whoever_counts_in_english_loads_no_other_language() -> None:
    told = (
        "import sys; from crex_dsl.text.locale import plural_form; plural_form('en', 2); print('babel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout == "False\n"


def test_an_unknown_language_counts_like_english() -> None:
    assert [plural_form("xx", n) for n in range(125)] == [plural_form("en", n) for n in range(125)]


@given(st.sampled_from(sorted(FORMS)), st.integers())
def test_every_number_has_a_form(language: str, number: int) -> None:
    assert 0 <= plural_form(language, number) < len(FORMS[language])


@given(st.sampled_from(["pl", "ru"]), st.integers(min_value=2))
def test_slavic_forms_go_by_the_last_two_digits(language: str, number: int) -> None:
    assert plural_form(language, number) == plural_form(language, number + 100)


@given(st.sampled_from(sorted(FORMS)), st.integers())
def test_a_debt_is_counted_like_a_gain(language: str, number: int) -> None:
    assert plural_form(language, -number) == plural_form(language, number)


def test_words_are_listed_in_any_language() -> None:
    assert listed_in("fr", "abc", "or") == "a, b ou c"
    assert listed_in("xx", "abc", "or") == "a, b, c"  # which nobody knows
