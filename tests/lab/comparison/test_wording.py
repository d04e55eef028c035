"""Wording: one sign below zero, whatever is told, and thousands as the language sets them apart."""

import pytest

from crex_dsl.lab.comparison.headline import headlines
from crex_dsl.lab.comparison.wording import correlated, difference, figure, interval
from crex_dsl.text.messages import speaking
from tests.lab.conftest import made_up


@pytest.mark.parametrize(
    ("number", "text"), [(-1234.5, "−1,234.50"), (-0.04, "−0.04"), (-0.004, "0.00"), (0.0, "0.00"), (0.5, "0.50")]
)
def test_one_sign_below_zero(number: float, text: str) -> None:
    found = made_up("first", "longer")
    book, effect = found.rulebooks[1], next(effect for effect in found.effects if not effect.share)
    effect.correlation = book.correlation = number
    assert figure(effect, number) == correlated(effect) == correlated(book) == text
    effect.difference = effect.low = effect.high = number
    signed = f"+{text}" if number > 0 else text
    assert (difference(effect), interval(effect)) == (signed, f"{signed} to {signed}")


def test_games_are_counted_as_the_language_writes_numbers() -> None:
    found = made_up("first", "longer")
    book = found.rulebooks[1]
    book.pairs, book.does = 12_345, "something else"
    with speaking("pl"):
        assert "12\N{NO-BREAK SPACE}345 parach gier" in "\n".join(headlines(found))
