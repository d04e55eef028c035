"""Statements, every name resolved and every part typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from crex_dsl.language.source import Span
from crex_dsl.rulebook.terms.types import Entity

if TYPE_CHECKING:
    from crex_dsl.rulebook.terms.named import Action, Procedure, StageTerm, State, Template, Var
    from crex_dsl.rulebook.terms.values import Term


class Step(Entity):
    """A typed statement."""

    span: Span


class SetVar(Step):
    """A local name gets a value."""

    var: Var
    value: Term


class Assign(Step):
    """Memory gets a value."""

    state: State
    args: tuple[Term, ...]
    value: Term


class Change(Step):
    """Memory grows (+) or shrinks (-) by a number."""

    state: State
    args: tuple[Term, ...]
    operator: str
    value: Term


class Include(Step):
    """A set gains (+) or loses (-) members: one, or those of a set."""

    state: State
    args: tuple[Term, ...]
    operator: str
    value: Term


class Reset(Step):
    """Memory returns to how it started; without arguments all of it."""

    state: State
    args: tuple[Term, ...] | None


class Perform(Step):
    """A procedure runs."""

    procedure: Procedure
    args: tuple[Term, ...]


class Branch(Step):
    """The first branch whose condition holds runs, else the last."""

    branches: tuple[tuple[Term, tuple[Step, ...]], ...]
    otherwise: tuple[Step, ...]


class Each(Step):
    """Steps for each member of a set or list; a counter tells the how manyth turn it is, from 1."""

    var: Var
    source: Term
    where: Term | None
    body: tuple[Step, ...]
    counter: Var | None = None


class Count(Step):
    """Steps for each number from one to another."""

    var: Var
    low: Term
    high: Term
    body: tuple[Step, ...]


class Loop(Step):
    """Steps while a condition holds."""

    test: Term
    body: tuple[Step, ...]


class Times(Step):
    """Steps some number of times."""

    times: Term
    body: tuple[Step, ...]


class OfferTerm(Entity):
    """An action that may be chosen; None leaves an argument open."""

    action: Action
    args: tuple[Term | None, ...]


class Ask(Step):
    """A choice: must, may, or keep (until declined)."""

    mode: str
    who: Term
    offers: tuple[OfferTerm, ...]
    decline: Template | None
    otherwise: tuple[Step, ...] | None


class AskTogether(Step):
    """A hidden, simultaneous choice of several players."""

    var: Var
    source: Term
    where: Term | None
    offers: tuple[OfferTerm, ...]


class Throw(Step):
    """Dice fall."""

    var: Var
    count: Term
    sides: int


class Pick(Step):
    """A member of a set at random."""

    var: Var
    source: Term


class Mix(Step):
    """Members of a set get the numbers from 1 in random order."""

    source: Term
    state: State


class OpenStage(Step):
    """A stage runs."""

    stage: StageTerm
    settings: tuple[tuple[State, Term], ...]
    body: tuple[Step, ...]


class EndStage(Step):
    """A stage is cut short."""

    stage: StageTerm


class EndGame(Step):
    """The game is over: won by a player or a set of them, or drawn (None)."""

    winners: Term | None


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
