"""Student's distribution, as scipy has it."""

from types import ModuleType

import pytest

from crex_dsl.lab.statistics.intervals import MANY, SURE, t_p_value, t_quantile

FREEDOM = [*range(1, 31), 40, 60, 61, 120, 500, 998, 999]


@pytest.mark.parametrize("freedom", FREEDOM)
def test_few_numbers_tell_less(freedom: int, stats: ModuleType) -> None:
    assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-8)


@pytest.mark.parametrize("freedom", FREEDOM)
def test_how_probable_it_is_to_lie_as_far_from_zero(freedom: int, stats: ModuleType) -> None:
    for t in (0, 0.01, 0.5, 1, 1.96, 2.5, 4, 10, 40):
        assert t_p_value(t, freedom) == t_p_value(-t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), abs=1e-12)


def test_many_degrees_are_as_good_as_normal(stats: ModuleType) -> None:
    assert t_quantile(MANY) == t_quantile(5000) == SURE == pytest.approx(stats.norm.ppf(0.975))
    assert pytest.approx(stats.t.ppf(0.975, MANY), abs=3e-3) == SURE
    assert t_p_value(3, MANY) == pytest.approx(2 * stats.t.sf(3, MANY), rel=0.03)
