"""Shares, intervals and spreads."""

from collections import Counter
from random import Random
from statistics import fmean, median, stdev
from types import ModuleType

import pytest

from crex_dsl.lab.statistics.intervals import Clusters, mean_share, share, spread, t_quantile


@pytest.mark.parametrize("of", [1, 2, 3, 10, 37, 1000, 100_000])
def test_share(of: int, stats: ModuleType) -> None:
    for games in sorted({0, 1, of // 3, of // 2, of - 1, of}):
        made = share(games, of)
        wilson = stats.binomtest(games, of).proportion_ci(0.95, method="wilson")
        assert (made.low, made.high) == (pytest.approx(wilson.low, abs=1e-12), pytest.approx(wilson.high, abs=1e-12))
        assert (made.games, made.share) == (games, games / of)
        assert made.low <= made.share <= made.high


def test_a_share_of_nothing_may_be_any() -> None:
    made = share(0, 0)
    assert (made.share, made.low, made.high) == (0, 0, 1)


def test_a_mean_of_shares_leaves_out_what_parts_them() -> None:
    one, other = share(90, 100), share(10, 100)
    both = mean_share([one, other])
    assert (both.games, both.share) == (100, 0.5)
    assert both.high - both.low < share(100, 200).high - share(100, 200).low
    alike = mean_share([share(50, 100), share(50, 100)])
    assert alike.low == pytest.approx(share(100, 200).low, abs=0.002)
    assert mean_share([one]) == one


@pytest.mark.parametrize("truth", [(0.9, 0.7), (0.5, 0.5), (0.97, 0.1)])
def test_a_mean_of_shares_is_within_its_interval_as_often_as_it_says(truth: tuple[float, float]) -> None:
    rng, held = Random(7), 0
    for _ in range(1000):
        made = mean_share([share(sum(rng.random() < part for _ in range(40)), 40) for part in truth])
        held += made.low <= sum(truth) / 2 <= made.high
    assert 930 <= held <= 985


# ---- spreads ----
def test_spread_by_hand() -> None:
    made = spread(Counter([4, 1, 1, 2]))
    assert made is not None
    assert (made.numbers, made.mean, made.median, made.least, made.most) == (4, 2, 1.5, 1, 4)
    assert made.deviation == pytest.approx(2**0.5)


@pytest.mark.parametrize("count", [2, 3, 50, 51])
def test_spread_as_the_library_has_it(count: int, stats: ModuleType) -> None:
    rng = Random(count)
    numbers = [rng.randint(-20, 20) for _ in range(count)]
    made = spread(Counter(numbers))
    assert made is not None
    assert (made.mean, made.median) == (pytest.approx(fmean(numbers)), median(numbers))
    assert made.deviation == pytest.approx(stdev(numbers))
    mean = stats.ttest_1samp(numbers, 0).confidence_interval(0.95)
    assert (made.low, made.high) == (pytest.approx(mean.low), pytest.approx(mean.high))


def test_one_number_has_no_interval_and_none_no_spread() -> None:
    made = spread(Counter([7]))
    assert made is not None
    assert (made.mean, made.low, made.high, made.deviation) == (7, None, None, None)
    assert spread(Counter()) is None


# ---- several numbers from each game ----
def clustered(*series: list[int]) -> Clusters:
    made = Clusters()
    for each in series:
        made.add(len(each), sum(each))
    return made


def test_numbers_of_one_game_count_as_one_witness() -> None:
    series = [[3, 3, 3], [5, 5, 5], [4, 4, 4], [8, 8, 8]]
    alone = spread(Counter(each[0] for each in series))
    together = spread(Counter(number for each in series for number in each), clustered(*series))
    assert alone is not None and together is not None
    assert (together.low, together.high) == (pytest.approx(alone.low), pytest.approx(alone.high))
    assert together.numbers == 12


def test_games_of_different_length() -> None:
    made = clustered([1, 3], [4], [2, 2, 6])
    mean, count, games = 3, 6, 3
    apart = (4 - 2 * mean) ** 2 + (4 - mean) ** 2 + (10 - 3 * mean) ** 2
    assert made.reach == pytest.approx(t_quantile(2) * (apart * games / (games - 1)) ** 0.5 / count)
    assert clustered([1, 2]).reach is None
