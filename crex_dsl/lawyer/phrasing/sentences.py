"""Telling: what clauses do and the steps that they run, as sentences of English, a line for each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crex_dsl.lawyer.phrasing.terms import Phrases, attribute_noun, named_phrase, noun
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Bool, Enum, ListOf, Number, Optional, SetOf, Thing, Type, is_player
from crex_dsl.text.english import a, agree, deed, holds, series, whose, words

Spans = dict[t.Var, tuple[t.Term, t.Term]]
INDENT = "  "
NEVER = "never in this edition"
_MODES = {"must": "must choose", "may": "may choose", "keep": "may choose again and again"}


class ClauseSentences(Phrases):
    """Tells one effect of a clause."""

    # ---- rules about actions ----
    def ruled(self, line: Sequence[tuple[t.Action, t.Term | None]], exempt: str = "") -> str:
        """Which actions a line of the rules is about and when, those with one condition together; each stands alone."""
        told: dict[str, dict[tuple[str, ...], list[str]]] = {}
        about = self._about.copy()
        for action, when in line:
            things = tuple(self._met(action.params))
            told.setdefault(self.when(exempt, when), {}).setdefault(things, []).append(words(action.name))
            self._about = about.copy()  # whoever acts and what with are others in each action
        return "; or ".join(
            series([deed(series(names, "or"), things) for things, names in heads.items()], "or") + condition
            for condition, heads in told.items()
        )

    def when(self, what: str, when: t.Term | None) -> str:
        """Something with its condition."""
        condition = self.condition(when)
        return f"{what}, {NEVER}" if condition is None else f"{what} when {condition}" if condition else what

    def _met(self, params: Sequence[t.Var], spans: Spans | None = None) -> list[str]:
        """The things that something is about, met for the first time."""
        about: list[str] = []
        for var in params:
            span = (spans or {}).get(var)
            limits = f" from {self.settled(span[0])} to {self.settled(span[1])}" if span else ""
            about.append(f"{a(self.meet(var))}{limits}")
        return about

    # ---- what clauses declare ----
    def kept(self, state: t.State) -> str:
        """A piece of memory: of what it is kept, what it holds, and for how long."""
        each = [f"each {self.meet(var)}" for var in state.params]
        if state.kind is not None:
            what = whose(each[0], attribute_noun(state))
        elif isinstance(state.type, Bool):
            what = f"whether {holds(words(state.name), each)}"
        else:
            what = named_phrase(state, each)
        holding = "" if state.sort == "tally" else _range(state.type, noun(state.type) in what)
        long = "for the whole game" if state.stage == "game" else f"during one {words(state.stage)}"
        return f"{what}{f', {holding},' if holding else ''} {long}"

    def answered(self, definition: t.Definition, answer: t.Term, when: t.Term | None, last: bool) -> str:
        """One case of a value or definition; the last one answers what no other does."""
        about, answer = self._met(definition.params), self.figures.fold(answer)
        otherwise = "otherwise " if last and when is None else ""
        if not isinstance(definition.type, Bool):
            what = named_phrase(definition, about)
            return self.when(f"{otherwise}{what} {agree(what, 'is')} {self.value(answer)}", when)
        if isinstance(answer, t.Const):
            return self.when(f"{otherwise}{holds(words(definition.name), about, bool(answer.value))}", when)
        what, condition = holds(words(definition.name), about), self.condition(when)
        made = f"{what} exactly when {self.holds(answer)}"
        if condition is None:
            return f"{made}, {NEVER}"
        return f"{made}, given that {condition}" if condition else f"{otherwise}{made}"

    def adjusted(self, definition: t.Definition, adjust: t.AdjustTerm) -> str:
        """How a figure is changed once it stands."""
        about = self._met(definition.params)
        self.meet(adjust.it)
        what = (
            deed(f"“{words(definition.name)}”", about)
            if isinstance(definition.type, Bool)
            else named_phrase(definition, about)
        )
        return self.when(f"{what} {agree(what, 'becomes')} {self.settled(adjust.to)}", adjust.when)

    def offered(self, action: t.Action) -> str:
        """An action: what is chosen, who chooses, and in which part of play."""
        what = deed(words(action.name), self._met(action.params, action.spans))
        by = f", by {self.settled(action.by)}" if action.by is not None else ""
        return f"{what}{by}{_during(action.stage)}"

    def run(self, procedure: t.Procedure) -> str:
        """A procedure by its name; one without steps is there for other clauses."""
        what = deed(words(procedure.name), self._met(procedure.params))
        return what if procedure.body else f"{what}, a moment for other clauses"

    def happening(self, sort: str, event: t.Action | t.Procedure, trigger: t.TriggerTerm) -> str:
        """Before, after or instead of what something happens, and when."""
        before = "instead of" if sort == "instead" else sort
        return self.when(f"{before} {deed(words(event.name), self._met(event.params))}", trigger.when)

    def edge(self, sort: str, stage: t.StageTerm, trigger: t.TriggerTerm) -> str:
        """At which end of a stage something happens, and when."""
        return self.when(f"as {a(words(stage.name))} {sort}", trigger.when)

    # ---- steps ----
    def body(self, body: Sequence[t.Step]) -> list[str]:
        """The steps that something runs, a line for each; what is done under a condition or again stands below it."""
        return ["nothing happens"] if all(isinstance(step, t.Leave) for step in body) and body else self._steps(body)

    def _steps(self, body: Sequence[t.Step]) -> list[str]:
        lines: list[str] = []
        for step in body:
            lines += self._step(step)
        for step in body:
            if isinstance(step, t.SetVar | t.Pick) or (isinstance(step, t.Throw) and step.var.name != "dice"):
                self.part(step.var)
        return lines

    def _step(self, step: t.Step) -> Iterator[str]:
        match step:
            case t.Branch():
                yield from self._branches(step)
            case t.Each() | t.Count():
                yield f"{self._round(step)}:"
                yield from self._inside(step.body)
                self.part(step.var)
                if isinstance(step, t.Each) and step.counter is not None:
                    self.part(step.counter)
            case t.Loop(test=test, body=body):
                yield f"as long as {self.condition(test) or 'it goes on'}:"
                yield from self._inside(body)
            case t.Times(times=times, body=body):
                number = self.settled(times)
                yield f"{number} times:" if number.isdigit() else f"as many times as {number}:"
                yield from self._inside(body)
            case t.OpenStage(stage=stage, settings=settings, body=body):
                given = [f"{self.settled(value)} as {words(state.name)}" for state, value in settings]
                yield f"{a(words(stage.name))} begins{f' with {series(given)}' if given else ''}:"
                yield from self._inside(body)
            case t.Ask():
                yield self._asked(step)
                if step.otherwise:
                    yield "if nothing can be chosen:"
                    yield from self._inside(step.otherwise)
            case t.AskTogether(var=var, source=source, where=where, offers=offers):
                among = self.among(self.figures.fold(source))
                with self.meeting(var) as (one,):
                    each = f"each {one}{among}{self.which(var, None if where is None else self.figures.fold(where))}"
                    yield f"{each} chooses, all at once and in secret: {series(self._offers(offers), 'or')}"
            case _:
                yield self._deed(step)

    def _inside(self, body: Sequence[t.Step]) -> list[str]:
        return [f"{INDENT}{line}" for line in self._steps(body)] or [f"{INDENT}nothing happens"]

    def _branches(self, step: t.Branch) -> Iterator[str]:
        word = "if"
        for test, body in step.branches:
            condition = self.condition(test)
            if condition is None:
                continue
            if not condition:
                yield from ["otherwise:", *self._inside(body)] if word != "if" else self._steps(body)
                return
            yield f"{word} {condition}:"
            yield from self._inside(body)
            word = "otherwise if"
        if step.otherwise:
            yield from ["otherwise:", *self._inside(step.otherwise)] if word != "if" else self._steps(step.otherwise)

    def _round(self, step: t.Each | t.Count) -> str:
        """For what the steps of a loop are done."""
        if isinstance(step, t.Count):
            limits = f"from {self.settled(step.low)} to {self.settled(step.high)}"
            return f"for each {self.meet(step.var)} {limits}"
        among = self.among(self.figures.fold(step.source))
        each = f"for each {self.meet(step.var)}{among}"
        each += self.which(step.var, None if step.where is None else self.figures.fold(step.where))
        return f"{each}, counting the {self.meet(step.counter)} from 1" if step.counter is not None else each

    def _asked(self, step: t.Ask) -> str:
        who = self.settled(step.who)
        decline = [f"“{self.text(step.decline)}”"] if step.decline is not None else []
        return f"{who} {_MODES[step.mode]}: {series([*self._offers(step.offers), *decline], 'or')}"

    def _offers(self, offers: Sequence[t.OfferTerm]) -> list[str]:
        return [
            deed(words(offer.action.name), self.values(arg for arg in offer.args if arg is not None))
            for offer in offers
        ]

    def _deed(self, step: t.Step) -> str:
        match step:
            case t.SetVar(var=var, value=value):
                said = self.settled(value)
                return f"let the {self.meet(var)} be {said}"
            case t.Assign(state=state, args=args, value=value):
                if state.placed:
                    return f"move {self.settled(args[0])} to {self.settled(value)}"
                return self._does(state, args, "becomes", self.settled(value))
            case t.Change(state=state, args=args, operator=operator, value=value):
                return self._does(state, args, "grows" if operator == "+" else "shrinks", f"by {self.settled(value)}")
            case t.Include(state=state, args=args, operator=operator, value=value):
                verb, to = ("add", "to") if operator == "+" else ("remove", "from")
                return f"{verb} {self.settled(value)} {to} {self._memory(state, args)}"
            case t.Reset(state=state, args=args):
                if args is None and state.params:
                    return f"clear {named_phrase(state, [f'every {noun(var.type)}' for var in state.params])}"
                return f"clear {self._memory(state, args or ())}"
            case t.Perform(procedure=procedure, args=args):
                return f"do {deed(f'“{words(procedure.name)}”', self.values(args))}"
            case t.Throw(var=var, count=count, sides=sides):
                number, sort = self.settled(count), f" of {sides} sides" if sides != 6 else ""
                dice = f"{number} {'die' if number == '1' else 'dice'}{sort}"
                if not number.isdigit():
                    dice = f"dice{sort}, as many as {number}"
                return f"roll {dice}" if var.name == "dice" else f"roll {dice}, called the {self.meet(var)}"
            case t.Pick(var=var, source=source):
                among = self.settled(source)
                return f"draw {a(self.meet(var))} at random from {among}"
            case t.Mix(source=source, state=state):
                return f"number {self.settled(source)} in random order, as their {words(state.name)}"
            case t.EndStage(stage=stage):
                return f"the {words(stage.name)} ends"
            case t.EndGame(winners=winners):
                return (
                    "the game ends in a draw" if winners is None else f"the game ends, won by {self.settled(winners)}"
                )
            case t.Leave():
                return "go no further"
        raise TypeError(f"no words for {type(step).__name__}")

    def _does(self, state: t.State, args: Sequence[t.Term], verb: str, what: str) -> str:
        memory = self._memory(state, args)
        return f"{memory} {agree(memory, verb)} {what}"

    def _memory(self, state: t.State, args: Sequence[t.Term]) -> str:
        """A piece of memory that is written to."""
        of = self.values(args)
        if isinstance(state.type, Bool):
            return deed(f"“{words(state.name)}”", of)
        return whose(of[0], attribute_noun(state)) if state.kind is not None else named_phrase(state, of)


def _during(stage: str) -> str:
    return "" if stage == "game" else f", during {a(words(stage))}"


def _range(of: Type, told: bool) -> str:
    """What a piece of memory can hold, as far as its name has not told."""
    match of:
        case Number(low=int(low), high=int(high)):
            return f"from {low} to {high}"
        case Enum(words=known):
            return series([words(word) for word in known], "or")
        case Optional() if told:
            return "if any"
        case Optional(of=inner):
            return f"{_range(inner, told)} or {'nobody' if is_player(inner) else 'nothing'}"
        case Thing() if not told:
            return a(noun(of))
        case SetOf() | ListOf() if not told:
            return noun(of)
    return ""
