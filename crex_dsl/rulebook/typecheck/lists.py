"""Lists and sets: written out, their size, their total, their first, last and nth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.terms.types import NUMBER, Dice, Enum, ListOf, Number, SetOf, Thing, Type, Unknown, join, solid
from crex_dsl.rulebook.typecheck.type_rules import count_type, element, optional, or_none
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.rulebook.typecheck.expressions import Typer


def list_term(typer: Typer, node: n.List, scope: Scope, asked: Type | None) -> t.Term:
    inner = element(asked)
    items = [typer.expr(item, scope, inner) for item in node.items]
    of: Type = inner or Unknown()
    if inner is None:
        for item in items:
            joined = join(of, item.type)
            if joined is None:
                raise Mistake(said("this is {item}, but the list began with {of}", item=item.type, of=of), item.span)
            of = joined
    if isinstance(of, Unknown):
        raise Mistake(
            said("nothing says what this empty list holds"), node.span, said("use it where a list of one kind is asked")
        )
    if not isinstance(solid(of), Number | Thing | Enum):
        raise Mistake(said("a list holds things, words or numbers, and this is {of}", of=of), node.span)
    made: Type = SetOf(of) if isinstance(asked, SetOf) else ListOf(of)
    return t.Items(made, node.span, tuple(items))


def size_term(typer: Typer, node: n.Size, scope: Scope, asked: Type | None) -> t.Term:
    of = typer.expr(node.of, scope)
    if not isinstance(of.type, SetOf | ListOf):
        raise Mistake(said("{of} has no size; only a set or a list has", of=of.type), of.span)
    return t.SizeOf(count_type(of.type), node.span, of)


def total_term(typer: Typer, node: n.Total, scope: Scope, asked: Type | None) -> t.Term:
    of = typer.expr(node.of, scope)
    numbers = isinstance(of.type, ListOf) and isinstance(of.type.of, Number)
    if not isinstance(of.type, Dice) and not numbers:
        raise Mistake(said("`total of` takes thrown dice or a list of numbers, and this is {of}", of=of.type), of.span)
    return t.TotalOf(NUMBER, node.span, of)


# ---- lists ----
def list_argument(typer: Typer, node: n.Expr, scope: Scope) -> t.Term:
    of = typer.expr(node, scope)
    if not isinstance(of.type, ListOf):
        raise Mistake(
            said("this is {of}, but a list is needed", of=of.type), of.span, said("`order … by …` makes one of a set")
        )
    return of


def nth_term(typer: Typer, node: n.Nth, scope: Scope, asked: Type | None) -> t.Term:
    place, of = typer.number(node.place, scope), list_argument(typer, node.of, scope)
    assert isinstance(of.type, ListOf)
    inner = of.type.of
    return t.Nth(or_none(inner) if isinstance(inner, Number) else optional(inner), node.span, place, of)


def slice_term(typer: Typer, node: n.FirstOf | n.LastOf, scope: Scope, asked: Type | None) -> t.Term:
    count, of = typer.number(node.count, scope), list_argument(typer, node.of, scope)
    return t.Slice(of.type, node.span, "first" if isinstance(node, n.FirstOf) else "last", count, of)
