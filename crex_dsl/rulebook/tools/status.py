"""What is said of where play stands, and which dice are hits, typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.rulebook import StatusTerm, SuccessesTerm
from crex_dsl.rulebook.terms.types import Thing
from crex_dsl.rulebook.typecheck.templates import template
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.rulebook.tools.measures import Tools


def status_term(tools: Tools, top: n.Status, layer: str) -> StatusTerm:
    """What a layer says of a stage, or to a player; it takes the place of what earlier layers say."""
    name, known = str(top.name), tools.status.get(str(top.name))
    if known is not None and known.layer == layer:
        raise Mistake(said("the status of `{name}` is said twice", name=name), top.name.span)
    subject = None
    if name == tools.world.player.name:
        subject = t.Var(name, Thing(tools.world.player))
        scope = Scope(tools.world).bind(subject)
    else:
        scope = Scope(tools.world, stage=tools.stepper.stage(top.name).name)
    made = StatusTerm(name, layer, subject, [])
    for line in top.lines:
        try:
            when = None if line.when is None else tools.typer.condition(line.when, scope)
            made.lines.append(t.TextCase(template(line.text, tools.typer, scope.given(when)), when))
        except Mistake as mistake:
            mistake.tell(tools.report)
    return made


def successes_term(tools: Tools, top: n.Successes) -> SuccessesTerm:
    """Which dice of an action or procedure are hits."""
    of = tools.stepper.event(top.head.name)
    names = list(top.head.names or ())
    if len(names) != len(of.params):
        raise Mistake(
            said("`{name}` takes ({params})", name=of.name, params=", ".join(p.name for p in of.params)), top.head.span
        )
    bound = {str(name): var for name, var in zip(names, of.params, strict=True)}
    if isinstance(of, t.Action):
        bound["actor"] = of.actor
    scope = Scope(tools.world, bound, stage=of.stage)
    return SuccessesTerm(of, tools.typer.number(top.most, scope), tuple(str(form) for form in top.forms))
