"""What games leave behind in a machine's memory, read."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import itemgetter

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


def read_records(words: array[int], count: int, stages: int, readings: int) -> Iterator[Record]:
    """The records of so many games, one after the other, each as `close_record` writes it."""
    at = 0
    apart: dict[bytes, Callable[[tuple[int, ...]], Rows]] = {}  # most games are read as often as some game before
    for _ in range(count):
        status, ending, winners, site, decisions, answers, read = words[at : at + 7]
        first = at + 7 + stages + readings
        closed, measured = tuple(words[at + 7 : at + 7 + stages]), tuple(words[at + 7 + stages : first])
        at = first + readings
        values, counts = tuple(words[at : at + read]), words[first:at].tobytes()
        if counts not in apart:
            apart[counts] = _apart(words[first:at])
        at += read
        yield Record(status, ending, winners, site, decisions, answers, closed, measured, apart[counts](values))


def _apart(counts: Sequence[int]) -> Callable[[tuple[int, ...]], Rows]:
    """What takes a row apart into rows of given lengths."""
    ends = list(accumulate(counts, initial=0))
    parts = [slice(low, high) for low, high in pairwise(ends)]
    return itemgetter(*parts) if len(parts) > 1 else lambda row: tuple(row[part] for part in parts)
