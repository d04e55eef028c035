"""Procedures to code: plain functions where nothing is decided, numbered steps where something is."""

from __future__ import annotations

from collections.abc import Callable

from crex_dsl.engine.compile.analysis.cost_bounds import Costs
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Coding, Legality
from crex_dsl.engine.compile.emit.python_module import Env, indented
from crex_dsl.engine.compile.emit.resumable_procedures import Resumable
from crex_dsl.engine.compile.emit.step_linking import link
from crex_dsl.engine.compile.lower.decision_points import Fault, Point
from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.engine.compile.lower.memory_layout import Layout, low_of
from crex_dsl.engine.compile.lower.woven_procedures import EVERYTHING, WovenProcedures
from crex_dsl.engine.run.runtime import LOOP_LIMIT
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.intervals import bounds
from crex_dsl.rulebook.terms.types import ListOf, Number, SetOf, Thing, Type

_UNRANGED = 10**38  # the greatest number in memory without a range
_SAFE = 32  # bits of a number that memory without a range can take in as often as it likes


class ProcedureEmitter:
    """Emits every procedure of a rulebook."""

    def __init__(
        self,
        events: WovenProcedures,
        layout: Layout,
        frames: dict[t.Procedure, Frame],
        expressions: Expressions,
        legality: Legality,
        codings: dict[t.Action, Coding],
    ) -> None:
        self.events, self.layout, self.frames = events, layout, frames
        self.x, self.unit, self.legality, self.codings = expressions, expressions.unit, legality, codings
        self.labels: dict[str, str] = {}  # label, name
        self.code: dict[str, list[str]] = {}
        self.takes: dict[str, list[str]] = {}
        self.numbers: dict[str, str] = {}
        self.table: list[str] = []  # the names of the numbered steps
        self.returns: list[str] = []  # labels that a position can hold, and decision points, by which play goes on
        self.addresses: dict[str, int] = {}  # by name, which step or decision point each of them has become
        self.points: list[Point] = []
        self.faults = expressions.faults
        if not self.faults:
            begins = events.book.begins
            self.faults.append(Fault("end", begins.clause, begins.span, ""))  # where a game ends that merely runs out
        self.entries: dict[t.Procedure, str] = {}
        self._functions: dict[t.Procedure, str] = {}
        self._deeds: dict[t.Action, str] = {}
        self.leave = ["return"]  # what leaving the procedure at hand takes
        self.clause = ""
        self.procedure: t.Procedure | None = None  # the one at hand
        self.ended = self._ended_stages()
        self.watched = False
        self.costs = Costs(events.book, events)
        self.turns: dict[str, str] = {}  # functions that tell when an unordered pick has its turn, by what they do
        # where play stands while things are gone through that not all can tell apart, and the slot of what is left
        self.veiled: dict[str, int] = {}

    def _ended_stages(self) -> set[str]:
        """The stages that some step cuts short."""
        found: set[str] = set()
        for procedure in self.events.all:
            for step in t.walk_steps(procedure.body):
                if isinstance(step, t.EndStage):
                    found.add(step.stage.name)
        return found

    # ---- everything ----
    def emit(self) -> None:
        """Emit all procedures."""
        for procedure in self.frames:
            self.entries[procedure] = self.label(f"{procedure.name}/start")
        for procedure in self.events.all:
            if procedure in self.frames:
                Resumable(self, procedure).emit()
            else:
                self.function(procedure)
        self._link()

    def _link(self) -> None:
        """Join the steps, number them, and add their functions."""
        linked = link(self.code, self.takes, self.kept())
        self.numbers = linked.numbers
        held = [*(label for label in self.returns if label in self.labels), *self.entries.values()]
        numbered = {label: number for label, number in linked.numbers.items() if not number.startswith("@")}
        self.addresses = {self.labels[label]: int(numbered[label]) for label in held if label in numbered}
        first: dict[int, str] = {}
        for name, number in self.addresses.items():
            first.setdefault(number, name)
        names: list[str] = []
        for number, (label, lines) in enumerate(linked.steps):
            names.append(self.unit.name("s"))
            self.table.append(first.get(number, self.labels[label]))
            self.unit.function(names[-1], ["S"], lines)
        for name, lines in linked.others.items():
            self.unit.function(name, ["S", "c"], lines)
        for point in self.points:
            point.none = linked.numbers.get(point.none, point.none)
        self.veiled = {linked.numbers.get(label, label): rest for label, rest in self.veiled.items()}
        self.unit.lines.append(f"STEPS = ({', '.join(names)},)" if names else "STEPS = ()")

    def kept(self) -> set[str]:
        """The labels that are reached from outside."""
        begun = {self.events.runs(procedure) for procedure in self.events.book.world.procedures.values()}
        kept = {self.entries[procedure] for procedure in [*begun, self.events.root] if procedure in self.entries}
        return kept | {point.none for point in self.points if point.none.startswith("@")}

    def mark(self) -> tuple[int, int]:
        """How many labels and points there are so far."""
        return len(self.labels), len(self.points)

    def veil(self, since: tuple[int, int], head: str, rest: int) -> None:
        """Note that all labels and points since a mark, and `head`, belong to a loop over secret things."""
        labels, points = since
        inside = [head, *list(self.labels)[labels:], *(str(point.number) for point in self.points[points:])]
        self.veiled |= dict.fromkeys(inside, rest)

    def covers(self, action: t.Action) -> bool:
        """Whether an action is about things whose identity can be secret."""
        return any(self.events.hides(var.type) for var in action.params)

    def entry(self, procedure: t.Procedure) -> int:
        """The number of the step with which a procedure starts."""
        return int(self.numbers[self.entries[procedure]])

    def label(self, name: str) -> str:
        """A fresh label for a step."""
        label = f"@{len(self.labels)}@"
        self.labels[label] = name
        return label

    def depth(self, stage: str) -> int:
        """How deep a stage lies; among those that are open this tells which one is meant."""
        return len(self.events.book.world.stage_chain(stage)) - 1

    def fault(self, sort: str, span: Span, detail: str = "", of: Type | None = None) -> int:
        """The number of a place that could go wrong, or where chance picks things of a kind."""
        kind = of.kind.root.name if isinstance(of, Thing) else ""
        self.faults.append(Fault(sort, self.clause, span, detail, kind))
        return len(self.faults) - 1

    def function(self, procedure: t.Procedure) -> str:
        """The plain function that runs a procedure in which nothing is decided."""
        if procedure not in self._functions:
            name = self._functions[procedure] = self.unit.name("p")
            env = Env((var, self.x.names.of(var)) for var in procedure.params)
            params = ["S", *env.values()]
            before = self.clause, self.leave, self.procedure
            self.clause, self.leave, self.procedure = procedure.clause, ["return"], procedure
            body = [*self.entering(procedure), *self.block(procedure.body, env)]
            self.clause, self.leave, self.procedure = before
            self.unit.function(name, params, body or ["pass"])
        return self._functions[procedure]

    def _counted_dice(self) -> str:
        """The procedure at hand, where the rule files say which of its dice count."""
        return self.events.counted_dice.get(self.procedure, "") if self.procedure else ""

    def _given(self, env: Env) -> str:
        """What the procedure at hand was given, for those who count its dice; nothing where nobody does."""
        if not self._counted_dice() or not self.procedure or not self.procedure.params:
            return ""
        return f", given=({''.join(f'{env[var]}, ' for var in self.procedure.params)})"

    def entering(self, procedure: t.Procedure) -> list[str]:
        """What is noted when a procedure starts: nothing where nobody counts."""
        return []

    def deed(self, action: t.Action) -> str:
        """The plain function that does an action in which nothing more is decided."""
        return self.function(self.events.actions[action])

    # ---- steps in which nothing is decided ----
    def block(self, steps: tuple[t.Step, ...], env: Env) -> list[str]:
        """The lines of a block that runs to its end at once; new local names go into `env`."""
        lines: list[str] = []
        for step in steps:
            lines += self.step(step, env)
        return lines or ["pass"]

    def target(self, var: t.Var, env: Env) -> str:
        """What a local name is called, made known if it is new."""
        if var not in env:
            env[var] = self.x.names.of(var)
        return env[var]

    def step(self, step: t.Step, env: Env) -> list[str]:
        """The lines of one step that runs to its end at once."""
        return [*self.noting(step, env), *self._done(step, env)]

    def noting(self, step: t.Step, env: Env) -> list[str]:
        """What is noted before a step: nothing where nobody traces."""
        return []

    def _done(self, step: t.Step, env: Env) -> list[str]:
        match step:
            case t.SetVar(var=var, value=value):
                text = self.x.value(value, env)
                return [f"{self.target(var, env)} = {text}"]
            case t.Assign():
                return self._assign(step, env)
            case t.Change():
                return self._change(step, env)
            case t.Include():
                return self._include(step, env)
            case t.Reset():
                return self._reset(step, env)
            case t.Perform(procedure=procedure, args=args):
                given = "".join(f", {self.x.value(arg, env)}" for arg in args)
                return [f"{self.function(self.events.runs(procedure))}(S{given})"]
            case t.Branch(branches=branches, otherwise=otherwise):
                return self._branch(branches, otherwise, env)
            case t.Each():
                return self._each(step, env)
            case t.Count(var=var, low=low, high=high, body=body):
                name = self.x.names.of(var)
                inner = env.with_((var, name))
                ends = f"{self.x.value(low, env)}, {self.x.value(high, env)}"
                head = f"for {name} in counted({ends}, {self.fault('endless', step.span)}, {self.costs.block(body)}):"
                return [head, *indented(self.block(body, inner))]
            case t.Times(times=times, body=body):
                site = self.fault("endless", step.span)
                head = f"for _ in counted(1, {self.x.value(times, env)}, {site}, {self.costs.block(body)}):"
                return [head, *indented(self.block(body, Env(env)))]
            case t.Loop(test=test, body=body):
                counter, site = f"n{len(self.faults)}", self.fault("endless", step.span)
                return [
                    f"{counter} = 0",
                    f"while {self.x.test(test, env)}:",
                    *indented(self.block(body, Env(env))),
                    f"    {counter} += 1",
                    f"    if {counter} > {LOOP_LIMIT}: endless({site})",
                    f"    spend({self.costs.step(step)}, {site})",
                ]
            case t.Throw(var=var, count=count, sides=sides):
                text = self.x.value(count, env)
                site = self.fault("roll", step.span, self._counted_dice())
                return [f"{self.target(var, env)} = roll(S, {text}, {sides}, {site}{self._given(env)})"]
            case t.Pick(var=var, source=source):
                text, site = self.x.value(source, env), self.fault("draw", step.span, var.name, var.type)
                return [f"{self.target(var, env)} = pick(S, {text}, {site})"]
            case t.Mix(source=source, state=state):
                return self._mix(step, source, state, env)
            case t.OpenStage():
                return self._open(step, env)
            case t.Leave():
                return list(self.leave)
        raise AssertionError(step)

    # ---- memory ----
    def _checked(self, text: str, value: t.Term, state: t.State, span: Span) -> tuple[list[str], str]:
        """The value in a name of its own where it could leave the range of the memory that it goes into."""
        of = state.type
        if not isinstance(of, Number):
            return [], text
        if of.low is None or of.high is None:
            return self._limited(text, state, span) if self.costs.bits(value) > _SAFE else ([], text)
        low, high = bounds(value)
        if low is not None and high is not None and of.low <= low and high <= of.high:
            return [], text
        return self._limited(text, state, span)

    def _limited(self, text: str, state: t.State, span: Span) -> tuple[list[str], str]:
        of = state.type
        assert isinstance(of, Number)
        low, high = (-_UNRANGED, _UNRANGED) if of.low is None or of.high is None else (of.low, of.high)
        site = self.fault("range", span, f"{state.name} {low} {high}")
        return [f"x = {text}", f"if not {low} <= x <= {high}: out_of_range({site}, x)"], "x"

    def store(self, state: t.State, args: tuple[t.Term, ...], text: str, env: Env) -> list[str]:
        """The lines that put a value into memory, the sets by value kept right."""
        cell = self.layout.cells[state]
        if cell.index is None:
            return [f"S[{self.x.address(state, args, env)}] = {text}"]
        constant = self.unit.reaches(cell.index - low_of(state.type), cell.index, cell.index_end)
        self.unit.reaches(cell.base, cell.base, cell.base + cell.size - 1)
        shift = f"{constant} + " if constant else ""
        return [
            f"i = {self.x.value(args[0], env)}",
            f"n = {text}",
            f"o = S[{cell.base} + i]",
            "if o != n:",
            f"    S[{shift}o] ^= BIT[i]",
            f"    S[{cell.base} + i] = n",
            f"    S[{shift}n] |= BIT[i]",
        ]

    def _assign(self, step: t.Assign, env: Env) -> list[str]:
        value = self.x.simplifier.fold(step.value)
        before, text = self._checked(self.x.value(value, env), value, step.state, step.span)
        return [*before, *self.store(step.state, step.args, text, env)]

    def _change(self, step: t.Change, env: Env) -> list[str]:
        address = self.x.address(step.state, step.args, env)
        amount = self.x.value(step.value, env)
        of = step.state.type
        assert isinstance(of, Number)
        indexed = self.layout.cells[step.state].index is not None
        safe = self.costs.bits(step.value) <= _SAFE
        if not indexed and safe and (of.low is None or of.high is None):
            return [f"S[{address}] {step.operator}= {amount}"]
        text = f"S[{address}] {step.operator} {amount}"
        if safe and (of.low is None or of.high is None):
            return self.store(step.state, step.args, text, env)
        before, text = self._limited(text, step.state, step.span)
        return [*before, *self.store(step.state, step.args, text, env)]

    def _include(self, step: t.Include, env: Env) -> list[str]:
        address = self.x.address(step.state, step.args, env)
        value = self.x.value(step.value, env)
        members = value if isinstance(step.value.type, SetOf) else f"BIT[{value}]"
        return [f"S[{address}] |= {members}" if step.operator == "+" else f"S[{address}] &= ~{members}"]

    def _reset(self, step: t.Reset, env: Env) -> list[str]:
        cell = self.layout.cells[step.state]
        if step.args is not None:
            if len(set(cell.start)) == 1:
                return self.store(step.state, step.args, str(cell.start[0]), env)
            table = self.unit.constant(cell.start)
            address = self.x.address(step.state, step.args, env)
            return self.store(step.state, step.args, f"{table}[{address} - {cell.base}]", env)
        lines = [f"S[{cell.base}:{cell.base + cell.size}] = {self.unit.constant(cell.start)}"]
        if cell.size == 1:
            lines = [f"S[{cell.base}] = {cell.start[0]}"]
        if cell.index is not None:
            end = cell.index + len(cell.index_start)
            lines.append(f"S[{cell.index}:{end}] = {self.unit.constant(cell.index_start)}")
        return lines

    def _mix(self, step: t.Mix, source: t.Term, state: t.State, env: Env) -> list[str]:
        var = t.Var("mixed", state.params[0].type)
        inner = env.with_((var, "e"))
        site = self.fault("shuffle", step.span, of=var.type)
        store = self.store(state, (t.Local(var.type, step.span, var),), "k", inner)
        of = state.type
        assert isinstance(of, Number)
        check: list[str] = []
        if of.low is not None and of.high is not None:
            range_site = self.fault("range", step.span, f"{state.name} {of.low} {of.high}")
            check = [f"if not {of.low} <= k <= {of.high}: out_of_range({range_site}, k)"]
        return [
            f"for k, e in shuffled(S, {self.x.value(source, env)}, {site}):",
            *indented([*check, *store]),
        ]

    # ---- control ----
    def _branch(
        self,
        branches: tuple[tuple[t.Term, tuple[t.Step, ...]], ...],
        otherwise: tuple[t.Step, ...],
        env: Env,
    ) -> list[str]:
        lines: list[str] = []
        for test, body in branches:
            folded = self.x.simplifier.fold(test)
            if isinstance(folded, t.Const):
                if not folded.value:
                    continue
                inner = self.block(body, env)
                return [*lines, "else:", *indented(inner)] if lines else inner
            word = "elif" if lines else "if"
            lines += [f"{word} {self.x.test(folded, env)}:", *indented(self.block(body, Env(env)))]
        if not otherwise:
            return lines or ["pass"]
        rest = self.block(otherwise, Env(env) if lines else env)
        return [*lines, "else:", *indented(rest)] if lines else rest

    def drifts(self, step: t.Each) -> bool:
        """Whether the body of a loop may change what the loop ranges over."""
        reads = self.events.reads(step.source) | self.events.reads(step.where)
        if self.events.hides(step.var.type):
            return True  # in a sample of what one side knows, other pieces may stand here
        return bool(reads) and (EVERYTHING in reads or bool(reads & self.events.writes(step.body)))

    def _each(self, step: t.Each, env: Env) -> list[str]:
        if step.counter is None:
            return self._turns(step, env, lambda inner: self.block(step.body, inner))
        counter = self.x.names.of(step.counter)
        counted = env.with_((step.counter, counter))
        turns = self._turns(step, counted, lambda inner: [f"{counter} += 1", *self.block(step.body, inner)])
        return [f"{counter} = 0", *turns]

    def _turns(self, step: t.Each, env: Env, inside: Callable[[Env], list[str]]) -> list[str]:
        """The lines that do something at each turn of a loop over a set or list."""
        if isinstance(step.source.type, ListOf) or not self.drifts(step):
            return self.x.loop(step.var, step.source, step.where, env, inside)
        name = self.x.names.of(step.var)
        domain, rest = self.x.domain(step.var, step.source, step.where, env)
        inner = env.with_((step.var, name))
        body = inside(inner)
        tests = [self.x.test(part, inner) for part in rest]
        whole = self.whole(step, env) if rest else domain
        if self.events.hides(step.var.type) and self.events.sequential(step):
            tests.insert(0, f"{domain} >> {name} & 1")
            turn = [f"if {' and '.join(tests)}:", *indented(body)]
            return [f"for {name} in {self.x.in_order(step.var.type, whole)}:", *indented(turn)]
        if rest:
            body = [f"if {' and '.join(tests)}:", *indented(body)]
        return [
            f"m{name} = {whole}",
            f"while m{name}:",
            f"    l{name} = m{name} & {domain}",
            f"    if not l{name}: break",
            f"    l{name} &= -l{name}",
            f"    m{name} &= -2 * l{name}",
            f"    {name} = l{name}.bit_length() - 1",
            *indented(body),
        ]

    def whole(self, step: t.Each, env: Env) -> str:
        """The set that a loop ranges over when it starts, every condition tested."""
        members = t.Quant(SetOf(step.var.type), step.span, "all", step.var, step.source, step.where)
        return self.x.value(members, env)

    def settings(self, step: t.OpenStage, env: Env) -> list[str]:
        """The lines that give a stage its fields."""
        lines: list[str] = []
        for state, value in step.settings:
            before, text = self._checked(self.x.value(value, env), value, state, value.span)
            lines += [*before, *self.store(state, (), text, env)]
        return lines

    def closing(self, stage: t.StageTerm) -> list[str]:
        """The lines that tell whoever watches that a stage closes, and return its memory to its start."""
        told = [f"N(S, {list(self.events.book.world.stages).index(stage.name)})"] if self.watched else []
        span = self.layout.stages[stage.name]
        if span.base == span.end:
            return told
        if span.end == span.base + 1:
            return [*told, f"S[{span.base}] = {span.start[0]}"]
        return [*told, f"S[{span.base}:{span.end}] = {self.unit.constant(tuple(span.start))}"]

    def _open(self, step: t.OpenStage, env: Env) -> list[str]:
        name = step.stage.name
        opening = self.settings(step, env)
        if self.events.begins[name]:
            opening += self.block(self.events.begins[name], env)
        close = self.block(self.events.ends[name], env) if self.events.ends[name] else []
        close += self.closing(step.stage)
        outside, self.leave = self.leave, [*close, *self.leave]
        body = self.block(step.body, Env(env))
        self.leave = outside
        return [*opening, *body, *close]
