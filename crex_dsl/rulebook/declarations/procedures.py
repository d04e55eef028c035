"""Actions, procedures and triggers: their bodies typed, their conditions put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.layers.draft import ClauseDraft, Contribution
from crex_dsl.rulebook.terms.types import is_player, solid
from crex_dsl.rulebook.typecheck.templates import text_cases
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.declarations.builder import Builder


# ---- actions and procedures ----
def declared_action(builder: Builder, item: n.Item) -> t.Action | None:
    """The action that an item declares; None where it declares none, or its declaration failed."""
    found = builder.world.actions.get(str(item.signature.name)) if isinstance(item, n.Action) else None
    return found if found is not None and found.span is item.signature.name.span else None  # type: ignore[attr-defined]


def clause_actors(builder: Builder, clause: ClauseDraft, contribution: Contribution) -> None:
    """Type who acts, which every value may ask."""
    item = contribution.item
    action = declared_action(builder, item)
    if action is not None and isinstance(item, n.Action) and item.by is not None:
        by = builder.typer.expr(item.by, Scope(builder.world).bind(*action.params))
        if not is_player(solid(by.type)):
            raise Mistake(said("`by` names a player, and this is {by}", by=by.type), item.by.span)
        action.by = by


def action_head(builder: Builder, head: n.Head) -> tuple[t.Action, Scope]:
    action = builder.typer.action(head.name)
    scope = builder.scope_of_names(action.params, head.names, head.span, action.name)
    return action, Scope(builder.world, {"actor": action.actor, **scope.locals}, stage=action.stage)


def clause_bodies(builder: Builder, clause: ClauseDraft, contribution: Contribution) -> None:
    item, world = contribution.item, builder.world
    match item:
        case n.Action():
            declared = declared_action(builder, item)
            if declared is None:
                return
            scope = Scope(world, {"actor": declared.actor}, stage=declared.stage).bind(*declared.params)
            declared.body = builder.stepper.block(item.block, scope)
            declared.texts = text_cases(item.texts, item.signature.name, builder.typer, scope, builder.report)
        case n.Permit():
            action, scope = action_head(builder, item.head)
            when = None if item.when is None else builder.typer.condition(item.when, scope)
            action.permits.append(t.Permission(when, clause.id, item.span))
        case n.Forbid():
            for head in item.heads:
                action, scope = action_head(builder, head)
                when = None if item.when is None else builder.typer.condition(item.when, scope)
                action.forbids.append(t.Permission(when, clause.id, item.span))
        case n.Except():
            action, scope = action_head(builder, item.head)
            if item.clause not in builder.draft.clauses:
                gone = builder.draft.gone.get(str(item.clause))
                raise Mistake(
                    said("`except {clause}` names no clause that is there", clause=item.clause),
                    item.clause.span,
                    did_you_mean(item.clause, builder.draft.clauses),
                    [gone.note] if gone else [],
                )
            when = None if item.when is None else builder.typer.condition(item.when, scope)
            action.excepts.append(t.Lifting(when, clause.id, str(item.clause), item.span))
        case n.Procedure():
            procedure = world.procedures.get(str(item.signature.name))
            if procedure is not None and procedure.span is item.signature.name.span:
                typed_body(builder, procedure, item.block, Scope(world).bind(*procedure.params), clause, contribution)
        case n.FillProcedure():
            fill_procedure(builder, item, clause, contribution)
        case n.Before() | n.After() | n.Instead():
            add_trigger(builder, item, clause, contribution)
        case n.Begins() | n.Ends():
            add_stage_trigger(builder, item, clause, contribution)


def typed_body(
    builder: Builder,
    procedure: t.Procedure,
    block: n.Block,
    scope: Scope,
    clause: ClauseDraft,
    contribution: Contribution,
) -> None:
    if procedure.layer and not gives_way(builder, procedure, clause.id, contribution):
        return
    inner = Scope(builder.world, scope.locals, stage=procedure.stage)
    procedure.body = builder.stepper.block(block, inner)
    procedure.layer = contribution.layer
    procedure.giver = clause.id


def gives_way(builder: Builder, procedure: t.Procedure, clause: str, contribution: Contribution) -> bool:
    """Whether the body that a procedure has gives way to another: that of a later layer, or of another clause."""
    before, now = builder.rank.get(procedure.layer, 0), builder.rank.get(contribution.layer, 0)
    if before != now:
        return before < now
    giver, span = procedure.giver, contribution.item.span
    if giver == clause:
        raise Mistake(
            said("`{procedure}` has a body already", procedure=procedure.name),
            span,
            said("take one of the two bodies out"),
        )
    if procedure.clause in (giver, clause):
        return procedure.clause == giver
    if not builder.stated(giver, clause):
        raise Mistake(
            said(
                "clauses `{giver}` and `{clause}` both give `{procedure}` a body, and neither says which goes first",
                giver=giver,
                clause=clause,
                procedure=procedure.name,
            ),
            span,
            said("say `follows {giver}` in clause {clause}", giver=giver, clause=clause),
        )
    return builder.order[giver] < builder.order[clause]


def fill_procedure(builder: Builder, item: n.FillProcedure, clause: ClauseDraft, contribution: Contribution) -> None:
    procedure = builder.stepper.procedure(item.signature.name)
    for parameter in item.signature.parameters:
        if not isinstance(parameter, n.NamedParameter):
            raise Mistake(
                said("the types stand where the procedure is declared"),
                parameter.span,
                said("name the parameter only"),
            )
    names = n.Names(item.signature.span, tuple(p.name for p in item.signature.parameters))
    scope = builder.scope_of_names(procedure.params, names, item.signature.span, procedure.name)
    typed_body(builder, procedure, item.block, scope, clause, contribution)


def add_trigger(builder: Builder, item: n.Trigger, clause: ClauseDraft, contribution: Contribution) -> None:
    event = builder.stepper.event(item.head.name)
    scope = builder.scope_of_names(event.params, item.head.names, item.head.span, event.name)
    names = dict(scope.locals)
    if isinstance(event, t.Action):
        names["actor"] = event.actor
    scope = Scope(builder.world, names, stage=event.stage)
    when = None if item.when is None else builder.typer.condition(item.when, scope)
    body = builder.stepper.block(item.block, scope.given(when))
    sort = type(item).__name__.lower()
    group: list[t.TriggerTerm] = getattr(event.triggers, sort)
    label = f"{sort} {event.name} ({clause.id} in {contribution.layer}, {len(group) + 1})"
    group.append(t.TriggerTerm(label, when, body, clause.id, contribution.layer, item.span))


def add_stage_trigger(builder: Builder, item: n.StageTrigger, clause: ClauseDraft, contribution: Contribution) -> None:
    stage = builder.stepper.stage(item.stage)
    if stage.name == "game" and isinstance(item, n.Ends):
        raise Mistake(
            said("nothing happens after the game has ended"), item.stage.span, said("say it before `end game …`")
        )
    scope = Scope(builder.world, stage=stage.name)
    when = None if item.when is None else builder.typer.condition(item.when, scope)
    body = builder.stepper.block(item.block, scope.given(when))
    group = stage.begins if isinstance(item, n.Begins) else stage.ends
    sort = "begins" if isinstance(item, n.Begins) else "ends"
    label = f"{stage.name} {sort} ({clause.id} in {contribution.layer}, {len(group) + 1})"
    group.append(t.TriggerTerm(label, when, body, clause.id, contribution.layer, item.span))


def finish_triggers(builder: Builder) -> None:
    def place(trigger: t.TriggerTerm) -> tuple[int, int]:
        return builder.rank.get(trigger.layer, 0), builder.order[trigger.clause]

    events: list[t.Action | t.Procedure] = [*builder.world.actions.values(), *builder.world.procedures.values()]
    for event in events:
        event.triggers.before.sort(key=place)
        event.triggers.after.sort(key=place)
        event.triggers.instead.sort(key=place, reverse=True)
    for stage in builder.world.stages.values():
        stage.begins.sort(key=place)
        stage.ends.sort(key=place)


def finish_procedures(builder: Builder) -> None:
    for procedure in builder.world.procedures.values():
        if procedure.open and not procedure.layer:
            builder.report.error(
                said("the open procedure `{procedure}` is never said in this edition", procedure=procedure.name),
                procedure.span,
                said(
                    "say `in {clause}` and `procedure {procedure} is …` in a layer",
                    clause=procedure.clause,
                    procedure=procedure.name,
                ),
            )
    for action in builder.world.actions.values():
        for exception in action.excepts:
            forbidding = {forbid.clause for forbid in action.forbids} | builder.faulty
            if exception.lifts not in forbidding:
                builder.report.clause = exception.clause
                builder.report.error(
                    said(
                        "clause `{lifts}` does not forbid `{action}`, so there is nothing to except",
                        lifts=exception.lifts,
                        action=action.name,
                    ),
                    exception.span,
                    said(
                        "it is forbidden by {what}",
                        what=listed_as_said(sorted({f.clause for f in action.forbids})) or said("no clause"),
                    ),
                )
    builder.report.clause = None


def first_procedure(builder: Builder) -> t.Procedure | None:
    line = builder.draft.text.base.setting(n.BeginsWith)
    if not isinstance(line, n.BeginsWith):
        builder.report.error(
            said("nothing says how `{draft}` is played", draft=builder.draft.text.id),
            builder.draft.text.base.span,
            said("add a line `begins with PROCEDURE` under the game's header"),
        )
        return None
    try:
        procedure = builder.stepper.procedure(line.name)
    except Mistake as mistake:
        mistake.tell(builder.report)
        return None
    if procedure.params or procedure.stage != "game":
        builder.report.error(
            said("the procedure that is the game has no parameters and no stage, unlike `{line}`", line=line.name),
            line.name.span,
            said("declare it as `procedure name` alone"),
        )
    return procedure
