"""Student's distribution, as tables have it."""

import pytest

from crex_dsl.lab.student import SURE, reach, student


@pytest.mark.parametrize(
    ("freedom", "factor"), [(1, 12.7062), (2, 4.302653), (9, 2.262157), (10, 2.228139), (30, 2.042272), (120, 1.979930)]
)
def test_few_numbers_tell_less_as_tables_have_it(freedom: int, factor: float) -> None:
    assert reach(freedom) == pytest.approx(factor, rel=1e-6)
    assert student(factor, freedom) == student(-factor, freedom) == pytest.approx(0.05, rel=1e-5)


def test_many_degrees_are_as_good_as_normal() -> None:
    assert reach(5000) == SURE
    assert reach(999) == pytest.approx(SURE, abs=3e-3)
    assert student(3, 999) == pytest.approx(student(3, 1000), rel=0.03)
