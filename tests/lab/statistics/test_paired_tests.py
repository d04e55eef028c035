"""Pairs: intervals, tests and corrections as scipy has them or as they were worked out by hand."""

from random import Random
from types import ModuleType

import pytest

from crex_dsl.lab.statistics.paired_tests import Paired, holm, needed, paired, sign_test


def test_a_mean() -> None:
    found = paired([1, 2, 3, 4], [2, 4, 5, 5], share=False)
    assert (found.before, found.after, found.difference) == (2.5, 4, 1.5)
    assert found.deviation == pytest.approx((1 / 3) ** 0.5)
    assert found.scale == pytest.approx(1.375**0.5)
    assert found.correlation == pytest.approx(5 / 30**0.5)


@pytest.mark.parametrize("pairs", [2, 3, 4, 10, 11, 100, 999])
def test_a_mean_as_the_library_has_it(pairs: int, stats: ModuleType) -> None:
    rng = Random(pairs)
    before = [rng.randint(0, 20) for _ in range(pairs)]
    after = [number + rng.randint(-3, 4) for number in before]
    found, theirs = paired(before, after, share=False), stats.ttest_rel(after, before)
    interval = theirs.confidence_interval(0.95)
    assert (found.low, found.high) == (pytest.approx(interval.low), pytest.approx(interval.high))
    assert found.p == pytest.approx(theirs.pvalue, abs=1e-12)


def test_only_pairs_count() -> None:
    alike = paired([1, 9, 1, 9], [2, 9, 2, 10], share=False)
    other = paired([1, 9, 1, 9], [9, 2, 10, 2], share=False)
    assert alike.difference == other.difference == 0.75
    assert alike.high - alike.low < 2 < 10 < other.high - other.low
    assert alike.correlation is not None and alike.correlation > 0.9
    assert other.correlation is not None and other.correlation < -0.9


def test_a_share() -> None:
    before = [0] * 6 + [1] + [1, 1, 0]
    after = [1] * 6 + [0] + [1, 1, 0]
    found = paired(before, after, share=True)
    assert (found.before, found.after, found.difference) == (0.3, 0.8, 0.5)
    # Half a pair more of each sort: 6.5 up and 1.5 down of 12.
    assert (found.low, found.high) == (pytest.approx(0.019379, abs=1e-6), pytest.approx(0.813955, abs=1e-6))
    assert found.p == pytest.approx(2 * (1 + 7) / 2**7)


def test_a_share_that_never_differs_is_not_certain() -> None:
    found = paired([1] * 20, [1] * 20, share=True)
    assert found.low < 0 < found.high
    assert (found.p, found.correlation) == (1, None)


def test_a_figure_that_always_differs_by_the_same() -> None:
    found = paired([6] * 5, [5] * 5, share=False)
    assert (found.difference, found.low, found.high, found.deviation) == (-1, -1, -1, 0)
    assert found.p == 2 / 2**5
    assert paired([6, 7], [6, 7], share=False).p == 1


@pytest.mark.parametrize("up", [0, 1, 2, 5, 8, 40, 1000])
def test_signs(up: int, stats: ModuleType) -> None:
    for down in (1, 3, 6, 39, 40, 1100):
        exact = stats.binomtest(up, up + down).pvalue
        assert sign_test(up, down) == sign_test(down, up) == pytest.approx(exact, rel=1e-9)


def test_signs_of_none_and_of_very_many() -> None:
    assert sign_test(0, 0) == 1
    assert sign_test(60_000, 40_000) == pytest.approx(0)


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.4, 0.9]) == pytest.approx([0.8, 0.9])
    assert holm([0.7, 0.9]) == [1, 1]
    assert holm([]) == []


def difference(difference: float, deviation: float) -> Paired:
    return Paired(0, difference, difference, 0, 0, 1, deviation, 1, None)


def test_how_many_games_it_takes() -> None:
    # (1.959964 + 0.841621) * 0.5 / 0.1 squared is 196.2.
    assert needed(difference(0.1, 0.5), pairs=10, together=1) == 197
    assert needed(difference(-0.1, 0.5), pairs=10, together=1) == 197
    among_many = needed(difference(0.1, 0.5), pairs=10, together=50)
    assert among_many is not None and among_many > 2 * 197
    assert needed(difference(0.1, 0.5), pairs=300, together=1) == 301
    assert needed(difference(0, 0.5), pairs=10, together=1) is None
    assert needed(difference(1, 0), pairs=10, together=1) is None
    assert needed(difference(0.1, 0.5), pairs=9, together=1) is None, "of so few nothing is said"
