"""Boxes: upright rectangles by their edges, and what they cover."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    """A rectangle from its left and top to its right and bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Box:
        """The box of a size around a point."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> Box:
        """The box with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def edge_toward(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a straight line from its middle to a point leaves it; the point itself where it lies inside."""
        (x, y), (to_x, to_y) = self.middle, point
        shares = [
            half / abs(step)
            for half, step in (((self.right - self.left) / 2, to_x - x), ((self.bottom - self.top) / 2, to_y - y))
            if step
        ]
        share = min([1.0, *shares])
        return x + (to_x - x) * share, y + (to_y - y) * share

    def covers(self, other: Box) -> float:
        """How much two boxes have in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def gap(self, other: Box) -> float:
        """How far apart two boxes are at their nearest; 0 where they touch."""
        across = max(self.left - other.right, other.left - self.right, 0.0)
        down = max(self.top - other.bottom, other.top - self.bottom, 0.0)
        return float((across**2 + down**2) ** 0.5)

    def holds(self, other: Box) -> bool:
        """Whether another box lies wholly in this one."""
        wide = self.left <= other.left and other.right <= self.right
        return wide and self.top <= other.top and other.bottom <= self.bottom

    def crossed(self, start: tuple[float, float], end: tuple[float, float]) -> float:
        """How long a stretch of a straight line runs through it."""
        (ax, ay), (bx, by) = start, end
        low, high = 0.0, 1.0
        for at, step, least, most in ((ax, bx - ax, self.left, self.right), (ay, by - ay, self.top, self.bottom)):
            if step == 0:
                if not least <= at <= most:
                    return 0.0
                continue
            first, last = sorted(((least - at) / step, (most - at) / step))
            low, high = max(low, first), min(high, last)
        return (high - low) * float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5) if high > low else 0.0
