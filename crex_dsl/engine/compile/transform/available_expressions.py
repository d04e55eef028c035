"""What is known at one place of a function: what has been worked out, what holds, what is the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class AvailableExpressions:
    """What is known at one place: where each value was worked out, which conditions hold, which values are settled."""

    made: dict[int, frozenset[int]] = field(default_factory=dict)
    truth: dict[int, bool] = field(default_factory=dict)
    values: dict[int, Any] = field(default_factory=dict)
    same: dict[int, int] = field(default_factory=dict)  # values that are those of a name
    names: dict[int, tuple[str, int]] = field(default_factory=dict)

    def copy(self) -> AvailableExpressions:
        return AvailableExpressions(
            dict(self.made), dict(self.truth), dict(self.values), dict(self.same), dict(self.names)
        )

    def become(self, other: AvailableExpressions) -> None:
        self.made, self.truth, self.values = other.made, other.truth, other.values
        self.same, self.names = other.same, other.names


def meet(*ways: AvailableExpressions | None) -> AvailableExpressions | None:
    """What is known where several ways come together; None where none leads there."""
    open_ways = [way for way in ways if way is not None]
    if len(open_ways) < 2:
        return open_ways[0] if open_ways else None
    first, *others = open_ways
    made = {
        key: places.union(*(other.made[key] for other in others))
        for key, places in first.made.items()
        if all(key in other.made for other in others)
    }
    truth = {k: v for k, v in first.truth.items() if all(o.truth.get(k) is v for o in others)}
    values = {k: v for k, v in first.values.items() if all(k in o.values and o.values[k] == v for o in others)}
    same = {k: v for k, v in first.same.items() if all(o.same.get(k) == v for o in others)}
    names = {k: v for k, v in first.names.items() if all(o.names.get(k) == v for o in others)}
    return AvailableExpressions(made, truth, values, same, names)


def own(known: AvailableExpressions | None) -> AvailableExpressions | None:
    """What is known, to be gone on with apart."""
    return None if known is None else known.copy()
