"""What the rules name: memory, definitions, actions, procedures, stages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

from crex_dsl.language.source import Span
from crex_dsl.rulebook.terms.types import Entity, Kind, Type

if TYPE_CHECKING:
    from crex_dsl.rulebook.terms.steps import Step
    from crex_dsl.rulebook.terms.values import Term


class Plural(Entity):
    """The form of a word that goes with a number in a language."""

    number: Term
    forms: tuple[str, ...]
    language: str


class Inflected(Entity):
    """A thing in a form of its noun, by name; or of several forms of another word the one that agrees with it."""

    of: Term
    form: str | tuple[str, ...]


class Template(Entity):
    """A text with live values."""

    parts: tuple[str | Term | Plural | Inflected, ...]


class TextCase(Entity):
    """One text of an action and when it is the one; the last has no condition."""

    text: Template
    when: Term | None


class Var(Entity):
    """A local name: a parameter, a binder's name, or what `let`, `roll` and `draw` name."""

    name: str
    type: Type


class FixedAttribute(Entity):
    """An attribute that never changes, with its value for every member of the root kind."""

    kind: Kind
    name: str
    type: Type
    values: list[Any] = field(default_factory=list)
    shown: bool = False


class Seer(Entity):
    """Who sees (None: everybody) and when (None: always)."""

    who: Term | None
    when: Term | None


class Secrecy(Entity):
    """Who sees a value or an identity, and what the others may suppose."""

    subjects: tuple[Var, ...]
    seers: tuple[Seer, ...]
    guess: tuple[Term, ...] | None = None  # the least, the most, and what it mostly is where that is said


class State(Entity):
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


class CaseTerm(Entity):
    """One case of a value."""

    answer: Term
    when: Term | None
    clause: str
    layer: str
    span: Span


class AdjustTerm(Entity):
    """One adjustment of a value; `it` is the figure so far."""

    it: Var
    to: Term
    when: Term | None
    clause: str
    layer: str
    span: Span


class Definition(Entity):
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


class Permission(Entity):
    """A permission of an action: the condition over the action's parameters."""

    when: Term | None
    clause: str
    span: Span


class Lifting(Entity):
    """What lifts one clause's prohibitions of an action."""

    when: Term | None
    clause: str
    lifts: str
    span: Span


class Action(Entity):
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
    texts: tuple[TextCase, ...] = ()
    body: tuple[Step, ...] = ()
    permits: list[Permission] = field(default_factory=list)
    forbids: list[Permission] = field(default_factory=list)
    excepts: list[Lifting] = field(default_factory=list)
    triggers: Triggers = field(default_factory=lambda: Triggers())


class TriggerTerm(Entity):
    """Steps around an event, when a condition over its parameters holds."""

    name: str
    when: Term | None
    body: tuple[Step, ...]
    clause: str
    layer: str
    span: Span


class Triggers(Entity):
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


class Procedure(Entity):
    """Steps under a name; a moment has none."""

    name: str
    params: tuple[Var, ...]
    stage: str
    clause: str
    span: Span
    open: bool = False
    layer: str = ""
    giver: str = ""  # the clause that gave the body
    body: tuple[Step, ...] = ()
    triggers: Triggers = field(default_factory=Triggers)

    def __post_init__(self) -> None:
        self.giver = self.giver or self.clause


class StageTerm(Entity):
    """A span of play: what it lies in, what it remembers, what happens at its edges."""

    name: str
    within: str | None
    span: Span | None
    fields: dict[str, State] = field(default_factory=dict)
    begins: list[TriggerTerm] = field(default_factory=list)
    ends: list[TriggerTerm] = field(default_factory=list)
