"""Steps that ask somebody, leave it to chance, or open and end stages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.terms.types import Dice, Enum, ListOf, Number, SetOf, Thing
from crex_dsl.rulebook.typecheck.templates import template
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.typecheck.statements import Stepper


MAX_SIDES = 100


def choose_step(stepper: Stepper, node: n.Choose, scope: Scope) -> tuple[t.Step, Scope]:
    who, offers = stepper.typer.player(node.who, scope), stepper.offers(node.offers, scope)
    otherwise = None if node.otherwise is None else stepper.block(node.otherwise, scope)
    return t.Ask(node.span, "must", who, offers, None, otherwise), scope


def maychoose_step(stepper: Stepper, node: n.MayChoose | n.KeepChoosing, scope: Scope) -> tuple[t.Step, Scope]:
    mode, inner = ("may", scope) if isinstance(node, n.MayChoose) else ("keep", stepper.steady(node, scope))
    who, offers = stepper.typer.player(node.who, inner), stepper.offers(node.offers, inner)
    return t.Ask(node.span, mode, who, offers, template(node.decline, stepper.typer, inner), None), scope


def together_step(stepper: Stepper, node: n.Together, scope: Scope) -> tuple[t.Step, Scope]:
    var, source = stepper.typer.binder(node.binder, scope)
    stepper.typer.fit(t.Local(var.type, node.binder.span, var), Thing(stepper.world.player))
    inner = scope.bind(var)
    where = None if node.where is None else stepper.typer.condition(node.where, inner)
    return t.AskTogether(node.span, var, source, where, stepper.offers(node.offers, inner)), scope


# ---- chance ----
def roll_step(stepper: Stepper, node: n.Roll, scope: Scope) -> tuple[t.Step, Scope]:
    count = stepper.typer.number(node.count, scope)
    sides = 6 if node.sides is None else stepper.typer.whole(node.sides)
    if not 2 <= sides <= MAX_SIDES:
        raise Mistake(
            said("a die has 2 to {max_sides} sides", max_sides=MAX_SIDES), node.sides.span if node.sides else node.span
        )
    if node.name is not None and node.name not in scope.locals:
        stepper.untaken(node.name, scope)
    name = "dice" if node.name is None else str(node.name)
    known = scope.locals.get(name)
    var = known if known is not None and known.type == Dice(sides) else t.Var(name, Dice(sides))
    return t.Throw(node.span, var, count, sides), scope.bind(var)


def draw_step(stepper: Stepper, node: n.Draw, scope: Scope) -> tuple[t.Step, Scope]:
    source = stepper.typer.expr(node.source, scope)
    if not isinstance(source.type, SetOf):
        raise Mistake(said("`draw` takes a set, and this is {source}", source=source.type), source.span)
    if node.name not in scope.locals:
        stepper.untaken(node.name, scope)
    known = scope.locals.get(str(node.name))
    var = known if known is not None and known.type == source.type.of else t.Var(str(node.name), source.type.of)
    return t.Pick(node.span, var, source), scope.bind(var)


def shuffle_step(stepper: Stepper, node: n.Shuffle, scope: Scope) -> tuple[t.Step, Scope]:
    source = stepper.typer.expr(node.source, scope)
    if not isinstance(source.type, SetOf) or not isinstance(source.type.of, Thing):
        raise Mistake(said("`shuffle` takes a set of things, and this is {source}", source=source.type), source.span)
    kind = source.type.of.kind
    state = kind.attribute(str(node.by)) or stepper.world.states.get(str(node.by))
    if not isinstance(state, t.State) or len(state.params) != 1 or not isinstance(state.type, Number):
        raise Mistake(
            said("`shuffle … by` names a number that every {kind} remembers", kind=kind.name),
            node.by.span,
            did_you_mean(node.by, kind.attribute_names()),
        )
    stepper.typer.fit(t.Local(source.type.of, node.source.span, t.Var("_", source.type.of)), state.params[0].type)
    return t.Mix(node.span, source, state), scope


def openstage_step(stepper: Stepper, node: n.OpenStage, scope: Scope) -> tuple[t.Step, Scope]:
    stage = stepper.stage(node.stage)
    chain = stepper.world.stage_chain(scope.stage) if scope.stage else []
    if scope.stage is not None and (stage.within not in chain or stage.name in chain):
        raise Mistake(
            said(
                "stage `{stage}` lies in `{within}`, and this is stage `{stage_2}`",
                stage=stage.name,
                within=stage.within,
                stage_2=scope.stage,
            ),
            node.stage.span,
            said("open it from a procedure of that stage"),
        )
    settings: list[tuple[t.State, t.Term]] = []
    for setting in node.settings or ():
        state = stage.fields.get(str(setting.name))
        if state is None:
            raise Mistake(
                said("stage `{stage}` has no field `{setting}`", stage=stage.name, setting=setting.name),
                setting.name.span,
                did_you_mean(setting.name, stage.fields),
            )
        settings.append((state, stepper.typer.expr(setting.value, scope, state.type)))
    given = {state.name for state, _ in settings}
    for state in stage.fields.values():
        if state.starts is None and state.name not in given and isinstance(state.type, Thing | Enum):
            raise Mistake(
                said("nothing says what `{state}` is when `{stage}` opens", state=state.name, stage=stage.name),
                node.span,
                said("add `{state} is …`, or declare it with `starts at`", state=state.name),
                [(said("the field is declared here"), state.span)],
            )
    inner = replace(stepper.steady(node, scope), stage=stage.name)
    body = stepper.block(node.block, inner)
    return t.OpenStage(node.span, stage, tuple(settings), body), scope


def endstage_step(stepper: Stepper, node: n.EndStage, scope: Scope) -> tuple[t.Step, Scope]:
    stage = stepper.stage(node.stage)
    if stage.name == "game":
        raise Mistake(
            said("the game ends with a result"), node.span, said("say `end game won by …` or `end game drawn`")
        )
    if scope.stage is not None and stage.name not in stepper.world.stage_chain(scope.stage):
        raise Mistake(
            said("stage `{stage}` is not open in stage `{stage_2}`", stage=stage.name, stage_2=scope.stage),
            node.stage.span,
            said("end it from a procedure of stage `{stage}`", stage=stage.name),
        )
    return t.EndStage(node.span, stage), scope


def endwon_step(stepper: Stepper, node: n.EndWon, scope: Scope) -> tuple[t.Step, Scope]:
    player = Thing(stepper.world.player)
    winners = stepper.typer.expr_near(node.winners, scope, player)
    winners = stepper.typer.fit(winners, SetOf(player) if isinstance(winners.type, SetOf | ListOf) else player, scope)
    return t.EndGame(node.span, winners), scope


def enddrawn_step(stepper: Stepper, node: n.EndDrawn, scope: Scope) -> tuple[t.Step, Scope]:
    return t.EndGame(node.span, None), scope
