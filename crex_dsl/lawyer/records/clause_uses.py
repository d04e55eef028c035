"""Which clauses lean on which: what each uses of what others declare."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import World
from crex_dsl.text.english import words

Named = t.Definition | t.State | t.Action | t.Procedure


def mentions(world: World) -> dict[str, dict[str, list[str]]]:
    """By clause, the clauses that it leans on: the names that they declare, and exceptions to what they forbid."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for clause, named in _all(world):
        owner = named.clause
        if owner is not None and owner != clause:
            found.setdefault(clause, {}).setdefault(owner, {})[words(named.name)] = None
    for action in world.actions.values():
        for lifting in action.excepts:
            exception = f"exception for {words(action.name)}"
            found.setdefault(lifting.clause, {}).setdefault(lifting.lifts, {})[exception] = None
    return {clause: {owner: list(names) for owner, names in owners.items()} for clause, owners in found.items()}


def _all(world: World) -> Iterator[tuple[str, Named]]:
    """Every name with the clause that uses it."""
    for definition in world.definitions.values():
        for case in definition.cases:
            yield case.clause, definition
            yield from ((case.clause, named) for named in _in_terms((case.answer, case.when)))
        for adjust in definition.adjusts:
            yield adjust.clause, definition
            yield from ((adjust.clause, named) for named in _in_terms((adjust.to, adjust.when)))
    for action in world.actions.values():
        rules: list[t.Permission | t.Lifting] = [*action.permits, *action.forbids, *action.excepts]
        for rule in rules:
            yield rule.clause, action
            yield from ((rule.clause, named) for named in _in_terms((rule.when,)))
        yield from ((action.clause, named) for named in (*_in_terms((action.by,)), *_in_steps(action.body)))
        yield from _in_triggers(action.triggers, action)
    for procedure in world.procedures.values():
        yield procedure.giver, procedure
        yield from ((procedure.giver, named) for named in _in_steps(procedure.body))
        yield from _in_triggers(procedure.triggers, procedure)
    for stage in world.stages.values():
        yield from _in_triggers((*stage.begins, *stage.ends), None)


def _in_triggers(triggers: Iterable[t.TriggerTerm], event: Named | None) -> Iterator[tuple[str, Named]]:
    for trigger in triggers:
        if event is not None:
            yield trigger.clause, event
        for named in (*_in_terms((trigger.when,)), *_in_steps(trigger.body)):
            yield trigger.clause, named


def _in_steps(body: tuple[t.Step, ...]) -> Iterator[Named]:
    for step in t.walk_steps(body):
        for part in dataclasses.fields(step):
            yield from _in_part(getattr(step, part.name))


def _in_part(part: object) -> Iterator[Named]:
    """The names in one part of a step; the steps inside it are walked apart."""
    match part:
        case t.State() | t.Procedure():
            yield part
        case t.Term():
            yield from _in_terms((part,))
        case t.OfferTerm(action=action, args=args):
            yield action
            yield from _in_terms(args)
        case tuple():
            for each in part:
                yield from _in_part(each)


def _in_terms(terms: Iterable[t.Term | None]) -> Iterator[Named]:
    for term in terms:
        for part in term.walk() if term is not None else ():
            match part:
                case t.Apply(definition=named) | t.Read(state=named) | t.CanDo(action=named):
                    yield named
