"""Follows a procedure from step to step and draws up its flow.

What is a step of play: a call, a choice, dice, a draw, the end of the game, and the loops and forks that lead to one.
Everything else (memory set, pieces put down, a procedure left early) is bookkeeping, and a loop or a fork around
nothing else goes with it. A call is one box, named for the clause that declares the procedure, unless

- the chart opens the procedure: then its inside stands in a frame;
- the clause at hand declares it as well, or the clause only gives words: then its inside stands in its place;
- it is a moment: then the clauses that hang on it stand in its place, as long as they are few.

What hangs on an opened procedure, or on either end of a stage, is a box if it lets anybody play; what comes instead of
a procedure forks the way to it. What an action does is followed where it leads to an opened procedure. The same steps
for one player after another are drawn once, with both of them named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from crex_dsl.drawing.flowchart.flow import Arm, Box, Choice, Flow, Fork, Frame, Label, Loop, Mark, Mode, Node, merged
from crex_dsl.drawing.flowchart.vocabulary import ChartVocabulary, Known
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import ChartTerm, Rulebook
from crex_dsl.text.messages import capital

_FEW = 8  # clauses on one moment
_WORDING = "wording"
_MODES: dict[str, Mode] = {"must": "must", "may": "may", "keep": "keep"}
_PLAYS = t.Ask | t.AskTogether | t.Throw | t.Pick | t.Mix | t.EndGame


def flow_of(book: Rulebook, chart: ChartTerm, language: str | None = None) -> Flow:
    """The flow of a chart in the words of its edition, or in the language that the base is worded in."""
    saying = ChartVocabulary(book, language or book.language)
    shadow = _Follower(saying, frozenset(chart.opens) | {chart.procedure})
    return Flow(saying.language, shadow.frame(chart.procedure, _Place()))


@dataclass(frozen=True)
class _Place:
    """Where we are: the clause at hand, the titles around us, and what local names stand for."""

    clause: str = ""
    titles: frozenset[str] = frozenset()
    known: Known = field(default_factory=dict)


class _Follower:
    """Goes through the steps of procedures."""

    def __init__(self, saying: ChartVocabulary, opened: frozenset[t.Procedure]) -> None:
        self.say, self.word, self.opened = saying, saying.word, opened
        self.unsaid = saying.word("perhaps")

    # ---- procedures ----
    def frame(self, procedure: t.Procedure, place: _Place, args: Sequence[t.Term] = ()) -> Frame:
        """The inside of a procedure under its title: the stage that it is, or the heading of its clause."""
        label = self.label(procedure, place) or self.say.clause(procedure.clause, procedure.name)
        title, subtitle = self._titles(label, self._stage(procedure))
        inner = replace(place, clause=procedure.clause, titles=place.titles | {title.text})
        return Frame(title, self.inside(procedure, inner, args), subtitle)

    def _titles(self, label: Label, stage: str | None) -> tuple[Label, Label | None]:
        """A title, and below it where it is told: a stage's name above its heading, a heading above its section."""
        assert label.clause is not None
        section = self.say.section(label.clause)
        below = label if stage else Label(section, clause=label.clause) if section else None
        title = Label(capital(stage), clause=label.clause) if stage else label
        if below is None or below.text.casefold() == title.text.casefold():
            return replace(title, number=label.number), None
        return title, below

    def _stage(self, procedure: t.Procedure) -> str | None:
        """The stage that a procedure is, if it is one and the stage has a name."""
        match procedure.body:
            case (t.OpenStage(stage=stage),):
                return self.say.term(stage.name)
        return None

    def inside(self, procedure: t.Procedure, place: _Place, args: Sequence[t.Term]) -> tuple[Node, ...]:
        """The steps of a procedure with all that hangs on it."""
        inner = replace(place, known={**place.known, **dict(zip(procedure.params, args, strict=False))})
        triggers = procedure.triggers
        steps = self._instead(triggers.instead, self.steps(procedure.body, inner), inner)
        return merged([*self.hanging(triggers.before, inner), *steps, *self.hanging(triggers.after, inner)])

    def label(self, procedure: t.Procedure, place: _Place) -> Label | None:
        """What a procedure is called; by its own name where its clause is at hand already."""
        label = self.say.clause(procedure.clause, procedure.name)
        if procedure.clause != place.clause and label.text not in place.titles:
            return label
        name = self.say.term(procedure.name)
        return replace(label, text=capital(name)) if name else None

    def call(self, step: t.Perform, place: _Place) -> Sequence[Node]:
        """A procedure that is called: its frame, its inside or its box."""
        procedure = step.procedure
        args = tuple(place.known.get(arg.var, arg) if isinstance(arg, t.Local) else arg for arg in step.args)
        if procedure in self.opened:
            frame = self.frame(procedure, place, args)
            if self.label(procedure, place) is None and frame.subtitle is None:
                return frame.steps
            return [frame] if frame.steps else []
        if not procedure.body:
            return self.moment(procedure, place)
        if procedure.clause == place.clause or self._is_wording(procedure.clause):
            return self.inside(procedure, place, args)
        box = Box(self.say.clause(procedure.clause, procedure.name))
        skipped = [trigger for trigger in procedure.triggers.instead if not self._triggered(trigger, place)]
        return self._instead(skipped, [box], place)

    def moment(self, procedure: t.Procedure, place: _Place) -> Sequence[Node]:
        """What hangs on a moment; one box where that is much."""
        hung = (self._under(trigger.when, self._hung(trigger, place)) for trigger in procedure.triggers)
        found = self.joined(node for nodes in hung for node in nodes)
        if len(found) <= _FEW:
            return found
        label = self.label(procedure, place)
        return [Box(label)] if label else []

    def _hung(self, trigger: t.TriggerTerm, place: _Place) -> Sequence[Node]:
        """What a clause does at a moment that is there for it: a box in any case, unless it does nothing."""
        idle = all(isinstance(step, t.Leave) for step in trigger.body)
        return self._triggered(trigger, place) or ([] if idle else [Box(self.say.clause(trigger.clause))])

    def _is_wording(self, clause: str) -> bool:
        return self.say.book.clauses[clause].mark == _WORDING

    # ---- what hangs on an event ----
    def hanging(self, triggers: Iterable[t.TriggerTerm], place: _Place) -> Iterator[Node]:
        """What happens around an event, each clause under its condition."""
        for trigger in triggers:
            yield from self._under(trigger.when, self._triggered(trigger, place))

    def joined(self, nodes: Iterable[Node]) -> list[Node]:
        """Neighbours under one condition that can be told, under it together."""
        made: list[Node] = []
        for node in nodes:
            match made[-1:], node:
                case [Fork(arms=(Arm(text=one, steps=first),))], Fork(arms=(Arm(text=two, steps=second),)) if (
                    one == two != self.unsaid
                ):
                    made[-1] = Fork((Arm(one, merged([*first, *second])),))
                case _:
                    made.append(node)
        return made

    def _triggered(self, trigger: t.TriggerTerm, place: _Place) -> Sequence[Node]:
        if trigger.clause == place.clause or self._is_wording(trigger.clause) or self._leads(trigger.body):
            return self.steps(trigger.body, place)
        return [Box(self.say.clause(trigger.clause))] if self._plays(trigger.body) else []

    def _instead(self, triggers: Iterable[t.TriggerTerm], steps: Sequence[Node], place: _Place) -> Sequence[Node]:
        """Steps with what may come instead of them."""
        for trigger in reversed([*triggers]):
            settled = self.say.settled(trigger.when) if trigger.when is not None else None
            if settled is None or isinstance(settled, t.Const):
                steps = self._triggered(trigger, place) if settled is None or settled.value else steps
                continue
            steps = self._fork([(_contrary(settled), steps)], self._triggered(trigger, place))
        return steps

    def _under(self, when: t.Term | None, steps: Sequence[Node]) -> Sequence[Node]:
        """Steps under a condition."""
        settled = self.say.settled(when) if when is not None else None
        if settled is None or isinstance(settled, t.Const):
            return steps if settled is None or settled.value else []
        return self._fork([(settled, steps)], [])

    # ---- steps ----
    def steps(self, body: Iterable[t.Step], place: _Place) -> tuple[Node, ...]:
        """The steps of play among the steps of the rules."""
        return merged(node for step in body for node in self._step(step, place))

    def _step(self, step: t.Step, place: _Place) -> Sequence[Node]:
        match step:
            case t.Perform():
                return self.call(step, place)
            case t.Ask() | t.AskTogether():
                return self._choice(step, place)
            case t.Throw():
                return [Mark(self.word("dice"))]
            case t.Pick() | t.Mix():
                return [Mark(self.word("draw"))]
            case t.EndGame():
                return [Mark(self.word("end"), ends=True)]
            case t.OpenStage(stage=stage, body=body):
                return [*self.hanging(stage.begins, place), *self.steps(body, place), *self.hanging(stage.ends, place)]
            case t.Branch():
                return self._branch(step, place)
            case t.Each() | t.Count() | t.Times() | t.Loop():
                steps = self.steps(step.body, place)
                return [Loop(self._round(step, place), steps)] if steps else []
        return []

    def _branch(self, step: t.Branch, place: _Place) -> Sequence[Node]:
        arms: list[tuple[t.Term, Sequence[Node]]] = []
        for test, body in step.branches:
            settled = self.say.settled(test)
            steps = self.steps(body, place)
            if not isinstance(settled, t.Const):
                arms.append((settled, steps))
            elif settled.value:
                return self._fork(arms, steps)
        return self._fork(arms, self.steps(step.otherwise, place))

    def _fork(self, ways: Sequence[tuple[t.Term, Sequence[Node]]], otherwise: Sequence[Node]) -> Sequence[Node]:
        """Ways under conditions and the way that is left; those without a step of play are not drawn."""
        taken = [(test, tuple(steps)) for test, steps in ways if steps]
        if not taken:
            return self._left(ways, otherwise)
        told = [self.say.condition(test) for test, _ in taken]
        several = len(taken) + bool(otherwise) > 1
        unsaid = [self.word("either"), *[self.word("way")] * len(taken)] if several else [self.unsaid]
        arms = [self._arm(text or other, steps) for text, other, (_, steps) in zip(told, unsaid, taken, strict=False)]
        if otherwise:
            arms.append(Arm(self.word("otherwise") if any(told) else self.word("way"), tuple(otherwise)))
        return [Fork(tuple(arms))]

    def _left(self, ways: Sequence[tuple[t.Term, Sequence[Node]]], otherwise: Sequence[Node]) -> Sequence[Node]:
        """The way that is left where nothing is done on any other."""
        if not ways or not otherwise:
            return otherwise
        test, *more = (test for test, _ in ways)
        told = self.say.condition(_contrary(test))
        return [Fork((self._arm(told if told and not more else self.unsaid, tuple(otherwise)),))]

    def _arm(self, text: str, steps: tuple[Node, ...]) -> Arm:
        """A way under a condition; what is nothing but another condition without words is not said twice."""
        match steps:
            case (Fork(arms=(Arm(text=self.unsaid, steps=inner),)),):
                return Arm(text, inner)
        return Arm(text, steps)

    def _round(self, step: t.Each | t.Count | t.Times | t.Loop, place: _Place) -> str:
        """How often steps are done, or for whom."""
        match step:
            case t.Loop(test=test):
                said = self.say.holds(self.say.settled(test))
                return self.word("while", what=said) if said else self.word("again")
            case t.Each():
                return self.say.each(step, place.known) or self.word("again")
            case t.Times(times=times):
                number = self.say.number(times)
            case t.Count(low=low, high=high):
                first, last = self.say.number(low), self.say.number(high)
                number = last - first + 1 if first is not None and last is not None else None
        if number is None:
            return self.word("again")
        cut = any(isinstance(inner, t.Leave) for inner in t.walk_steps(step.body))
        return self.word("at-most" if cut else "times", number=number)

    # ---- choices ----
    def _choice(self, step: t.Ask | t.AskTogether, place: _Place) -> Sequence[Node]:
        known = place.known
        if isinstance(step, t.Ask):
            mode = _MODES[step.mode]
            who = [self.say.value(step.who, known) or self.word("player")]
        else:
            mode, who = "together", []
        offers = [(offer.action, self._offer(offer.action, place)) for offer in step.offers]
        return [Choice(tuple(who), mode, self._offered(offers)), *self._consequences(offers, place)]

    def _offer(self, action: t.Action, place: _Place) -> Label | None:
        """What an action is called: by its own name if it has one, else by its clause, unless that is at hand."""
        label, name = self.say.clause(action.clause, action.name), self.say.term(action.name)
        if name:
            return replace(label, text=capital(name))
        return label if action.clause != place.clause and label.text not in place.titles else None

    def _offered(self, offers: Sequence[tuple[t.Action, Label | None]]) -> tuple[Label, ...]:
        """What there is to choose, each once; an action without a name goes with another of its clause."""
        named = {action.clause for action, label in offers if label and self.say.term(action.name)}
        told = (label for action, label in offers if self.say.term(action.name) or action.clause not in named)
        return tuple(dict.fromkeys(label for label in told if label is not None))

    def _consequences(self, offers: Sequence[tuple[t.Action, Label | None]], place: _Place) -> Sequence[Node]:
        """What the chosen action leads to, where that is an opened procedure."""
        led = [(label, self.steps(action.body, place)) for action, label in offers if self._leads(action.body)]
        if len(offers) == 1:
            return [node for _, steps in led for node in steps]
        arms = tuple(Arm(label.text if label else self.unsaid, steps) for label, steps in led if steps)
        return [Fork(arms)] if arms else []

    # ---- what steps lead to ----
    def _leads(self, body: Sequence[t.Step]) -> bool:
        """Whether steps call an opened procedure themselves."""
        return any(isinstance(step, t.Perform) and step.procedure in self.opened for step in t.walk_steps(tuple(body)))

    def _plays(self, body: Sequence[t.Step]) -> bool:
        """Whether anybody decides, chance does, or a piece moves, in steps or in what they call."""
        return any(
            isinstance(step, _PLAYS)
            or (isinstance(step, t.Assign) and step.state.placed)
            or (isinstance(step, t.Perform) and self._played(step.procedure))
            for step in t.walk_steps(tuple(body))
        )

    def _played(self, procedure: t.Procedure) -> bool:
        return self._plays(procedure.body) or any(self._plays(trigger.body) for trigger in procedure.triggers)


def _contrary(term: t.Term) -> t.Term:
    return term.of if isinstance(term, t.Not) else t.Not(term.type, term.span, term)
