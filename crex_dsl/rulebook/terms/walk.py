"""The terms within steps, texts, conditions and whole rulebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import World
from crex_dsl.rulebook.rulebook import Rulebook, ScenarioTerm


# ---- walking ----
def step_terms(step: t.Step) -> Iterator[t.Term]:
    """The terms directly inside one step."""
    match step:
        case t.SetVar(value=value):
            yield value
        case t.Assign(args=args, value=value) | t.Change(args=args, value=value) | t.Include(args=args, value=value):
            yield from args
            yield value
        case t.Reset(args=args):
            yield from args or ()
        case t.Perform(args=args):
            yield from args
        case t.Branch(branches=branches):
            yield from (test for test, _ in branches)
        case t.Each(source=source, where=where):
            yield source
            if where is not None:
                yield where
        case t.Count(low=low, high=high):
            yield from (low, high)
        case t.Loop(test=test):
            yield test
        case t.Times(times=times):
            yield times
        case t.Ask(who=who, offers=offers, decline=decline):
            yield who
            yield from _offer_terms(offers)
            yield from template_terms(decline)
        case t.AskTogether(source=source, where=where, offers=offers):
            yield source
            if where is not None:
                yield where
            yield from _offer_terms(offers)
        case t.Throw(count=count):
            yield count
        case t.Pick(source=source) | t.Mix(source=source):
            yield source
        case t.OpenStage(settings=settings):
            yield from (value for _, value in settings)
        case t.EndGame(winners=winners) if winners is not None:
            yield winners


def _offer_terms(offers: Iterable[t.OfferTerm]) -> Iterator[t.Term]:
    for offer in offers:
        yield from (arg for arg in offer.args if arg is not None)


def template_terms(template: t.Template | None) -> Iterator[t.Term]:
    """The live values of a text."""
    for part in template.parts if template else ():
        if isinstance(part, t.Plural):
            yield part.number
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


def bodies(book: Rulebook) -> Iterator[tuple[str, str, str, tuple[t.Step, ...]]]:
    """Every body of steps: what it belongs to, its stage, its clause."""
    world = book.world
    for procedure in world.procedures.values():
        yield procedure.name, procedure.stage, procedure.clause, procedure.body
        for trigger in procedure.triggers:
            yield procedure.name, procedure.stage, trigger.clause, trigger.body
    for action in world.actions.values():
        yield action.name, action.stage, action.clause, action.body
        for trigger in action.triggers:
            yield action.name, action.stage, trigger.clause, trigger.body
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
