"""Figures of many games: shares with their intervals, and how numbers spread."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, median

from pydantic import BaseModel

SURE = 1.959964  # how many standard deviations hold 95 games of 100


class Share(BaseModel):
    """How often something happened, and between which shares the truth lies 95 times out of 100."""

    games: int
    share: float
    low: float
    high: float


class Spread(BaseModel):
    """How numbers spread."""

    mean: float
    median: float
    least: int
    most: int


def share(games: int, of: int) -> Share:
    """Some games of many, with Wilson's interval, which holds for few games and for none, too."""
    if not of:
        return Share(games=0, share=0.0, low=0.0, high=1.0)
    part, square = games / of, SURE * SURE
    middle = (part + square / (2 * of)) / (1 + square / of)
    reach = SURE * sqrt(part * (1 - part) / of + square / (4 * of * of)) / (1 + square / of)
    return Share(games=games, share=part, low=max(0.0, middle - reach), high=min(1.0, middle + reach))


def spread(numbers: Sequence[int]) -> Spread | None:
    """How some numbers spread; None where there are none."""
    if not numbers:
        return None
    return Spread(mean=fmean(numbers), median=median(numbers), least=min(numbers), most=max(numbers))
