"""What games leave behind in a machine's memory, read."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import itemgetter

HEAD = 7  # words with which a record begins, the last of them how many readings stand at its end
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Record:
    """What a game leaves behind: how it ended, how long it was, what was counted, measured and read on the way."""

    status: int  # 0 where it came to a stop, 1 where it was cut short, 2 where it was too long
    ending: int
    winners: int
    site: int
    decisions: int
    answers: int
    stages: tuple[int, ...]
    measured: tuple[int, ...]
    series: tuple[tuple[int, ...], ...]  # of each measure, what was read of it one time after the other


@dataclass(frozen=True)
class RecordTable:
    """Records of games that were read equally often, column by column: each column holds one number of every game."""

    words: array[int]
    stages: int
    counts: tuple[int, ...]  # how often each measure was read

    @property
    def _width(self) -> int:
        return HEAD + self.stages + 3 * len(self.counts) + sum(self.counts)

    def __len__(self) -> int:
        return len(self.words) // self._width

    def __iter__(self) -> Iterator[Record]:
        return read_records(self.words, len(self), self.stages, len(self.counts))

    def columns(self, first: int, count: int) -> list[array[int]]:
        """So many columns from one on."""
        return [self.words[place :: self._width] for place in range(first, first + count)]

    @property
    def head(self) -> list[array[int]]:
        """The columns of what every game leaves behind, from its status to its answers."""
        return self.columns(0, HEAD - 1)

    @property
    def stage_counts(self) -> list[array[int]]:
        """The columns of how often stages were closed."""
        return self.columns(HEAD, self.stages)

    @property
    def measured(self) -> list[array[int]]:
        """The columns of what was measured at the end."""
        return self.columns(HEAD + self.stages, len(self.counts))

    @property
    def totals(self) -> list[array[int]]:
        """The columns of what each measure's readings add up to."""
        return self.columns(HEAD + self.stages + 2 * len(self.counts), len(self.counts))

    @property
    def series(self) -> list[list[array[int]]]:
        """Of each measure the columns of what was read one time after the other."""
        first = HEAD + self.stages + 3 * len(self.counts)
        return [self.columns(first + sum(self.counts[:place]), count) for place, count in enumerate(self.counts)]


def record_table(words: array[int], stages: int, readings: int) -> RecordTable | None:
    """Records as a table; None where games were not read equally often."""
    first = HEAD + stages + readings
    table = RecordTable(words, stages, tuple(words[first : first + readings]))
    # where all say that they are as long as the first, each begins where it says
    found = [*table.columns(HEAD - 1, 1), *table.columns(first, readings)]
    return table if all(column.tobytes() == column[:1].tobytes() * len(column) for column in found) else None


def each_game(found: Iterable[tuple[int, Iterable[Record] | Exception]]) -> Iterator[tuple[int, Record | Exception]]:
    """Games one by one that were played several at once, each with its seed, or with why it broke off."""
    for seed, records in found:
        if isinstance(records, Exception):
            yield seed, records
        else:
            yield from enumerate(records, start=seed)


def read_records(words: array[int], count: int, stages: int, readings: int) -> Iterator[Record]:
    """The records of so many games, one after the other, each as `close_record` writes it."""
    at = 0
    apart: dict[bytes, Callable[[tuple[int, ...]], Rows]] = {}  # most games are read as often as some game before
    for _ in range(count):
        status, ending, winners, site, decisions, answers, read = words[at : at + HEAD]
        first = at + HEAD + stages + readings
        closed, measured = tuple(words[at + HEAD : at + HEAD + stages]), tuple(words[at + HEAD + stages : first])
        last, at = first + readings, first + 2 * readings
        values, counts = tuple(words[at : at + read]), words[first:last].tobytes()
        if counts not in apart:
            apart[counts] = _apart(words[first:last])
        at += read
        yield Record(status, ending, winners, site, decisions, answers, closed, measured, apart[counts](values))


def _apart(counts: Sequence[int]) -> Callable[[tuple[int, ...]], Rows]:
    """What takes a row apart into rows of given lengths."""
    ends = list(accumulate(counts, initial=0))
    parts = [slice(low, high) for low, high in pairwise(ends)]
    return itemgetter(*parts) if len(parts) > 1 else lambda row: tuple(row[part] for part in parts)
