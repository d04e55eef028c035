"""A side's estimate of its standing, typed: cases, or a sum of named things that count for it and against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.rulebook import WeightTerm, WorthTerm
from crex_dsl.rulebook.terms.types import NUMBER, Thing, is_player
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.tools.measures import Tools


def worth_term(tools: Tools, top: n.Worth) -> WorthTerm:
    """The estimate that a file declares."""
    typer, parameter = tools.typer, top.parameter
    kind = typer.type(parameter.type) if isinstance(parameter, n.Parameter) else Thing(tools.world.player)
    if not is_player(kind):
        raise Mistake("`worth` is asked of a player", parameter.span)
    if top.each is not None:
        tools.stepper.stage(top.each)
    var = t.Var(str(parameter.name), kind)
    scope = Scope(tools.world).bind(var)
    definition = t.Definition("worth", (var,), NUMBER, "", top.span, printed=False, open=False)
    made = WorthTerm(definition, str(top.each) if top.each else None, str(top.by) if top.by else None, [])
    if isinstance(top.cases, n.Weights):
        _weigh(tools, made, top.cases, scope)
        return made
    for case in top.cases:
        when = None if case.when is None else typer.condition(case.when, scope)
        inner = scope.given(when)
        definition.cases.append(t.CaseTerm(typer.number(case.answer, inner), when, "", "", case.span))
        scope = scope.given(when, False)
    if definition.cases[-1].when is not None:
        raise Mistake("`worth` leaves cases unsaid", top.span, "end with `… otherwise`")
    return made


def _weigh(tools: Tools, made: WorthTerm, weights: n.Weights, scope: Scope) -> None:
    """Add up what counts, each so many times."""
    whole: t.Term | None = None
    for line in weights:
        if any(weight.title == line.title for weight in made.weights):
            raise Mistake(f"“{line.title}” counts twice", line.title.span)
        number, of = tools.typer.whole(line.number), tools.typer.number(line.of, scope)
        counted = t.Arith(NUMBER, line.span, "*", t.Const(NUMBER, line.number.span, number), of)
        first = t.Const(NUMBER, line.span, 0) if whole is None else whole
        whole = t.Arith(NUMBER, line.span, "-" if line.side == "against" else "+", first, counted)
        made.weights.append(WeightTerm(str(line.title), -number if line.side == "against" else number, of))
    assert whole is not None
    made.definition.cases.append(t.CaseTerm(whole, None, "", "", weights.span))


def unknown_policy(tools: Tools, top: n.Worth) -> Mistake | None:
    """What is wrong with the policy by which play goes on, if anything."""
    known = [policy.name for policy in tools.policies]
    if top.by is None or str(top.by) in known:
        return None
    return Mistake(f"there is no policy `{top.by}`", top.by.span, did_you_mean(str(top.by), known))
