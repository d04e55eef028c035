"""Games that were played: each as a playout, or many as columns of numbers that are added up as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from crex_dsl.engine.native.game_records import Record, RecordTable
from crex_dsl.engine.run.position import Result

End = tuple[int, int, int]  # how a game ended: the ending, the winners and the site, as the engine numbers them


@dataclass(frozen=True)
class Playout:
    """One game played: how it ended, how long it was, and what was measured.

    Without a result it was cut short, unless a fault says why it went wrong.
    """

    seed: int
    result: Result | None
    fault: str | None
    decisions: int
    answers: int
    stages: tuple[int, ...]
    measured: tuple[int, ...]
    series: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, seed: int, record: Record, result: Result | None) -> Playout:
        """A game that left a record."""
        return cls(
            seed,
            result,
            None,
            record.decisions,
            record.answers,
            record.stages,
            record.measured,
            record.series,
        )


@dataclass(frozen=True, eq=False)
class GameTable(Sequence[Playout]):
    """Games from consecutive seeds, none of which went wrong; they become playouts where somebody looks at one."""

    first: int  # the seed of the first
    records: RecordTable
    ends: Mapping[End, Result | None]

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, place: int) -> Playout: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Playout]: ...
    def __getitem__(self, place: int | slice) -> Playout | Sequence[Playout]:
        return self._playouts[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def outcomes(self) -> Counter[Result | None]:
        """How many ended in each way."""
        _, *end, _, _ = self.records.head
        found: Counter[Result | None] = Counter()
        for each, times in Counter(zip(*end, strict=True)).items():
            found[self.ends[each]] += times
        return found

    @property
    def results(self) -> list[Result | None]:
        """How each ended."""
        _, *end, _, _ = self.records.head
        return [self.ends[each] for each in zip(*end, strict=True)]

    @cached_property
    def _playouts(self) -> list[Playout]:
        seeded = enumerate(zip(self.records, self.results, strict=True), start=self.first)
        return [Playout.of(seed, record, result) for seed, (record, result) in seeded]
