"""Shares, intervals and spreads."""

import pytest

from crex_dsl.lab.figures import Spread, share, spread


@pytest.mark.parametrize(
    ("games", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # Wilson's interval, as tables have it
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (500, 1000, 0.4691, 0.5309),
        (0, 0, 0.0, 1.0),
    ],
)
def test_share(games: int, of: int, low: float, high: float) -> None:
    made = share(games, of)
    assert (made.low, made.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))
    assert made.share == (games / of if of else 0)


def test_spread() -> None:
    assert spread([4, 1, 1, 2]) == Spread(mean=2, median=1.5, least=1, most=4)
    assert spread([]) is None
