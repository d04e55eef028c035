"""A plan: where everything in a chart stands, in units of its picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Style = Literal["text", "title", "note", "number"]
Sort = Literal["step", "choice", "mark", "end", "frame", "loop", "fork", "diamond", "note"]
AROUND: frozenset[Sort] = frozenset({"frame", "loop", "fork"})  # what has other areas in it


@dataclass(frozen=True)
class Span:
    """Words in one style, and the clause that they lead to."""

    text: str
    style: Style = "text"
    clause: str | None = None


@dataclass(frozen=True)
class Line:
    """A line of text from its left end, or around its middle."""

    x: float
    y: float
    spans: tuple[Span, ...]
    centred: bool


@dataclass(frozen=True)
class Area:
    """A shape with its text; where it has a clause, all of it leads there. A dashed one may be passed by."""

    sort: Sort
    x: float
    y: float
    width: float
    height: float
    lines: tuple[Line, ...] = ()
    clause: str | None = None
    dashed: bool = False


@dataclass(frozen=True)
class Way:
    """A line from point to point, with a head at its end or without."""

    points: tuple[tuple[float, float], ...]
    head: bool = True


@dataclass
class Plan:
    """All that is drawn, what lies below first."""

    width: float
    height: float = 0
    areas: list[Area] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
