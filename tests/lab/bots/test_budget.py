"""Budgets: how they are written, and how many turns they give."""

import pytest

from crex_dsl.lab.bots.budget import Budget, UnreadableBudget


@pytest.mark.parametrize(
    ("text", "budget"), [("1", Budget(playouts=1)), ("200", Budget(playouts=200)), ("50ms", Budget(milliseconds=50))]
)
def test_a_budget_is_read_and_written(text: str, budget: Budget) -> None:
    assert Budget.read(text) == budget
    assert str(budget) == text


@pytest.mark.parametrize("text", ["", "0", "-3", "5s", "0ms", "ms", "1.5", "1e3", " 7", "9999999999"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UnreadableBudget, match=r"is no budget: say how many playouts"):
        Budget.read(text)


def test_playouts_are_counted() -> None:
    assert list(Budget(playouts=3).turns()) == [1, 2, 3]


def test_time_ends_and_gives_at_least_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 10.004, 10.008, 10.012])
    monkeypatch.setattr("crex_dsl.lab.bots.budget.time.perf_counter", lambda: next(clock))
    assert list(Budget(milliseconds=10).turns()) == [1, 2, 3]
    late = iter([10.0, 99.0])
    monkeypatch.setattr("crex_dsl.lab.bots.budget.time.perf_counter", lambda: next(late))
    assert list(Budget(milliseconds=1).turns()) == [1]
