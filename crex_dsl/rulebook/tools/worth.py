"""A side's estimate of its standing, typed: cases, or a sum of named things that count for it and against it, each as
much as the last layer says that speaks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.rulebook import WeightTerm, WorthTerm
from crex_dsl.rulebook.terms.types import NUMBER, Thing, is_player
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.tools.measures import Tools


def worth_term(tools: Tools, top: n.Worth, layer: str) -> WorthTerm:
    """The estimate that a file declares; what counts is added up once every layer has said how much."""
    typer, parameter = tools.typer, top.parameter
    kind = typer.type(parameter.type) if isinstance(parameter, n.Parameter) else Thing(tools.world.player)
    if not is_player(kind):
        raise Mistake(said("`worth` is asked of a player"), parameter.span)
    if top.each is not None:
        tools.stepper.stage(top.each)
    var = t.Var(str(parameter.name), kind)
    scope = Scope(tools.world).bind(var)
    definition = t.Definition("worth", (var,), NUMBER, "", top.span, printed=False, open=False)
    made = WorthTerm(definition, str(top.each) if top.each else None, str(top.by) if top.by else None, [])
    if isinstance(top.cases, n.Weights):
        _weigh(tools, made, top.cases, scope, layer)
        return made
    for case in top.cases:
        when = None if case.when is None else typer.condition(case.when, scope)
        inner = scope.given(when)
        definition.cases.append(t.CaseTerm(typer.number(case.answer, inner), when, "", "", case.span))
        scope = scope.given(when, False)
    if definition.cases[-1].when is not None:
        raise Mistake(said("`worth` leaves cases unsaid"), top.span, said("end with `… otherwise`"))
    return made


def _weigh(tools: Tools, made: WorthTerm, weights: n.Weights, scope: Scope, layer: str) -> None:
    """Note what counts, each so many times."""
    for line in weights:
        if any(weight.title == line.title for weight in made.weights):
            raise Mistake(said("“{line}” counts twice", line=line.title), line.title.span)
        of = tools.typer.number(line.of, scope)
        made.weights.append(WeightTerm(str(line.title), _signed(tools, line), of, (layer, line.title.span)))


def reweigh(tools: Tools, worth: WorthTerm | None, line: n.Reweight, layer: str) -> None:
    """Let a thing count as a later layer says."""
    named = {weight.title: weight for weight in worth.weights} if worth is not None else {}
    weight = named.get(str(line.title))
    if weight is None:
        advice = did_you_mean(str(line.title), named) or said("only what `worth(…)` names can be weighed anew")
        raise Mistake(said("“{line}” does not count in this game", line=line.title), line.title.span, advice)
    earlier, span = weight.said
    if earlier == layer:
        raise Mistake(
            said("“{line}” counts twice", line=line.title), line.title.span, None, [(said("first here"), span)]
        )
    weight.number, weight.said = _signed(tools, line), (layer, line.title.span)


def add_up(worth: WorthTerm) -> None:
    """Make the sum of what counts, where a file says it so."""
    whole: t.Term | None = None
    for weight in worth.weights:
        span, number = weight.of.span, abs(weight.number)
        counted = t.Arith(NUMBER, span, "*", t.Const(NUMBER, span, number), weight.of)
        first = t.Const(NUMBER, span, 0) if whole is None else whole
        whole = t.Arith(NUMBER, span, "-" if weight.number < 0 else "+", first, counted)
    if whole is not None:
        worth.definition.cases.append(t.CaseTerm(whole, None, "", "", worth.definition.span))


def _signed(tools: Tools, line: n.Weight | n.Reweight) -> int:
    """How many times a thing counts, below nothing where it counts against a side."""
    number = tools.typer.whole(line.number)
    return -number if line.side == "against" else number


def unknown_policy(tools: Tools, top: n.Worth) -> Mistake | None:
    """What is wrong with the policy by which play goes on, if anything."""
    known = [policy.name for policy in tools.policies]
    if top.by is None or str(top.by) in known:
        return None
    return Mistake(said("there is no policy `{name}`", name=top.by), top.by.span, did_you_mean(str(top.by), known))
