"""Cases that `make test` leaves to `make soak`: those that show again what others have shown."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def soaked(cases: Iterable[object]) -> list[object]:
    """Some cases, all for the soak."""
    return [pytest.param(case, marks=pytest.mark.soak) for case in cases]


def first_of(count: int, cases: Iterable[object]) -> list[object]:
    """The first few of some cases, and the others for the soak."""
    every = list(cases)
    return [*every[:count], *soaked(every[count:])]
