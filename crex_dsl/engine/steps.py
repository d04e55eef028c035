"""Procedures to resumable steps: plain functions where nothing is decided, numbered steps where something is."""

from __future__ import annotations

from dataclasses import dataclass, field

from crex_dsl.engine.events import EVERYTHING, Events
from crex_dsl.engine.expressions import Expressions
from crex_dsl.engine.frames import RETURN, Frame
from crex_dsl.engine.layout import Layout, low_of
from crex_dsl.engine.legality import Coding, Legality
from crex_dsl.engine.link import link
from crex_dsl.engine.runtime import LOOP_LIMIT
from crex_dsl.engine.slots import ENDING, FREELY, LEAVING, OVER, POINTS, SITE, WINNERS
from crex_dsl.engine.source import Env
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.bounds import bounds
from crex_dsl.rulebook.types import ListOf, Number, SetOf, Thing, cardinality


@dataclass(eq=False)
class Point:
    """A place where play stops for a decision."""

    number: int
    name: str
    mode: str
    clause: str
    step: t.Ask | t.AskTogether
    frame: Frame
    who: str = ""
    legal: str = ""
    take: str = ""
    none: str = ""
    env: Env = field(default_factory=Env)


@dataclass(eq=False)
class Fault:
    """A place where play could break a promise, and whose clause it is."""

    sort: str
    clause: str
    span: Span
    detail: str


