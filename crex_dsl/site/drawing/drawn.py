"""What is drawn of each thing, as plain data in the edition's own language."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sort:
    """A value by which things are told apart: of what, its place among the values in use, its word and its term."""

    of: str
    place: int
    word: str
    term: str


@dataclass(frozen=True)
class Icon:
    """An icon, how often it is shown, whether that is a number rather than a yes or no, and what it means."""

    name: str
    count: int
    counted: bool
    term: str


@dataclass(frozen=True)
class Drawn:
    """A thing as it is drawn, or several that look alike; its facts say in words what the drawing shows."""

    kind: str
    things: tuple[str, ...]
    label: str
    title: str
    texts: dict[str, str] = field(default_factory=dict)
    at: tuple[int, int] | None = None
    beside: bool = False
    colour: Sort | None = None
    line: Sort | None = None
    shape: str = ""
    pips: int = 0
    icons: tuple[Icon, ...] = ()
    ends: tuple[str, str] | None = None
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def thing(self) -> str:
        """The id of the thing, or of the first of those that look alike."""
        return self.things[0]

    @property
    def told(self) -> str:
        """The drawing in words, on one line."""
        facts = "; ".join(": ".join(part for part in fact if part) for fact in self.facts)
        copies = f" ×{len(self.things)}" if len(self.things) > 1 else ""
        return f"{self.title}{copies} ({facts})" if facts else f"{self.title}{copies}"


@dataclass(frozen=True)
class Drawings:
    """All that is drawn of a game under one edition, by the kind of the picture, in the order of its tables."""

    title: str
    language: str
    kinds: dict[str, tuple[Drawn, ...]]

    def placed(self) -> list[Drawn]:
        """What lies on the board or beside it."""
        return [drawn for of in self.kinds.values() for drawn in of if drawn.at is not None]

    def lines(self) -> list[Drawn]:
        """What joins two things that lie on the board."""
        there = {drawn.thing for drawn in self.placed()}
        return [drawn for of in self.kinds.values() for drawn in of if drawn.ends and there.issuperset(drawn.ends)]

    def pieces(self) -> dict[str, tuple[Drawn, ...]]:
        """What is drawn on its own: the things that have a shape and no place on the board."""
        found = {kind: tuple(one for one in of if one.shape and one.at is None) for kind, of in self.kinds.items()}
        return {kind: of for kind, of in found.items() if of}
