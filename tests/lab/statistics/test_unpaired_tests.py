"""Games that are not paired, held against an oracle."""

from random import Random
from types import ModuleType

import pytest

from crex_dsl.lab.statistics.unpaired_tests import fisher, unpaired


@pytest.mark.parametrize(("had", "of", "has", "among"), [(3, 10, 9, 12), (0, 8, 5, 9), (5, 5, 5, 5), (40, 90, 70, 110)])
def test_shares(stats: ModuleType, had: int, of: int, has: int, among: int) -> None:
    assert fisher(had, of, has, among) == pytest.approx(stats.fisher_exact([[had, of - had], [has, among - has]])[1])
    before, after = [1.0] * had + [0.0] * (of - had), [1.0] * has + [0.0] * (among - has)
    found = unpaired(before, after, is_share=True)
    assert (found.before, found.after) == (had / of, has / among)
    assert -1 <= found.low <= found.difference <= found.high <= 1 and found.correlation is None


def test_newcombes_interval() -> None:
    found = unpaired([1.0] * 48 + [0.0] * 32, [1.0] * 56 + [0.0] * 14, is_share=True)  # his table II, the other way
    assert (found.low, found.high) == (pytest.approx(0.0524, abs=1e-4), pytest.approx(0.3339, abs=1e-4))


def test_means(stats: ModuleType) -> None:
    rng = Random(5)
    before, after = [rng.gauss(0, 1) for _ in range(40)], [rng.gauss(0.5, 3) for _ in range(60)]
    found, told = unpaired(before, after, is_share=False), stats.ttest_ind(after, before, equal_var=False)
    assert found.p == pytest.approx(told.pvalue, rel=0.01)
    interval = told.confidence_interval()
    assert (found.low, found.high) == (pytest.approx(interval.low, rel=0.02), pytest.approx(interval.high, rel=0.02))


def test_figures_that_never_change() -> None:
    assert unpaired([2.0] * 4, [2.0] * 5, is_share=False).p == 1
    apart = unpaired([2.0] * 4, [3.0] * 5, is_share=False)
    assert (apart.low, apart.high, apart.p) == (1, 1, pytest.approx(2 / 126))
