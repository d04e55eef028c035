"""The typed form of the rules: every name resolved, every expression typed, nothing left to look up."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from crex_dsl.language.source import Span
from crex_dsl.rulebook.types import Kind, Type

# ---- what is named ----


@dataclass(eq=False, slots=True)
class Var:
    """A local name: a parameter, a binder's name, or what `let`, `roll` and `draw` name."""

    name: str
    type: Type


@dataclass(eq=False, slots=True)
class FixedAttribute:
    """An attribute that never changes, with its value for every member of the root kind."""

    kind: Kind
    name: str
    type: Type
    values: list[Any] = field(default_factory=list)
    shown: bool = False


@dataclass(eq=False, slots=True)
class Seer:
    """Who sees (None: everybody) and when (None: always)."""

    who: Term | None
    when: Term | None


@dataclass(eq=False, slots=True)
class Secrecy:
    """Who sees a value or an identity, and what the others may suppose."""

    subjects: tuple[Var, ...]
    seers: tuple[Seer, ...]
    guess: tuple[Term, Term] | None = None


@dataclass(eq=False, slots=True)
class State:
    """A piece of memory: an attribute that changes, a state, set or tally, or a field of a stage."""

    name: str
    sort: str
    params: tuple[Var, ...]
    type: Type
    stage: str
    clause: str | None
    span: Span
    starts: Term | None = None
    seen: Secrecy | None = None
    kind: Kind | None = None
    placed: bool = False


@dataclass(eq=False, slots=True)
class CaseTerm:
    """One case of a value."""

    answer: Term
    when: Term | None
    clause: str
    layer: str
    span: Span


@dataclass(eq=False, slots=True)
class AdjustTerm:
    """One adjustment of a value; `it` is the figure so far."""

    it: Var
    to: Term
    when: Term | None
    clause: str
    layer: str
    span: Span


@dataclass(eq=False, slots=True)
class Definition:
    """A value or a definition with all its cases, the first that holds answering."""

    name: str
    params: tuple[Var, ...]
    type: Type
    clause: str
    span: Span
    printed: bool
    open: bool
    cases: list[CaseTerm] = field(default_factory=list)
    adjusts: list[AdjustTerm] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Permission:
    """A permission of an action: the condition over the action's parameters."""

    when: Term | None
    clause: str
    span: Span


@dataclass(eq=False, slots=True)
class Lifting:
    """What lifts one clause's prohibitions of an action."""

    when: Term | None
    clause: str
    lifts: str
    span: Span


@dataclass(eq=False, slots=True)
class Action:
    """What can be decided, who may, and what it does."""

    name: str
    params: tuple[Var, ...]
    spans: dict[Var, tuple[Term, Term]]
    actor: Var
    by: Term | None
    stage: str
    unordered: bool
    clause: str
    span: Span
    text: Template = field(default_factory=lambda: Template(()))
    body: tuple[Step, ...] = ()
    permits: list[Permission] = field(default_factory=list)
    forbids: list[Permission] = field(default_factory=list)
    excepts: list[Lifting] = field(default_factory=list)
    triggers: Triggers = field(default_factory=lambda: Triggers())


@dataclass(eq=False, slots=True)
class TriggerTerm:
    """Steps around an event, when a condition over its parameters holds."""

    name: str
    when: Term | None
    body: tuple[Step, ...]
    clause: str
    layer: str
    span: Span


@dataclass(eq=False, slots=True)
class Triggers:
    """Everything that hangs on one event, in order."""

    before: list[TriggerTerm] = field(default_factory=list)
    instead: list[TriggerTerm] = field(default_factory=list)
    after: list[TriggerTerm] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.before or self.instead or self.after)

    def __iter__(self) -> Iterator[TriggerTerm]:
        yield from self.before
        yield from self.instead
        yield from self.after


@dataclass(eq=False, slots=True)
class Procedure:
    """Steps under a name; a moment has none."""

    name: str
    params: tuple[Var, ...]
    stage: str
    clause: str
    span: Span
    open: bool = False
    layer: str = ""
    body: tuple[Step, ...] = ()
    triggers: Triggers = field(default_factory=Triggers)


@dataclass(eq=False, slots=True)
class StageTerm:
    """A span of play: what it lies in, what it remembers, what happens at its edges."""

    name: str
    within: str | None
    span: Span | None
    fields: dict[str, State] = field(default_factory=dict)
    begins: list[TriggerTerm] = field(default_factory=list)
    ends: list[TriggerTerm] = field(default_factory=list)


# ---- terms ----


