"""Shares and means with their confidence intervals, Student's distribution, and how numbers spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, pi, sin, sqrt
from statistics import NormalDist

from pydantic import BaseModel

SURELY = 0.95  # how often an interval holds the truth
MANY = 1000  # degrees of freedom, from which on the normal distribution is as good
NORMAL = NormalDist()
SURE = NORMAL.inv_cdf((1 + SURELY) / 2)  # how many standard deviations hold 95 games of 100


def t_p_value(t: float, freedom: int) -> float:
    """How probable it is that Student's t lies as far from zero, on either side."""
    if freedom >= MANY:
        return 2 * NORMAL.cdf(-abs(t))
    angle = atan2(abs(t), sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for place in range(1 + odd, freedom, 2):  # the finite series for whole degrees of freedom
        total += term
        term *= cos(angle) ** 2 * place / (place + 1)
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return max(0.0, 1.0 - within)


@cache
def t_quantile(freedom: int) -> float:
    """Between minus and plus how many standard errors the truth lies 95 times out of 100."""
    if freedom >= MANY:
        return SURE
    low, high = SURE, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if t_p_value(middle, freedom) > 1 - SURELY else (low, middle)
    return high


class Share(BaseModel):
    """How often something happened, and between which shares the truth lies 95 times out of 100."""

    games: int
    share: float
    low: float
    high: float


class Spread(BaseModel):
    """How numbers spread, and between which means the truth lies 95 times out of 100; None where one number is all."""

    numbers: int
    mean: float
    low: float | None
    high: float | None
    deviation: float | None
    median: float
    least: int
    most: int


@dataclass
class Clusters:
    """Numbers that come several from each game: what tells how far their mean can be trusted, all in whole numbers."""

    games: int = 0
    numbers: int = 0
    total: int = 0
    numbers_squared: int = 0
    total_squared: int = 0
    both: int = 0

    def add(self, numbers: int, total: int, games: int = 1) -> None:
        """Some games more, how many numbers each of them has, and their sum in it."""
        self.games += games
        self.numbers += games * numbers
        self.total += games * total
        self.numbers_squared += games * numbers * numbers
        self.total_squared += games * total * total
        self.both += games * numbers * total

    @property
    def reach(self) -> float | None:
        """How far from the mean the truth may lie: the games are independent of each other, their numbers are not."""
        if self.games < 2 or not self.numbers:
            return None
        total, numbers = self.total, self.numbers
        apart = self.total_squared * numbers**2 - 2 * total * self.both * numbers + total**2 * self.numbers_squared
        return t_quantile(self.games - 1) * sqrt(apart * self.games / (self.games - 1)) / numbers**2


def share(games: int, of: int) -> Share:
    """Some games of many, with Wilson's interval, which holds for few games and for none, too."""
    if not of:
        return Share(games=0, share=0.0, low=0.0, high=1.0)
    part, square = games / of, SURE * SURE
    middle = (part + square / (2 * of)) / (1 + square / of)
    apart = SURE * sqrt(part * (1 - part) / of + square / (4 * of * of)) / (1 + square / of)
    low, high = min(part, middle - apart), max(part, middle + apart)  # of none and of all, rounding could say otherwise
    return Share(games=games, share=part, low=max(0.0, low), high=min(1.0, high))


def mean_share(parts: Sequence[Share]) -> Share:
    """The mean of several shares, all of the same weight, as of matches in which everybody sits everywhere.

    Its interval is put together from theirs (Zou and Donner 2008): what parts one seating from another is no luck.
    """
    count = len(parts)
    mean = sum(part.share for part in parts) / count
    below = sqrt(sum((part.share - part.low) ** 2 for part in parts)) / count
    above = sqrt(sum((part.high - part.share) ** 2 for part in parts)) / count
    games = sum(part.games for part in parts)
    return Share(games=games, share=mean, low=max(0.0, mean - below), high=min(1.0, mean + above))


def spread(numbers: Mapping[int, int], clusters: Clusters | None = None) -> Spread | None:
    """How numbers spread of which we know how often each came, one from each game unless they come in clusters."""
    count = sum(numbers.values())
    if not count:
        return None
    total = sum(number * times for number, times in numbers.items())
    squares = sum(number * number * times for number, times in numbers.items())
    mean = total / count
    deviation = sqrt((count * squares - total * total) / (count * (count - 1))) if count > 1 else None
    apart = None if deviation is None else t_quantile(count - 1) * deviation / sqrt(count)
    if clusters is not None:
        apart = clusters.reach
    ordered = sorted(numbers)
    return Spread(
        numbers=count,
        mean=mean,
        low=None if apart is None else mean - apart,
        high=None if apart is None else mean + apart,
        deviation=deviation,
        median=_median(numbers, ordered, count),
        least=ordered[0],
        most=ordered[-1],
    )


def _median(numbers: Mapping[int, int], ordered: list[int], count: int) -> float:
    """The middle number, or what lies between the two in the middle."""
    middle = ((count - 1) // 2, count // 2)
    found: list[int] = []
    passed = 0
    for number in ordered:
        passed += numbers[number]
        while len(found) < 2 and middle[len(found)] < passed:
            found.append(number)
    return (found[0] + found[1]) / 2
