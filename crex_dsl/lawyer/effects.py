"""What each clause of a rulebook does, in brief: the words of its rule file, with the figures that are settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import dedent

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
Said = tuple[str, Effect, Span]


def effects(draft: Draft, book: Rulebook) -> dict[str, list[Effect]]:
    """By clause, what it does, in the order of its rule files; a clause of words alone does nothing."""
    found: dict[str, list[tuple[Span, Effect]]] = {}
    for clause, effect, span in _all(draft, book.world):
        known = found.setdefault(clause, [])
        if effect not in [other for _, other in known]:
            known.append((span, effect))
    return {
        clause: [effect for _, effect in sorted(rows, key=lambda row: (row[0].source.name, row[0].line))]
        for clause, rows in found.items()
    }


def _said(clause: str, sort: Sort, name: str, text: str, span: Span, body: Sequence[t.Step] = ()) -> Said:
    text = text.removeprefix(_VERBS.get(sort, ""))
    return clause, Effect(sort=sort, name=name, text=text, steps=_steps(body), place=span.place), span


def _all(draft: Draft, world: World) -> Iterator[Said]:
    for clause in draft.active():
        for item in (contribution.item for contribution in clause.items):
            if isinstance(item, n.Table | n.TableFrom):
                yield _said(clause.id, "table", str(item.name), str(item.name), item.span)
    for state in world.memory:
        if state.clause is not None:
            yield _said(state.clause, "memory", state.name, _signature(state), state.span)
    for definition in world.definitions.values():
        yield from _definition(definition)
    yield from _rules(world.actions.values())
    for action in world.actions.values():
        yield _said(action.clause, "action", action.name, _signature(action), action.span, action.body)
        yield from _triggers(action.name, action.triggers)
    for procedure in world.procedures.values():
        span = procedure.body[0].span if procedure.body and procedure.open else procedure.span
        yield _said(procedure.giver, "procedure", procedure.name, _signature(procedure), span, procedure.body)
        yield from _triggers(procedure.name, procedure.triggers)
    for stage in world.stages.values():
        yield from _triggers(stage.name, [*stage.begins, *stage.ends])


def _rules(actions: Iterable[t.Action]) -> Iterator[Said]:
    """Permissions, prohibitions and exceptions; one line of a rule file may serve several actions, and is told once."""
    lines: dict[tuple[Sort, str], tuple[str, list[str], Span]] = {}
    for action in actions:
        found: list[tuple[Sort, t.Permission | t.Lifting]] = [
            *(("permits", permit) for permit in action.permits),
            *(("forbids", forbid) for forbid in action.forbids),
            *(("excepts", lifting) for lifting in action.excepts),
        ]
        for sort, rule in found:
            line = lines.setdefault((sort, str(rule.span)), (rule.clause, [], rule.span))
            line[1].append(action.name)
    for (sort, _), (clause, names, span) in lines.items():
        yield _said(clause, sort, ", ".join(names), quoted(span), span)


def _definition(definition: t.Definition) -> Iterator[Said]:
    sort: Sort = "value" if definition.printed else "definition"
    name, signature = definition.name, _signature(definition)
    settled = _settled(definition)
    if settled is not None:
        for case in definition.cases[:1]:
            yield _said(case.clause or definition.clause, sort, name, f"{signature} is {settled}", case.span)
    else:
        for case in definition.cases:
            text = f"{signature} is {quoted(case.span)}"
            yield _said(case.clause or definition.clause, sort, name, text, case.span)
    for adjust in definition.adjusts:
        yield _said(adjust.clause, "adjusts", name, quoted(adjust.span), adjust.span)


def _settled(definition: t.Definition) -> str | None:
    """The figure that a value comes to in this rulebook, whatever happens; None where it depends."""
    if definition.params:
        return None
    try:
        value = evaluate(t.Apply(definition.type, definition.span, definition, ()), {})
    except NotConstant:
        return None
    return shown(value, definition.type, {})


def _triggers(name: str, triggers: Iterable[t.TriggerTerm]) -> Iterator[Said]:
    for trigger in triggers:
        yield _said(trigger.clause, "trigger", name, quoted(_head(trigger)), trigger.span, trigger.body)


def _head(trigger: t.TriggerTerm) -> Span:
    """A trigger without its steps."""
    span = trigger.span
    first = min((step.span.line for step in trigger.body), default=span.end_line + 1)
    if not span.line < first <= span.end_line:
        return span
    return Span(span.source, span.line, span.column, first - 1, len(span.source.line(first - 1)) + 1)


def _steps(body: Sequence[t.Step]) -> list[str]:
    """The steps as their rule file has them, without remarks."""
    if not body:
        return []
    span = body[0].span
    end = max((step.span.end_line, step.span.end_column) for step in body)
    last = end[0] if end[1] > 1 else end[0] - 1
    lines = [span.source.line(number).split("#")[0].rstrip() for number in range(span.line, last + 1)]
    return [line for line in dedent("\n".join(lines)).split("\n") if line.strip()]


def _signature(named: t.State | t.Definition | t.Action | t.Procedure) -> str:
    params = ", ".join(var.name for var in named.params)
    return f"{named.name}({params})" if params else named.name
