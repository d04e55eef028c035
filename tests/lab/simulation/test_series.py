"""Series: the same games whatever the number of processes, and counts that add up."""

from collections.abc import Callable, Sequence
from functools import reduce
from multiprocessing import active_children
from multiprocessing.connection import wait

import pytest

from crex_dsl.engine.explain.clause_counts import Counts
from crex_dsl.lab.simulation import series
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import (
    BATCH,
    GROWTH,
    MOST,
    Batch,
    Order,
    Portions,
    Turn,
    Turns,
    played,
    played_in_turn,
)
from tests.lab.conftest import order
from tests.lab.simulation.test_summary import GAME


def coverage(batches: list[Batch]) -> dict[str, Counts]:
    def added(total: dict[str, Counts], batch: Batch) -> dict[str, Counts]:
        return {clause: total.get(clause, Counts()) + counts for clause, counts in batch.coverage.items()}

    return reduce(added, batches, {})


def seeds(order: Order, workers: int) -> list[int]:
    return [playout.seed for batch in played(order, workers) for playout in batch.playouts]


def test_processes_change_nothing() -> None:
    asked = order("dash", "two", games=16, bots="bully", counted=True)
    one, two = list(played(asked, 1)), list(played(asked, 2))
    assert [p for batch in one for p in batch.playouts] == [p for batch in two for p in batch.playouts]
    assert len(two) < 16
    assert coverage(one) == coverage(two)
    assert any(coverage(one).values())


def test_seeds_go_on_from_the_first() -> None:
    asked = order("dash", "two", games=3)
    assert seeds(asked, 1) == [0, 1, 2]
    assert seeds(Order(asked.files, asked.selection, asked.bots, 3, seed=40), 1) == [40, 41, 42]


def test_nothing_is_counted_unasked() -> None:
    assert all(batch.coverage == {} for batch in played(order("dash", "two", games=2), 1))


def test_without_the_first_games() -> None:
    asked = order("dash", "two", games=5)
    assert seeds(asked.without(2), 1) == [2, 3, 4]
    assert seeds(asked.without(5), 1) == []


# ---- how they are shared out ----
def test_one_process_begins_and_others_go_on_where_that_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = order("dash", "two", games=30)
    few = list(played(asked))
    assert {batch.among for batch in few} == {1}, "they are played in a moment"
    monkeypatch.setattr(series, "ALONE", 0.0)
    monkeypatch.setattr(series, "WORTH_SHARING", 0.0)
    monkeypatch.setattr(series.os, "cpu_count", lambda: 2)
    many = list(played(asked))
    assert [batch.among for batch in many[:2]] == [1, 2]
    assert [p for batch in many for p in batch.playouts] == [p for batch in few for p in batch.playouts]


def test_portions_take_as_long_as_they_should() -> None:
    portions = Portions(range(MOST + 800))
    assert [portions.next(), portions.next()] == [range(1), range(1, 2)]
    portions.heed(Batch([GAME], seconds=BATCH / 25))
    assert portions.next() == range(2, 2 + GROWTH), "they grow step by step"
    portions.heed(Batch([GAME], seconds=BATCH / 20))
    assert [portions.next(), portions.next()] == [range(12, 32), range(32, 52)]
    for _ in range(3):
        portions.heed(Batch([GAME], seconds=1e-9))
    assert portions.next() == range(52, 52 + MOST)
    portions.heed(Batch([GAME], seconds=100.0))
    assert [len(portions.next()) for _ in range(800 - 52)] == [1] * (800 - 52)
    assert not portions.next()


def test_the_last_portions_are_shared_evenly() -> None:
    portions = Portions(range(40))
    portions.heed(Batch([GAME], seconds=1e-9))
    assert [len(portions.next(among)) for among in (8, 7)] == [5, 5]


# ---- several orders in turn ----
def test_orders_take_turns_on_the_same_seeds() -> None:
    turns = Turns([order("dash", "two", games=5)] * 2)
    assert list(turns.several(3)) == [(0, range(1)), (1, range(1)), (0, range(1, 2))]
    turns.heed(0, Batch([GAME], seconds=BATCH / 2))
    assert list(turns.several(9)) == [(1, range(1, 2)), (0, range(2, 3)), (1, range(2, 3)), *more(3), *more(4)]


def test_portions_are_as_large_as_the_slowest_order_bears() -> None:
    turns = Turns([order("dash", "two", games=MOST)] * 2)
    for _ in range(3):
        turns.heed(1, Batch([GAME], seconds=BATCH / 3))
        turns.heed(0, Batch([GAME], seconds=1e-9))
    assert list(turns.several(2)) == [(0, range(3)), (1, range(3))]


def more(seed: int) -> list[tuple[int, range]]:
    return [(0, range(seed, seed + 1)), (1, range(seed, seed + 1))]


def test_what_one_order_has_played_before_is_not_played_again() -> None:
    asked = order("dash", "two", games=4)
    turns = Turns([asked.without(2), asked.without(3), asked.without(4)])
    assert list(turns.several(9)) == [(0, range(2, 3)), (0, range(3, 4)), (1, range(3, 4))]


def test_several_orders_give_the_same_games_whatever_the_processes() -> None:
    asked = [order("dash", "two", games=6), order("dash", "three", games=6)]

    def games(workers: int) -> dict[int, list[Playout]]:
        found: dict[int, list[Playout]] = {0: [], 1: []}
        for number, batch in played_in_turn(asked, workers):
            found[number] += batch.playouts
        return found

    alone = [[playout for batch in played(each, 1) for playout in batch.playouts] for each in asked]
    assert list(games(1).values()) == list(games(2).values()) == alone


def test_processes_end_where_a_series_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    others = set(active_children())

    def given_up(_: Sequence[Order], submit: Callable[[Turn], object], *rest: object) -> None:
        submit((0, range(10_000_000)))
        raise KeyboardInterrupt

    monkeypatch.setattr(series, "in_order", given_up)
    with pytest.raises(KeyboardInterrupt):
        seeds(order("dash", "two", games=2), 2)
    for process in set(active_children()) - others:
        ended = wait([process.sentinel], timeout=20)  # `is_alive` errs where another thread notes the end just then
        process.kill()
        assert ended, "it plays on for nobody"
