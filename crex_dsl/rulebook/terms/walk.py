"""The terms within steps, texts, conditions and whole rulebooks."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import World
from crex_dsl.rulebook.rulebook import Rulebook, ScenarioTerm
from crex_dsl.rulebook.terms.free_variables import definition_terms


# ---- walking ----
def step_terms(step: t.Step) -> Iterator[t.Term]:
    """The terms directly inside one step."""
    for part in dataclasses.fields(step):
        yield from _terms_in(getattr(step, part.name))


def _terms_in(part: object) -> Iterator[t.Term]:
    """The terms in a part of a step, without those of the steps inside it."""
    match part:
        case t.Term():
            yield part
        case tuple():
            for each in part:
                yield from _terms_in(each)
        case t.OfferTerm(args=args):
            yield from _terms_in(args)
        case t.Template():
            yield from template_terms(part)


def template_terms(template: t.Template | None) -> Iterator[t.Term]:
    """The live values of a text."""
    for part in template.parts if template else ():
        if isinstance(part, t.Plural):
            yield part.number
        elif isinstance(part, t.Inflected):
            yield part.of
        elif not isinstance(part, str):
            yield part


def text_terms(texts: Iterable[t.TextCase]) -> Iterator[t.Term]:
    """The live values of texts, and what chooses among them."""
    for case in texts:
        if case.when is not None:
            yield case.when
        yield from template_terms(case.text)


def condition_terms(action: t.Action) -> Iterator[tuple[t.Term, str]]:
    """Every condition of an action, with its clause."""
    if action.by is not None:
        yield action.by, action.clause
    for low, high in action.spans.values():
        yield low, action.clause
        yield high, action.clause
    for group in (action.permits, action.forbids, action.excepts):
        for rule in group:
            if rule.when is not None:
                yield rule.when, rule.clause


def meaning_terms(named: t.Definition | t.Action) -> list[t.Term]:
    """The terms on which a definition's answer rests, or whether an action is legal."""
    return definition_terms(named) if isinstance(named, t.Definition) else [term for term, _ in condition_terms(named)]


def bodies(book: Rulebook) -> Iterator[tuple[str, str, str, tuple[t.Step, ...]]]:
    """Every body of steps: what it belongs to, its stage, its clause."""
    world = book.world
    events: list[t.Procedure | t.Action] = [*world.procedures.values(), *world.actions.values()]
    for event in events:
        yield event.name, event.stage, event.clause, event.body
        for trigger in event.triggers:
            yield event.name, event.stage, trigger.clause, trigger.body
    for stage in world.stages.values():
        for trigger in [*stage.begins, *stage.ends]:
            yield f"stage {stage.name}", stage.name, trigger.clause, trigger.body


def scenario_terms(scenario: ScenarioTerm) -> Iterator[t.Term]:
    """What is asked before a scenario is laid out, where its procedure runs, and when it is over."""
    yield from text_terms(scenario.refused)
    yield from (scenario.found or {}).values()
    yield from text_terms(scenario.outcome)
    yield from (measure.of for measure in scenario.measures)


def triggers(world: World) -> Iterator[tuple[str, t.TriggerTerm]]:
    """Every trigger with the stage in which its condition is asked."""
    events: list[t.Action | t.Procedure] = [*world.actions.values(), *world.procedures.values()]
    for event in events:
        for trigger in event.triggers:
            yield event.stage, trigger
    for stage in world.stages.values():
        for trigger in [*stage.begins, *stage.ends]:
            yield stage.name, trigger
