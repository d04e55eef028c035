"""Memory and definitions with arguments, what is built in, attributes of things, and whether an action can be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.hints import ASK_AGAIN, minus
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.terms.types import BOOL, Number, Optional, Thing, Type, is_player
from crex_dsl.rulebook.typecheck.type_rules import bounds
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.typecheck.expressions import Typer


def call_term(typer: Typer, node: n.Call, scope: Scope, asked: Type | None) -> t.Term:
    name, span, world = str(node.name), node.span, typer.world
    if name in world.states:
        state = world.states[name]
        return t.Read(state.type, span, state, typer.arguments(node.name, state.params, node.arguments, scope))
    if name in world.definitions:
        definition = world.definitions[name]
        args = typer.arguments(node.name, definition.params, node.arguments, scope)
        return t.Apply(definition.type, span, definition, args)
    builtin = BUILTINS.get(name)
    if builtin is not None:
        return builtin(typer, node, scope)
    if name in world.actions or name in world.procedures:
        raise typer.happens(node.name)
    if name in world.gone or name in world.failed:
        raise typer.unknown(node.name, scope, None)
    known = {*world.definitions, *world.states, "max", "min", "beyond", "seats_after"}
    raise Mistake(said("nothing is called `{name}`", name=name), node.name.span, did_you_mean(name, known))


def builtin_extreme(typer: Typer, node: n.Call, scope: Scope) -> t.Term:
    name = str(node.name)
    if len(node.arguments) != 2:
        raise Mistake(said("`{name}` takes two numbers", name=name), node.arguments.span)
    left, right = (typer.number(item, scope) for item in node.arguments)
    return t.Arith(bounds(name, left, right), node.span, name, left, right)


def builtin_beyond(typer: Typer, node: n.Call, scope: Scope) -> t.Term:
    if len(node.arguments) != 2:
        raise Mistake(said("`beyond` takes a link and a place"), node.arguments.span)
    link_node, place_node = node.arguments
    link = typer.expr(link_node, scope)
    joined = link.type.kind.linked if isinstance(link.type, Thing) else None
    if joined is None:
        raise Mistake(
            said("`beyond` takes a link, and this is {link}", link=link.type),
            link.span,
            said("a link is a kind that `joins`"),
        )
    place = typer.expr(place_node, scope)
    if not isinstance(place.type, Thing) or place.type.kind.root is not joined.root:
        raise Mistake(
            said("this is {place}, but a {joined} is needed", place=place.type, joined=joined.name), place.span
        )
    return t.Beyond(Thing(joined), node.span, link, place)


def builtin_seats_after(typer: Typer, node: n.Call, scope: Scope) -> t.Term:
    if len(node.arguments) != 2:
        raise Mistake(said("`seats_after` takes two players"), node.arguments.span)
    start, of = (typer.player(item, scope) for item in node.arguments)
    return t.SeatsAfter(Number(0, typer.world.player.count - 1), node.span, start, of)


def member_term(typer: Typer, node: n.Member, scope: Scope, asked: Type | None) -> t.Term:
    of = typer.expr(node.of, scope)
    if isinstance(of.type, Optional):
        word = "nobody" if is_player(of.type.of) else "nothing"
        ask = said("ask `is not {word}` first, or add `else …` in brackets", word=word)
        raise Mistake(
            said("this may be {word}", word=word), of.span, said(ASK_AGAIN) if typer.forgotten(of, scope) else ask
        )
    if not isinstance(of.type, Thing):
        raise Mistake(said("{of} has no attributes", of=of.type), of.span)
    kind = of.type.kind
    attribute = kind.attribute(str(node.name))
    if attribute is None:
        below = [k for k in typer.world.kinds.values() if k.is_within(kind) and k.attribute(str(node.name))]
        hint = minus(node.name, {*kind.attribute_names()}) or did_you_mean(node.name, kind.attribute_names())
        if below:
            known = typer.forgotten(of, scope)
            told = isinstance(known, Thing) and known.kind.attribute(str(node.name)) is not None
            hint = said(ASK_AGAIN) if told else said("ask `is a {kind}` first", kind=below[0].name)
        raise Mistake(said("a {kind} has no attribute `{node}`", kind=kind.name, node=node.name), node.name.span, hint)
    return attribute_term(typer, of, attribute, node.span)


def attribute_term(typer: Typer, of: t.Term, attribute: t.FixedAttribute | t.State, span: Span) -> t.Term:
    if isinstance(attribute, t.State):
        return t.Read(attribute.type, span, attribute, (of,))
    return t.Fixed(attribute.type, span, attribute, of)


def can_term(typer: Typer, node: n.Can, scope: Scope, asked: Type | None) -> t.Term:
    action = typer.action(node.action)
    if action.by is None:
        raise Mistake(
            said("action `{action}` belongs to nobody in particular", action=action.name),
            node.span,
            said("say who: `player can {action}`", action=action.name),
        )
    return t.CanDo(BOOL, node.span, action, typer.open_arguments(node.action, action, node.arguments, scope), None)


def canby_term(typer: Typer, node: n.CanBy, scope: Scope, asked: Type | None) -> t.Term:
    action = typer.action(node.action)
    who = typer.player(node.who, scope)
    return t.CanDo(BOOL, node.span, action, typer.open_arguments(node.action, action, node.arguments, scope), who)


BUILTINS: dict[str, Callable[[Typer, n.Call, Scope], t.Term]] = {
    "max": builtin_extreme,
    "min": builtin_extreme,
    "beyond": builtin_beyond,
    "seats_after": builtin_seats_after,
}