class Steps:
    """Emits every procedure of a rulebook."""

    def __init__(
        self,
        events: Events,
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
        self.points: list[Point] = []
        self.faults: list[Fault] = []
        self.entries: dict[t.Procedure, str] = {}
        self._functions: dict[t.Procedure, str] = {}
        self._deeds: dict[t.Action, str] = {}
        self.stage_numbers = {name: number + 1 for number, name in enumerate(events.book.world.stages)}
        self.leave = "return"
        self.clause = ""
        self.ended = self._ended_stages()

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
            self.entries[procedure] = self.label(f"{procedure.name}/0")
        for procedure in self.events.all:
            if procedure in self.frames:
                _Resumable(self, procedure).emit()
            else:
                self.function(procedure)
        self._link()

    def _link(self) -> None:
        """Join the steps, number them, and add their functions."""
        begun = {self.events.runs(procedure) for procedure in self.events.book.world.procedures.values()}
        kept = {self.entries[procedure] for procedure in begun if procedure in self.entries}
        kept |= {point.none for point in self.points if point.none.startswith("@")}
        linked = link(self.code, self.takes, kept)
        self.numbers = linked.numbers
        names: list[str] = []
        for label, lines in linked.steps:
            names.append(self.unit.name("s"))
            self.table.append(self.labels[label])
            self.unit.function(names[-1], ["S"], lines)
        for name, lines in linked.others.items():
            self.unit.function(name, ["S", "c"], lines)
        for point in self.points:
            point.none = linked.numbers.get(point.none, point.none)
        self.unit.lines.append(f"STEPS = ({', '.join(names)},)" if names else "STEPS = ()")

    def entry(self, procedure: t.Procedure) -> int:
        """The number of the step with which a procedure starts."""
        return int(self.numbers[self.entries[procedure]])

    def label(self, name: str) -> str:
        """A fresh label for a step."""
        label = f"@{len(self.labels)}@"
        self.labels[label] = name
        return label

    def fault(self, sort: str, span: Span, detail: str = "") -> int:
        """The number of a place that could go wrong."""
        self.faults.append(Fault(sort, self.clause, span, detail))
        return len(self.faults) - 1

    def function(self, procedure: t.Procedure) -> str:
        """The plain function that runs a procedure in which nothing is decided."""
        if procedure not in self._functions:
            name = self._functions[procedure] = self.unit.name("p")
            env = Env((var, self.x.names.of(var)) for var in procedure.params)
            params = ["S", *env.values()]
            before, self.clause, self.leave = (self.clause, self.leave), procedure.clause, "return"
            body = self.block(procedure.body, env)
            self.clause, self.leave = before
            self.unit.function(name, params, body or ["pass"])
        return self._functions[procedure]

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
                head = f"for {name} in counted({ends}, {self.fault('endless', step.span)}):"
                return [head, *_indented(self.block(body, inner))]
            case t.Times(times=times, body=body):
                site = self.fault("endless", step.span)
                head = f"for _ in counted(1, {self.x.value(times, env)}, {site}):"
                return [head, *_indented(self.block(body, Env(env)))]
            case t.Loop(test=test, body=body):
                counter, site = f"n{len(self.faults)}", self.fault("endless", step.span)
                return [
                    f"{counter} = 0",
                    f"while {self.x.test(test, env)}:",
                    *_indented(self.block(body, Env(env))),
                    f"    {counter} += 1",
                    f"    if {counter} > {LOOP_LIMIT}: endless({site})",
                ]
            case t.Throw(var=var, count=count, sides=sides):
                text = self.x.value(count, env)
                return [f"{self.target(var, env)} = roll(S, {text}, {sides}, {self.fault('roll', step.span)})"]
            case t.Pick(var=var, source=source):
                text, site = self.x.value(source, env), self.fault("draw", step.span, var.name)
                return [f"{self.target(var, env)} = pick(S, {text}, {site})"]
            case t.Mix(source=source, state=state):
                return self._mix(step, source, state, env)
            case t.OpenStage():
                return self._open(step, env)
            case t.Leave():
                return [self.leave]
        raise AssertionError(step)

    # ---- memory ----
    def _checked(self, text: str, value: t.Term, state: t.State, span: Span) -> tuple[list[str], str]:
        """The value in a name of its own where it could leave the range of the memory that it goes into."""
        of = state.type
        if not isinstance(of, Number) or of.low is None or of.high is None:
            return [], text
        low, high = bounds(value)
        if low is not None and high is not None and of.low <= low and high <= of.high:
            return [], text
        return self._limited(text, state, span)

    def _limited(self, text: str, state: t.State, span: Span) -> tuple[list[str], str]:
        of = state.type
        assert isinstance(of, Number)
        site = self.fault("range", span, f"{state.name}, which stays within {of.low}..{of.high}")
        return [f"x = {text}", f"if not {of.low} <= x <= {of.high}: out_of_range({site}, x)"], "x"

    def store(self, state: t.State, args: tuple[t.Term, ...], text: str, env: Env) -> list[str]:
        """The lines that put a value into memory, the sets by value kept right."""
        cell = self.layout.cells[state]
        if cell.index is None:
            return [f"S[{self.x.address(state, args, env)}] = {text}"]
        low = low_of(state.type)
        shift = f"{cell.index - low} + " if cell.index - low else ""
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
        if not indexed and (of.low is None or of.high is None):
            return [f"S[{address}] {step.operator}= {amount}"]
        text = f"S[{address}] {step.operator} {amount}"
        if of.low is None or of.high is None:
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
        site = self.fault("shuffle", step.span)
        store = self.store(state, (t.Local(var.type, step.span, var),), "k", inner)
        of = state.type
        assert isinstance(of, Number)
        check: list[str] = []
        if of.high is not None:
            range_site = self.fault("range", step.span, f"{state.name}, which stays within {of.low}..{of.high}")
            check = [f"if k > {of.high}: out_of_range({range_site}, k)"]
        return [
            f"for k, e in shuffled(S, {self.x.value(source, env)}, {site}):",
            *_indented([*check, *store]),
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
                return [*lines, "else:", *_indented(inner)] if lines else inner
            word = "elif" if lines else "if"
            lines += [f"{word} {self.x.test(folded, env)}:", *_indented(self.block(body, Env(env)))]
        if not otherwise:
            return lines or ["pass"]
        rest = self.block(otherwise, Env(env) if lines else env)
        return [*lines, "else:", *_indented(rest)] if lines else rest

    def drifts(self, step: t.Each) -> bool:
        """Whether the body of a loop may change what the loop ranges over."""
        reads = self.events.reads(step.source) | self.events.reads(step.where)
        return bool(reads) and (EVERYTHING in reads or bool(reads & self.events.writes(step.body)))

    def _each(self, step: t.Each, env: Env) -> list[str]:
        name = self.x.names.of(step.var)
        if isinstance(step.source.type, ListOf):
            return self.x.loop(step.var, step.source, step.where, env, lambda inner: self.block(step.body, inner))
        if not self.drifts(step):
            return self.x.loop(step.var, step.source, step.where, env, lambda inner: self.block(step.body, inner))
        domain, rest = self.x.domain(step.var, step.source, step.where, env)
        inner = env.with_((step.var, name))
        body = self.block(step.body, inner)
        if rest:
            test = " and ".join(self.x.test(part, inner) for part in rest)
            body = [f"if {test}:", *_indented(body)]
        return [
            f"m{name} = {domain}",
            f"while m{name}:",
            f"    m{name} &= {domain}",
            f"    if not m{name}: break",
            f"    l{name} = m{name} & -m{name}",
            f"    m{name} ^= l{name}",
            f"    {name} = l{name}.bit_length() - 1",
            *_indented(body),
        ]

    def settings(self, step: t.OpenStage, env: Env) -> list[str]:
        """The lines that give a stage its fields."""
        lines: list[str] = []
        for state, value in step.settings:
            before, text = self._checked(self.x.value(value, env), value, state, value.span)
            lines += [*before, *self.store(state, (), text, env)]
        return lines

    def closing(self, stage: t.StageTerm) -> list[str]:
        """The lines that return a stage's memory to its start."""
        span = self.layout.stages[stage.name]
        if span.base == span.end:
            return []
        if span.end == span.base + 1:
            return [f"S[{span.base}] = {span.start[0]}"]
        return [f"S[{span.base}:{span.end}] = {self.unit.constant(tuple(span.start))}"]

    def _open(self, step: t.OpenStage, env: Env) -> list[str]:
        name = step.stage.name
        return [
            *self.settings(step, env),
            *(self.block(self.events.begins[name], env) if self.events.begins[name] else []),
            *self.block(step.body, Env(env)),
            *(self.block(self.events.ends[name], env) if self.events.ends[name] else []),
            *self.closing(step.stage),
        ]


class _Resumable:
    """Emits one procedure that may stop for a decision, as numbered steps."""

    def __init__(self, steps: Steps, procedure: t.Procedure) -> None:
        self.s, self.x, self.procedure = steps, steps.x, procedure
        self.frame = steps.frames[procedure]
        self.env = Env((key, f"S[{self.frame.at(key)}]") for key in self.frame.slots if isinstance(key, t.Var))
        self.lines: list[str] = []
        self.current: str | None = None
        self.count = 0

    def emit(self) -> None:
        clause, self.s.clause = self.s.clause, self.procedure.clause
        self.begin(self.s.entries[self.procedure])
        # slots are shared between procedures: what another one left behind must not be mistaken for a value
        first = self.frame.base + 1 + len(self.procedure.params)
        last = self.frame.base + self.frame.size
        if last - first == 1:
            self.lines.append(f"S[{first}] = 0")
        elif last > first:
            self.lines.append(f"S[{first}:{last}] = {self.s.unit.constant((0,) * (last - first))}")
        self.block(self.procedure.body)
        self.end(f"return S[{self.frame.at(RETURN)}]")
        self.s.clause = clause

    # ---- labels ----
    def label(self) -> str:
        self.count += 1
        return self.s.label(f"{self.procedure.name}/{self.count}")

    def begin(self, label: str) -> None:
        """Start the step of that label."""
        assert self.current is None
        self.current, self.lines = label, []

    def end(self, last: str) -> None:
        """Finish the step at hand; nothing where it has been left already."""
        if self.current is None:
            return
        self.s.code[self.current] = [*self.lines, last]
        self.current = None

    def block(self, steps: tuple[t.Step, ...]) -> None:
        for step in steps:
            if self.current is None:
                return
            if self.s.events.step_asks(step):
                self.step(step)
            elif isinstance(step, t.Leave):
                self.end(f"return S[{self.frame.at(RETURN)}]")
            else:
                leave, self.s.leave = self.s.leave, f"return S[{self.frame.at(RETURN)}]"
                self.lines += self.s.step(step, self.env)
                self.s.leave = leave

    def step(self, step: t.Step) -> None:
        match step:
            case t.Perform():
                self._perform(step)
            case t.Branch():
                self._branch(step)
            case t.Each():
                self._each(step)
            case t.Count():
                self._count(step)
            case t.Times():
                self._times(step)
            case t.Loop():
                self._loop(step)
            case t.Ask():
                self._ask(step)
            case t.AskTogether():
                self._together(step)
            case t.OpenStage():
                self._open(step)
            case t.EndStage(stage=stage):
                self._end_stage(stage)
            case t.EndGame(winners=winners):
                self._end_game(winners)
            case _:
                raise AssertionError(step)

    # ---- calls ----
    def call(self, procedure: t.Procedure, args: list[str], after: str) -> list[str]:
        """The lines that start a procedure which may stop, and what to return."""
        frame = self.s.frames[procedure]
        slots = [frame.at(var) for var in procedure.params]
        lines = [f"S[{slot}] = {arg}" for slot, arg in zip(slots, args, strict=True)]
        return [*lines, f"S[{frame.at(RETURN)}] = {after}", f"return {self.s.entries[procedure]}"]

    def _perform(self, step: t.Perform) -> None:
        after = self.label()
        args = [self.x.value(arg, self.env) for arg in step.args]
        *lines, last = self.call(self.s.events.runs(step.procedure), args, after)
        self.lines += lines
        self.end(last)
        self.begin(after)

    # ---- control ----
    def _branch(self, step: t.Branch) -> None:
        after = self.label()
        bodies: list[tuple[str, tuple[t.Step, ...]]] = []
        open_end = True
        for test, body in step.branches:
            folded = self.x.simplifier.fold(test)
            if isinstance(folded, t.Const) and not folded.value:
                continue
            label = self.label()
            bodies.append((label, body))
            if isinstance(folded, t.Const):
                self.end(f"return {label}")
                open_end = False
                break
            self.lines.append(f"if {self.x.test(folded, self.env)}: return {label}")
        if open_end:
            if step.otherwise:
                label = self.label()
                bodies.append((label, step.otherwise))
                self.end(f"return {label}")
            else:
                self.end(f"return {after}")
        for label, body in bodies:
            self.begin(label)
            self.block(body)
            self.end(f"return {after}")
        self.begin(after)

    def _each(self, step: t.Each) -> None:
        rest = f"S[{self.frame.at((step, 'rest'))}]"
        var = self.env[step.var]
        head, after = self.label(), self.label()
        if isinstance(step.source.type, ListOf):
            bits = max(1, (cardinality(step.source.type.of) or 1 << 16).bit_length())
            self.lines.append(f"{rest} = packed({self.x.value(step.source, self.env)}, {bits})")
            self.end(f"return {head}")
            self.begin(head)
            mask = (1 << bits) - 1
            loop = [f"while {rest} > 1:", f"    {var} = {rest} & {mask}", f"    {rest} >>= {bits}"]
            tests = [] if step.where is None else [step.where]
        else:
            domain, tests = self.x.domain(step.var, step.source, step.where, self.env)
            self.lines.append(f"{rest} = {domain}")
            self.end(f"return {head}")
            self.begin(head)
            loop = [
                f"while {rest}:",
                f"    m = {rest} & {domain}" if self.s.drifts(step) else f"    m = {rest}",
                f"    if not m: {rest} = 0; break",
                "    l = m & -m",
                f"    {rest} = m ^ l",
                f"    {var} = l.bit_length() - 1",
            ]
        body = self.label()
        test = " and ".join(self.x.test(part, self.env) for part in tests)
        loop += [f"    if {test}: return {body}"] if test else [f"    return {body}"]
        if isinstance(step.source.type, ListOf):
            loop.append(f"{rest} = 0")
        self.lines += loop
        self.end(f"return {after}")
        self.begin(body)
        self.block(step.body)
        self.end(f"return {head}")
        self.begin(after)

    def _count(self, step: t.Count) -> None:
        var, last = self.env[step.var], f"S[{self.frame.at((step, 'last'))}]"
        head, body, after = self.label(), self.label(), self.label()
        low, high = self.x.value(step.low, self.env), self.x.value(step.high, self.env)
        self.lines += [f"{last} = {high}", f"{var} = {low} - 1"]
        self.end(f"return {head}")
        self.begin(head)
        self.lines += [f"{var} += 1", f"if {var} <= {last}: return {body}", f"{var} = {last} = 0"]
        self.end(f"return {after}")
        self.begin(body)
        self.block(step.body)
        self.end(f"return {head}")
        self.begin(after)

    def _times(self, step: t.Times) -> None:
        left = f"S[{self.frame.at((step, 'left'))}]"
        head, body, after = self.label(), self.label(), self.label()
        self.lines.append(f"{left} = {self.x.value(step.times, self.env)}")
        self.end(f"return {head}")
        self.begin(head)
        self.lines += [f"if {left} > 0:", f"    {left} -= 1", f"    return {body}", f"{left} = 0"]
        self.end(f"return {after}")
        self.begin(body)
        self.block(step.body)
        self.end(f"return {head}")
        self.begin(after)

    def _loop(self, step: t.Loop) -> None:
        head, body, after = self.label(), self.label(), self.label()
        self.end(f"return {head}")
        self.begin(head)
        self.lines.append(f"if {self.x.test(step.test, self.env)}: return {body}")
        self.end(f"return {after}")
        self.begin(body)
        self.block(step.body)
        self.end(f"return {head}")
        self.begin(after)

    # ---- choices ----
    def _point(self, step: t.Ask | t.AskTogether, mode: str) -> Point:
        self.count += 1
        number = POINTS + 2 + len(self.s.points)
        point = Point(number, f"{self.procedure.name}/{self.count}", mode, self.procedure.clause, step, self.frame)
        point.env = self.env
        self.s.points.append(point)
        return point

    def _offers(self, offers: tuple[t.OfferTerm, ...], who: str) -> list[str]:
        lines: list[str] = []
        for offer in offers:
            generator = self.s.legality.generator(offer.action, tuple(arg is not None for arg in offer.args))
            if generator is not None:
                args = "".join(f", {self.x.value(arg, self.env)}" for arg in offer.args if arg is not None)
                lines.append(f"{generator}(S, out, {who}{args})")
        return lines

    def _ask(self, step: t.Ask) -> None:
        point = self._point(step, step.mode)
        after = self.label()
        who = self.x.value(step.who, self.env)
        point.who = self.s.unit.name("w")
        self.s.unit.function(point.who, ["S"], [f"return {who}"])
        floor = self.frame.at((step, "floor")) if (step, "floor") in self.frame.slots else None
        if floor is not None:
            self.lines.append(f"S[{floor}] = 0")
        self.end(f"return {point.number}")
        lines = ["out = []", *([f"a = {who}"] if step.offers else []), *self._offers(step.offers, "a")]
        if floor is not None:
            ranges = [(c.base, c.end) for c in (self.s.codings[o.action] for o in step.offers) if c.action.unordered]
            test = " or ".join(f"{low} <= c < {high} and c <= S[{floor}]" for low, high in ranges)
            lines.append(f"if S[{floor}] and not S[{FREELY}]: out = [c for c in out if not ({test})]")
        if step.mode != "must":
            lines.append("if out: out.append(0)")
        point.legal = self.s.unit.name("l")
        self.s.unit.function(point.legal, ["S"], [*lines, "return out"])
        back = str(point.number) if step.mode == "keep" else after
        point.take = self._take(step, back, after, floor, f"{point.who}(S)")
        point.none = after
        if step.mode == "must":
            if step.otherwise is None:
                point.none = self._gap(step)
            else:
                point.none = self.label()
                self.begin(point.none)
                self.block(step.otherwise)
                self.end(f"return {after}")
        self.begin(after)

    def _gap(self, step: t.Ask | t.AskTogether) -> str:
        """What to do where somebody must choose and nothing is legal: a fault, as a number below 0."""
        return str(-1 - self.s.fault("gap", step.span, ", ".join(offer.action.name for offer in step.offers)))

    def _take(self, step: t.Ask, back: str, declined: str, floor: int | None, who: str) -> str:
        """The function that does the chosen instance and says where play goes on."""
        lines = [] if step.mode == "must" else [f"if c == 0: return {declined}"]
        actions = {offer.action: None for offer in step.offers if self.s.legality.possible(offer.action)}
        for action in actions:
            coding = self.s.codings[action]
            args = [_argument(coding, place) for place in range(len(action.params))]
            body: list[str] = []
            if floor is not None and action.unordered:
                body.append(f"S[{floor}] = c")
            procedure = self.s.events.actions[action]
            if procedure in self.s.frames:
                body += self.call(procedure, [who, *args], back)
            else:
                given = "".join(f", {arg}" for arg in [who, *args])
                body += [f"{self.s.function(procedure)}(S{given})", f"return {back}"]
            lines += [f"if {coding.base} <= c < {coding.end}:", *_indented(body)]
        name = self.s.unit.name("t")
        self.s.takes[name] = [*lines, "raise LookupError(c)"]
        return name

    def _together(self, step: t.AskTogether) -> None:
        point = self._point(step, "together")
        todo = f"S[{self.frame.at((step, 'todo'))}]"
        answers = self.frame.at((step, 0))
        seats = self.x.seats
        var = self.env[step.var]
        head, done = self.label(), self.label()
        domain, rest = self.x.domain(step.var, step.source, step.where, self.env)
        if isinstance(step.source.type, ListOf) or rest:
            mask = t.Quant(SetOf(step.var.type), step.span, "all", step.var, step.source, step.where)
            domain = self.x.value(mask, self.env)
        self.lines.append(f"{todo} = {domain}")
        self.end(f"return {head}")
        self.begin(head)
        self.lines += [
            f"m = {todo}",
            f"if not m: return {done}",
            f"{var} = (m & -m).bit_length() - 1",
        ]
        self.end(f"return {point.number}")
        point.who = self.s.unit.name("w")
        self.s.unit.function(point.who, ["S"], [f"return {var}"])
        point.legal = self.s.unit.name("l")
        lines = ["out = []", f"a = {var}", *self._offers(step.offers, "a"), "return out"]
        self.s.unit.function(point.legal, ["S"], lines)
        point.take = self.s.unit.name("t")
        take = [f"S[{answers} + {var}] = c", f"{todo} &= {todo} - 1", f"return {head}"]
        self.s.takes[point.take] = take
        point.none = self._gap(step)
        self.begin(done)
        deeds: list[str] = []
        for action in {offer.action: None for offer in step.offers if self.s.legality.possible(offer.action)}:
            coding = self.s.codings[action]
            args = "".join(f", {_argument(coding, place)}" for place in range(len(action.params)))
            deeds += [f"if {coding.base} <= c < {coding.end}: {self.s.deed(action)}(S, p{args})"]
        self.lines += [
            f"for p in range({seats}):",
            f"    c = S[{answers} + p]",
            "    if c:",
            f"        S[{answers} + p] = 0",
            *[f"        {line}" for line in deeds],
        ]

    # ---- stages ----
    def _open(self, step: t.OpenStage) -> None:
        stage = step.stage
        door = self.s.layout.doors[stage.name]
        close, after = self.label(), self.label()
        self.lines += [*self.s.settings(step, self.env), f"S[{door}] = {close}"]
        self.block(self.s.events.begins[stage.name])
        self.block(step.body)
        self.end(f"return {close}")
        self.begin(close)
        self.block(self.s.events.ends[stage.name])
        assert self.current is not None
        self.lines += [*self.s.closing(stage), f"S[{door}] = 0"]
        above = [name for name in self.s.events.book.world.stage_chain(stage.name)[1:] if name in self.s.ended]
        if above:
            number, parent = self.s.stage_numbers[stage.name], stage.within
            self.lines += [
                f"if S[{LEAVING}]:",
                f"    if S[{LEAVING}] != {number}: return S[{self.s.layout.doors[parent or '']}]",
                f"    S[{LEAVING}] = 0",
            ]
        elif stage.name in self.s.ended:
            self.lines.append(f"S[{LEAVING}] = 0")
        self.end(f"return {after}")
        self.begin(after)

    def _end_stage(self, stage: t.StageTerm) -> None:
        world = self.s.events.book.world
        inside = [name for name in world.stages if stage.name in world.stage_chain(name)[1:]]
        inside.sort(key=lambda name: -len(world.stage_chain(name)))
        self.lines.append(f"S[{LEAVING}] = {self.s.stage_numbers[stage.name]}")
        for name in inside:
            door = self.s.layout.doors[name]
            self.lines.append(f"if S[{door}]: return S[{door}]")
        self.end(f"return S[{self.s.layout.doors[stage.name]}]")

    def _end_game(self, winners: t.Term | None) -> None:
        if winners is None:
            self.lines.append(f"S[{ENDING}] = 2")
        else:
            value = self.x.value(winners, self.env)
            value = f"BIT[{value}]" if isinstance(winners.type, Thing) else value
            self.lines += [f"S[{WINNERS}] = {value}", f"S[{ENDING}] = 1 if S[{WINNERS}] else 2"]
        self.lines.append(f"S[{SITE}] = {self.s.fault('end', self.procedure.span)}")
        self.end(f"return {OVER}")


def _argument(coding: Coding, place: int) -> str:
    """The expression for one argument of a code `c`."""
    stride, low, count = coding.strides[place], coding.lows[place], coding.counts[place]
    text = f"(c - {coding.base})"
    if stride > 1:
        text = f"{text} // {stride}"
    if place > 0:
        text = f"{text} % {count}"
    return f"{text} + {low}" if low else text


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