@dataclass(eq=False, slots=True)
class Term:
    """A typed expression."""

    type: Type
    span: Span

    def children(self) -> Iterator[Term]:
        """The terms directly inside this one."""
        for item in dataclasses.fields(self):
            if item.name not in ("type", "span"):
                yield from _terms(getattr(self, item.name))

    def walk(self) -> Iterator[Term]:
        """This term and every term inside it."""
        yield self
        for child in self.children():
            yield from child.walk()


def _terms(value: Any) -> Iterator[Term]:
    if isinstance(value, Term):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _terms(part)


@dataclass(eq=False, slots=True)
class Const(Term):
    """A known value: a number, an index, a bit set, a tuple for a list."""

    value: Any


@dataclass(eq=False, slots=True)
class Local(Term):
    """A local name's value."""

    var: Var


@dataclass(eq=False, slots=True)
class Read(Term):
    """A piece of memory's value."""

    state: State
    args: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Fixed(Term):
    """A fixed attribute's value."""

    attribute: FixedAttribute
    of: Term


@dataclass(eq=False, slots=True)
class Apply(Term):
    """A value or definition applied."""

    definition: Definition
    args: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Arith(Term):
    """Arithmetic: + - * // (down) /^ (up) max min."""

    operator: str
    left: Term
    right: Term


@dataclass(eq=False, slots=True)
class SetArith(Term):
    """Union (+) or difference (-) of sets."""

    operator: str
    left: Term
    right: Term


@dataclass(eq=False, slots=True)
class Compare(Term):
    """A comparison: == != < <= > >=."""

    operator: str
    left: Term
    right: Term


@dataclass(eq=False, slots=True)
class Not(Term):
    """The contrary."""

    of: Term


@dataclass(eq=False, slots=True)
class And(Term):
    """All hold."""

    items: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Or(Term):
    """At least one holds."""

    items: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Cond(Term):
    """One value when a condition holds, another otherwise."""

    test: Term
    then: Term
    otherwise: Term


@dataclass(eq=False, slots=True)
class InSet(Term):
    """Membership in a set."""

    of: Term
    source: Term


@dataclass(eq=False, slots=True)
class InKind(Term):
    """Membership in a kind."""

    of: Term
    kind: Kind


@dataclass(eq=False, slots=True)
class ElseOf(Term):
    """An optional value, or what stands in for it."""

    of: Term
    instead: Term


@dataclass(eq=False, slots=True)
class Quant(Term):
    """some, no, every, all, the, count: over the members of a set, a list or numbers."""

    word: str
    var: Var
    source: Term
    where: Term | None


@dataclass(eq=False, slots=True)
class SumOver(Term):
    """A sum over the members of a set or list."""

    of: Term
    var: Var
    source: Term
    where: Term | None


@dataclass(eq=False, slots=True)
class Best(Term):
    """The members with most or least of something, ties included."""

    var: Var
    source: Term
    where: Term | None
    keys: tuple[tuple[str, Term], ...]

    def children(self) -> Iterator[Term]:
        yield self.source
        if self.where is not None:
            yield self.where
        for _, key in self.keys:
            yield key


@dataclass(eq=False, slots=True)
class Ranked(Term):
    """The members in order."""

    var: Var
    source: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]

    def children(self) -> Iterator[Term]:
        yield self.source
        if self.where is not None:
            yield self.where
        for key, _ in self.keys:
            yield key


@dataclass(eq=False, slots=True)
class Items(Term):
    """Values in order (a list) or together (a set), by the type."""

    items: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Nth(Term):
    """The member of a list at a place from 1, or nothing (0 where the list holds numbers)."""

    place: Term
    of: Term


@dataclass(eq=False, slots=True)
class Slice(Term):
    """The first or last members of a list."""

    end: str
    count: Term
    of: Term


@dataclass(eq=False, slots=True)
class SizeOf(Term):
    """How many members a set or list has."""

    of: Term


@dataclass(eq=False, slots=True)
class TotalOf(Term):
    """The sum of thrown dice or of a list of numbers."""

    of: Term


@dataclass(eq=False, slots=True)
class Pips(Term):
    """How many dice show at most (<=), at least (>=) or exactly (==) a number."""

    operator: str
    dice: Term
    pips: Term


@dataclass(eq=False, slots=True)
class EnemyOf(Term):
    """The other of two players."""

    of: Term


@dataclass(eq=False, slots=True)
class SeatsAfter(Term):
    """How many seats one player sits after another."""

    start: Term
    of: Term


@dataclass(eq=False, slots=True)
class Beyond(Term):
    """The other end of a link; a place that it does not touch is its own other end."""

    link: Term
    place: Term


@dataclass(eq=False, slots=True)
class CanDo(Term):
    """Whether some legal instance of an action exists; None leaves an argument open."""

    action: Action
    args: tuple[Term | None, ...]
    by: Term | None


