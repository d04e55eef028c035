"""Series: the same games whatever the number of processes, and counts that add up."""

from functools import reduce

from crex_dsl.engine.coverage import Counts
from crex_dsl.lab.series import Batch, Order, jobs_for, played
from tests.lab.conftest import order


def coverage(batches: list[Batch]) -> dict[str, Counts]:
    def added(total: dict[str, Counts], batch: Batch) -> dict[str, Counts]:
        return {clause: total.get(clause, Counts()) + counts for clause, counts in batch.coverage.items()}

    return reduce(added, batches, {})


def seeds(order: Order, jobs: int) -> list[int]:
    return [playout.seed for batch in played(order, jobs) for playout in batch.playouts]


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


def test_few_games_are_not_worth_sharing() -> None:
    assert jobs_for(1) == jobs_for(50) == 1
    assert jobs_for(1_000_000) >= 1
