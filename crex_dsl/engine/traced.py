"""The traced form of a program: the same play, told step by step to whoever listens."""

from __future__ import annotations

from crex_dsl.engine.events import Events
from crex_dsl.engine.expressions import Expressions
from crex_dsl.engine.frames import Frame
from crex_dsl.engine.layout import Layout
from crex_dsl.engine.legality import Coding, Legality
from crex_dsl.engine.points import Mark
from crex_dsl.engine.source import Env
from crex_dsl.engine.steps import Steps
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t

WRITES = (t.Assign, t.Change, t.Include, t.Reset, t.Mix)


class TracedSteps(Steps):
    """Procedures that tell when they start, what they are about to write, and which triggers they test."""

    def __init__(
        self,
        events: Events,
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
        return [] if procedure in self.events.itself else [self._told("enters", procedure.span)]

    def noting(self, step: t.Step, env: Env) -> list[str]:
        tests = self.events.tests.get(step)
        if tests is not None:
            params = self._running.params if self._running in self._named else ()
            return [self._tested(trigger, params, env) for trigger in tests if trigger.when is not None]
        if isinstance(step, t.OpenStage):
            return [self._told("opens", step.span, step.stage.name)]
        return [self._told("step", step.span)] if isinstance(step, WRITES) else []

    def closing(self, stage: t.StageTerm) -> list[str]:
        told = self._told("closes", stage.span or self._running.span, stage.name)
        return [told, *super().closing(stage)]

    def _tested(self, trigger: t.TriggerTerm, params: tuple[t.Var, ...], env: Env) -> str:
        self.marks.append(Mark("tests", trigger.clause, trigger.name, trigger.span, trigger.when, params))
        return f"H({', '.join(['S', str(len(self.marks) - 1), *(env[var] for var in params)])})"

    def _told(self, sort: str, span: Span, name: str | None = None) -> str:
        running = self._running
        self.marks.append(Mark(sort, running.giver, name or self._named.get(running, running.name), span))
        return f"H(S, {len(self.marks) - 1})"