@dataclass(eq=False, slots=True)
class Reachable(Term):
    """The places within some links of a start."""

    start: Term
    within: Term
    link: Var
    where: Term | None
    place: Var
    through: Term


# ---- templates ----


@dataclass(eq=False, slots=True)
class Plural:
    """The form of a word that goes with a number."""

    number: Term
    forms: tuple[str, ...]


@dataclass(eq=False, slots=True)
class Template:
    """A text with live values."""

    parts: tuple[str | Term | Plural, ...]


# ---- steps ----


@dataclass(eq=False, slots=True)
class Step:
    """A typed statement."""

    span: Span


@dataclass(eq=False, slots=True)
class SetVar(Step):
    """A local name gets a value."""

    var: Var
    value: Term


@dataclass(eq=False, slots=True)
class Assign(Step):
    """Memory gets a value."""

    state: State
    args: tuple[Term, ...]
    value: Term


@dataclass(eq=False, slots=True)
class Change(Step):
    """Memory grows (+) or shrinks (-) by a number."""

    state: State
    args: tuple[Term, ...]
    operator: str
    value: Term


@dataclass(eq=False, slots=True)
class Include(Step):
    """A set gains (+) or loses (-) members: one, or those of a set."""

    state: State
    args: tuple[Term, ...]
    operator: str
    value: Term


@dataclass(eq=False, slots=True)
class Reset(Step):
    """Memory returns to how it started; without arguments all of it."""

    state: State
    args: tuple[Term, ...] | None


@dataclass(eq=False, slots=True)
class Perform(Step):
    """A procedure runs."""

    procedure: Procedure
    args: tuple[Term, ...]


@dataclass(eq=False, slots=True)
class Branch(Step):
    """The first branch whose condition holds runs, else the last."""

    branches: tuple[tuple[Term, tuple[Step, ...]], ...]
    otherwise: tuple[Step, ...]


@dataclass(eq=False, slots=True)
class Each(Step):
    """Steps for each member of a set or list."""

    var: Var
    source: Term
    where: Term | None
    body: tuple[Step, ...]


@dataclass(eq=False, slots=True)
class Count(Step):
    """Steps for each number from one to another."""

    var: Var
    low: Term
    high: Term
    body: tuple[Step, ...]


@dataclass(eq=False, slots=True)
class Loop(Step):
    """Steps while a condition holds."""

    test: Term
    body: tuple[Step, ...]


@dataclass(eq=False, slots=True)
class Times(Step):
    """Steps some number of times."""

    times: Term
    body: tuple[Step, ...]


@dataclass(eq=False, slots=True)
class OfferTerm:
    """An action that may be chosen; None leaves an argument open."""

    action: Action
    args: tuple[Term | None, ...]


@dataclass(eq=False, slots=True)
class Ask(Step):
    """A choice: must, may, or keep (until declined)."""

    mode: str
    who: Term
    offers: tuple[OfferTerm, ...]
    decline: Template | None
    otherwise: tuple[Step, ...] | None


@dataclass(eq=False, slots=True)
class AskTogether(Step):
    """A hidden, simultaneous choice of several players."""

    var: Var
    source: Term
    where: Term | None
    offers: tuple[OfferTerm, ...]


@dataclass(eq=False, slots=True)
class Throw(Step):
    """Dice fall."""

    var: Var
    count: Term
    sides: int


@dataclass(eq=False, slots=True)
class Pick(Step):
    """A member of a set at random."""

    var: Var
    source: Term


@dataclass(eq=False, slots=True)
class Mix(Step):
    """Members of a set get the numbers from 1 in random order."""

    source: Term
    state: State


@dataclass(eq=False, slots=True)
class OpenStage(Step):
    """A stage runs."""

    stage: StageTerm
    settings: tuple[tuple[State, Term], ...]
    body: tuple[Step, ...]


@dataclass(eq=False, slots=True)
class EndStage(Step):
    """A stage is cut short."""

    stage: StageTerm


@dataclass(eq=False, slots=True)
class EndGame(Step):
    """The game is over: won by a player or a set of them, or drawn (None)."""

    winners: Term | None


@dataclass(eq=False, slots=True)
class Leave(Step):
    """The procedure or trigger is left."""


def blocks(step: Step) -> Iterator[tuple[Step, ...]]:
    """The blocks of steps directly inside a step."""
    match step:
        case Branch():
            for _, block in step.branches:
                yield block
            yield step.otherwise
        case Each() | Count() | Loop() | Times() | OpenStage():
            yield step.body
        case Ask(otherwise=tuple(otherwise)):
            yield otherwise


def walk_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Every step of a block, inner ones included."""
    for step in steps:
        yield step
        for block in blocks(step):
            yield from walk_steps(block)
