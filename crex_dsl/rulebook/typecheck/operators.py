"""Comparisons, membership and arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.hints import way_across
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, is_nothing
from crex_dsl.rulebook.terms.types import (
    BOOL,
    NUMBER,
    Dice,
    ListOf,
    Nothing,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    comparable,
    join,
    solid,
)
from crex_dsl.rulebook.typecheck.type_rules import as_set, bounds, hint, optional
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.rulebook.typecheck.expressions import Typer

Pips = n.PipsAtMost | n.PipsAtLeast | n.PipsEqual
_SHOWING: dict[type[Pips], str] = {n.PipsAtMost: "<=", n.PipsAtLeast: ">=", n.PipsEqual: "=="}
_OPERATORS = {"=": "==", "<=": "<=", ">=": ">=", "<": "<", ">": ">"}


def elsevalue_term(typer: Typer, node: n.ElseValue, scope: Scope, asked: Type | None) -> t.Term:
    of = typer.expr(node.of, scope, None if asked is None else optional(asked))
    if not isinstance(of.type, Optional):
        raise Mistake(said("this is {of} and never missing, so `else` has nothing to do", of=of.type), of.span)
    instead = typer.expr(node.instead, scope, asked or of.type)
    return t.ElseOf(join(solid(of.type), instead.type) or instead.type, node.span, of, instead)


def pair(typer: Typer, left: n.Expr, right: n.Expr, scope: Scope) -> tuple[t.Term, t.Term]:
    """Two values to compare, each read in the light of the other."""
    if isinstance(left, n.Name) and not isinstance(right, n.Name | n.Number) and is_word(typer, left, scope):
        two = typer.expr(right, scope)
        return typer.expr(left, scope, hint(two.type)), two
    one = typer.expr(left, scope)
    return one, typer.expr_near(right, scope, one.type)


def is_word(typer: Typer, node: n.Name, scope: Scope) -> bool:
    name = str(node.name)
    if name in scope.locals or name in typer.world.states or name in typer.world.definitions:
        return False
    return any(name in enum.words for enum in typer.world.enums.values())


def same(typer: Typer, operator: str, left: n.Expr, right: n.Expr, scope: Scope, span: Span) -> t.Term:
    one, two = pair(typer, left, right, scope)
    for mine, other in ((one, two), (two, one)):
        if is_nothing(mine):
            if not isinstance(other.type, Optional):
                raise Mistake(
                    said("this is {other} and never missing", other=other.type),
                    other.span,
                    said("leave the question out"),
                )
            nothing = typer.nothing(other.type, mine.span)
            one, two = (nothing, other) if mine is one else (other, nothing)
            return t.Compare(BOOL, span, operator, one, two)
    if not comparable(one.type, two.type):
        hint = way_across(one.type, two.type) or way_across(two.type, one.type)
        raise Mistake(said("{one} and {two} cannot be compared", one=one.type, two=two.type), span, hint)
    if (
        isinstance(one.type, Optional)
        and isinstance(two.type, Optional)
        and not isinstance(one, t.Const)
        and not isinstance(two, t.Const)
    ):
        raise Mistake(
            said("both sides may be missing, and two missing values would count as the same"),
            span,
            said("ask first that one of them is not nothing"),
        )
    return t.Compare(BOOL, span, operator, one, two)


def equals_term(typer: Typer, node: n.Equals | n.Differs, scope: Scope, asked: Type | None) -> t.Term:
    return same(typer, "==" if isinstance(node, n.Equals) else "!=", node.left, node.right, scope, node.span)


def compare_term(typer: Typer, node: n.Compare, scope: Scope, asked: Type | None) -> t.Term:
    operator = _OPERATORS[str(node.operator)]
    if operator == "==":
        return same(typer, "==", node.left, node.right, scope, node.span)
    left, right = typer.number(node.left, scope), typer.number(node.right, scope)
    return t.Compare(BOOL, node.span, operator, left, right)


def isa_term(typer: Typer, node: n.IsA, scope: Scope, asked: Type | None) -> t.Term:
    of, kind = typer.expr(node.of, scope), typer.kind(node.kind)
    inner = solid(of.type)
    if not isinstance(inner, Thing) or inner.kind.root is not kind.root:
        raise Mistake(said("this is {of} and can never be a {kind}", of=of.type, kind=kind.name), of.span)
    return t.InKind(BOOL, node.span, of, kind)


def memberin_term(typer: Typer, node: n.MemberIn | n.NotIn, scope: Scope, asked: Type | None) -> t.Term:
    found = membership(typer, node.of, node.source, scope, node.span)
    return found if isinstance(node, n.MemberIn) else t.Not(BOOL, node.span, found)


def membership(typer: Typer, of: n.Expr, source: n.Expr, scope: Scope, span: Span) -> t.Term:
    if isinstance(source, n.List):
        one = typer.expr(of, scope)
        items = tuple(typer.expr_near(item, scope, one.type) for item in source.items)
        for item in items:
            if not comparable(one.type, item.type):
                raise Mistake(said("{one} and {two} cannot be compared", one=one.type, two=item.type), item.span)
        return t.Or(BOOL, span, tuple(t.Compare(BOOL, item.span, "==", one, item) for item in items))
    group = typer.expr(source, scope)
    if not isinstance(group.type, SetOf | ListOf):
        raise Mistake(said("this is {group}, but a set is needed", group=group.type), group.span)
    inner = group.type.of
    one = typer.expr_near(of, scope, inner)
    missing = isinstance(one, t.Const) and isinstance(one.type, Nothing | Optional)
    if not comparable(one.type, inner) or missing:
        raise Mistake(
            said("{what} can never be in {group}", what="nothing" if missing else one.type, group=group.type), one.span
        )
    if isinstance(group.type, SetOf):
        return t.InSet(BOOL, span, one, group)
    if isinstance(inner, Number):  # which may lie below 0, or beyond what a set can hold
        var = t.Var("_", inner)
        same = t.Compare(BOOL, span, "==", t.Local(inner, span, var), one)
        return t.Quant(BOOL, span, "some", var, group, same)
    return t.InSet(BOOL, span, one, as_set(group))


# ---- numbers ----
def sum_term(typer: Typer, node: n.Sum, scope: Scope, asked: Type | None) -> t.Term:
    left = typer.expr(node.left, scope)
    operator = str(node.operator)
    if isinstance(left.type, SetOf):
        right = typer.expr(node.right, scope, left.type)
        return t.SetArith(left.type, node.span, operator, left, right)
    left, right = typer.fit(left, NUMBER), typer.number(node.right, scope)
    return t.Arith(bounds(operator, left, right), node.span, operator, left, right)


def product_term(typer: Typer, node: n.Product, scope: Scope, asked: Type | None) -> t.Term:
    left, right = typer.number(node.left, scope), typer.number(node.right, scope)
    return t.Arith(bounds("*", left, right), node.span, "*", left, right)


def quotient_term(typer: Typer, node: n.Quotient, scope: Scope, asked: Type | None) -> t.Term:
    left, right = typer.number(node.left, scope), typer.number(node.right, scope)
    if not isinstance(right, t.Const) or right.value == 0:
        raise Mistake(said("a division is by a number that is written out and not 0"), right.span)
    operator = "//" if node.rounding == "down" else "/^"
    return t.Arith(bounds(operator, left, right), node.span, operator, left, right)


def pips_term(typer: Typer, node: Pips, scope: Scope, asked: Type | None) -> t.Term:
    thrown = typer.expr(node.dice, scope)
    if not isinstance(thrown.type, Dice):
        raise Mistake(said("this is {thrown}, but thrown dice are needed", thrown=thrown.type), thrown.span)
    return t.Pips(Number(0, 255), node.span, _SHOWING[type(node)], thrown, typer.number(node.pips, scope))
