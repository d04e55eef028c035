"""Procedures as they run: triggers woven in, actions and stage edges made procedures like any other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import definition_terms
from crex_dsl.rulebook.terms.types import BOOL, Number, SetOf, Thing, Type, cardinality
from crex_dsl.rulebook.terms.walk import condition_terms, step_terms

EVERYTHING = "*"
_NOTICED = (t.Ask, t.AskTogether, t.Throw, t.Pick, t.Mix, t.OpenStage, t.EndStage, t.EndGame, t.Leave)


@dataclass(eq=False)
class WovenProcedures:
    """Every procedure that can run, by what it stands for."""

    book: Rulebook
    watched: bool = False  # then what measures count is counted
    actions: dict[t.Action, t.Procedure] = field(default_factory=dict)
    procedures: dict[t.Procedure, t.Procedure] = field(default_factory=dict)
    begins: dict[str, tuple[t.Step, ...]] = field(default_factory=dict)
    ends: dict[str, tuple[t.Step, ...]] = field(default_factory=dict)
    itself: dict[t.Procedure, t.Procedure] = field(default_factory=dict)  # an event without what hangs on it
    all: list[t.Procedure] = field(default_factory=list)
    tests: dict[t.Step, list[t.TriggerTerm]] = field(default_factory=dict)  # branches that are triggers
    counted_dice: dict[t.Procedure, str] = field(default_factory=dict)  # by name, those whose dice may be hits
    counting: set[t.Step] = field(default_factory=set)  # steps that only a watched game takes
    root: t.Procedure = field(init=False)
    _asks: dict[t.Procedure, bool] = field(default_factory=dict)
    _writes: dict[t.Procedure, frozenset[str]] = field(default_factory=dict)
    _reads: dict[t.Definition, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        world = self.book.world
        for procedure in world.procedures.values():
            self.procedures[procedure] = self._woven(procedure, procedure.params)
        for action in world.actions.values():
            self.actions[action] = self._woven(action, (action.actor, *action.params))
        for stage in world.stages.values():
            self.begins[stage.name] = self._edge(stage.begins, stage.name)
            self.ends[stage.name] = self._edge(stage.ends, stage.name)
        self.root = self.procedures[self.book.begins]
        if self.begins["game"]:
            play = t.Perform(self.book.begins.span, self.book.begins, ())
            whole = (*self.begins["game"], play)
            self.root = t.Procedure("the game", (), "game", self.book.begins.clause, self.book.begins.span, body=whole)
            self.all.append(self.root)

    def _woven(self, event: t.Action | t.Procedure, params: tuple[t.Var, ...]) -> t.Procedure:
        """The procedure that runs an event with everything that hangs on it."""
        prefix = "action " if isinstance(event, t.Action) else ""
        body = (*self._counts(event), *event.body)
        main = t.Procedure(f"{prefix}{event.name}", params, event.stage, event.clause, event.span, body=body)
        main.layer = getattr(event, "layer", "")
        main.giver = event.giver if isinstance(event, t.Procedure) else event.clause
        rolls = isinstance(event, t.Procedure) and event.name in self.book.hits
        if not event.triggers:
            self.all.append(main)
            if rolls:
                self.counted_dice[main] = event.name
            return main
        inner = t.Procedure(f"{prefix}{event.name} itself", params, event.stage, event.clause, event.span, body=body)
        inner.giver = main.giver
        if rolls:
            self.counted_dice[inner] = event.name
        self.itself[main] = inner
        self.all.append(inner)
        args = tuple(t.Local(var.type, event.span, var) for var in params)
        steps: list[t.Step] = [*self._hung(event.triggers.before, params, args, event.stage)]
        perform = t.Perform(event.span, inner, args)
        if event.triggers.instead:
            branches = []
            for trigger in event.triggers.instead:
                other = self._body(trigger, params, event.stage)
                test = trigger.when or t.Const(BOOL, trigger.span, 1)
                branches.append((test, (t.Perform(trigger.span, other, args),)))
            steps.append(t.Branch(event.span, tuple(branches), (perform,)))
            self.tests[steps[-1]] = event.triggers.instead
        else:
            steps.append(perform)
        steps += self._hung(event.triggers.after, params, args, event.stage)
        main.body = tuple(steps)
        self.all.append(main)
        return main

    def _counts(self, event: t.Action | t.Procedure) -> Iterator[t.Step]:
        """The steps that count an event for the measures that do, where somebody watches."""
        for measure in self.book.measures if self.watched else ():
            counts = measure.counts
            if counts is not None and counts.event is event:
                span = counts.span
                args = tuple(t.Local(var.type, span, var) for var in measure.params)
                step: t.Step = t.Change(span, counts.kept, args, "+", counts.by)
                *outer, inner = measure.params or (None,)
                step = _for_each(inner, counts.when, step)
                for var in reversed(outer):
                    step = _for_each(var, None, step)
                self.counting.add(step)
                yield step

    def _body(self, trigger: t.TriggerTerm, params: tuple[t.Var, ...], stage: str) -> t.Procedure:
        made = t.Procedure(trigger.name, params, stage, trigger.clause, trigger.span, body=trigger.body)
        self.all.append(made)
        return made

    def _hung(
        self, triggers: list[t.TriggerTerm], params: tuple[t.Var, ...], args: tuple[t.Local, ...], stage: str
    ) -> list[t.Step]:
        steps: list[t.Step] = []
        for trigger in triggers:
            perform = t.Perform(trigger.span, self._body(trigger, params, stage), args)
            if trigger.when is None:
                steps.append(perform)
                continue
            steps.append(t.Branch(trigger.span, ((trigger.when, (perform,)),), ()))
            self.tests[steps[-1]] = [trigger]
        return steps

    def _edge(self, triggers: list[t.TriggerTerm], stage: str) -> tuple[t.Step, ...]:
        return tuple(self._hung(triggers, (), (), stage))

    def placed(self, steps: tuple[t.Step, ...]) -> Iterator[tuple[str, t.Step]]:
        """Steps with their places, by which saves name them: the same whether somebody watches or not."""
        place = 0
        for step in steps:
            if step in self.counting:
                yield "counts", step
                continue
            yield str(place), step
            place += 1

    def rules(self, steps: tuple[t.Step, ...]) -> tuple[t.Step, ...]:
        """Steps without those that only count for whoever watches."""
        return tuple(step for step in steps if step not in self.counting)

    def runs(self, procedure: t.Procedure) -> t.Procedure:
        """The woven form of a procedure named in a step; trigger bodies are their own."""
        return self.procedures.get(procedure, procedure)

    # ---- what can happen inside ----
    def asks(self, procedure: t.Procedure) -> bool:
        """Whether running a procedure may stop for a decision or leave a stage or the game."""
        if procedure not in self._asks:
            self._asks[procedure] = False
            self._asks[procedure] = self.block_asks(procedure.body)
        return self._asks[procedure]

    def block_asks(self, steps: tuple[t.Step, ...]) -> bool:
        """Whether running a block may stop for a decision or leave a stage or the game."""
        return any(self.step_asks(step) for step in steps)

    def step_asks(self, step: t.Step) -> bool:
        """Whether running a step may stop for a decision or leave a stage or the game."""
        match step:
            case t.Ask() | t.AskTogether() | t.EndStage() | t.EndGame():
                return True
            case t.Perform(procedure=procedure):
                return self.asks(self.runs(procedure))
            case t.OpenStage(stage=stage):
                if self.block_asks(self.begins[stage.name]) or self.block_asks(self.ends[stage.name]):
                    return True
        return any(self.block_asks(block) for block in t.blocks(step))

    def hides(self, of: Type) -> bool:
        """Whether a type is of things whose identity can be secret."""
        return isinstance(of, Thing) and of.kind.root in self.book.world.identities

    def sequential(self, step: t.Each) -> bool:
        """Whether it can be noticed in which order a loop goes: its turns ask, leave, use chance, or lean on others."""
        if any(isinstance(each, _NOTICED) for each in self._all_steps(step.body)):
            return True
        terms = [term for each in self._all_steps(step.body) for term in step_terms(each)]
        reads = frozenset().union(*(self.reads(term) for term in (step.source, step.where, *terms)))
        writes = self.writes(step.body)
        return bool(writes) and (EVERYTHING in reads or bool(reads & writes))

    def _all_steps(self, steps: tuple[t.Step, ...]) -> Iterator[t.Step]:
        """The steps of a block, and of the procedures that it runs."""
        for step in t.walk_steps(steps):
            yield step
            if isinstance(step, t.Perform):
                yield from self._all_steps(self.runs(step.procedure).body)

    def writes(self, steps: tuple[t.Step, ...]) -> frozenset[str]:
        """The memory that a block may write, by name."""
        found: set[str] = set()
        for step in t.walk_steps(steps):
            match step:
                case t.Assign(state=state) | t.Change(state=state) | t.Include(state=state) | t.Reset(state=state):
                    found.add(state.name)
                case t.Mix(state=state):
                    found.add(state.name)
                case t.Perform(procedure=procedure):
                    found |= self._procedure_writes(self.runs(procedure))
                case t.Ask(offers=offers) | t.AskTogether(offers=offers):
                    for offer in offers:
                        found |= self._procedure_writes(self.actions[offer.action])
                case t.OpenStage(stage=stage):
                    found |= {state.name for state in self.book.world.memory if state.stage == stage.name}
                    found |= self.writes(self.begins[stage.name]) | self.writes(self.ends[stage.name])
        return frozenset(found)

    def _procedure_writes(self, procedure: t.Procedure) -> frozenset[str]:
        if procedure not in self._writes:
            self._writes[procedure] = frozenset()
            self._writes[procedure] = self.writes(procedure.body)
        return self._writes[procedure]

    def reads(self, term: t.Term | None) -> frozenset[str]:
        """The memory that a term may read, by name; `*` where it may be any."""
        found: set[str] = set()
        for part in term.walk() if term is not None else ():
            if isinstance(part, t.Read):
                found.add(part.state.name)
            elif isinstance(part, t.CanDo):
                found.add(EVERYTHING)
            elif isinstance(part, t.Apply):
                found |= self._definition_reads(part.definition)
        return frozenset(found)

    def _definition_reads(self, definition: t.Definition) -> frozenset[str]:
        if definition not in self._reads:
            self._reads[definition] = frozenset()
            self._reads[definition] = frozenset().union(*(self.reads(x) for x in definition_terms(definition)))
        return self._reads[definition]


def _for_each(var: t.Var | None, when: t.Term | None, step: t.Step) -> t.Step:
    """A step done for every value of a name that qualifies; once where there is no name."""
    of = None if var is None else var.type
    if var is not None and of is not None and not isinstance(of, Number):
        mask = of.kind.mask if isinstance(of, Thing) else (1 << (cardinality(of) or 0)) - 1
        return t.Each(step.span, var, t.Const(SetOf(of), step.span, mask), when, (step,))
    if when is not None:
        step = t.Branch(step.span, ((when, (step,)),), ())
    if var is None or not isinstance(of, Number):
        return step
    low, high = (t.Const(of, step.span, end) for end in (of.low, of.high))
    return t.Count(step.span, var, low, high, (step,))


def indexed_states(book: Rulebook) -> set[t.State]:
    """The memory whose members by value the rules use as a domain, so that the sets are kept up to date."""
    from crex_dsl.engine.compile.lower.memory_layout import can_be_indexed
    from crex_dsl.rulebook.terms.walk import bodies

    found: set[t.State] = set()
    terms: list[t.Term] = [term for action in book.world.actions.values() for term, _ in condition_terms(action)]
    for definition in book.world.definitions.values():
        terms += definition_terms(definition)
    for _, _, _, body in bodies(book):
        for step in t.walk_steps(body):
            terms += step_terms(step)
    roaming: set[t.Var] = {var for action in book.world.actions.values() for var in action.params}
    roaming |= {var for d in book.world.definitions.values() for var in d.params}
    for _, _, _, body in bodies(book):
        roaming |= {step.var for step in t.walk_steps(body) if isinstance(step, t.Each)}
    for term in terms:
        for part in term.walk():
            if isinstance(part, t.Quant | t.SumOver | t.Best | t.Ranked):
                roaming.add(part.var)
    for term in terms:
        for part in term.walk():
            sides: tuple[t.Term, ...] = ()
            if isinstance(part, t.Compare) and part.operator in ("==", "!="):
                sides = (part.left, part.right)
            elif isinstance(part, t.And | t.Or):
                sides = part.items
            elif isinstance(part, t.Not):
                sides = (part.of,)
            elif isinstance(part, t.Quant) and part.where is not None:
                sides = (part.where,)
            for side in sides:
                if (
                    isinstance(side, t.Read)
                    and len(side.args) == 1
                    and isinstance(side.args[0], t.Local)
                    and side.args[0].var in roaming
                    and can_be_indexed(side.state)
                ):
                    found.add(side.state)
    for state in book.world.memory:
        if state.placed and can_be_indexed(state):
            found.add(state)
    return found
