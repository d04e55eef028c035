"""Room for what running procedures remember: fixed slots, shared by procedures that never run at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.engine.run.memory import OWN
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Dice, ListOf, Number, SetOf, Type, cardinality

WORD = 63  # bits of a machine word besides its sign
SMALL = 1_000
_SMALL, _NUMBER, _SET, _WIDE = range(4)


@dataclass(eq=False)
class Frame:
    """The slots of one procedure: where it returns to, its arguments, its local names, its loops."""

    procedure: t.Procedure
    base: int = 0
    callers: list[str] = field(default_factory=list)
    slots: dict[object, int] = field(default_factory=dict)
    names: list[tuple[str, object]] = field(default_factory=list)

    def room(self, key: object, name: str, kind: object) -> None:
        """Make room for one integer."""
        if key not in self.slots:
            self.slots[key] = len(self.slots)
            self.names.append((name, kind))

    def at(self, key: object) -> int:
        """The slot of something that has room here."""
        return self.base + self.slots[key]

    @property
    def size(self) -> int:
        """How many slots it needs."""
        return len(self.slots)


RETURN = "return"
LEAVES = "leaves"  # whether the procedure is being left while a stage that it opened closes


def make_frames(events: WovenProcedures, base: int) -> tuple[dict[t.Procedure, Frame], int]:
    """A frame for every procedure that may stop, and the slot after the last one."""
    frames: dict[t.Procedure, Frame] = {}
    for procedure in events.all:
        if events.asks(procedure):
            frames[procedure] = _frame(procedure, events)
    depth: dict[t.Procedure, int] = {}
    callers: dict[t.Procedure, list[t.Procedure]] = {p: [] for p in frames}
    for procedure in frames:
        for callee in _callees(procedure, events):
            if callee in callers:
                callers[callee].append(procedure)

    def end_of(procedure: t.Procedure) -> int:
        return place(procedure) + frames[procedure].size

    taken: dict[int, int] = {}  # by slot, what sort of values it holds

    def place(procedure: t.Procedure) -> int:
        if procedure not in depth:
            found = max((end_of(caller) for caller in callers[procedure]), default=base)
            sorts = [_sort(of) for _, of in frames[procedure].names]
            while any(taken.get(slot, sort) != sort for slot, sort in enumerate(sorts, start=found)):
                found += 1
            taken.update(enumerate(sorts, start=found))
            depth[procedure] = found
        return depth[procedure]

    for procedure, frame in frames.items():
        frame.base = place(procedure)
        frame.callers = [caller.name for caller in callers[procedure]]
    return frames, max((frame.base + frame.size for frame in frames.values()), default=base)


def _sort(of: object) -> int:
    """Whether a value is small, a number, a set, or wider than a machine word: a slot holds values of one sort only."""
    match of:
        case SetOf(of=inner):
            return _SET if (cardinality(inner) or 0) <= WORD else _WIDE
        case Dice(sides=sides):
            return _SET if 8 * sides <= WORD else _WIDE
        case ListOf():
            return _WIDE
        case Number(low=int(low), high=int(high)) if low >= -SMALL and high <= SMALL:
            return _SMALL
    return _SMALL if isinstance(of, Type) and not isinstance(of, Number) else _NUMBER


def _frame(procedure: t.Procedure, events: WovenProcedures) -> Frame:
    frame = Frame(procedure)
    frame.room(RETURN, RETURN, "point")
    for var in procedure.params:
        frame.room(var, var.name, var.type)
    _rooms(frame, procedure.body, events)
    return frame


def _rooms(frame: Frame, steps: tuple[t.Step, ...], events: WovenProcedures, path: str = "") -> None:
    """Room for what steps remember, named by their place in the procedure: the same in every edition."""
    for place, step in events.placed(steps):
        where = f"{path}{place}"
        match step:
            case t.SetVar(var=var) | t.Throw(var=var) | t.Pick(var=var):
                frame.room(var, f"{where} {var.name}", var.type)
            case t.Each(var=var, source=source, counter=counter) if events.block_asks(step.body):
                frame.room(var, f"{where} {var.name}", var.type)
                rest = ListOf(var.type) if events.hides(var.type) else source.type
                frame.room((step, "rest"), f"{where}{OWN}rest", rest)
                if counter is not None:
                    frame.room(counter, f"{where} {counter.name}", counter.type)
            case t.Count(var=var) if events.block_asks(step.body):
                frame.room(var, f"{where} {var.name}", var.type)
                frame.room((step, "last"), f"{where}{OWN}last", var.type)
            case t.Times() if events.block_asks(step.body):
                frame.room((step, "left"), f"{where}{OWN}left", "number")
            case t.Ask(mode="keep", offers=offers) if any(offer.action.unordered for offer in offers):
                frame.room((step, "floor"), f"{where}{OWN}floor", ("code",))
            case t.OpenStage(stage=stage, body=body):
                if any(isinstance(inner, t.Leave) for inner in t.walk_steps(body)):
                    frame.room(LEAVES, f"0{OWN}leaving", "number")
                if events.block_asks(events.ends[stage.name]):
                    frame.room((step, "left"), f"{where}{OWN}left", "number")
            case t.AskTogether(var=var, source=source):
                frame.room(var, f"{where} {var.name}", var.type)
                frame.room((step, "todo"), f"{where}{OWN}todo", source.type)
                for seat in range(events.book.world.player.count):
                    frame.room((step, seat), f"{where} answer {seat}", ("sealed", seat))
        for number, block in enumerate(t.blocks(step)):
            _rooms(frame, block, events, f"{where}.{number}.")


def _callees(procedure: t.Procedure, events: WovenProcedures) -> set[t.Procedure]:
    found: set[t.Procedure] = set()
    todo = [procedure.body]
    while todo:
        for step in t.walk_steps(todo.pop()):
            match step:
                case t.Perform(procedure=called):
                    found.add(events.runs(called))
                case t.Ask(offers=offers) | t.AskTogether(offers=offers):
                    found.update(events.actions[offer.action] for offer in offers)
                case t.OpenStage(stage=stage):
                    todo += [events.begins[stage.name], events.ends[stage.name]]
    return found
