"""Steps carried out the plain way, by recursion and exceptions: what resumable steps must do as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from crex_dsl.engine.compile.compiler import Compiled
from crex_dsl.engine.run.chance import members_of
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.types import ListOf, SetOf, Thing
from tests.engine.oracle import Env, Oracle, values


class Returned(Exception):
    """`return`."""


class Ended(Exception):
    """`end S`."""

    def __init__(self, stage: str) -> None:
        super().__init__(stage)
        self.stage = stage


class Finished(Exception):
    """`end game`."""


class RanOut(Exception):
    """All decisions that were recorded have been used."""


@dataclass
class Asked:
    """A decision as a game met it: the answers on offer, and the one that was taken."""

    who: int
    codes: list[int]
    taken: int


class Interpreter:
    """Plays a rulebook from the start, taking the decisions that a game took."""

    def __init__(self, book: Rulebook, compiled: Compiled, decisions: Sequence[Asked]) -> None:
        self.book, self.compiled = book, compiled
        self.cells, self.codings = compiled.layout.cells, compiled.codings
        self.state = compiled.layout.start()
        self.oracle = Oracle(compiled, self.state)
        self.decisions: Iterator[Asked] = iter(decisions)
        self.met = 0

    def play(self) -> bool:
        """Play as far as the decisions go; whether the game has come to an end."""
        try:
            self.perform(self.book.begins, [])
        except Finished:
            return True
        except RanOut:
            return False
        return True

    def memory(self) -> dict[str, list[int]]:
        """All memory by name."""
        return {
            f"{memory.kind.name}.{memory.name}" if memory.kind else memory.name: self.state[
                cell.base : cell.base + cell.size
            ]
            for memory, cell in self.cells.items()
        }

    # ---- events ----
    def perform(self, event: t.Procedure | t.Action, args: Sequence[int], actor: int | None = None) -> None:
        """An event with everything that hangs on it."""
        env: Env = dict(zip(event.params, args, strict=True))
        if isinstance(event, t.Action):
            env[event.actor] = actor
        for trigger in event.triggers.before:
            self.trigger(trigger, env)
        instead = next((x for x in event.triggers.instead if self.oracle.holds(x.when, env)), None)
        self.body(event.body if instead is None else instead.body, env)
        for trigger in event.triggers.after:
            self.trigger(trigger, env)

    def trigger(self, trigger: t.TriggerTerm, env: Env) -> None:
        """A trigger, if its condition holds now."""
        if self.oracle.holds(trigger.when, env):
            self.body(trigger.body, env)

    def body(self, steps: tuple[t.Step, ...], env: Env) -> None:
        """A body: `return` leaves it and no more."""
        try:
            self.block(steps, dict(env))
        except Returned:
            return

    def block(self, steps: tuple[t.Step, ...], env: Env) -> None:
        """Steps one after the other; names that they introduce stay known."""
        for step in steps:
            getattr(self, f"_{type(step).__name__.lower()}")(step, env)

    # ---- changes ----
    def slot(self, state: t.State, args: Sequence[t.Term], env: Env) -> int:
        cell = self.cells[state]
        places = zip(args, cell.strides, cell.lows, strict=True)
        return cell.base + sum((self.oracle.value(arg, env) - low) * stride for arg, stride, low in places)

    def _setvar(self, step: t.SetVar, env: Env) -> None:
        env[step.var] = self.oracle.value(step.value, env)

    def _assign(self, step: t.Assign, env: Env) -> None:
        value = self.oracle.value(step.value, env)
        self.state[self.slot(step.state, step.args, env)] = value

    def _change(self, step: t.Change, env: Env) -> None:
        amount = self.oracle.value(step.value, env)
        self.state[self.slot(step.state, step.args, env)] += amount if step.operator == "+" else -amount

    def _include(self, step: t.Include, env: Env) -> None:
        value = self.oracle.value(step.value, env)
        members = value if isinstance(step.value.type, SetOf) else 1 << value
        slot = self.slot(step.state, step.args, env)
        self.state[slot] = self.state[slot] | members if step.operator == "+" else self.state[slot] & ~members

    def _reset(self, step: t.Reset, env: Env) -> None:
        cell = self.cells[step.state]
        if step.args is None:
            self.state[cell.base : cell.base + cell.size] = cell.start
        else:
            slot = self.slot(step.state, step.args, env)
            self.state[slot] = cell.start[slot - cell.base]

    # ---- control ----
    def _perform(self, step: t.Perform, env: Env) -> None:
        self.perform(step.procedure, [self.oracle.value(arg, env) for arg in step.args])

    def _branch(self, step: t.Branch, env: Env) -> None:
        for test, body in step.branches:
            if self.oracle.holds(test, env):
                self.block(body, dict(env))
                return
        self.block(step.otherwise, dict(env))

    def _each(self, step: t.Each, env: Env) -> None:
        found = self.oracle.value(step.source, env)
        listed = isinstance(step.source.type, ListOf)
        # over a set who does not qualify at the start waits; over a list `where` is asked at each turn only
        members = list(found) if listed else self.oracle.in_order(step.var.type, found)
        members = [member for member in members if listed or self.qualifies(step, member, env)]
        turns = 0
        for member in members:
            if self.qualifies(step, member, env, again=not listed):
                turns += 1
                counted = {} if step.counter is None else {step.counter: turns}
                self.block(step.body, {**env, step.var: member, **counted})

    def qualifies(self, step: t.Each, member: int, env: Env, again: bool = True) -> bool:
        inside = not again or self.oracle.value(step.source, env) >> member & 1
        return bool(inside) and self.oracle.holds(step.where, {**env, step.var: member})

    def _count(self, step: t.Count, env: Env) -> None:
        low, high = self.oracle.value(step.low, env), self.oracle.value(step.high, env)
        for number in range(low, high + 1):
            self.block(step.body, {**env, step.var: number})

    def _times(self, step: t.Times, env: Env) -> None:
        for _ in range(self.oracle.value(step.times, env)):
            self.block(step.body, dict(env))

    def _loop(self, step: t.Loop, env: Env) -> None:
        while self.oracle.holds(step.test, env):
            self.block(step.body, dict(env))

    def _leave(self, step: t.Leave, env: Env) -> None:
        raise Returned

    # ---- choices ----
    def codes(self, offers: Sequence[t.OfferTerm], who: int, env: Env) -> list[int]:
        """Every legal instance of what is offered, each once."""
        found: dict[int, None] = {}
        for offer in offers:
            given = [None if arg is None else self.oracle.value(arg, env) for arg in offer.args]
            ranges = [
                values(var.type) if known is None else [known]
                for var, known in zip(offer.action.params, given, strict=True)
            ]
            for args in product(*ranges):
                if self.oracle.legal(offer.action, who, args):
                    found[self.code(offer.action, args)] = None
        return sorted(found)

    def code(self, action: t.Action, args: Sequence[int]) -> int:
        coding = self.codings[action]
        return coding.base + sum((a - low) * s for a, s, low in zip(args, coding.strides, coding.lows, strict=True))

    def take(self, code: int, who: int) -> None:
        """Do what was chosen."""
        action = next(a for a, coding in self.codings.items() if coding.base <= code < coding.end)
        coding = self.codings[action]
        places = zip(coding.strides, coding.lows, coding.counts, strict=True)
        args = [(code - coding.base) // stride % count + low for stride, low, count in places]
        self.perform(action, args, who)

    def decide(self, who: int, codes: list[int]) -> int:
        """The next recorded decision, which must have been this very one."""
        asked = next(self.decisions, None)
        if asked is None:
            raise RanOut
        assert (asked.who, sorted(asked.codes)) == (who, sorted(codes)), "another decision than the game's"
        self.met += 1
        return asked.taken

    def _ask(self, step: t.Ask, env: Env) -> None:
        floor = 0
        while True:
            who = self.oracle.value(step.who, env)
            codes = self.codes(step.offers, who, env)
            if floor and step.mode == "keep":
                codes = [code for code in codes if code > floor or not self.unordered(code)]
            if not codes:
                self.block(step.otherwise or (), dict(env))
                return
            if step.mode == "must":
                self.take(codes[0] if len(codes) == 1 else self.decide(who, codes), who)
                return
            taken = self.decide(who, [*codes, 0])
            if not taken:
                return
            if self.unordered(taken):
                floor = taken
            self.take(taken, who)
            if step.mode == "may":
                return

    def unordered(self, code: int) -> bool:
        return next(a for a, coding in self.codings.items() if coding.base <= code < coding.end).unordered

    def _asktogether(self, step: t.AskTogether, env: Env) -> None:
        found = members_of(self.oracle.value(step.source, env))
        seats = [seat for seat in found if self.oracle.holds(step.where, {**env, step.var: seat})]
        sealed: list[tuple[int, int]] = []
        for seat in seats:
            codes = self.codes(step.offers, seat, {**env, step.var: seat})
            sealed.append((seat, codes[0] if len(codes) == 1 else self.decide(seat, codes)))
        for seat, code in sealed:
            self.take(code, seat)

    # ---- stages ----
    def _openstage(self, step: t.OpenStage, env: Env) -> None:
        for state, value in step.settings:
            self.state[self.cells[state].base] = self.oracle.value(value, env)
        leaving: Exception | None = None
        try:
            for trigger in step.stage.begins:
                self.trigger(trigger, {})
            self.block(step.body, dict(env))
        except (Ended, Returned) as left:
            leaving = left
        try:
            for trigger in step.stage.ends:
                self.trigger(trigger, {})
        except Ended as left:
            leaving = self.outermost(leaving, left)
        for state, cell in self.cells.items():
            if state.stage == step.stage.name:
                self.state[cell.base : cell.base + cell.size] = cell.start
        if leaving is not None and not (isinstance(leaving, Ended) and leaving.stage == step.stage.name):
            raise leaving

    def outermost(self, one: Exception | None, two: Ended) -> Exception:
        """Of two stages that are being left the one that lies around the other."""
        if isinstance(one, Ended) and one.stage in self.book.world.stage_chain(two.stage):
            return one
        return two

    def _endstage(self, step: t.EndStage, env: Env) -> None:
        raise Ended(step.stage.name)

    def _endgame(self, step: t.EndGame, env: Env) -> None:
        assert step.winners is None or isinstance(step.winners.type, Thing | SetOf)
        raise Finished
