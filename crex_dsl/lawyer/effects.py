"""What each clause of a rulebook does, in brief: the words of its rule file, with the figures that are settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crex_dsl.engine.words import quoted
from crex_dsl.language import nodes as n
from crex_dsl.language.source import Span
from crex_dsl.lawyer.brief import Effect, Sort
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.evaluate import NotConstant, evaluate
from crex_dsl.rulebook.layers import Draft
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.scope import World
from crex_dsl.rulebook.wording import shown

_VERBS: dict[Sort, str] = {"permits": "permit ", "forbids": "forbid ", "excepts": "except ", "adjusts": "adjust "}


def effects(draft: Draft, book: Rulebook) -> dict[str, list[Effect]]:
    """By clause, what it does, in the order of its rule files; a clause of words alone does nothing."""
    found: dict[str, list[tuple[Span, Effect]]] = {}
    for clause, sort, text, span in _all(draft, book.world):
        effect = Effect(sort=sort, text=text.removeprefix(_VERBS.get(sort, "")), place=span.place)
        known = found.setdefault(clause, [])
        if effect not in [other for _, other in known]:  # one prohibition may be of several actions
            known.append((span, effect))
    return {
        clause: [effect for _, effect in sorted(rows, key=lambda row: (row[0].source.name, row[0].line))]
        for clause, rows in found.items()
    }


def _all(draft: Draft, world: World) -> Iterator[tuple[str, Sort, str, Span]]:
    for clause in draft.active():
        for item in (contribution.item for contribution in clause.items):
            if isinstance(item, n.Table | n.TableFrom):
                yield clause.id, "table", str(item.name), item.span
    for state in world.memory:
        if state.clause is not None:
            yield state.clause, "memory", _signature(state), state.span
    for definition in world.definitions.values():
        yield from _definition(definition)
    for action in world.actions.values():
        yield action.clause, "action", _signature(action), action.span
        for permit in action.permits:
            yield permit.clause, "permits", quoted(permit.span), permit.span
        for forbid in action.forbids:
            yield forbid.clause, "forbids", quoted(forbid.span), forbid.span
        for lifting in action.excepts:
            yield lifting.clause, "excepts", quoted(lifting.span), lifting.span
        yield from _triggers(action.triggers)
    for procedure in world.procedures.values():
        yield procedure.clause, "procedure", _signature(procedure), procedure.span
        yield from _triggers(procedure.triggers)
    for stage in world.stages.values():
        yield from _triggers([*stage.begins, *stage.ends])


def _definition(definition: t.Definition) -> Iterator[tuple[str, Sort, str, Span]]:
    sort: Sort = "value" if definition.printed else "definition"
    name = _signature(definition)
    settled = _settled(definition)
    if settled is not None:
        for case in definition.cases[:1]:
            yield case.clause or definition.clause, sort, f"{name} is {settled}", case.span
    else:
        for case in definition.cases:
            yield case.clause or definition.clause, sort, f"{name} is {quoted(case.span)}", case.span
    for adjust in definition.adjusts:
        yield adjust.clause, "adjusts", quoted(adjust.span), adjust.span


def _settled(definition: t.Definition) -> str | None:
    """The figure that a value comes to in this rulebook, whatever happens; None where it depends."""
    if definition.params:
        return None
    try:
        value = evaluate(t.Apply(definition.type, definition.span, definition, ()), {})
    except NotConstant:
        return None
    return shown(value, definition.type, {})


def _triggers(triggers: Iterable[t.TriggerTerm]) -> Iterator[tuple[str, Sort, str, Span]]:
    for trigger in triggers:
        yield trigger.clause, "trigger", quoted(_head(trigger)), trigger.span


def _head(trigger: t.TriggerTerm) -> Span:
    """A trigger without its steps."""
    span = trigger.span
    first = min((step.span.line for step in trigger.body), default=span.end_line + 1)
    if not span.line < first <= span.end_line:
        return span
    return Span(span.source, span.line, span.column, first - 1, len(span.source.line(first - 1)) + 1)


def _signature(named: t.State | t.Definition | t.Action | t.Procedure) -> str:
    params = ", ".join(var.name for var in named.params)
    return f"{named.name}({params})" if params else named.name
