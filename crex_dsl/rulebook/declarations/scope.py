"""What names mean at one place of a rule, and what is known there about optional values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Enum, Kind, Nothing, Optional, Thing, Type, join, solid
from crex_dsl.rulebook.translation.inflection import Inflection
from crex_dsl.text.messages import marked, said


class Mistake(Exception):
    """A mistake in one expression or statement; caught where the next one can still be read."""

    def __init__(
        self, message: str, span: Span, hint: str | None = None, also: Iterable[tuple[str, Span]] = ()
    ) -> None:
        super().__init__(message)
        self.message, self.span, self.hint, self.also = message, span, hint, tuple(also)

    def tell(self, report: Report) -> None:
        """Note the mistake in a report."""
        report.error(self.message, self.span, self.hint, self.also)


class Told(Mistake):
    """What rests on a mistake that has been told already: nothing more is said about it."""

    def __init__(self, span: Span) -> None:
        super().__init__("this rests on another mistake", span)

    def tell(self, report: Report) -> None:
        """Say nothing."""


@dataclass(eq=False)
class World:
    """Everything that one draft names."""

    game: str
    gone: dict[str, tuple[str, Span]]
    kinds: dict[str, Kind] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    stages: dict[str, t.StageTerm] = field(default_factory=dict)
    states: dict[str, t.State] = field(default_factory=dict)
    definitions: dict[str, t.Definition] = field(default_factory=dict)
    actions: dict[str, t.Action] = field(default_factory=dict)
    procedures: dict[str, t.Procedure] = field(default_factory=dict)
    identities: dict[Kind, t.Secrecy] = field(default_factory=dict)
    displays: dict[Kind, dict[int, str]] = field(default_factory=dict)
    declared: dict[str, Span] = field(default_factory=dict)
    memory: list[t.State] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    inflection: Inflection = field(default_factory=Inflection)

    @property
    def player(self) -> Kind:
        """The kind of the players."""
        return self.kinds["player"]

    def stage_chain(self, name: str) -> list[str]:
        """A stage and those that it lies in, innermost first."""
        chain: dict[str, None] = {}
        current: str | None = name
        while current is not None and current not in chain:
            chain[current] = None
            current = self.stages[current].within if current in self.stages else None
        return list(chain)

    def things(self, name: str) -> list[tuple[Kind, int]]:
        """The things of that id, with their root kinds."""
        return [
            (kind, kind.aliases[name]) for kind in self.kinds.values() if kind.parent is None and name in kind.aliases
        ]

    def lost(self, name: Word, what: str = marked("`{name}` is not there in this edition")) -> Mistake | None:
        """The mistake of naming what failed or what this edition has no more; None of what never was there."""
        if name in self.failed:
            return Told(name.span)
        if name in self.gone:
            return Mistake(said(what, name=name), name.span, None, [self.gone[name]])
        return None

    def vocabulary(self) -> set[str]:
        """Every name that an expression could use."""
        found = {
            *self.states,
            *self.definitions,
            "players",
            "nothing",
            "nobody",
            "actor",
            "max",
            "min",
            "beyond",
        }
        for kind in self.kinds.values():
            found.update(kind.aliases)
            found.update(kind.attribute_names())
        for enum in self.enums.values():
            found.update(enum.words)
        return found


Facts = dict[Any, tuple[Type, frozenset[str]]]


@dataclass(frozen=True)
class Scope:
    """The names and facts that hold at one place."""

    world: World
    locals: dict[str, t.Var] = field(default_factory=dict)
    subject: t.Var | None = None
    stage: str | None = None
    facts: Facts = field(default_factory=dict)
    forgotten: Facts = field(default_factory=dict)  # what was known until a step came that may change it
    guards: tuple[t.Guard, ...] = ()

    def bind(self, *variables: t.Var) -> Scope:
        """This scope with more local names."""
        return replace(self, locals={**self.locals, **{var.name: var for var in variables}})

    def given(self, condition: t.Term | None, holds: bool = True) -> Scope:
        """This scope where a condition holds, or does not."""
        if condition is None:
            return self
        known = facts(condition, holds)
        guards = (*self.guards, t.Guard(condition, holds, rests_on(condition)))
        return replace(self, facts={**self.facts, **known} if known else self.facts, guards=guards)

    def forget(self, names: frozenset[str]) -> Scope:
        """This scope without what is known only as long as these pieces of memory stay as they are."""
        if not names or not (self.facts or self.guards):
            return self
        touched = names | {EVERYTHING}
        gone = {k: v for k, v in self.facts.items() if v[1] & touched}
        kept = {k: v for k, v in self.facts.items() if k not in gone}
        guards = [
            replace(guard, lasting=True) if EVERYTHING in guard.names else guard
            for guard in self.guards
            if not guard.names & names
        ]
        return replace(self, facts=kept, forgotten={**self.forgotten, **gone}, guards=tuple(guards))

    def common(self, others: Sequence[Scope]) -> Scope:
        """This scope with what holds in all the others, whichever of them play has come from."""
        first, *rest = others
        guards = [guard for guard in first.guards if all(guard in other.guards for other in rest)]
        return replace(self, facts=_shared([other.facts for other in others]), guards=tuple(guards))


EVERYTHING = "*"


def local(name: str) -> str:
    """What a fact about a local name rests on."""
    return f"local {name}"


def rests_on(term: t.Term) -> frozenset[str]:
    """The memory and the local names that a condition rests on."""
    found: set[str] = set()
    for part in term.walk():
        match part:
            case t.Read(state=state):
                found.add(state.name)
            case t.Local(var=var):
                found.add(local(var.name))
            case t.Apply() | t.CanDo():
                found.add(EVERYTHING)
    return frozenset(found)


def meaning(name: str) -> str:
    """What a fact rests on that asks a value or definition."""
    return f"value {name}"


def path(term: t.Term) -> tuple[Any, frozenset[str]]:
    """What identifies a term's value as long as what it rests on stays, and what that is.

    Terms that are written the same have the same path, whatever the names that they bind themselves.
    """
    rests: set[str] = set()
    return _key(term, {}, rests), frozenset(rests)


def _key(part: Any, bound: dict[t.Var, int], rests: set[str]) -> Any:
    match part:
        case t.Local(var=var) if var in bound:
            return "bound", bound[var]
        case t.Local(var=var):
            rests.add(local(var.name))
            return "local", var
        case t.Const(value=value, type=of):
            inner = solid(of)
            return "const", id(inner.kind.root) if isinstance(inner, Thing) else str(inner), value
        case t.Within(of=of):
            return _key(of, bound, rests)
        case t.Term():
            if isinstance(part, t.Read):
                rests.add(part.state.name)
            elif isinstance(part, t.Apply):
                rests.add(meaning(part.definition.name))
            elif isinstance(part, t.CanDo):
                rests.add(EVERYTHING)
            inside = [getattr(part, name) for name in part.parts]
            named = [item for item in inside if isinstance(item, t.Var)]
            bound = {**bound, **{var: len(bound) + place for place, var in enumerate(named)}}
            return type(part).__name__, *(_key(item, bound, rests) for item in inside)
        case tuple():
            return tuple(_key(item, bound, rests) for item in part)
        case str() | int() | None:
            return part
    return bound[part] if isinstance(part, t.Var) else id(part)


def facts(term: t.Term, truth: bool) -> Facts:
    """What follows about optional values and kinds when a condition is true, or false."""
    match term:
        case t.Not(of=of):
            return facts(of, not truth)
        case t.And(items=items) | t.Or(items=items):
            told = [facts(item, truth) for item in items]
            return _merge(told) if isinstance(term, t.And) is truth else _shared(told)
        case t.Compare(operator=operator, left=left, right=right):
            if operator == ("!=" if truth else "=="):
                if isinstance(right.type, Nothing) or is_nothing(right):
                    return _solid(left)
                if is_nothing(left):
                    return _solid(right)
            if operator == ("==" if truth else "!="):
                if isinstance(left.type, Optional) and not isinstance(right.type, Optional | Nothing):
                    return _solid(left)
                if isinstance(right.type, Optional) and not isinstance(left.type, Optional | Nothing):
                    return _solid(right)
        case t.InKind(of=of, kind=kind) if truth:
            key, rests = path(of)
            return {key: (Thing(kind), rests)}
        case t.InSet(of=of) if truth:
            return _solid(of)
    return {}


def is_nothing(term: t.Term) -> bool:
    """Whether a term is `nothing` or `nobody` as written."""
    return isinstance(term, t.Const) and isinstance(term.type, Optional | Nothing)


def _solid(term: t.Term) -> Facts:
    if not isinstance(term.type, Optional):
        return {}
    key, rests = path(term)
    return {key: (solid(term.type), rests)}


def _merge(parts: Iterable[Facts]) -> Facts:
    merged: Facts = {}
    for part in parts:
        merged.update(part)
    return merged


def _shared(parts: list[Facts]) -> Facts:
    """The facts that all of several parts tell, each as far as all agree on it."""
    if not parts:
        return {}
    shared: Facts = {}
    for key, (known, rests) in parts[0].items():
        found: Type | None = known
        for other in parts[1:]:
            found = join(found, other[key][0]) if found is not None and key in other else None
        if found is not None:
            shared[key] = found, rests
    return shared
