"""One procedure that may stop for a decision, as numbered steps with its memory in a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.engine.frames import RETURN
from crex_dsl.engine.legality import Coding
from crex_dsl.engine.points import Point
from crex_dsl.engine.slots import ENDING, FREELY, LEAVING, OVER, POINTS, SITE, WINNERS
from crex_dsl.engine.source import Env, indented
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.types import ListOf, SetOf, Thing, cardinality

if TYPE_CHECKING:
    from crex_dsl.engine.steps import Steps


class Resumable:
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
            lines += [f"if {coding.base} <= c < {coding.end}:", *indented(body)]
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
