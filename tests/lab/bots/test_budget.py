"""Budgets: how they are written, shared out among rounds, and spent on answers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest

from crex_dsl.lab.bots.budget import Budget, UnreadableBudget


def clock(monkeypatch: pytest.MonkeyPatch, times: Iterable[float]) -> None:
    """Let the clock show these times, one after the other."""
    shown = iter(times)
    monkeypatch.setattr("crex_dsl.lab.bots.budget.time.perf_counter", lambda: next(shown))


@pytest.mark.parametrize(
    ("text", "budget"), [("1", Budget(playouts=1)), ("200", Budget(playouts=200)), ("50ms", Budget(milliseconds=50))]
)
def test_a_budget_is_read_and_written(text: str, budget: Budget) -> None:
    assert Budget.read(text) == budget
    assert str(budget) == text
    assert budget.timed == text.endswith("ms")


@pytest.mark.parametrize("text", ["", "0", "-3", "5s", "0ms", "ms", "1.5", "1e3", " 7", "9999999999"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UnreadableBudget, match=r"is no budget: say how many playouts"):
        Budget.read(text)


def test_what_is_left_over_goes_to_the_first_rounds() -> None:
    assert list(Budget(playouts=11).shares(3)) == [Budget(playouts=4), Budget(playouts=4), Budget(playouts=3)]
    assert list(Budget(milliseconds=5).shares(2)) == [Budget(milliseconds=3), Budget(milliseconds=2)]
    assert [share.playouts for share in Budget(playouts=2).shares(4)] == [1, 1, 0, 0]


@pytest.mark.parametrize("whole", [Budget(playouts=17), Budget(milliseconds=50)], ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 5, 20])
def test_shares_add_up_to_the_whole(whole: Budget, rounds: int) -> None:
    assert sum(whole.shares(rounds), start=Budget.nothing(whole)) == whole


def test_nothing_is_counted_as_the_other_budget_is() -> None:
    assert Budget.nothing(Budget(playouts=9)) == Budget(playouts=0)
    assert Budget.nothing(Budget(milliseconds=9)) == Budget(milliseconds=0)


def test_playouts_are_parted_among_the_answers_and_each_has_one() -> None:
    assert list(Budget(playouts=11).portions(3)) == [3]
    assert list(Budget(playouts=2).portions(3)) == [1]
    assert list(Budget(playouts=0).portions(3)) == [1]


def test_a_time_begins_with_one_try_each_and_at_most_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    # when it begins, and then before and after each portion: 1 ms a try, 10 ms in all
    clock(monkeypatch, [0, 0, 0.001, 0.001, 0.003, 0.003, 0.007, 0.007, 0.010])
    assert list(Budget(milliseconds=10).portions(5)) == [1, 2, 4, 3]


def test_a_time_that_is_over_at_once_is_enough_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock(monkeypatch, [10.0, 10.0, 99.0])
    assert list(Budget(milliseconds=1).portions(4)) == [1]


def test_portions_grow_as_long_as_tries_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crex_dsl.lab.bots.budget.time.perf_counter", lambda: 1.0)
    assert list(islice(Budget(milliseconds=10).portions(2), 5)) == [1, 2, 4, 8, 16]
