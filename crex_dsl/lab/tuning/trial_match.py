"""A match of new weights against old ones: the same bot in every seat equally often, from the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.statistics.intervals import t_quantile
from crex_dsl.lab.tuning.self_play import PlayedRecord
from crex_dsl.lab.tuning.tuning import Score

LEAST_SEEDS = 10


def seatings(players: Sequence[str]) -> list[tuple[str, ...]]:
    """Where the new weights sit: on half of the seats, and for each such seating also on all the others."""
    half = [set(some) for some in combinations(players, len(players) // 2)]
    every = [some for here in half for some in (here, set(players) - here)]
    return list(dict.fromkeys(tuple(player for player in players if player in some) for some in every))


def score(records: Sequence[tuple[tuple[str, ...], PlayedRecord]]) -> Score | None:
    """The score of those in the seats of each record, over all seeds that were played whole; None where few were.

    Games of one seed in all seatings are one number, so that neither the advantage of a side nor the luck of a
    seed makes the interval wider or narrower than it is.
    """
    rows = zip(*(record.playouts for _, record in records), strict=False)
    played = [
        fmean(_points(game, seats) for game, (seats, _) in zip(row, records, strict=True))
        for row in rows
        if all(game.result is not None for game in row)
    ]
    if len(played) < LEAST_SEEDS:
        return None
    mean = fmean(played)
    apart = t_quantile(len(played) - 1) * stdev(played) / sqrt(len(played))
    return Score(
        games=len(played) * len(records),
        seeds=len(played),
        seed=records[0][1].order.seed,
        share=mean,
        low=max(0.0, mean - apart),
        high=min(1.0, mean + apart),
    )


def _points(game: Playout, seats: Sequence[str]) -> float:
    """What some seats got of a victory; of a draw one half."""
    winners = () if game.result is None else game.result.winners
    return sum(winner in seats for winner in winners) / len(winners) if winners else 0.5
