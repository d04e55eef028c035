"""Pairs: the same seeds under two rulebooks, how far they lie apart, and whether that is more than luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import StatisticsError, correlation, fmean, pvariance, stdev

from crex_dsl.lab.statistics.intervals import NORMAL, SURE, t_p_value, t_quantile

LEVEL = 0.05  # how often luck alone may pass for an effect, in all that is told together
POWER = 0.8  # how often an effect that is there should be seen
FEW = 10  # pairs, of which fewer do not tell how far differences lie apart


@dataclass(frozen=True)
class Paired:
    """A figure under two rulebooks: what it is in either, the difference with its 95% interval, and its p.

    `deviation` is how far the differences of single pairs lie apart, `scale` how far single games do; games of one
    seed correlate unless a figure never changes.
    """

    before: float
    after: float
    difference: float
    low: float
    high: float
    p: float
    deviation: float
    scale: float
    correlation: float | None

    @classmethod
    def of(
        cls,
        before: Sequence[float],
        after: Sequence[float],
        difference: float,
        interval_and_p: tuple[float, float, float],
        deviation: float,
        correlation: float | None = None,
    ) -> Paired:
        """What games on either side come to, with what a test says of them."""
        scale = sqrt((pvariance(before) + pvariance(after)) / 2)
        return cls(fmean(before), fmean(after), difference, *interval_and_p, deviation, scale, correlation)


def paired(before: Sequence[float], after: Sequence[float], share: bool) -> Paired:
    """What two or more pairs say about a figure, or about a share if each game has it (1) or has it not (0)."""
    differences = [new - old for old, new in zip(before, after, strict=True)]
    deviation = stdev(differences)
    difference = fmean(differences)
    tested = _of_shares(differences) if share else _of_means(differences, difference, deviation)
    return Paired.of(before, after, difference, tested, deviation, _correlation(before, after))


def _of_means(differences: Sequence[float], difference: float, deviation: float) -> tuple[float, float, float]:
    """Student's interval and test of a mean; where all differ by the same, their sign alone is tested."""
    pairs = len(differences)
    if not deviation:
        return difference, difference, sign_test(pairs if difference else 0, 0)
    error = deviation / sqrt(pairs)
    apart = t_quantile(pairs - 1) * error
    return difference - apart, difference + apart, t_p_value(difference / error, pairs - 1)


def _of_shares(differences: Sequence[float]) -> tuple[float, float, float]:
    """Agresti and Min's interval, which holds for few pairs and for none that differ, and McNemar's exact test."""
    up, down = (sum(each == sign for each in differences) for sign in (1, -1))
    pairs, more, less = len(differences) + 2, up + 0.5, down + 0.5
    middle = (more - less) / pairs
    apart = SURE * sqrt(more + less - (more - less) ** 2 / pairs) / pairs
    return max(-1.0, middle - apart), min(1.0, middle + apart), sign_test(up, down)


def _correlation(before: Sequence[float], after: Sequence[float]) -> float | None:
    try:
        return float(correlation(before, after))
    except StatisticsError:  # one of them never changes
        return None


# ---- tests ----
def sign_test(up: int, down: int) -> float:
    """How probable it is that as many or more of the pairs that differ go the same way, if either is as likely."""
    term = total = 1
    for place in range(min(up, down)):
        term = term * (up + down - place) // (place + 1)
        total += term
    return min(1.0, 2 * total / (1 << (up + down)))


# ---- many comparisons ----
def holm(chances: Sequence[float]) -> list[float]:
    """Each p corrected for all that are looked at together, by Holm: significant is what stays below the level."""
    corrected = [0.0] * len(chances)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        largest = max(largest, min(1.0, chances[place] * (len(chances) - rank)))
        corrected[place] = largest
    return corrected


def needed(found: Paired, pairs: int, together: int) -> int | None:
    """How many pairs would show such a difference four times out of five; None of few pairs, or where there is none."""
    if pairs < FEW or not found.difference or not found.deviation:
        return None
    strict = NORMAL.inv_cdf(1 - LEVEL / (2 * together)) + NORMAL.inv_cdf(POWER)
    return max(pairs + 1, ceil((strict * found.deviation / found.difference) ** 2))
