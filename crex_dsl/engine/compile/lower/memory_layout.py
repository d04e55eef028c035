"""Where everything stands in a position: a flat list of small integers with offsets fixed at compile time."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from math import prod
from operator import mul

from crex_dsl.engine.run.slots import HEAD
from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.evaluate import MAX_TOTAL, NotConstant, Work, evaluate
from crex_dsl.rulebook.terms.types import Bool, Enum, Kind, Number, Optional, SetOf, Thing, Type, cardinality
from crex_dsl.text.messages import number_as_said, said

MAX_SLOTS = 500_000
COUNTED = "measure"


def low_of(of: Type) -> int:
    """The value at index 0 of a countable type."""
    return of.low or 0 if isinstance(of, Number) else 0


def values_of(of: Type) -> range:
    """All values of a countable type, nothing left out."""
    count = cardinality(of) or 0
    return range(low_of(of), low_of(of) + count)


def blank(of: Type) -> int:
    """The value that memory of a type starts with when the rules say nothing."""
    match of:
        case Number(low=low, high=high):
            return low if low is not None and low > 0 else 0 if high is None or high >= 0 else high
        case Optional(of=Thing(kind=kind)):
            return kind.count
        case Optional(of=Enum(words=words)):
            return len(words)
    return 0


@dataclass(eq=False, slots=True)
class Cell:
    """Where one piece of memory lies: its base, and how far each parameter's step reaches."""

    state: t.State
    base: int
    size: int
    strides: tuple[int, ...]
    lows: tuple[int, ...]
    start: tuple[int, ...]
    index: int | None = None  # where the sets of members by value lie, if they are kept
    index_start: tuple[int, ...] = ()

    @property
    def index_end(self) -> int:
        """The last of the sets of members by value."""
        return (self.index or 0) + len(self.index_start) - 1


@dataclass(eq=False, slots=True)
class Span:
    """The slots that belong to one stage, and what they hold before it opens."""

    base: int
    start: list[int] = field(default_factory=list)

    @property
    def end(self) -> int:
        """One past the last slot."""
        return self.base + len(self.start)


class Layout:
    """The map of a position's memory; frames of running procedures follow it."""

    def __init__(self, book: Rulebook, indexed: set[t.State]) -> None:
        self.book = book
        self.cells: dict[t.State, Cell] = {}
        self.stages: dict[str, Span] = {}
        self.doors: dict[str, int] = {}
        self.lots: dict[Kind, int] = {}
        self.size = HEAD
        for name in book.world.stages:
            if name != "game":
                self.doors[name] = self.size
                self.size += 1
        self.memory_base = self.size
        for name in book.world.stages:
            span = Span(self.size)
            for state in book.world.memory:
                if state.stage == name:
                    self._place(state, span, state in indexed)
            self.stages[name] = span
            self.size = span.end
        self.frames_base = self.size

    def _place(self, state: t.State, span: Span, indexed: bool) -> None:
        counts = [cardinality(var.type) or 0 for var in state.params]
        lows = tuple(low_of(var.type) for var in state.params)
        strides: list[int] = []
        step = 1
        for count in reversed(counts):
            strides.insert(0, step)
            step *= count
        work = Work(2 * MAX_TOTAL)  # what was checked, and gaps between what there is
        start = tuple(start_value(state, args, work) for args in product(*(values_of(v.type) for v in state.params)))
        cell = Cell(state, span.end, step, tuple(strides), lows, start)
        span.start += start
        if indexed:
            sets = [0] * value_count(state.type)
            for member, value in enumerate(start):
                sets[value - low_of(state.type)] |= 1 << member
            cell.index = span.end
            cell.index_start = tuple(sets)
            span.start += sets
        self.cells[state] = cell

    def keep_lots(self, size: int) -> int:
        """Make room behind the frames for a lot of each thing whose identity can be secret; gives the slot after it."""
        size = max(size, self.reach)
        for kind in self.book.world.identities:
            self.lots[kind] = size
            size += kind.count
        return size

    def order(self, kind: Kind) -> tuple[int, ...]:
        """By what things of a kind come one after another: what all can see of them, place first, then their lots."""
        seen = [state for state in self.cells if state.kind is kind and len(state.params) == 1 and is_open(state)]
        places = sorted(seen, key=lambda state: not state.placed)
        return (*(self.cells[state].base for state in places), self.lots[kind])

    def keep_counts(self, size: int) -> None:
        """Make room for what measures count, behind everything that plays and so beyond all saves and views."""
        span = Span(max(size, self.reach))
        for measure in self.book.measures:
            if measure.counts is not None:
                self._place(measure.counts.kept, span, False)
        self.size = span.end

    @property
    def memory(self) -> dict[t.State, Cell]:
        """What the rules remember, without what is only counted."""
        return {state: cell for state, cell in self.cells.items() if state.sort != COUNTED}

    @property
    def reach(self) -> int:
        """One past the last slot that can be named, things that are missing included."""
        found = self.size
        for cell in self.cells.values():
            counts = [cardinality(var.type) or 0 for var in cell.state.params]
            found = max(found, cell.base + 1 + sum(map(mul, counts, cell.strides)))
            if cell.index is not None:
                found = max(found, cell.index + 1 + len(cell.index_start))
        return found

    def start(self) -> list[int]:
        """The memory of a position before anything has happened, frames and lots not included."""
        made = [0] * self.memory_base
        for name in self.book.world.stages:
            made += self.stages[name].start
        return made


