"""One procedure that may stop for a decision, as numbered steps with its memory in a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.engine.compile.emit.legal_actions import Coding
from crex_dsl.engine.compile.emit.python_module import Env, indented
from crex_dsl.engine.compile.lower.decision_points import Point
from crex_dsl.engine.compile.lower.frames import LEAVES, RETURN
from crex_dsl.engine.run.runtime import LONG
from crex_dsl.engine.run.slots import ENDING, FREELY, LEAVING, OVER, PICKS, POINTS, SITE, WINNERS
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import ListOf, Number, SetOf, Thing, cardinality
from crex_dsl.rulebook.terms.walk import step_terms

if TYPE_CHECKING:
    from crex_dsl.engine.compile.emit.procedures import ProcedureEmitter


_MUCH = 1_000  # from how much work on a step is more than one of many


class Resumable:
    """Emits one procedure that may stop for a decision, as numbered steps."""

    def __init__(self, steps: ProcedureEmitter, procedure: t.Procedure) -> None:
        self.s, self.x, self.procedure = steps, steps.x, procedure
        self.frame = steps.frames[procedure]
        self.env = Env((key, f"S[{self.frame.at(key)}]") for key in self.frame.slots if isinstance(key, t.Var))
        self.lines: list[str] = []
        self.current: str | None = None
        self.path: tuple[str, ...] = ()  # where the step at hand stands in the procedure
        self.closes: list[str] = []  # where the stages that are open here close, the innermost last

    @property
    def leave(self) -> list[str]:
        """What leaving the procedure takes: the stages that it has opened close first."""
        if not self.closes or LEAVES not in self.frame.slots:
            return [f"return S[{self.frame.at(RETURN)}]"]
        return [f"S[{self.frame.at(LEAVES)}] = 1", f"return {self.closes[-1]}"]

    def emit(self) -> None:
        before = self.s.clause, self.s.procedure
        self.s.clause, self.s.procedure = self.procedure.clause, self.procedure
        self.begin(self.s.entries[self.procedure])
        # slots are shared between procedures: what another one left behind must not be mistaken for a value
        first = self.frame.base + 1 + len(self.procedure.params)
        last = self.frame.base + self.frame.size
        if last - first == 1:
            self.lines.append(f"S[{first}] = 0")
        elif last > first:
            self.lines.append(f"S[{first}:{last}] = {self.s.unit.constant((0,) * (last - first))}")
        self.lines += self.s.entering(self.procedure)
        self.block(self.procedure.body)
        self.end(f"return S[{self.frame.at(RETURN)}]")
        self.s.clause, self.s.procedure = before

    # ---- labels ----
    def name(self, tag: str) -> str:
        """The name of a step or point: by its place in the procedure, so that it is the same in every edition."""
        return f"{self.procedure.name}/{'.'.join((*self.path, tag))}"

    def label(self, tag: str) -> str:
        return self.s.label(self.name(tag))

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

    def block(self, steps: tuple[t.Step, ...], *inside: str) -> None:
        outside = self.path
        for place, step in self.s.events.placed(steps):
            if self.current is None:
                break
            self.path = (*outside, *inside, place)
            if self.s.events.step_asks(step):
                self.step(step)
            elif isinstance(step, t.Leave):
                *lines, last = self.leave
                self.lines += lines
                self.end(last)
            else:
                leave, self.s.leave = self.s.leave, self.leave
                self.lines += self._spending(self.s.costs.step(step), step)
                self.lines += self.s.step(step, self.env)
                self.s.leave = leave
        self.path = outside

    def edge(self, triggers: tuple[t.Step, ...]) -> None:
        """What hangs on a stage's begin or end, each under its own name: editions differ in how many there are."""
        for trigger in triggers:
            inner = trigger.branches[0][1][0] if isinstance(trigger, t.Branch) else trigger
            assert isinstance(inner, t.Perform)
            self.block((trigger,), inner.procedure.name)

    def step(self, step: t.Step) -> None:
        self.lines += self.s.noting(step, self.env)
        if not isinstance(step, t.Loop | t.Each):  # which ask at every turn
            self.lines += self._spending(self.s.costs.terms(step_terms(step)), step)
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

    def _spending(self, work: int, step: t.Step) -> list[str]:
        """What a step takes off the work that is left until the next decision; little work is not counted."""
        return [f"spend({work}, {self.s.fault('endless', step.span)})"] if work >= _MUCH else []

    # ---- calls ----
    def call(self, procedure: t.Procedure, args: list[str], after: str) -> list[str]:
        """The lines that start a procedure which may stop, and what to return."""
        self.s.returns.append(after)
        frame = self.s.frames[procedure]
        slots = [frame.at(var) for var in procedure.params]
        lines = [f"S[{slot}] = {arg}" for slot, arg in zip(slots, args, strict=True)]
        return [*lines, f"S[{frame.at(RETURN)}] = {after}", f"return {self.s.entries[procedure]}"]

    def _perform(self, step: t.Perform) -> None:
        after = self.label("after")
        args = [self.x.value(arg, self.env) for arg in step.args]
        *lines, last = self.call(self.s.events.runs(step.procedure), args, after)
        self.lines += lines
        self.end(last)
        self.begin(after)

    # ---- control ----
    def _branch(self, step: t.Branch) -> None:
        after = self.label("after")
        bodies: list[tuple[str, str, tuple[t.Step, ...]]] = []
        open_end = True
        for number, (test, body) in enumerate(step.branches):
            folded = self.x.simplifier.fold(test)
            if isinstance(folded, t.Const) and not folded.value:
                continue
            label = self.label(f"if {number}")
            bodies.append((label, f"if {number}", body))
            if isinstance(folded, t.Const):
                self.end(f"return {label}")
                open_end = False
                break
            self.lines.append(f"if {self.x.test(folded, self.env)}: return {label}")
        if open_end:
            if step.otherwise:
                label = self.label("otherwise")
                bodies.append((label, "otherwise", step.otherwise))
                self.end(f"return {label}")
            else:
                self.end(f"return {after}")
        for label, tag, body in bodies:
            self.begin(label)
            self.block(body, tag)
            self.end(f"return {after}")
        self.begin(after)

    def _each(self, step: t.Each) -> None:
        rest = f"S[{self.frame.at((step, 'rest'))}]"
        counter = None if step.counter is None else self.env[step.counter]
        head, body, after = self.label("head"), self.label("body"), self.label("after")
        if counter is not None:
            self.lines.append(f"{counter} = 0")
        listed = isinstance(step.source.type, ListOf) or self.s.events.hides(step.var.type)
        begins, loop, tests = self._list_turns(step, rest) if listed else self._set_turns(step, rest)
        self.lines.append(f"{rest} = {begins}")
        self.end(f"return {head}")
        self.begin(head)
        self.lines += self._spending(self.s.costs.terms(step_terms(step)), step)
        test = " and ".join(tests)
        self.lines += [*loop, f"    if {test}: return {body}" if test else f"    return {body}"]
        if listed:
            self.lines.append(f"{rest} = 0")
        if counter is not None:
            self.lines.append(f"{counter} = 0")
        self.end(f"return {after}")
        self.begin(body)
        if counter is not None:
            self.lines.append(f"{counter} += 1")
        inside = self.s.mark()
        self.block(step.body)
        self.end(f"return {head}")
        if self.s.events.hides(step.var.type):
            self.s.veil(inside, head, self.frame.at((step, "rest")))
        self.begin(after)

    def _set_turns(self, step: t.Each, rest: str) -> tuple[str, list[str], list[str]]:
        """What is left of a set at the start of a loop, the lines that begin a turn, and what is tested then."""
        domain, conditions = self.x.domain(step.var, step.source, step.where, self.env)
        drifts = self.s.drifts(step)
        loop = [
            f"while {rest}:",
            f"    l = {rest} & {domain}" if drifts else f"    l = {rest}",
            f"    if not l: {rest} = 0; break",
            "    l &= -l",
            f"    {rest} &= -2 * l",
            f"    {self.env[step.var]} = l.bit_length() - 1",
        ]
        begins = self.s.whole(step, self.env) if drifts and conditions else domain
        return begins, loop, [self.x.test(part, self.env) for part in conditions]

    def _list_turns(self, step: t.Each, rest: str) -> tuple[str, list[str], list[str]]:
        """The same for a list, and for a set of secret things, which is gone through in an order that all can see."""
        var, of = self.env[step.var], step.var.type
        counted = isinstance(of, Number)
        bits = LONG if counted else (cardinality(of) or 1).bit_length()
        if isinstance(step.source.type, ListOf):
            items = self.x.value(step.source, self.env)
            tests = [] if step.where is None else [self.x.test(step.where, self.env)]
        else:
            domain, conditions = self.x.domain(step.var, step.source, step.where, self.env)
            items = self.x.in_order(of, self.s.whole(step, self.env) if conditions else domain)
            tests = [f"{domain} >> {var} & 1", *(self.x.test(part, self.env) for part in conditions)]
        mask, sign = (1 << bits) - 1, 1 << bits - 1
        item = f"({rest} & {mask} ^ {sign}) - {sign}" if counted else f"{rest} & {mask}"
        loop = [f"while {rest} > 1:", f"    {var} = {item}", f"    {rest} >>= {bits}"]
        return f"packed({items}, {bits})", loop, tests

    def _count(self, step: t.Count) -> None:
        var, last = self.env[step.var], f"S[{self.frame.at((step, 'last'))}]"
        head, body, after = self.label("head"), self.label("body"), self.label("after")
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
        head, body, after = self.label("head"), self.label("body"), self.label("after")
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
        head, body, after = self.label("head"), self.label("body"), self.label("after")
        self.end(f"return {head}")
        self.begin(head)
        self.lines += self._spending(self.s.costs.term(step.test), step)
        self.lines.append(f"if {self.x.test(step.test, self.env)}: return {body}")
        self.end(f"return {after}")
        self.begin(body)
        self.block(step.body)
        self.end(f"return {head}")
        self.begin(after)

    # ---- choices ----
    def _point(self, step: t.Ask | t.AskTogether, mode: str) -> Point:
        number = POINTS + 2 + len(self.s.points)
        point = Point(number, self.name("ask"), mode, self.procedure.clause, step, self.frame)
        point.env = self.env
        self.s.points.append(point)
        if mode == "keep" and any(self.s.covers(offer.action) for offer in step.offers if offer.action.unordered):
            self.s.veiled[str(point.number)] = PICKS
        return point

    def _offers(self, offers: tuple[t.OfferTerm, ...], who: str) -> list[str]:
        lines: list[str] = []
        for offer in offers:
            generator = self.s.legality.generator(offer.action, tuple(arg is not None for arg in offer.args))
            if generator is not None:
                args = "".join(f", {self.x.value(arg, self.env)}" for arg in offer.args if arg is not None)
                lines.append(f"{generator}(S, out, {who}{args})")
        if len({offer.action for offer in offers}) < len(offers):  # one action offered twice: no instance is
            lines.append("out = list(dict.fromkeys(out))")
        return lines

    def _ask(self, step: t.Ask) -> None:
        point = self._point(step, step.mode)
        after = self.label("after")
        who = self.x.value(step.who, self.env)
        point.who = self.s.unit.name("w")
        self.s.unit.function(point.who, ["S"], [f"return {who}"])
        floor = self.frame.at((step, "floor")) if (step, "floor") in self.frame.slots else None
        if floor is not None:
            self.lines.append(f"S[{floor}] = 0")
        self.end(f"return {point.number}")
        lines = ["out = []", *([f"a = {who}"] if step.offers else []), *self._offers(step.offers, "a")]
        if floor is not None:
            codings = [c for c in (self.s.codings[o.action] for o in step.offers) if c.action.unordered]
            turn, last = self._turn_of(codings, "c"), self._turn_of(codings, f"S[{floor}]")
            free = " or ".join(f"{coding.base} <= c < {coding.end}" for coding in codings)
            kept = f"out = [c for c in out if {turn} > f or not ({free})]"
            lines += [f"if S[{floor}] and not S[{FREELY}]:", f"    f = {last}", f"    {kept}"]
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
                point.none = self.label("otherwise")
                self.begin(point.none)
                self.block(step.otherwise, "otherwise")
                self.end(f"return {after}")
        self.begin(after)

    def _turn_of(self, codings: list[Coding], code: str) -> str:
        """The expression for when a code has its turn among unordered picks: secret things go by their lots."""
        lines: list[str] = []
        for coding in codings:
            sums = ["c"]
            for place, var in enumerate(coding.action.params):
                if isinstance(var.type, Thing) and self.s.events.hides(var.type):
                    thing, lots = coding.argument(place), self.s.layout.lots[var.type.kind.root]
                    sums.append(f"(S[{lots} + {thing}] - {thing}) * {coding.strides[place]}")
            if len(sums) > 1:
                lines += [f"if {coding.base} <= c < {coding.end}: return {' + '.join(sums)}"]
        if not lines:
            return code
        text = "\n".join(lines)
        if text not in self.s.turns:
            self.s.turns[text] = self.s.unit.name("k")
            self.s.unit.function(self.s.turns[text], ["S", "c"], [*lines, "return c"])
        return f"{self.s.turns[text]}(S, {code})"

    def _gap(self, step: t.Ask | t.AskTogether) -> str:
        """What to do where somebody must choose and nothing is legal: a fault, as a number below 0."""
        return str(-1 - self.s.fault("gap", step.span, ", ".join(offer.action.name for offer in step.offers)))

    def _take(self, step: t.Ask, back: str, declined: str, floor: int | None, who: str) -> str:
        """The function that does the chosen instance and says where play goes on."""
        lines = [] if step.mode == "must" else [f"if c == 0: return {declined}"]
        actions = {offer.action: None for offer in step.offers if self.s.legality.possible(offer.action)}
        for action in actions:
            coding = self.s.codings[action]
            args = [coding.argument(place) for place in range(len(action.params))]
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
        answers, seats = self.frame.at((step, 0)), self.x.seats
        self.s.unit.reaches(answers, answers, answers + self.s.events.book.world.player.count - 1)
        var = self.env[step.var]
        head, done = self.label("head"), self.label("done")
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
            args = "".join(f", {coding.argument(place)}" for place in range(len(action.params)))
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
        close, after = self.label("close"), self.label("after")
        self.s.returns.append(close)
        self.lines += [*self.s.settings(step, self.env), f"S[{door}] = {close}"]
        self.edge(self.s.events.begins[stage.name])
        self.closes.append(close)
        self.block(step.body)
        self.closes.pop()
        self.end(f"return {close}")
        self.begin(close)
        self._ends(step, door)
        self.lines += [*self.s.closing(stage), f"S[{door}] = 0"]
        above = [name for name in self.s.events.book.world.stage_chain(stage.name)[1:] if name in self.s.ended]
        if above:
            outside = self.s.layout.doors[stage.within or ""]
            self.lines += [
                f"if S[{LEAVING}]:",
                f"    if S[{LEAVING}] < {self.s.depth(stage.name)}: return S[{outside}]",
                f"    S[{LEAVING}] = 0",
            ]
        elif stage.name in self.s.ended:
            self.lines.append(f"S[{LEAVING}] = 0")
        if LEAVES in self.frame.slots:
            self.lines.append(f"if S[{self.frame.at(LEAVES)}]: {self.leave[-1]}")
        self.end(f"return {after}")
        self.begin(after)

    def _ends(self, step: t.OpenStage, door: int) -> None:
        """What hangs on a stage's end.  It may open, end and leave stages itself, this one's surroundings included:
        what is being left waits meanwhile, and the door leads past what has begun already."""
        ends = self.s.events.ends[step.stage.name]
        if (step, "left") not in self.frame.slots:
            self.edge(ends)
            return
        left, shut = f"S[{self.frame.at((step, 'left'))}]", self.label("shut")
        self.s.returns.append(shut)
        self.lines += [f"{left} = S[{LEAVING}]", f"S[{LEAVING}] = 0", f"S[{door}] = {shut}"]
        self.edge(ends)
        self.end(f"return {shut}")
        self.begin(shut)
        self.lines.append(f"if {left} and not 0 < S[{LEAVING}] < {left}: S[{LEAVING}] = {left}")

    def _end_stage(self, stage: t.StageTerm) -> None:
        world = self.s.events.book.world
        inside = [name for name in world.stages if stage.name in world.stage_chain(name)[1:]]
        inside.sort(key=lambda name: -len(world.stage_chain(name)))
        self.lines.append(f"S[{LEAVING}] = {self.s.depth(stage.name)}")
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
