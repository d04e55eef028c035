"""Games that are not paired: how far two lots of them lie apart, and whether that is more than luck."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import fmean, variance

from crex_dsl.lab.statistics.intervals import share, t_p_value, t_quantile
from crex_dsl.lab.statistics.paired_tests import Paired

_SLIGHT = 1 + 1e-9


def unpaired(before: Sequence[float], after: Sequence[float], is_share: bool) -> Paired:
    """What two or more games on either side say about a figure, or about a share if each has it (1) or not (0)."""
    difference = fmean(after) - fmean(before)
    tested = _of_shares(before, after) if is_share else _of_means(before, after, difference)
    return Paired.of(before, after, difference, tested, deviation=sqrt(variance(before) + variance(after)))


def _of_means(before: Sequence[float], after: Sequence[float], difference: float) -> tuple[float, float, float]:
    """Welch's interval and test, whose degrees of freedom are rounded down."""
    parts = [variance(each) / len(each) for each in (before, after)]
    error = sqrt(sum(parts))
    if not error:
        by_luck = min(1.0, 2 / comb(len(before) + len(after), len(before)))  # that all of a kind come on one side
        return difference, difference, by_luck if difference else 1.0
    freedom = sum(parts) ** 2 / sum(
        part**2 / (len(each) - 1) for part, each in zip(parts, (before, after), strict=True)
    )
    whole = max(1, int(freedom))
    apart = t_quantile(whole) * error
    return difference - apart, difference + apart, t_p_value(difference / error, whole)


def _of_shares(before: Sequence[float], after: Sequence[float]) -> tuple[float, float, float]:
    """Newcombe's interval, made of Wilson's two, and Fisher's exact test."""
    had, has = round(sum(before)), round(sum(after))
    old, new = share(had, len(before)), share(has, len(after))
    difference = new.share - old.share
    low = difference - sqrt((new.share - new.low) ** 2 + (old.high - old.share) ** 2)
    high = difference + sqrt((new.high - new.share) ** 2 + (old.share - old.low) ** 2)
    return low, high, fisher(had, len(before), has, len(after))


def fisher(had: int, of: int, has: int, among: int) -> float:
    """How probable it is that so many on either side differ as much or more, if both have the same share."""
    whole = had + has
    ways = {
        each: comb(of, each) * comb(among, whole - each) for each in range(max(0, whole - among), min(of, whole) + 1)
    }
    limit = ways[had] * _SLIGHT
    return min(1.0, sum(way for way in ways.values() if way <= limit) / sum(ways.values()))
