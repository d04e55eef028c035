"""Definitions and values by their cases, whichever clauses these stand in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.names import span_type
from crex_dsl.rulebook.declarations.procedures import declared_action
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, Told
from crex_dsl.rulebook.layers.draft import ClauseDraft, Contribution
from crex_dsl.rulebook.terms.types import Number, Optional, Thing, cardinality
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.declarations.builder import Builder


CaseOrAdjust = t.CaseTerm | t.AdjustTerm
Turn = TypeVar("Turn", t.CaseTerm, t.AdjustTerm)


def built_definition(builder: Builder, name: Word) -> t.Definition:
    found = builder.world.definitions.get(str(name))
    if found is None:
        if name in builder.world.failed:
            raise Told(name.span)
        also = [builder.world.gone[name]] if name in builder.world.gone else []
        hint = None if also else did_you_mean(name, builder.world.definitions)
        if name in builder.world.states:
            hint = said("it is memory, which changes by steps")
        raise Mistake(said("there is no value `{name}` to change", name=name), name.span, hint, also)
    return found


def clause_cases(builder: Builder, clause: ClauseDraft, contribution: Contribution) -> None:
    item = contribution.item
    if isinstance(item, n.Value | n.Define):
        definition = builder.world.definitions.get(str(item.signature.name))
        if definition is not None and definition.span is item.signature.name.span:
            add_cases(
                builder, definition, item.cases, Scope(builder.world).bind(*definition.params), clause, contribution
            )
    elif isinstance(item, n.FillValue):
        definition = built_definition(builder, item.name)
        try:
            scope = builder.scope_of_names(definition.params, item.parameters, item.name.span, definition.name)
        except Mistake:
            builder.broken.add(definition.name)
            raise
        add_cases(builder, definition, item.cases, scope, clause, contribution)
    elif isinstance(item, n.Adjust):
        definition = built_definition(builder, item.name)
        scope = builder.scope_of_names(definition.params, item.parameters, item.name.span, definition.name)
        it = t.Var("it", definition.type)
        scope = scope.bind(it)
        when = None if item.when is None else builder.typer.condition(item.when, scope)
        to = builder.typer.ranged(item.to, scope.given(when), definition.type, f"`{definition.name}`")
        definition.adjusts.append(t.AdjustTerm(it, to, when, clause.id, contribution.layer, item.span))


def add_cases(
    builder: Builder,
    definition: t.Definition,
    cases: n.Cases,
    scope: Scope,
    clause: ClauseDraft,
    contribution: Contribution,
) -> None:
    settled: n.Case | None = None
    for case in cases:
        if settled is not None:
            raise Mistake(
                said("this case can never be reached"),
                case.span,
                said("put what always holds last"),
                [(said("this one always holds"), settled.span)],
            )
        try:
            when = None if case.when is None else builder.typer.condition(case.when, scope)
            known = scope.given(when)
            answer = builder.typer.ranged(case.answer, known, definition.type, f"`{definition.name}`")
        except Mistake as mistake:
            mistake.tell(builder.report)
            builder.broken.add(definition.name)
            continue
        definition.cases.append(t.CaseTerm(answer, when, clause.id, contribution.layer, case.span))
        if when is None:
            settled = case
        else:
            scope = scope.given(when, False)


def finish_definitions(builder: Builder) -> None:
    for definition in builder.world.definitions.values():
        builder.report.clause = definition.clause
        check_siblings(builder, definition)
        definition.cases.sort(
            key=lambda case: (
                -builder.rank.get(case.layer, 0),
                case.clause == definition.clause,
                -builder.order[case.clause],
            )
        )
        definition.adjusts.sort(key=lambda a: (builder.rank.get(a.layer, 0), builder.order[a.clause]))
        if not covers_everything(definition) and definition.name not in builder.broken:
            if not definition.cases:
                message = said(
                    "the open value `{definition}` is never said in this edition", definition=definition.name
                )
            else:
                message = said("the value `{definition}` leaves cases unsaid", definition=definition.name)
            builder.report.error(
                message,
                definition.span,
                said("say `{definition}` in every case: end with `… otherwise`", definition=definition.name),
            )
        settled = next((i for i, c in enumerate(definition.cases) if c.when is None), None)
        if settled is not None:
            check_reached(builder, definition.cases[settled], definition.cases[settled + 1 :])
            definition.cases = definition.cases[: settled + 1]
    builder.report.clause = None


def check_reached(builder: Builder, settled: t.CaseTerm, behind: list[t.CaseTerm]) -> None:
    """A later layer or another clause may take the place of cases before it; within a clause that is a mistake."""
    for case in behind:
        if case.layer == settled.layer and case.clause == settled.clause:
            builder.report.clause = case.clause
            builder.report.error(
                said("this case can never be reached"),
                case.span,
                said("put what always holds last"),
                [(said("this one always holds"), settled.span)],
            )


def check_siblings(builder: Builder, definition: t.Definition) -> None:
    """Two clauses of one layer must not answer the same question, or adjust it, without a stated order."""
    home, name = definition.clause, definition.name
    for case, other in _unordered(builder, definition.cases):
        if home not in (case.clause, other.clause) and not are_exclusive(case, other, definition):
            message = said(
                "clauses `{clause}` and `{other}` both answer `{name}`, and neither says which goes first",
                clause=other.clause,
                other=case.clause,
                name=name,
            )
            tell_unordered(builder, case, other, message, said("clause {clause} answers here", clause=other.clause))
    for adjust, earlier in _unordered(builder, definition.adjusts):
        if not (_adds(earlier) and _adds(adjust)):
            message = said(
                "clauses `{clause}` and `{other}` both adjust `{name}`, and neither says which goes first",
                clause=earlier.clause,
                other=adjust.clause,
                name=name,
            )
            note = said("clause {clause} adjusts it here", clause=earlier.clause)
            tell_unordered(builder, adjust, earlier, message, note)


def _unordered(builder: Builder, turns: Sequence[Turn]) -> Iterator[tuple[Turn, Turn]]:
    """Cases or adjustments of two clauses of one layer that state no order, the later one first."""
    for place, turn in enumerate(turns):
        for other in turns[:place]:
            apart = other.layer == turn.layer and other.clause != turn.clause
            if apart and not builder.stated(other.clause, turn.clause):
                yield turn, other


def tell_unordered(builder: Builder, turn: CaseOrAdjust, other: CaseOrAdjust, message: str, note: str) -> None:
    builder.report.clause = turn.clause
    builder.report.error(
        message,
        turn.span,
        said("say `follows {clause}` in clause {clause_2}", clause=other.clause, clause_2=turn.clause),
        [(note, other.span)],
    )


def clause_spans(builder: Builder, clause: ClauseDraft, contribution: Contribution) -> None:
    """Type between which numbers an action chooses, which every permission may rely on."""
    item = contribution.item
    action = declared_action(builder, item)
    if action is None or not isinstance(item, n.Action):
        return
    scope = Scope(builder.world, {"actor": action.actor})
    for parameter, var in zip(item.signature.parameters, action.params, strict=True):
        if isinstance(parameter, n.SpanParameter):
            low = builder.typer.number(parameter.low, scope)
            high = builder.typer.number(parameter.high, scope)
            var.type = span_type(low, high, parameter)
            action.spans[var] = (low, high)
        scope = scope.bind(var)


def _equalities(when: t.Term | None, params: tuple[t.Var, ...]) -> Iterator[tuple[t.Var, int]]:
    """The parameters that a condition asks to be one known value."""
    parts = when.items if isinstance(when, t.And) else (when,)
    for part in parts:
        if isinstance(part, t.Compare) and part.operator == "==":
            for one, two in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, t.Local) and one.var in params and isinstance(two, t.Const):
                    yield one.var, two.value


def _adds(adjust: t.AdjustTerm) -> bool:
    """Whether an adjustment only adds to the figure so far, or takes from it, whatever that is."""
    to = adjust.to.of if isinstance(adjust.to, t.Within) else adjust.to
    if not isinstance(to, t.Arith) or to.operator not in "+-" or not isinstance(to.left, t.Local):
        return False
    others = [to.right, *([adjust.when] if adjust.when is not None else [])]
    return to.left.var is adjust.it and not any(
        isinstance(part, t.Local) and part.var is adjust.it for term in others for part in term.walk()
    )


def are_exclusive(one: t.CaseTerm, two: t.CaseTerm, definition: t.Definition) -> bool:
    """Whether two cases can never both hold, as far as can be seen."""
    mine = dict(_equalities(one.when, definition.params))
    theirs = dict(_equalities(two.when, definition.params))
    return any(var in theirs and theirs[var] != value for var, value in mine.items())


def covers_everything(definition: t.Definition) -> bool:
    """Whether some case always holds: the last one says no `when`, or one parameter's values are all covered."""
    if any(case.when is None for case in definition.cases):
        return True
    for var in definition.params:
        count = cardinality(var.type)
        covered: set[int] = set()
        for case in definition.cases:
            parts = case.when.items if isinstance(case.when, t.And) else (case.when,)
            if len(parts) == 1:
                covered.update(value for v, value in _equalities(case.when, definition.params) if v is var)
        wanted = set(var.type.kind.members) if isinstance(var.type, Thing) else set(range(count or 0))
        if isinstance(var.type, Number) and var.type.low is not None:
            wanted = {var.type.low + k for k in range(count or 0)}
        if isinstance(var.type, Optional) and count is not None:
            wanted.add(count)
        if wanted and wanted <= covered:
            return True
    return False
