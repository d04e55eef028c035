"""By what a save knows its rules: a digest of what they do and of what counts things, words and answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.fingerprint import fingerprint
from crex_dsl.rulebook.terms.types import Kind

Event = t.Action | t.Procedure


def rules_digest(book: Rulebook) -> str:
    """A digest of what a rulebook does in play, the same however its words, its places and our code change.

    Kinds, stages, memory and actions count in their order, by which values and answers are numbered.  Definitions and
    attributes count where play uses them, local names where a running procedure keeps something under them.
    """
    return _digest(_Rules(book).drawn())


def steps_digest(params: tuple[t.Var, ...], body: tuple[t.Step, ...]) -> str:
    """A short digest of what a procedure does by itself."""
    return _digest(fingerprint((params, body), _names(params, body)))[:12]


def _digest(drawn: Any) -> str:
    return hashlib.sha256(json.dumps(drawn, separators=(",", ":")).encode()).hexdigest()


def _names(params: Iterable[t.Var] = (), body: tuple[t.Step, ...] = ()) -> Callable[[t.Var], Any]:
    """What local names are called: those that a frame can hold by name, the others by the order in which they come."""
    kept = {*params, *(var for step in t.walk_steps(body) for var in _bound(step))}
    numbers: dict[t.Var, int] = {}
    return lambda var: var.name if var in kept else numbers.setdefault(var, len(numbers))


def _bound(step: t.Step) -> list[t.Var]:
    """The local names that a step gives."""
    return [var for var in (getattr(step, "var", None), getattr(step, "counter", None)) if var is not None]


class _Rules:
    """Draws a rulebook, and what its rules name on the way."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.world = book, book.world
        self._definitions: dict[str, t.Definition] = {}
        self._attributes: dict[str, t.FixedAttribute] = {}

    def drawn(self) -> Any:
        """The whole as plain data; what rules apply is known only after they are drawn, so it comes last."""
        world = self.world
        rules = [
            ["begins", self.book.begins.name],
            ["players", world.player.members],
            ["kinds", [self._kind(kind) for kind in world.kinds.values()]],
            ["stages", [(s.name, s.within, self._hung(s.begins), self._hung(s.ends)) for s in world.stages.values()]],
            ["memory", [self._memory(state) for state in world.memory]],
            ["identities", [(kind.name, self._fingerprint(seen)) for kind, seen in world.identities.items()]],
            ["actions", [self._action(action) for action in world.actions.values()]],
            ["procedures", [self._event(world.procedures[name]) for name in sorted(world.procedures)]],
        ]
        done: dict[str, Any] = {}
        while len(done) < len(self._definitions):
            for name in [name for name in self._definitions if name not in done]:
                done[name] = self._definition(self._definitions[name])
        rules.append(["definitions", [done[name] for name in sorted(done)]])
        rules.append(["attributes", [(n, fingerprint(a.type), a.values) for n, a in sorted(self._attributes.items())]])
        return rules

    def _fingerprint(self, value: Any, params: Iterable[t.Var] = (), body: tuple[t.Step, ...] = ()) -> Any:
        """A piece of rules; the definitions and attributes in it are noted."""
        return fingerprint(value, _names(params, body), self._note)

    def _note(self, named: Any) -> None:
        if isinstance(named, t.Definition):
            self._definitions.setdefault(named.name, named)
        elif isinstance(named, t.FixedAttribute):
            self._attributes.setdefault(fingerprint(named), named)

    def _kind(self, kind: Kind) -> Any:
        own = kind.ids if kind.parent is None else None
        return (kind.name, fingerprint(kind.parent), fingerprint(kind.joins), own, kind.members)

    def _memory(self, state: t.State) -> Any:
        types = [fingerprint(var.type) for var in state.params]
        own = fingerprint(state), types, fingerprint(state.type), state.stage, state.placed
        return (*own, self._fingerprint((state.params, state.starts)), self._fingerprint(state.seen))

    def _event(self, event: Event) -> Any:
        """What an action or procedure takes and does, with all that hangs on it."""
        hung = event.triggers
        params = event.params if isinstance(event, t.Procedure) else (event.actor, *event.params)
        types = [fingerprint(var.type) for var in params]
        triggers = [self._hung(group, params) for group in (hung.before, hung.instead, hung.after)]
        return (event.name, types, event.stage, self._fingerprint((params, event.body), params, event.body), triggers)

    def _hung(self, triggers: list[t.TriggerTerm], params: Iterable[t.Var] = ()) -> Any:
        return [self._fingerprint(trigger, params, trigger.body) for trigger in triggers]

    def _action(self, action: t.Action) -> Any:
        """An action with who may do it when; prohibitions by clause, since exceptions lift those of one clause."""
        everybody = (action.actor, *action.params)
        spans = [(var, *action.spans[var]) for var in action.params if var in action.spans]
        return (
            self._event(action),
            action.unordered,
            self._fingerprint((everybody, action.by, spans), everybody),
            [self._fingerprint(permit, everybody) for permit in action.permits],
            [(forbid.clause, self._fingerprint(forbid, everybody)) for forbid in action.forbids],
            [self._fingerprint(lifting, everybody) for lifting in action.excepts],
        )

    def _definition(self, definition: t.Definition) -> Any:
        types = [fingerprint(var.type) for var in definition.params]
        whole = (definition.params, definition.cases, definition.adjusts)
        return (definition.name, types, self._fingerprint(whole))
