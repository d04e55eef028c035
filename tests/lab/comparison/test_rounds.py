"""Rounds: who gets which games when, what is known before, and when there are enough."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest

from crex_dsl.lab.comparison import rounds
from crex_dsl.lab.comparison.compare import Record
from crex_dsl.lab.comparison.rounds import Rounds
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import Batch, Order
from tests.lab.comparison.test_compare import GAME
from tests.lab.conftest import order, watched


def records(games: int) -> list[Record]:
    return [Record(name, watched("ford", "plain"), order("ford", "plain", games)) for name in ("one", "two")]


def by_threes(orders: Sequence[Order]) -> Iterator[tuple[int, Batch]]:
    """Games that nobody played, three at a time under each rulebook in turn."""
    for start in range(min(each.seed for each in orders), orders[0].seed + orders[0].games, 3):
        for number, each in enumerate(orders):
            seeds = range(max(start, each.seed), min(start + 3, each.seed + each.games))
            yield number, Batch([replace(GAME, seed=seed) for seed in seeds])


class Known:
    """Games that were kept."""

    def __init__(self, games: int) -> None:
        self.games = [replace(GAME, seed=seed) for seed in range(games)]

    def known(self) -> Iterator[Playout]:
        return iter(list(self.games))

    def add(self, playouts: Iterable[Playout]) -> None:
        self.games += playouts


def test_all_games_reach_their_records() -> None:
    made = records(8)
    assert list(Rounds(made).play(by_threes)) == [0, 3, 3, 3, 3, 2, 2]
    assert [len(each.whole) for each in made] == [8, 8]


def test_what_is_kept_is_not_played_again() -> None:
    made, kept = records(8), [Known(5), Known(2)]
    played = Rounds(made, kept)
    assert sum(played.play(by_threes)) == 16
    assert (played.known, played.played) == (7, 9)
    assert [[playout.seed for playout in each.games] for each in kept] == [list(range(8))] * 2


def test_it_is_asked_at_fixed_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "LEAST", 4)
    monkeypatch.setattr(rounds, "GROWTH", 1.5)
    asked: list[list[int]] = []

    def enough(records: Sequence[Record]) -> bool:
        asked.append([len(each.whole) for each in records])
        return len(asked) == 3

    made, kept = records(100), [Known(0), Known(0)]
    list(Rounds(made, kept, enough).play(by_threes))
    assert asked == [[4, 4], [6, 6], [9, 9]]
    assert [len(each.whole) for each in made] == [9, 9], "what is beyond is not told"
    assert [len(each.games) for each in kept] == [9, 9]


def test_an_interrupt_loses_nothing() -> None:
    def interrupted(orders: Sequence[Order]) -> Iterator[tuple[int, Batch]]:
        yield from list(by_threes(orders))[:3]
        raise KeyboardInterrupt

    made = records(100)
    with pytest.raises(KeyboardInterrupt):
        list(Rounds(made, enough=lambda _: False).play(interrupted))
    assert [len(each.whole) for each in made] == [6, 3]