def is_open(state: t.State) -> bool:
    """Whether everybody always sees a piece of memory."""
    return state.seen is None or any(seer.who is None and seer.when is None for seer in state.seen.seers)


def value_count(of: Type) -> int:
    """How many different values memory of a countable type can hold, nothing included."""
    return (cardinality(of) or 0) + isinstance(of, Optional)


def can_be_indexed(state: t.State) -> bool:
    """Whether the sets of members by value can be kept for a piece of memory."""
    return (
        len(state.params) == 1
        and isinstance(state.params[0].type, Thing)
        and isinstance(state.type, Thing | Enum | Bool | Optional | Number)
        and cardinality(state.type) is not None
        and value_count(state.type) <= 256
    )


def start_value(state: t.State, args: tuple[int, ...], work: Work) -> int:
    """What one cell of memory starts with."""
    if state.starts is None:
        return blank(state.type) if not isinstance(state.type, SetOf) else 0
    env = dict(zip(state.params, args, strict=True))
    value = evaluate(state.starts, env, work)
    assert isinstance(value, int)
    return value


def check_starts(book: Rulebook, report: Report) -> None:
    """Note memory whose start is not known before play or lies outside its range, and memory beyond all measure."""
    total = 0
    for state in book.world.memory:
        total += prod(cardinality(var.type) or 1 for var in state.params)
        if total > MAX_SLOTS:
            report.error(
                said("the memory of this game needs more than {max_slots} places", max_slots=number_as_said(MAX_SLOTS)),
                state.span,
                said("keep less"),
            )
            return
    work = Work()
    for state in book.world.memory:
        if state.starts is None:
            continue
        try:
            for args in product(*(_members(v.type) for v in state.params)):
                value = start_value(state, args, work)
                of = state.type
                low, high = (of.low, of.high) if isinstance(of, Number) else (None, None)
                if low is not None and high is not None and not low <= value <= high:
                    report.error(
                        said(
                            "`{state}` starts at {value}, outside {low}..{high}",
                            state=state.name,
                            value=value,
                            low=low,
                            high=high,
                        ),
                        state.starts.span,
                    )
                    break
        except NotConstant as unknown:
            report.error(
                unknown.sentence or said("what `{state}` starts at must be known before play", state=state.name),
                state.starts.span,
                said("use fixed attributes, values and numbers"),
            )


def _members(of: Type) -> range | list[int]:
    return of.kind.members if isinstance(of, Thing) else values_of(of)
