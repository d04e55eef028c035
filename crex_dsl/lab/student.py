"""Student's distribution: how sure a mean is whose deviation is told by the same few numbers."""

from __future__ import annotations

from functools import cache
from math import atan2, cos, pi, sin, sqrt
from statistics import NormalDist

SURELY = 0.95  # how often an interval holds the truth
MANY = 1000  # degrees of freedom, from which on the normal distribution is as good
NORMAL = NormalDist()
SURE = NORMAL.inv_cdf((1 + SURELY) / 2)  # how many standard deviations hold 95 games of 100


def student(t: float, freedom: int) -> float:
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
def reach(freedom: int) -> float:
    """Between minus and plus how many standard errors the truth lies 95 times out of 100."""
    if freedom >= MANY:
        return SURE
    low, high = SURE, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, freedom) > 1 - SURELY else (low, middle)
    return high
