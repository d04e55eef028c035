"""A mapping from one rulebook to another: states carried across many times, by slots that are matched once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.memory import address, instances, label, live_frames, point_numbers, rebuild_index
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.runtime import packed, unpacked
from crex_dsl.engine.run.slots import CHANCE, ENDING, FREELY, IDLE, LEAVING, OVER, POINT, SITE, WINNERS

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


Turn = Callable[[int], int]
Slots = list[tuple[int, int, Turn]]  # a slot here, one there, and how the value of one becomes that of the other
Differing = tuple[Cell, tuple[int, ...], int, int]  # which memory, of what here, its slot here and its slot there
COMPARED = (CHANCE, ENDING, WINNERS)
_LAYOUT = ("kinds", "cells", "doors", "frames", "labels", "actions", "frames_base", "lots")


class NoStateMapping(Exception):
    """Something in a state has no counterpart under the other rulebook."""


class StateMapping:
    """The way of states from one rulebook to another of the same game."""

    def __init__(self, here: Game, there: Game) -> None:
        self.here, self.there = here, there
        mine, its = here.tables, there.tables
        points = [[row.name for row in tables["points"]] for tables in (mine, its)]
        self.straight = points[0] == points[1] and all(mine[name] == its[name] for name in _LAYOUT)
        self._numbers = {
            kind: [there.namer.kinds[kind][1].get(name) for name in ids]
            for kind, (ids, _) in here.namer.kinds.items()
            if kind in there.namer.kinds
        }
        self._same_codes = (mine["actions"], mine["kinds"]) == (its["actions"], its["kinds"])
        self._codes: dict[int, int | None] = {0: 0}
        self.shared: list[tuple[Cell, Cell]] = []
        self._memory = list(self._match_memory())
        self._turned = [row for row in self._memory if row[2] is not same]
        self._kept = _runs([(slot, other) for slot, other, turn in self._memory if turn is same])
        self._lots = list(self._match_lots())
        self._points = self._match_points()
        self._frames = dict(self._match_frames())
        shared = {label(cell) for _, cell in self.shared}
        self.own_stages = {str(cell.stage) for cell in its["cells"] if label(cell) not in shared}

    # ---- what corresponds to what ----
    def _match_memory(self) -> Iterator[tuple[int, int, Turn]]:
        theirs = {label(cell): cell for cell in self.there.cells}
        for cell in self.here.cells:
            other = theirs.get(label(cell))
            turn = None if other is None else self._turn(cell.type, other.type)
            if other is None or turn is None or len(other.params) != len(cell.params):
                continue
            self.shared.append((cell, other))
            turns = [self._turn(mine, its) for mine, its in zip(cell.params, other.params, strict=True)]
            for args, slot in instances(self.here, cell):
                with suppress(NoStateMapping):
                    yield slot, address(other, [_turned(to, arg) for to, arg in zip(turns, args, strict=True)]), turn

    def _match_lots(self) -> Iterator[tuple[int, int]]:
        """The lots of things that there are in both."""
        for kind, (base, _) in self.here.tables["lots"].items():
            if kind in self.there.tables["lots"]:
                for thing, other in enumerate(self._numbers[kind]):
                    if other is not None:
                        yield base + thing, self.there.tables["lots"][kind][0] + other

    def _turn(self, mine: Any, its: Any) -> Turn | None:
        """How values of one type become values of another; None where they never do."""
        if isinstance(mine, str) or isinstance(its, str) or mine[0] != its[0]:
            return same if mine == its else None
        match mine[0]:
            case "thing":
                return self._thing(mine[1]) if mine[1] == its[1] else None
            case "enum":
                return _words(mine[1], its[1])
            case "optional":
                return self._optional(mine, its)
            case "set":
                inner = self._turn(mine[1], its[1])
                return inner if inner is None or inner is same else _members(inner)
            case "code" | "sealed":
                return self._code
            case "list":
                return self._listed(mine[1], its[1])
        return same  # numbers

    def _listed(self, mine: Any, its: Any) -> Turn | None:
        """How what is left of a list becomes the same there."""
        inner = self._turn(mine, its)
        if inner is None or inner is same or mine[0] != "thing":
            return inner
        bits, theirs = (len(game.namer.kinds[mine[1]][0]).bit_length() for game in (self.here, self.there))
        return lambda value: packed([inner(item) for item in unpacked(value, bits)], theirs) if value else 0

    def _thing(self, kind: str) -> Turn | None:
        numbers = self._numbers.get(kind)
        if numbers is None:
            return None
        mine, its = len(numbers), len(self.there.namer.kinds[kind][0])
        if numbers == list(range(its)):
            return same
        return lambda value: _known(numbers[value]) if value < mine else its

    def _optional(self, mine: Any, its: Any) -> Turn | None:
        inner = self._turn(mine[1], its[1])
        if inner is None:
            return None
        nothing, theirs = self.here.namer.nothing(mine), self.there.namer.nothing(its)
        if inner is same and nothing == theirs:
            return same
        return lambda value: theirs if value == nothing else inner(value)

    def _code(self, code: int) -> int:
        return _known(self.code(code))

    def code(self, code: int) -> int | None:
        """The code of the same action there; None where there is none."""
        if self._same_codes:
            return code
        if code not in self._codes:
            try:
                self._codes[code] = self.there.spelled_code(self.here.spelled(code))
            except UnknownName:
                self._codes[code] = None
        return self._codes[code]

    def _match_points(self) -> dict[int, int]:
        """The steps and decision points of the same name."""
        points = [point_numbers(game.tables) for game in (self.here, self.there)]
        mine = [*((name, number) for number, name in enumerate(self.here.tables["labels"])), *points[0].items()]
        its = self.there.tables["addresses"] | points[1]
        return {OVER: OVER, IDLE: IDLE} | {number: its[name] for name, number in mine if name in its}

    def _match_frames(self) -> Iterator[tuple[str, tuple[int, Slots]]]:
        """By procedure that reads alike in both: where its frame lies there, and which slots correspond."""
        for name, frame in self.here.frames.items():
            other = self.there.frames.get(name)
            if other is None or other.reads != frame.reads:
                continue
            places = {slot: (number, of) for number, (slot, of) in enumerate(other.slots, other.base)}
            turns = [
                (number, places[slot][0], self._turn(of, places[slot][1]))
                for number, (slot, of) in enumerate(frame.slots, frame.base)
                if of != "point" and slot in places
            ]
            if all(turn is not None for _, _, turn in turns):
                yield name, (other.base, [(mine, its, turn) for mine, its, turn in turns if turn is not None])

    # ---- states ----
    def alike(self, state: list[int]) -> int:
        """How many of the procedures that run in a state, from the innermost on, read alike in both rulebooks."""
        point, count = state[POINT], 0
        for frame, base, _ in live_frames(self.here.tables, state):
            if frame.name not in self._frames or point not in self._points:
                break
            count += 1
            point = state[base]
        return count

    def whole(self, state: list[int]) -> bool:
        """Whether everything that runs in a state reads alike in both rulebooks."""
        return self.straight or self.alike(state) == len(list(live_frames(self.here.tables, state)))

    def carried(self, state: list[int], depth: int | None = None, onto: list[int] | None = None) -> list[int]:
        """A state there, with all that runs or only with so many of the innermost procedures; raises NoPassage.

        What has no place there is left out; what only the other rulebook remembers is as in `onto`, else as at the
        start.
        """
        if self.straight and depth is None:
            return list(state)
        made = list(self.there.tables["start"] if onto is None else onto)
        for slot in (*COMPARED, LEAVING, SITE, FREELY):
            made[slot] = state[slot]
        for here, there in self._kept:
            made[there] = state[here]
        for mine, its, turn in self._turned:
            with suppress(NoStateMapping):
                made[its] = turn(state[mine])
        for _, cell in self.shared:
            rebuild_index(cell, made)
        for mine, its in self._lots:
            made[its] = state[mine]
        self._doors(state, made, depth is None)
        self._stack(state, made, depth)
        return made

    def _doors(self, state: list[int], made: list[int], whole: bool) -> None:
        """Open the stages that are open here."""
        theirs = self.there.tables["doors"]
        for stage, slot in self.here.tables["doors"].items():
            if stage in theirs:
                at = self._points.get(state[slot]) if state[slot] else 0
                if at is None and whole:
                    raise NoStateMapping
                made[theirs[stage]] = IDLE if at is None else at

    def _stack(self, state: list[int], made: list[int], depth: int | None) -> None:
        """Let the procedures run that run here; below the last of so many nothing more does."""
        point, back = state[POINT], POINT
        for frame, base, _ in islice(live_frames(self.here.tables, state), depth):
            if frame.name not in self._frames or point not in self._points:
                raise NoStateMapping
            made[back] = self._points[point]
            back, slots = self._frames[frame.name]
            for mine, its, turn in slots:
                made[its] = turn(state[mine])
            point = state[base]
        made[back] = IDLE if depth is not None else self._points.get(point, IDLE)

    def agree(self, state: list[int], other: list[int]) -> bool:
        """Whether a state here and one there remember the same, chance included, as far as both remember it."""
        if self.straight:
            end = self.here.tables["frames_base"]
            return state[:end] == other[:end]
        if any(state[slot] != other[slot] for slot in COMPARED):
            return False
        if any(state[mine] != other[its] for mine, its in self._kept):
            return False
        return all(_becomes(turn, state[mine], other[its]) for mine, its, turn in self._turned)

    def differing(self, state: list[int], other: list[int]) -> list[Differing]:
        """The memory in which a state here and one there differ."""
        slots = {mine: its for mine, its, turn in self._memory if not _becomes(turn, state[mine], other[its])}
        found: list[Differing] = []
        for cell, _ in self.shared if slots else ():
            if any(cell.base <= slot < cell.base + cell.size for slot in slots):
                rows = instances(self.here, cell)
                found += [(cell, args, slot, slots[slot]) for args, slot in rows if slot in slots]
        return found


def cut(game: Game, state: list[int], depth: int) -> list[int]:
    """A state in which only so many of the innermost procedures run, and nothing after them."""
    made, last = list(state), POINT
    for _, base, _ in islice(live_frames(game.tables, state), depth):
        last = base
    made[last] = IDLE
    return made


def _runs(pairs: list[tuple[int, int]]) -> list[tuple[slice, slice]]:
    """Pairs of slots as pairs of slices, as long as both go on side by side."""
    found: list[tuple[int, int, int]] = []
    for mine, its in pairs:
        if found and (mine, its) == (found[-1][0] + found[-1][2], found[-1][1] + found[-1][2]):
            found[-1] = (*found[-1][:2], found[-1][2] + 1)
        else:
            found.append((mine, its, 1))
    return [(slice(mine, mine + size), slice(its, its + size)) for mine, its, size in found]


def same(value: int) -> int:
    """A value that is the same under both rulebooks."""
    return value


def _becomes(turn: Turn, value: int, other: int) -> bool:
    try:
        return turn(value) == other
    except NoStateMapping:
        return False


def _known(value: int | None) -> int:
    if value is None:
        raise NoStateMapping
    return value


def _turned(turn: Turn | None, value: int) -> int:
    if turn is None:
        raise NoStateMapping
    return turn(value)


def _words(mine: tuple[str, ...], its: tuple[str, ...]) -> Turn:
    if mine == its:
        return same
    numbers = [its.index(word) if word in its else None for word in mine]
    return lambda value: _known(numbers[value])


def _members(inner: Turn) -> Turn:
    def turned(value: int) -> int:
        found = 0
        for member in members_of(value):
            with suppress(NoStateMapping):
                found |= 1 << inner(member)
        return found

    return turned
