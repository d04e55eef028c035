"""Declared names: values, memory, parameters, actions, each claimed once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake
from crex_dsl.rulebook.layers.draft import ClauseDraft
from crex_dsl.rulebook.terms.intervals import bounds
from crex_dsl.rulebook.terms.types import NUMBER, ListOf, Number, Optional, SetOf, Thing, Type, cardinality
from crex_dsl.text.messages import number_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.declarations.builder import Builder


MAX_CELLS = 200_000
MAX_CHOICES = 10_000
MAX_INSTANCES = 1_000_000


def claim_name(builder: Builder, name: Word) -> None:
    """Make sure that a name is declared once."""
    known = builder.world.declared.get(str(name))
    if known is not None:
        raise Mistake(
            said("`{name}` is declared twice", name=name),
            name.span,
            said("choose another name"),
            [(said("first here"), known)],
        )
    builder.world.declared[str(name)] = name.span
    builder.world.gone.pop(str(name), None)


def stage_fields(builder: Builder) -> None:
    items = [c.item for c in builder.draft.components]
    items += [c.item for clause in builder.draft.active() for c in clause.items]
    for item in items:
        if not isinstance(item, n.Stage) or str(item.name) not in builder.world.stages:
            continue
        stage = builder.world.stages[str(item.name)]
        for field in item.fields:
            try:
                claim_name(builder, field.name)
                of = storable(builder, builder.typer.type(field.type, f"{stage.name}.{field.name}"), field.type.span)
                state = t.State(str(field.name), "field", (), of, stage.name, None, field.name.span)
                stage.fields[state.name] = builder.world.states[state.name] = state
                builder.world.memory.append(state)
            except Mistake as mistake:
                mistake.tell(builder.report)
                builder.world.failed.add(str(field.name))


def storable(builder: Builder, of: Type, span: Span) -> Type:
    if isinstance(of, ListOf):
        raise Mistake(said("memory cannot hold a list"), span, said("use a set, or a number that gives the order"))
    return of


def hides_nothing(builder: Builder, name: Word) -> None:
    """Make sure that a parameter's name means nothing else, wherever that is declared."""
    taken = builder.values.get(str(name)) or (builder.world.states[name].span if name in builder.world.states else None)
    if taken is not None:
        raise Mistake(
            said("`{name}` means something here already", name=name),
            name.span,
            said("rename the parameter"),
            [(said("declared here"), taken)],
        )


def countable(builder: Builder, params: Iterable[t.Var], span: Span, what: str) -> None:
    total = 1
    for var in params:
        count = cardinality(var.type)
        if count is None or isinstance(var.type, Optional | SetOf):
            raise Mistake(
                said(
                    "{what} cannot be kept for every `{var}`: {var_2} cannot be counted",
                    what=what,
                    var=var.name,
                    var_2=var.type,
                ),
                span,
            )
        total *= count + 1
    if total > MAX_CELLS:
        raise Mistake(
            said(
                "{what} would need {total} places, more than {max_cells}",
                what=what,
                total=number_as_said(total),
                max_cells=number_as_said(MAX_CELLS),
            ),
            span,
        )


def stage_name(builder: Builder, word: Word | None) -> str:
    if word is None:
        return "game"
    if word not in builder.world.stages:
        raise Mistake(
            said("there is no stage `{name}`", name=word), word.span, did_you_mean(word, builder.world.stages)
        )
    return str(word)


def declare_item(builder: Builder, clause: ClauseDraft, item: n.Item) -> None:
    world = builder.world
    match item:
        case n.State() | n.Tally() | n.SetState():
            claim_name(builder, item.signature.name)
            params = builder.params(item.signature, "state")
            name = str(item.signature.name)
            countable(builder, params, item.signature.name.span, f"`{name}`")
            of: Type = NUMBER
            if isinstance(item, n.State):
                of = storable(builder, builder.typer.type(item.type, name), item.type.span)
            elif isinstance(item, n.SetState):
                of = SetOf(Thing(builder.typer.kind(item.of)))
            sort = type(item).__name__.lower().removesuffix("state") or "state"
            state = t.State(name, sort, params, of, stage_name(builder, item.per), clause.id, item.signature.name.span)
            world.states[name] = state
            world.memory.append(state)
        case n.Value() | n.OpenValue() | n.Define():
            claim_name(builder, item.signature.name)
            name = str(item.signature.name)
            definition = t.Definition(
                name,
                builder.params(item.signature, "value"),
                builder.typer.type(item.type, name),
                clause.id,
                item.signature.name.span,
                printed=not isinstance(item, n.Define),
                open=isinstance(item, n.OpenValue),
            )
            world.definitions[name] = definition
        case n.Action():
            declare_action(builder, clause, item)
        case n.Procedure() | n.OpenProcedure() | n.Moment():
            claim_name(builder, item.signature.name)
            procedure = t.Procedure(
                str(item.signature.name),
                builder.params(item.signature, "procedure"),
                stage_name(builder, item.stage),
                clause.id,
                item.signature.name.span,
                open=isinstance(item, n.OpenProcedure),
            )
            world.procedures[procedure.name] = procedure


def declare_action(builder: Builder, clause: ClauseDraft, item: n.Action) -> None:
    claim_name(builder, item.signature.name)
    name = str(item.signature.name)
    params = builder.params(item.signature, "action")
    for var in params:
        if isinstance(var.type, Optional | SetOf | ListOf) or (cardinality(var.type) is None and var.type != NUMBER):
            raise Mistake(
                said("an action cannot choose {var}", var=var.type),
                item.signature.span,
                said("choose things one by one"),
            )
    for parameter in item.signature.parameters:
        if isinstance(parameter, n.Parameter) and isinstance(parameter.type, n.NumberType):
            raise Mistake(
                said("nothing bounds the number `{name}`", name=parameter.name),
                parameter.span,
                said("say between which numbers: `{parameter}: from 1 to …`", parameter=parameter.name),
            )
    total = 1
    for var in params:
        total *= cardinality(var.type) or 1
    if total > MAX_INSTANCES:
        raise Mistake(
            said(
                "`{name}` would have {total} instances, more than {max_instances}",
                name=name,
                total=number_as_said(total),
                max_instances=number_as_said(MAX_INSTANCES),
            ),
            item.signature.span,
        )
    builder.world.actions[name] = t.Action(
        name,
        params,
        {},
        t.Var("actor", Thing(builder.world.player)),
        None,
        stage_name(builder, item.stage),
        item.unordered is not None,
        clause.id,
        item.signature.name.span,
    )


def span_type(low: t.Term, high: t.Term, node: n.SpanParameter) -> Number:
    """The bounds that a chosen number can never leave."""
    least, most = bounds(low)[0], bounds(high)[1]
    if least is None or most is None:
        raise Mistake(
            said("nothing bounds the number `{name}`", name=node.name),
            node.span,
            said("use memory with a range such as 0..99 in its bounds"),
        )
    if most - least > MAX_CHOICES:
        raise Mistake(
            said(
                "`{node}` could take more than {max_choices} values",
                node=node.name,
                max_choices=number_as_said(MAX_CHOICES),
            ),
            node.span,
            said("narrow its bounds"),
        )
    return Number(least, max(least, most))
