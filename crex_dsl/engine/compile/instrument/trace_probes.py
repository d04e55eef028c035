"""The traced form of a program: the same play, told step by step to whoever listens."""

from __future__ import annotations

from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Coding, Legality
from crex_dsl.engine.compile.emit.procedures import ProcedureEmitter
from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.compile.lower.decision_points import Mark
from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t

WRITES = (t.Assign, t.Change, t.Include, t.Reset, t.Mix)


class TracedProcedures(ProcedureEmitter):
    """Procedures that tell when they start, what they are about to write, and which triggers they test."""

    def __init__(
        self,
        events: WovenProcedures,
        layout: Layout,
        frames: dict[t.Procedure, Frame],
        expressions: Expressions,
        legality: Legality,
        codings: dict[t.Action, Coding],
        marks: list[Mark],
    ) -> None:
        super().__init__(events, layout, frames, expressions, legality, codings)
        self.marks = marks
        self._running = events.root
        self._named = {woven: procedure.name for procedure, woven in events.procedures.items()}
        self._named |= {woven: action.name for action, woven in events.actions.items()}
        self._named |= {inner: self._named[woven] for woven, inner in events.itself.items()}

    def kept(self) -> set[str]:
        return {*self.code, *super().kept()}  # positions of the plain program go on here wherever they stand

    def function(self, procedure: t.Procedure) -> str:
        outside = self._running
        name = super().function(procedure)
        self._running = outside
        return name

    def entering(self, procedure: t.Procedure) -> list[str]:
        self._running = procedure
        return [] if procedure in self.events.itself else [self._mark("enters", procedure.span)]

    def noting(self, step: t.Step, env: Env) -> list[str]:
        tests = self.events.tests.get(step)
        if tests is not None:
            params = self._running.params if self._running in self._named else ()
            return [self._tested(trigger, params, env) for trigger in tests if trigger.when is not None]
        if isinstance(step, t.OpenStage):
            return [self._mark("opens", step.span, step.stage.name)]
        return [self._mark("step", step.span)] if isinstance(step, WRITES) else []

    def closing(self, stage: t.StageTerm) -> list[str]:
        told = self._mark("closes", stage.span or self._running.span, stage.name)
        return [told, *super().closing(stage)]

    def _tested(self, trigger: t.TriggerTerm, params: tuple[t.Var, ...], env: Env) -> str:
        self.marks.append(Mark("tests", trigger.clause, trigger.name, trigger.span, trigger.when, params))
        return f"H({', '.join(['S', str(len(self.marks) - 1), *(env[var] for var in params)])})"

    def _mark(self, sort: str, span: Span, name: str | None = None) -> str:
        running = self._running
        self.marks.append(Mark(sort, running.giver, name or self._named.get(running, running.name), span))
        return f"H(S, {len(self.marks) - 1})"
