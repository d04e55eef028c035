"""Telling: what clauses do and the steps that they run, as sentences of a language, a line for each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crex_dsl.engine.compile.texts.phrase_trees import Figures, PhraseTrees, deed, kind_noun, noun, signature
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Bool, Enum, ListOf, Number, Optional, SetOf, Thing, Type, is_player
from crex_dsl.text.english import words
from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.grammar import Grammar

Spans = dict[t.Var, tuple[t.Term, t.Term]]
INDENT = "  "


class ClauseSentences(PhraseTrees):
    """Tells one effect of a clause."""

    def __init__(self, figures: Figures, grammar: Grammar) -> None:
        super().__init__(figures)
        self.grammar = grammar

    # ---- rules about actions ----
    def ruled(self, line: Sequence[tuple[t.Action, t.Term | None]], lifted: str | None = None) -> str:
        """Which actions a line of the rules is about and when, those with one condition together; each stands alone."""
        told: dict[Tree | bool, list[Tree]] = {}
        about = self._about.copy()
        for action, when in line:
            things = self._introduced(action.params)
            told.setdefault(self.condition(when), []).append(deed(action, things))
            self._about = about.copy()  # whoever acts and what with are others in each action
        exempt = ("exempt", lifted) if lifted is not None else None
        rules = [_when(("rule", tuple(deeds), exempt), condition) for condition, deeds in told.items()]
        return self.grammar.alternatives([self.grammar.say(rule) for rule in rules])

    def _introduced(self, params: Sequence[t.Var], spans: Spans | None = None) -> list[Tree]:
        """The things that something is about, met for the first time."""
        about: list[Tree] = []
        for var in params:
            span = (spans or {}).get(var)
            limits = (self.settled(span[0]), self.settled(span[1])) if span else None
            one: Tree = ("a", self.meet(var))
            about.append(one if limits is None else ("between", one, *limits))
        return about

    # ---- what clauses declare ----
    def listed(self, kind: str) -> str:
        """A table, by the kind of things that it lists."""
        return self.grammar.say(("table", ("kind", kind)))

    def kept(self, state: t.State) -> str:
        """A piece of memory: of what it is kept, what it holds, and for how long."""
        each: list[Tree] = [("each", self.meet(var)) for var in state.params]
        of_bool = state.kind is None and isinstance(state.type, Bool)
        what: Tree = ("whether", self.predicate(state, each)) if of_bool else self.figure(state, each)
        several = isinstance(state.type, SetOf | ListOf)
        said = self.grammar.mentions(kind_noun(state.type), several, what)
        holding = None if state.sort == "tally" else _range(state.type, said)
        limited = ("holding", holding) if holding is not None else None
        if state.stage == "game":
            return self.grammar.say(("kept_game", what, limited))
        return self.grammar.say(("kept", what, limited, ("kind", state.stage)))

    def answered(self, definition: t.Definition, answer: t.Term, when: t.Term | None, last: bool) -> str:
        """One case of a value or definition; the last one answers what no other does."""
        return self.grammar.say(self._answered(definition, answer, when, last))

    def _answered(self, definition: t.Definition, answer: t.Term, when: t.Term | None, last: bool) -> Tree:
        about, answer = self._introduced(definition.params), self.figures.fold(answer)
        otherwise = last and when is None
        if not isinstance(definition.type, Bool):
            what: Tree = ("figure_is", self.figure(definition, about), self.value(answer))
            return _when(("otherwise", what) if otherwise else what, self.condition(when))
        holds = self.predicate(definition, about)
        if isinstance(answer, t.Const):
            what = holds if answer.value else ("not", holds)
            return _when(("otherwise", what) if otherwise else what, self.condition(when))
        condition = self.condition(when)
        made: Tree = ("holds_when", holds, self.holds(answer))
        if isinstance(condition, tuple):
            return ("given", made, condition)
        if not condition:
            return ("never", made)
        return ("otherwise", made) if otherwise else made

    def asked(self, definition: t.Definition, answer: t.Term, when: t.Term | None, last: bool) -> tuple[str, str]:
        """What a value or definition is about, as one asks for it, and what a case of it answers."""
        about, answer = self._introduced(definition.params), self.figures.fold(answer)
        of_bool = isinstance(definition.type, Bool)
        what = ("asked", self.predicate(definition, about)) if of_bool else self.figure(definition, about)
        condition = self.condition(when)
        if of_bool and not isinstance(answer, t.Const):
            made: Tree = ("exactly_when", self.holds(answer))
            made = (
                ("given", made, condition) if isinstance(condition, tuple) else made if condition else ("never", made)
            )
        else:
            made = _when(self.value(answer), condition)
        return self.grammar.say(what), self.grammar.say(("otherwise", made) if last and when is None else made)

    def adjusted(self, definition: t.Definition, adjust: t.AdjustTerm) -> str:
        """How a figure is changed once it stands."""
        about = self._introduced(definition.params)
        self.meet(adjust.it)
        what = _switch(definition, about) if isinstance(definition.type, Bool) else self.figure(definition, about)
        return self.grammar.say(_when(("becomes", what, self.settled(adjust.to)), self.condition(adjust.when)))

    def offered(self, action: t.Action) -> str:
        """An action: what is chosen, who chooses, and in which part of play."""
        what = deed(action, self._introduced(action.params, action.spans))
        by = ("by", self.settled(action.by)) if action.by is not None else None
        during = ("during", ("kind", action.stage)) if action.stage != "game" else None
        return self.grammar.say(("offered", what, by, during))

    def run(self, procedure: t.Procedure) -> str:
        """A procedure by its name; one without steps is there for other clauses."""
        what = deed(procedure, self._introduced(procedure.params))
        return self.grammar.say(what if procedure.body else ("moment", what))

    def happening(self, sort: str, event: t.Action | t.Procedure, trigger: t.TriggerTerm) -> str:
        """Before, after or instead of what something happens, and when."""
        what = (sort, deed(event, self._introduced(event.params)))
        return self.grammar.say(_when(what, self.condition(trigger.when)))

    def edge(self, sort: str, stage: t.StageTerm, trigger: t.TriggerTerm) -> str:
        """At which end of a stage something happens, and when."""
        return self.grammar.say(_when((sort, ("kind", stage.name)), self.condition(trigger.when)))

    # ---- steps ----
    def body(self, body: Sequence[t.Step]) -> list[str]:
        """The steps that something runs, a line for each; what is done under a condition or again stands below it."""
        if all(isinstance(step, t.Leave) for step in body) and body:
            return [self.grammar.say(("nothing_happens",))]
        return self._steps(body)

    def _steps(self, body: Sequence[t.Step]) -> list[str]:
        lines: list[str] = []
        for step in body:
            lines += self._step(step)
        for step in body:
            if isinstance(step, t.SetVar | t.Pick) or (isinstance(step, t.Throw) and step.var.name != "dice"):
                self.part(step.var)
        return lines

    def _step(self, step: t.Step) -> Iterator[str]:
        say = self.grammar.say
        match step:
            case t.Branch():
                yield from self._branches(step)
            case t.Each() | t.Count():
                yield say(self._round(step))
                yield from self._inside(step.body)
                self.part(step.var)
                if isinstance(step, t.Each) and step.counter is not None:
                    self.part(step.counter)
            case t.Loop(test=test, body=body):
                going = self.condition(test)
                yield say(("as_long_as", going) if isinstance(going, tuple) else ("goes_on",))
                yield from self._inside(body)
            case t.Times(times=times, body=body):
                number = self.settled(times)
                yield say(("n_times", number[1]) if number[0] == "number" else ("as_many_times", number))
                yield from self._inside(body)
            case t.OpenStage(stage=stage, settings=settings, body=body):
                given = tuple(("as", self.settled(value), _bare(state)) for state, value in settings)
                yield say(("stage_begins", ("kind", stage.name), ("with", given) if given else None))
                yield from self._inside(body)
            case t.Ask():
                yield self._asked(step)
                if step.otherwise:
                    yield say(("if_nothing",))
                    yield from self._inside(step.otherwise)
            case t.AskTogether(var=var, source=source, where=where, offers=offers):
                among = self.among(self.figures.fold(source))
                with self.meeting(var) as (one,):
                    which = self.which(one, None if where is None else self.figures.fold(where))
                    yield say(("together", one, among, which, self._offers(offers)))
            case _:
                yield say(self._deed(step))

    def _inside(self, body: Sequence[t.Step]) -> list[str]:
        lines = self._steps(body) or [self.grammar.say(("nothing_happens",))]
        return [f"{INDENT}{line}" for line in lines]

    def _branches(self, step: t.Branch) -> Iterator[str]:
        say, word = self.grammar.say, "if_so"
        for test, body in step.branches:
            condition = self.condition(test)
            if condition is False:
                continue
            if condition is True:
                yield from [say(("else",)), *self._inside(body)] if word != "if_so" else self._steps(body)
                return
            yield say((word, condition))
            yield from self._inside(body)
            word = "else_if"
        if step.otherwise:
            inside = self._inside if word != "if_so" else self._steps
            yield from [*([say(("else",))] if word != "if_so" else []), *inside(step.otherwise)]

    def _round(self, step: t.Each | t.Count) -> Tree:
        """For what the steps of a loop are done."""
        if isinstance(step, t.Count):
            low, high = self.settled(step.low), self.settled(step.high)
            return ("for_numbers", self.meet(step.var), low, high)
        among = self.among(self.figures.fold(step.source))
        one = self.meet(step.var)
        which = self.which(one, None if step.where is None else self.figures.fold(step.where))
        counter = ("counting", self.meet(step.counter)) if step.counter is not None else None
        return ("for_each", one, among, which, counter)

    def _asked(self, step: t.Ask) -> str:
        who, offers = self.settled(step.who), self._offers(step.offers)
        declined = (("quoted", self.text(step.decline)),) if step.decline is not None else ()
        return self.grammar.say((step.mode, who, (*offers, *declined)))

    def _offers(self, offers: Sequence[t.OfferTerm]) -> tuple[Tree, ...]:
        return tuple(
            self.given_deed(offer.action, [None if arg is None else self.settled(arg) for arg in offer.args])
            for offer in offers
        )

    def _deed(self, step: t.Step) -> Tree:
        match step:
            case t.SetVar(var=var, value=value):
                said = self.settled(value)
                return ("let", self.meet(var), said)
            case t.Assign(state=state, args=args, value=value):
                if state.placed:
                    return ("move", self.settled(args[0]), self.settled(value))
                return ("becomes", self._memory(state, args), self.settled(value))
            case t.Change(state=state, args=args, operator=operator, value=value):
                return ("grows" if operator == "+" else "shrinks", self._memory(state, args), self.settled(value))
            case t.Include(state=state, args=args, operator=operator, value=value):
                verb = "add" if operator == "+" else "remove"
                added = self.settled(value)
                return (verb, added, self._memory(state, args))
            case t.Reset(state=state, args=args):
                if args is None and state.params:
                    every: list[Tree] = [("every", ("kind", noun(var.type))) for var in state.params]
                    return ("clear", self.figure(state, every))
                return ("clear", self._memory(state, args or ()))
            case t.Perform(procedure=procedure, args=args):
                return ("do", deed(procedure, self.values(args), quoted=True))
            case t.Throw(var=var, count=count, sides=sides):
                number, sort = self.settled(count), ("sides", sides) if sides != 6 else None
                called = None if var.name == "dice" else ("called", self.meet(var))
                if number[0] == "number":
                    return ("roll", number[1], sort, called)
                return ("roll_many", number, sort, called)
            case t.Pick(var=var, source=source):
                among = self.settled(source)
                return ("draw", self.meet(var), among)
            case t.Mix(source=source, state=state):
                return ("shuffle", self.settled(source), _bare(state))
            case t.EndStage(stage=stage):
                return ("stage_ends", ("kind", stage.name))
            case t.EndGame(winners=winners):
                return ("drawn_game",) if winners is None else ("won_by", self.settled(winners))
            case t.Leave():
                return ("leave",)
        raise TypeError(f"no words for {type(step).__name__}")

    def _memory(self, state: t.State, args: Sequence[t.Term]) -> Tree:
        """A piece of memory that is written to."""
        of = self.values(args)
        return _switch(state, of) if isinstance(state.type, Bool) else self.figure(state, of)


def _when(what: Tree, condition: Tree | bool) -> Tree:
    """Something with its condition."""
    if isinstance(condition, tuple):
        return ("when", what, condition)
    return what if condition else ("never", what)


def _switch(named: t.State | t.Definition, of: Sequence[Tree]) -> Tree:
    """What is yes or no, as something that can be set."""
    return ("switch", words(named.name), signature(named), tuple(var.name for var in named.params), tuple(of))


def _bare(state: t.State) -> Tree:
    """A piece of memory by its name alone."""
    return ("bare", words(state.name), signature(state))


def _range(of: Type, told: bool) -> Tree | None:
    """What a piece of memory can hold, as far as its name has not told."""
    match of:
        case Number(low=int(low), high=int(high)):
            return ("ranges", low, high)
        case Enum(words=known):
            return ("either", tuple(("word", word) for word in known))
        case Optional() if told:
            return ("if_any",)
        case Optional(of=inner):
            return ("or_nobody" if is_player(inner) else "or_nothing", _range(inner, told))
        case Thing(kind=kind) if not told:
            return ("a", ("kind", kind.name))
        case SetOf(of=inner) | ListOf(of=inner) if not told:
            return ("several", ("kind", noun(inner)))
    return None
