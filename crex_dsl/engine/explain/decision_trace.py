"""What a decision set off, step by step: which clause ran, what it changed, what was tested and did not hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.explain.game_log import LogLine, Recorder, play_again
from crex_dsl.engine.explain.legality import reasons_for
from crex_dsl.engine.explain.verdict import Reason
from crex_dsl.engine.run.chance import ChanceEvent
from crex_dsl.engine.run.memory import SlotIndex, label
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.slots import HEAD
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.text.grammar.functions import Tree

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position, Result


SORT, CLAUSE, NAME, TEXT, PLACE = range(5)  # of a mark's table row


@dataclass(frozen=True)
class Changed:
    """A piece of memory that is another now: what it is kept of, and what it held and holds, as a viewer may know it.

    Of a set, `added` and `removed` tell who came and went.
    """

    memory: str
    of: tuple[Tree, ...]
    before: Tree
    after: Tree
    added: tuple[Tree, ...] = ()
    removed: tuple[Tree, ...] = ()
    placed: bool = False


@dataclass
class Ran:
    """A procedure, trigger or action that ran, or a stage's edge, with its clause and what it changed."""

    sort: str
    clause: str
    name: str
    place: str
    changes: list[Changed] = field(default_factory=list)


@dataclass(frozen=True)
class Told:
    """A decision, chance, or the end, as the log tells it."""

    line: LogLine


@dataclass(frozen=True)
class Passed:
    """A trigger that was tested and did not happen, with what stood against it."""

    clause: str
    name: str
    place: str
    reasons: tuple[Reason, ...]


Happening = Ran | Told | Passed


def traced(position: Position, viewer: int | None) -> list[Happening]:
    """What happened in the past of a position of a traced game, as one viewer may know it (None: everything)."""
    tracer = _Tracer(position.game, viewer)
    position.game.trace(tracer.hear)
    try:
        play_again(position, [tracer], watched=viewer is not None)
    finally:
        position.game.trace(_nobody)
    tracer.look()
    return [tracer.lines_as(each) if isinstance(each, int) else each for each in tracer.happened]


def _nobody(state: list[int], mark: int, *args: int) -> None:
    """Hear nothing."""


class _Tracer(Recorder):
    """Writes down what is told, and looks at memory whenever something is."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        super().__init__(game, viewer)
        self.happened: list[Ran | Passed | int] = []  # a number is that of a line
        self._marks = game.tables["marks"]
        self._slots = SlotIndex(game.cells)
        self._placed = set(game.tables["placements"].values())
        self._end: int = game.tables["frames_base"]
        self._seen: list[int] = []
        self._running: Ran | None = None

    def lines_as(self, number: int) -> Told:
        """A line as it reads once everything has been told."""
        return Told(self.lines[number])

    # ---- what is told ----
    def note(self, point: int, code: int, forced: bool) -> None:
        self.look()
        told = len(self.lines)
        super().note(point, code, forced)
        self.happened += range(told, len(self.lines))
        self._running = None

    def chance(self, event: ChanceEvent, outcome: tuple[int, ...]) -> None:
        self.look()
        super().chance(event, outcome)
        self.happened.append(len(self.lines) - 1)

    def over(self, result: Result) -> None:
        self.look()
        super().over(result)
        self.happened.append(len(self.lines) - 1)

    def hear(self, state: list[int], number: int, *args: int) -> None:
        """Hear where play comes."""
        self.look()
        mark = self._marks[number]
        if mark[SORT] == "tests":
            self._test(mark, number, state, args)
            return
        running = self._running
        if (
            mark[SORT] == "step"
            and running is not None
            and (running.clause, running.name) == (mark[CLAUSE], mark[NAME])
        ):
            return
        self._running = Ran(mark[SORT], mark[CLAUSE], mark[NAME], mark[PLACE])
        self.happened.append(self._running)

    def _test(self, mark: tuple[Any, ...], number: int, state: list[int], args: tuple[int, ...]) -> None:
        """Write down a trigger that does not happen, to those who may know that it does not."""
        tree, names, known = self.game.program.words["TESTS"][number]
        mask = Mask(self.game, state, self.viewer)
        if known(state, mask.sees_all, *args) is False:
            reasons = reasons_for(self.game, state, mask, tree, mark[CLAUSE], args, names)
            self.happened.append(Passed(mark[CLAUSE], mark[NAME], mark[PLACE], reasons))

    # ---- what is seen ----
    def look(self) -> None:
        """Look at memory, and lay what is other than before to whoever runs; a stage that closes forgets by itself."""
        now, before = list(self.state), self._seen
        self._seen = now
        if not before or self._running is None or self._running.sort == "closes" or now == before:
            return
        slots = [slot for slot in range(HEAD, self._end) if now[slot] != before[slot]]
        earlier, later = (Mask(self.game, state, self.viewer) for state in (before, now))
        for slot in slots:
            found = self._changed(slot, earlier, later)
            if found is not None:
                self._running.changes.append(found)

    def _changed(self, slot: int, earlier: Mask, later: Mask) -> Changed | None:
        """A change of one slot as it may be known, or None."""
        found = self._slots.find(slot)
        if found is None:
            return None
        number, args = found
        cell = self.game.cells[number]
        things = [(of[1], arg) for of, arg in zip(cell.params, args, strict=True) if of[0] == "thing"]
        if not all(earlier.knows(*thing) or later.knows(*thing) for thing in things):
            return None
        sees = [mask.sees(number, args) for mask in (earlier, later)]
        if not any(sees):
            return None
        old, new = earlier.state[slot], later.state[slot]
        before, after = (
            mask.told(cell.type, value, ()) if seen else ("hidden",)
            for value, mask, seen in zip((old, new), (earlier, later), sees, strict=True)
        )
        open_mask = Mask(self.game, later.state, None)
        of = tuple(open_mask.told(kind, arg, ()) for kind, arg in zip(cell.params, args, strict=True))
        added, removed = ((), ()) if cell.type[0] != "set" or not all(sees) else self._members(cell, old, new, later)
        return Changed(label(cell), of, before, after, added, removed, number in self._placed)

    def _members(self, cell: Cell, old: int, new: int, mask: Mask) -> tuple[tuple[Tree, ...], tuple[Tree, ...]]:
        """Who came into a set, and who left it."""
        came, went = (mask.told(cell.type, some, ()) for some in (new & ~old, old & ~new))
        return _items(came), _items(went)


def _items(tree: Tree) -> tuple[Tree, ...]:
    return tree[1] if tree[0] == "series" else ()
