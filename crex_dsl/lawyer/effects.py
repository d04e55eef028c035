"""What each clause of a rulebook does, in brief: the words of its rule file, with the figures that are settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from crex_dsl.engine.words import quoted
from crex_dsl.language import nodes as n
from crex_dsl.language.source import Span, Word
from crex_dsl.lawyer.brief import Effect, Sort
from crex_dsl.lawyer.shape import shape
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.evaluate import NotConstant, evaluate
from crex_dsl.rulebook.layers import Draft
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.scope import World
from crex_dsl.rulebook.sheets import sheet
from crex_dsl.rulebook.types import Type
from crex_dsl.rulebook.wording import shown

_VERBS: dict[Sort, str] = {"permits": "permit ", "forbids": "forbid ", "excepts": "except ", "adjusts": "adjust "}
_CASES: tuple[Sort, ...] = ("value", "definition")
_FEW = 6
Said = tuple[str, Effect, Span]


def effects(draft: Draft, book: Rulebook) -> dict[str, list[Effect]]:
    """By clause, what it does, in the order of its rule files; a clause of words alone does nothing.

    The cases of a value stay together, in the order in which they are asked.
    """
    found: dict[str, list[tuple[Span, Effect]]] = {}
    for clause, effect, span in _all(draft, book.world):
        known = found.setdefault(clause, [])
        if effect not in [other for _, other in known]:
            known.append((span, effect))
    return {clause: _in_order(rows) for clause, rows in found.items()}


def _in_order(rows: Sequence[tuple[Span, Effect]]) -> list[Effect]:
    places = [(span.source.name, span.line) for span, _ in rows]
    firsts: dict[str, tuple[str, int]] = {}
    for (_, effect), place in zip(rows, places, strict=True):
        if effect.sort in _CASES:
            firsts[effect.name] = min(place, firsts.get(effect.name, place))
    order = [
        firsts[effect.name] if effect.sort in _CASES else place for (_, effect), place in zip(rows, places, strict=True)
    ]
    return [rows[number][1] for number in sorted(range(len(rows)), key=order.__getitem__)]


def _said(clause: str, sort: Sort, name: str, text: str, span: Span, *shaped: Any, body: Sequence[t.Step] = ()) -> Said:
    text = text.removeprefix(_VERBS.get(sort, ""))
    known = shape(*shaped, tuple(body)) if shaped else ""
    return clause, Effect(sort=sort, name=name, text=text, steps=_steps(body), shape=known, place=span.place), span


def _all(draft: Draft, world: World) -> Iterator[Said]:
    for clause in draft.active():
        for item in (contribution.item for contribution in clause.items):
            if isinstance(item, n.Table | n.TableFrom):
                yield _said(clause.id, "table", str(item.name), _rows(item), item.span)
    for state in world.memory:
        if state.clause is not None:
            kept = state.params, _types(state), state.type, state.stage, state.starts
            yield _said(state.clause, "memory", state.name, _signature(state), state.span, *kept)
    for definition in world.definitions.values():
        yield from _definition(definition)
    yield from _rules(world.actions.values())
    for action in world.actions.values():
        offered = action.params, _types(action), action.by, action.stage
        yield _said(action.clause, "action", action.name, _signature(action), action.span, *offered, body=action.body)
        yield from _triggers(action.name, action.triggers, action.params)
    for procedure in world.procedures.values():
        span = procedure.body[0].span if procedure.body and procedure.open else procedure.span
        signature = _signature(procedure)
        yield _said(
            procedure.giver, "procedure", procedure.name, signature, span, procedure.params, body=procedure.body
        )
        yield from _triggers(procedure.name, procedure.triggers, procedure.params)
    for stage in world.stages.values():
        yield from _triggers(stage.name, [*stage.begins, *stage.ends])


def _rules(actions: Iterable[t.Action]) -> Iterator[Said]:
    """Permissions, prohibitions and exceptions; one line of a rule file may serve several actions, and is told once."""
    lines: dict[tuple[Sort, str], tuple[str, list[str], list[Any], Span]] = {}
    for action in actions:
        found: list[tuple[Sort, t.Permission | t.Lifting]] = [
            *(("permits", permit) for permit in action.permits),
            *(("forbids", forbid) for forbid in action.forbids),
            *(("excepts", lifting) for lifting in action.excepts),
        ]
        for sort, rule in found:
            line = lines.setdefault((sort, str(rule.span)), (rule.clause, [], [], rule.span))
            line[1].append(action.name)
            line[2].append((action.name, action.params, rule.when, getattr(rule, "lifts", None)))
    for (sort, _), (clause, names, shaped, span) in lines.items():
        yield _said(clause, sort, ", ".join(names), quoted(span), span, *shaped)


def _definition(definition: t.Definition) -> Iterator[Said]:
    sort: Sort = "value" if definition.printed else "definition"
    name, signature = definition.name, _signature(definition)
    settled = _settled(definition)
    if settled is not None:
        for case in definition.cases[:1]:
            yield _said(case.clause or definition.clause, sort, name, f"{signature} is {settled}", case.span, settled)
    else:
        for case in definition.cases:
            text = f"{signature} is {quoted(case.span)}"
            shaped = definition.params, case.answer, case.when
            yield _said(case.clause or definition.clause, sort, name, text, case.span, *shaped)
    for adjust in definition.adjusts:
        turned = definition.params, adjust.it, adjust.to, adjust.when
        yield _said(adjust.clause, "adjusts", name, quoted(adjust.span), adjust.span, *turned)


def _settled(definition: t.Definition) -> str | None:
    """The figure that a value comes to in this rulebook, whatever happens; None where it depends."""
    if definition.params:
        return None
    try:
        value = evaluate(t.Apply(definition.type, definition.span, definition, ()), {})
    except NotConstant:
        return None
    return shown(value, definition.type, {})


def _triggers(name: str, triggers: Iterable[t.TriggerTerm], params: Sequence[t.Var] = ()) -> Iterator[Said]:
    for trigger in triggers:
        head = quoted(_head(trigger))
        when = head.split()[0], trigger.name, tuple(params), trigger.when
        yield _said(trigger.clause, "trigger", name, head, trigger.span, *when, body=trigger.body)


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
    source, first = body[0].span.source, body[0].span.line
    last = max(step.span.end_line for step in body)
    lines = [source.line(number).split("#")[0].rstrip() for number in range(first, last + 1)]
    margin = _margin(lines[0])
    told = takewhile(lambda line: _margin(line) >= margin, (line for line in lines if line))
    return [line[margin:] for line in told]


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _rows(table: n.Table | n.TableFrom) -> str:
    """What a table lists, by name where it is little; and the rows that it changes or drops."""
    written = sheet(table.file) if isinstance(table, n.TableFrom) else []
    changes: list[str] = []
    for line in table.lines if isinstance(table, n.Table) else ():
        match line:
            case n.Row():
                written.append([Word.at(cell.strip(), line.span) for cell in line.text.strip().strip("|").split("|")])
            case n.ChangeRow():
                changes.append(quoted(line.span))
            case n.DropRows():
                changes.append(f"without {', '.join(line.names)}")
    head, *rows = written or [[]]
    places = [place for place, column in enumerate(head) if column in ("id", "from", "to")]
    names = ["-".join(row[place] for place in places) for row in rows]
    told = ([", ".join(names) if len(names) <= _FEW else f"{len(names)} of them"] if names else []) + changes
    return f"{table.name}: {'; '.join(told)}"


def _signature(named: t.State | t.Definition | t.Action | t.Procedure) -> str:
    params = ", ".join(var.name for var in named.params)
    return f"{named.name}({params})" if params else named.name


def _types(named: t.State | t.Action) -> list[Type]:
    return [var.type for var in named.params]
