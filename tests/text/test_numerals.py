"""Whole numbers in outside text: figures 0 to 9 and nothing else that Python would call a digit."""

import pytest

from crex_dsl.text.numerals import is_whole_number, signed_number, whole_number

NO_NUMBERS = ["", "²", "1²", "③", "٣", "１", "-1", "+1", "1.0", "1_000", " 1", "1\n", "one", "½", "9" * 5_000]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("0007", 7), ("0" * 5_000, 0), ("999999999999999999", 10**18 - 1)]
)
def test_what_is_one(text: str, number: int) -> None:
    assert is_whole_number(text)
    assert whole_number(text) == number


def test_no_more_than_the_most() -> None:
    assert whole_number("10", 10) == 10
    assert whole_number("11", 10) is None


@pytest.mark.parametrize(("text", "number"), [("-3", -3), ("3", 3), ("--3", None), ("-²", None), ("-", None)])
def test_below_nothing(text: str, number: int | None) -> None:
    assert signed_number(text) == number
