"""The counted form of a program: the same play, and beside it counters for what each clause did."""

from __future__ import annotations

from collections.abc import Iterator

from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Coding, Legality
from crex_dsl.engine.compile.emit.procedures import ProcedureEmitter
from crex_dsl.engine.compile.emit.python_module import Env, indented
from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.engine.explain.clause_counts import EFFECTS
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import conjuncts, may_fail
from crex_dsl.rulebook.terms.types import BOOL


class Counters:
    """A counter per clause and effect, for every clause that has an effect in a rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.clauses = sorted(set(_effective(book)))
        self._numbers = {clause: number for number, clause in enumerate(self.clauses)}

    def count(self, clause: str, effect: str) -> str:
        """The line that counts one effect of a clause."""
        return f"C[{len(EFFECTS) * self._numbers[clause] + EFFECTS.index(effect)}] += 1"

    @property
    def line(self) -> str:
        """The line that makes the counters."""
        return f"C = [0] * {len(EFFECTS) * len(self.clauses)}"


def _effective(book: Rulebook) -> Iterator[str]:
    """The clauses that permit, forbid, except or run something, those included that never can."""
    world = book.world
    for action in world.actions.values():
        yield action.clause
        for rule in (*action.permits, *action.forbids, *action.excepts, *action.triggers):
            yield rule.clause
    for procedure in world.procedures.values():
        yield procedure.clause
        yield procedure.giver
        for trigger in procedure.triggers:
            yield trigger.clause
    for stage in world.stages.values():
        for trigger in (*stage.begins, *stage.ends):
            yield trigger.clause


class CountedLegality(Legality):
    """Lists and finds with the plain functions; before, every candidate is held against every rule, one by one."""

    def __init__(self, expressions: Expressions, codings: dict[t.Action, Coding], counters: Counters) -> None:
        super().__init__(expressions, codings)
        self.counters = counters
        self._counting: dict[str, str] = {}  # what counts, by the plain function that it calls

    def generator(self, action: t.Action, given: tuple[bool, ...]) -> str | None:
        plain = super().generator(action, given)
        return None if plain is None else self._beside(plain, action, given, True, ["out"])

    def finder(self, action: t.Action, given: tuple[bool, ...], actor_given: bool) -> str:
        return self._beside(super().finder(action, given, actor_given), action, given, actor_given, [])

    def doer(self, term: t.Quant, env: Env) -> str | None:
        return None  # whoever can is asked one by one, and counted

    def _beside(
        self, plain: str, action: t.Action, given: tuple[bool, ...], actor_given: bool, extra: list[str]
    ) -> str:
        """A function that answers as the plain one does, and counts."""
        if plain not in self._counting:
            name = self._counting[plain] = self.x.unit.name("c")
            known = [action.actor] if actor_given else []
            known += [var for var, is_known in zip(action.params, given, strict=True) if is_known]
            env = Env((var, self.x.names.of(var)) for var in known)
            params = ["S", *extra, *env.values()]
            lines = [f"answer = {plain}({', '.join(params)})"]
            lines += [*self._candidates(action, given, env), *self._refusals(action), "return answer"]
            self.x.unit.function(name, params, lines)
        return self._counting[plain]

    def _candidates(self, action: t.Action, given: tuple[bool, ...], env: Env) -> list[str]:
        """Lines that collect and count what each permission covers, whatever is forbidden."""
        todo = [var for var in (action.actor, *action.params) if var not in env]
        body: list[str] = []
        outside = self.begin()
        for permit in action.permits:
            when = None if permit.when is None else self.x.simplifier.fold(permit.when)
            if isinstance(when, t.Const):
                if not when.value:
                    continue
                when = None
            conditions = conjuncts(when)
            if action.by is not None:
                actor = t.Local(action.actor.type, action.span, action.actor)
                conditions.insert(0, t.Compare(BOOL, action.span, "==", actor, action.by))
            counted = self.counters.count(permit.clause, "permitted")

            def note(env: Env, counted: str = counted) -> list[str]:
                return [counted, f"found[{_instance(action, env)}] = 1"]

            body += self.nest(action, todo, conditions, env, note)
        self._asked, self._sieves = outside
        return ["found = {}", *self._checked(action, given, env, body)]

    def _refusals(self, action: t.Action) -> list[str]:
        """Lines that hold every candidate against every prohibition, and that against all that could lift it."""
        env = Env((var, self.x.names.of(var)) for var in (action.actor, *action.params))
        lines: list[str] = []
        for forbid in action.forbids:
            test = self._holds(forbid.when, env)
            if test is None:
                continue
            inner = ["lifted = 0"]
            for lifting in action.excepts:
                lifts = self._holds(lifting.when, env) if lifting.lifts == forbid.clause else None
                if lifts is not None:
                    counted = self.counters.count(lifting.clause, "excepted")
                    inner += [f"if {lifts}:", f"    {counted}", "    lifted = 1"]
            inner.append(f"if not lifted: {self.counters.count(forbid.clause, 'forbade')}")
            lines += [f"if {test}:", *indented(inner)]
        return [f"for {_instance(action, env)} in found:", *indented(lines)] if lines else []

    def _holds(self, when: t.Term | None, env: Env) -> str | None:
        """The test of one rule alone, None where it never holds."""
        folded = None if when is None else self.x.simplifier.fold(when)
        if folded is None or isinstance(folded, t.Const):
            return "True" if folded is None or folded.value else None
        if not may_fail(folded):
            return self.x.test(folded, env)
        # in play nobody may come as far as this rule, so that what cannot be worked out here is no fault of it
        name = self.x.unit.name("c")
        tried = ["try:", f"    return {self.x.test(folded, env)}", "except (NoSuchThing, Broken):", "    return False"]
        self.x.unit.function(name, ["S", *env.values()], tried)
        return f"{name}({', '.join(['S', *env.values()])})"


def _instance(action: t.Action, env: Env) -> str:
    """The actor and the arguments of one instance."""
    return f"({', '.join(env[var] for var in (action.actor, *action.params))},)"


class CountedProcedures(ProcedureEmitter):
    """Procedures that count when they start."""

    def __init__(
        self,
        events: WovenProcedures,
        layout: Layout,
        frames: dict[t.Procedure, Frame],
        expressions: Expressions,
        legality: Legality,
        codings: dict[t.Action, Coding],
        counters: Counters,
    ) -> None:
        super().__init__(events, layout, frames, expressions, legality, codings)
        self.counters = counters
        self._firing = _firing(self.events)

    def entering(self, procedure: t.Procedure) -> list[str]:
        return [self.counters.count(clause, "fired") for clause in self._firing.get(procedure, ())]


def _firing(events: WovenProcedures) -> dict[t.Procedure, tuple[str, ...]]:
    """The clauses that fire when a procedure starts: who declares it and who gave its body, once per event."""
    found: dict[t.Procedure, tuple[str, ...]] = {}
    for action, woven in events.actions.items():
        found[events.itself.get(woven, woven)] = ()
        found[woven] = (action.clause,)
    for procedure, woven in events.procedures.items():
        found[woven] = ()
        found[events.itself.get(woven, woven)] = tuple(dict.fromkeys((procedure.clause, procedure.giver)))
    if events.root not in found:
        found[events.root] = ()  # only opens the game
    for procedure in events.all:
        found.setdefault(procedure, (procedure.clause,))
    return found
