"""What running procedures remember is as secret as what it was made from: names that `let`, loops and calls give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from crex_dsl.engine.compile.analysis.information_flow import InformationFlow, Secretive
from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import free_vars
from crex_dsl.rulebook.terms.types import ListOf, SetOf

Part = Literal["", "member", "rest"]


@dataclass(frozen=True)
class Origin:
    """Where a slot of a procedure's frame gets its value from: terms over the names of the procedure or a caller.

    `value` is what it was made from where that can be worked out again; it may be a `member` of that, or what is left
    of it (the `rest`) when the member in the slot before has had its turn.
    """

    procedure: t.Procedure
    key: object
    terms: tuple[t.Term, ...]
    caller: t.Procedure | None = None
    value: t.Term | None = None
    part: Part = ""

    @property
    def scope(self) -> t.Procedure:
        """The procedure whose names the terms use."""
        return self.caller or self.procedure


class FrameSecrets:
    """The slots of frames that may hold something secret, found once for a rulebook."""

    def __init__(self, flow: InformationFlow, events: WovenProcedures, frames: dict[t.Procedure, Frame]) -> None:
        self.flow, self.frames = flow, frames
        origins = [origin for procedure in frames for origin in _origins(procedure, events, frames)]
        self._tainted: set[tuple[t.Procedure, object]] = set()
        found = True
        while found:
            new = {(one.procedure, one.key) for one in origins if self._secretive(one)} - self._tainted
            found = bool(new)
            self._tainted |= new
        self.origins = [one for one in origins if (one.procedure, one.key) in self._tainted]
        flow.secret_slots = frozenset(frames[procedure].at(key) for procedure, key in self._tainted)

    def _secretive(self, origin: Origin) -> bool:
        return any(
            self.flow.secretive(term) or any((origin.scope, var) in self._tainted for var in free_vars(term))
            for term in origin.terms
        )

    def env(self, procedure: t.Procedure) -> Env:
        """The names of a procedure, each by its slot."""
        frame = self.frames[procedure]
        return Env((key, f"S[{frame.at(key)}]") for key in frame.slots if isinstance(key, t.Var))

    def rows(self) -> Iterator[str]:
        """Per origin: the frame, the place in it, the caller, the secrets that it rests on, and how it was made."""
        for origin in self.origins:
            env, frame = self.env(origin.scope), self.frames[origin.procedure]
            secrets = " + ".join(dict.fromkeys(self.flow.secrets(term, env) for term in origin.terms))
            value = "None"
            if origin.value is not None and all(var in env for var in free_vars(origin.value)):
                value = f"(lambda S: {self.flow.x.value(origin.value, env)})"
            caller = None if origin.caller is None else origin.caller.name
            place = frame.slots[origin.key]
            yield (f"({origin.procedure.name!r}, {place}, {caller!r}, (lambda S: {secrets}), {value}, {origin.part!r})")


def _origins(procedure: t.Procedure, events: WovenProcedures, frames: dict[t.Procedure, Frame]) -> Iterator[Origin]:
    """Where what a procedure remembers, and what it hands on, comes from."""
    slots = frames[procedure].slots

    def origin(key: object, *terms: t.Term | None, value: t.Term | None = None, part: Part = "") -> Iterator[Origin]:
        if key in slots:
            made_from = tuple(term for term in terms if term is not None)
            yield Origin(procedure, key, made_from, value=value, part=part)

    for step in t.walk_steps(procedure.body):
        match step:
            case t.SetVar(var=var, value=value):
                yield from origin(var, value, value=value)
            case t.Pick(var=var, source=source):
                yield from origin(var, source, value=source, part="member")
            case t.Each(var=var, counter=counter):
                yield from origin(var, _range(step), value=_values(step), part="member")
                yield from origin((step, "rest"), _range(step), value=_values(step), part="rest")
                yield from origin(counter, _range(step))
            case t.Count(var=var, low=low, high=high):
                yield from origin(var, low, high)
                yield from origin((step, "last"), high, value=high)
            case t.Times(times=times):
                yield from origin((step, "left"), times)
            case t.AskTogether(var=var):
                yield from origin(var, _range(step), value=_values(step), part="member")
                yield from origin((step, "todo"), _range(step), value=_values(step), part="rest")
            case t.Perform(procedure=called, args=args) if events.runs(called) in frames:
                callee = events.runs(called)
                for var, arg in zip(callee.params, args, strict=True):
                    yield Origin(callee, var, (arg,), caller=procedure, value=arg)


def secretive_names(flow: Secretive, events: WovenProcedures) -> set[t.Var]:
    """The names of all procedures that may hold something secret: given by `let`, loops, draws and calls."""
    given: list[tuple[t.Var, tuple[t.Term, ...]]] = []
    for step in (step for procedure in events.all for step in t.walk_steps(procedure.body)):
        match step:
            case t.SetVar(var=var, value=value) | t.Pick(var=var, source=value):
                given.append((var, (value,)))
            case t.Each(var=var) | t.AskTogether(var=var):
                given.append((var, (_range(step),)))
            case t.Count(var=var, low=low, high=high):
                given.append((var, (low, high)))
            case t.Perform(procedure=called, args=args):
                given += [(var, (arg,)) for var, arg in zip(called.params, args, strict=True)]
    found: set[t.Var] = set()
    while (
        new := {
            var
            for var, terms in given
            if any(flow.secretive(term) or not found.isdisjoint(free_vars(term)) for term in terms)
        }
        - found
    ):
        found |= new
    return found


def _range(step: t.Each | t.AskTogether) -> t.Term:
    """Everybody whom a loop goes through."""
    if step.where is None:
        return step.source
    return t.Quant(SetOf(step.var.type), step.span, "all", step.var, step.source, step.where)


def _values(step: t.Each | t.AskTogether) -> t.Term:
    """What a loop goes through; of a list the whole, since its order counts."""
    return step.source if isinstance(step.source.type, ListOf) else _range(step)
