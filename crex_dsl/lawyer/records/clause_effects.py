"""What each clause of a rulebook does: in the words of its rule file with the figures settled, and as phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from crex_dsl.engine.compile.tables import quoted
from crex_dsl.engine.compile.texts.phrase_trees import Figures
from crex_dsl.language import nodes as n
from crex_dsl.language.source import Span, Word
from crex_dsl.lawyer.phrasing.grammars import book_grammar, english_grammar
from crex_dsl.lawyer.phrasing.sentences import ClauseSentences
from crex_dsl.lawyer.records.effect_fingerprint import shape
from crex_dsl.lawyer.records.models import Effect, Sort
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.files.table_files import sheet
from crex_dsl.rulebook.layers.draft import Draft
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.evaluate import NotConstant, evaluate
from crex_dsl.rulebook.terms.types import Type
from crex_dsl.rulebook.wording import shown
from crex_dsl.text.english import words
from crex_dsl.text.grammar.grammar import Grammar
from crex_dsl.text.grammar.languages import PHRASED

_VERBS: dict[Sort, str] = {"permits": "permit ", "forbids": "forbid ", "excepts": "except ", "adjusts": "adjust "}
_CASES: tuple[Sort, ...] = ("value", "definition")
_FEW = 6
Said = tuple[str, Effect, Span]


def effects(draft: Draft, book: Rulebook) -> dict[str, list[Effect]]:
    """By clause, what it does, in the order of its rule files; a clause of words alone does nothing.

    The cases of a value stay together, in the order in which they are asked.
    """
    found: dict[str, list[tuple[Span, Effect]]] = {}
    made = list(_Effects(book, book_grammar(book)).all(draft))
    if book.language in PHRASED:
        for (_, effect, _), (_, plain, _) in zip(made, _Effects(book, english_grammar(book)).all(draft), strict=True):
            effect.english, effect.english_steps = plain.phrase, plain.phrases
            effect.english_about, effect.english_answer = plain.about, plain.answer
    for clause, effect, span in made:
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


class _Effects:
    """Goes through all that a rulebook says."""

    def __init__(self, book: Rulebook, grammar: Grammar) -> None:
        self.book, self.world = book, book.world
        self._figures, self._grammar = Figures(), grammar

    def all(self, draft: Draft) -> Iterator[Said]:
        """Every effect, with its clause and where it stands."""
        world = self.world
        for clause in draft.active():
            for item in (contribution.item for contribution in clause.items):
                if isinstance(item, n.Table | n.TableFrom):
                    name = str(item.name)
                    yield _clause_effect(clause.id, "table", name, _rows(item), item.span, self._telling().listed(name))
        for state in world.memory:
            if state.clause is not None:
                phrase = self._telling().kept(state)
                kept = state.params, _types(state), state.type, state.stage, state.starts
                yield _clause_effect(state.clause, "memory", state.name, _signature(state), state.span, phrase, kept)
        for definition in world.definitions.values():
            yield from self._definition(definition)
        yield from self._rules(world.actions.values())
        for action in world.actions.values():
            telling = self._telling()
            text, phrase, phrases = _signature(action), telling.offered(action), telling.body(action.body)
            offered = action.params, _types(action), action.by, action.stage
            yield _clause_effect(
                action.clause, "action", action.name, text, action.span, phrase, offered, action.body, phrases
            )
            yield from self._triggers(action)
        for procedure in world.procedures.values():
            telling = self._telling()
            text, phrase, phrases = _signature(procedure), telling.run(procedure), telling.body(procedure.body)
            span = procedure.body[0].span if procedure.body and procedure.open else procedure.span
            shaped, body = (procedure.params,), procedure.body
            yield _clause_effect(
                procedure.giver, "procedure", procedure.name, text, span, phrase, shaped, body, phrases
            )
            yield from self._triggers(procedure)
        for stage in world.stages.values():
            for sort, triggers in (("begins", stage.begins), ("ends", stage.ends)):
                for trigger in triggers:
                    telling = self._telling()
                    yield _triggered(stage.name, (), trigger, telling.edge(sort, stage, trigger), telling)

    def _telling(self) -> ClauseSentences:
        return ClauseSentences(self._figures, self._grammar)

    def _rules(self, actions: Iterable[t.Action]) -> Iterator[Said]:
        """Permissions, prohibitions and exceptions; a line that serves several actions is told once."""
        lines: dict[tuple[Sort, str], list[tuple[t.Action, t.Permission | t.Lifting]]] = {}
        for action in actions:
            found: list[tuple[Sort, t.Permission | t.Lifting]] = [
                *(("permits", permit) for permit in action.permits),
                *(("forbids", forbid) for forbid in action.forbids),
                *(("excepts", lifting) for lifting in action.excepts),
            ]
            for sort, rule in found:
                lines.setdefault((sort, str(rule.span)), []).append((action, rule))
        for (sort, _), line in lines.items():
            rule = line[0][1]
            lifted = self._heading(rule.lifts) if isinstance(rule, t.Lifting) else None
            phrase = self._telling().ruled([(action, each.when) for action, each in line], lifted)
            names = ", ".join(action.name for action, _ in line)
            shaped = [(a.name, a.params, each.when, getattr(each, "lifts", None)) for a, each in line]
            yield _clause_effect(rule.clause, sort, names, quoted(rule.span), rule.span, phrase, shaped)

    def _heading(self, clause: str) -> str:
        found = self.book.clauses.get(clause)
        if found is None:
            return words(clause)
        return found.heading if self._grammar.language in PHRASED else found.title

    def _definition(self, definition: t.Definition) -> Iterator[Said]:
        sort: Sort = "value" if definition.printed else "definition"
        name, signature = definition.name, _signature(definition)
        settled = _settled(definition)
        for place, case in enumerate(definition.cases if settled is None else definition.cases[:1]):
            if settled is None:
                last = place > 0 and case is definition.cases[-1]
                told = definition, case.answer, case.when, last
                text = f"{signature} is {quoted(case.span)}"
                shaped: tuple[Any, ...] = (definition.params, case.answer, case.when)
            else:
                told = definition, settled, None, False
                text = f"{signature} is {shown(settled.value, definition.type, {})}"
                shaped = (text,)
            phrase, figure = self._telling().answered(*told), self._telling().asked(*told)
            clause = case.clause or definition.clause
            yield _clause_effect(clause, sort, name, text, case.span, phrase, shaped, figure=figure)
        for adjust in definition.adjusts:
            phrase = self._telling().adjusted(definition, adjust)
            turned = definition.params, adjust.it, adjust.to, adjust.when
            yield _clause_effect(adjust.clause, "adjusts", name, quoted(adjust.span), adjust.span, phrase, turned)

    def _triggers(self, event: t.Action | t.Procedure) -> Iterator[Said]:
        triggers = event.triggers
        for sort in ("before", "instead", "after"):
            for trigger in getattr(triggers, sort):
                telling = self._telling()
                told = telling.happening(sort, event, trigger)
                yield _triggered(event.name, event.params, trigger, told, telling)


def _clause_effect(
    clause: str,
    sort: Sort,
    name: str,
    text: str,
    span: Span,
    phrase: str,
    shaped: Sequence[Any] = (),
    body: Sequence[t.Step] = (),
    phrases: Sequence[str] = (),
    figure: tuple[str, str] = ("", ""),
) -> Said:
    made = Effect(
        sort=sort,
        name=name,
        text=text.removeprefix(_VERBS.get(sort, "")),
        steps=_steps(body),
        phrase=phrase,
        phrases=list(phrases),
        about=figure[0],
        answer=figure[1],
        shape=shape(*shaped, tuple(body)) if shaped else "",
        place=span.place,
    )
    return clause, made, span


def _triggered(
    event: str, params: Sequence[t.Var], trigger: t.TriggerTerm, phrase: str, telling: ClauseSentences
) -> Said:
    text, phrases = quoted(_head(trigger)), telling.body(trigger.body)
    shaped = text.split()[0], trigger.name, tuple(params), trigger.when
    return _clause_effect(trigger.clause, "trigger", event, text, trigger.span, phrase, shaped, trigger.body, phrases)


def _settled(definition: t.Definition) -> t.Const | None:
    """What a value comes to in this rulebook, whatever happens; None where it depends."""
    if definition.params:
        return None
    try:
        value = evaluate(t.Apply(definition.type, definition.span, definition, ()), {})
    except NotConstant:
        return None
    return t.Const(definition.type, definition.span, value)


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
