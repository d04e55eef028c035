"""Names that range over things: some, every, counts, sums, rankings, bounded searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Enum, ListOf, Number, SetOf, Thing, Type
from crex_dsl.rulebook.typecheck.type_rules import also, as_set, count_type, narrowed
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.rulebook.typecheck.expressions import Typer


def ranging(
    typer: Typer, node: n.Binder, where: n.Expr | None, scope: Scope
) -> tuple[t.Var, t.Term, t.Term | None, Scope]:
    var, source = typer.binder(node, scope)
    inner = scope.bind(var)
    condition = None if where is None else typer.condition(where, inner)
    return var, source, condition, inner.given(condition)


def quantified_term(typer: Typer, node: n.Quantified, scope: Scope, asked: Type | None) -> t.Term:
    var, source, where, _ = ranging(typer, node.binder, node.where, scope)
    word = str(node.word)
    if word == "every" and where is None:
        raise Mistake(said("`every` needs `where`"), node.span, said("say what must hold of every one"))
    of: Type = {
        "some": BOOL,
        "every": BOOL,
        "count": count_type(source.type),
        "all": SetOf(var.type),
    }.get(word, var.type)
    if word == "all" and not isinstance(var.type, Thing | Enum):
        raise Mistake(said("a set holds things of a kind, or words"), node.span)
    if word == "all" and where is not None:
        of = SetOf(narrowed(where, var))
    return t.Quant(of, node.span, word, var, source, where)


def noneof_term(typer: Typer, node: n.NoneOf, scope: Scope, asked: Type | None) -> t.Term:
    var, source, where, _ = ranging(typer, node.binder, node.where, scope)
    return t.Quant(BOOL, node.span, "no", var, source, where)


def sumof_term(typer: Typer, node: n.SumOf, scope: Scope, asked: Type | None) -> t.Term:
    var, source, where, inner = ranging(typer, node.binder, node.where, scope)
    return t.SumOver(NUMBER, node.span, typer.number(node.of, inner), var, source, where)


def those_term(typer: Typer, node: n.Those, scope: Scope, asked: Type | None) -> t.Term:
    var, source, where, inner = ranging(typer, node.binder, node.where, scope)
    if not isinstance(var.type, Thing | Enum):
        raise Mistake(said("`those` makes a set, and a set holds things of a kind, or words"), node.span)
    keys = tuple((str(key.extreme), typer.number(key.by, inner)) for key in node.keys)
    return t.Best(SetOf(var.type), node.span, var, source, where, keys)


def order_term(typer: Typer, node: n.Order, scope: Scope, asked: Type | None) -> t.Term:
    var, source, where, inner = ranging(typer, node.binder, node.where, scope)
    keys = tuple((sortable(typer, key.by, inner), key.descending is not None) for key in node.keys)
    return t.Ranked(ListOf(var.type), node.span, var, source, where, keys)


def sortable(typer: Typer, node: n.Expr, scope: Scope) -> t.Term:
    term = typer.expr(node, scope)
    if not isinstance(term.type, Number | Thing | Enum):
        raise Mistake(
            said("{term} gives no order", term=term.type), term.span, said("order by a number, or by place in a table")
        )
    return term


def reach_term(typer: Typer, node: n.Reach, scope: Scope, asked: Type | None) -> t.Term:
    start, within = typer.expr(node.start, scope), typer.number(node.within, scope)
    link, source = typer.binder(node.by, scope)
    joined = link.type.kind.linked if isinstance(link.type, Thing) else None
    if joined is None or not isinstance(link.type, Thing):
        raise Mistake(said("`reach … by` takes a kind that `joins`"), node.by.span)
    place, left = typer.binder(node.through, scope)
    if not isinstance(start.type, Thing) or start.type.kind.root is not joined.root:
        raise Mistake(
            said("this is {place}, but a {joined} is needed", place=start.type, joined=joined.name), start.span
        )
    if not isinstance(place.type, Thing) or place.type.kind.root is not joined.root:
        raise Mistake(said("`through` takes a {joined}", joined=joined.name), node.through.span)
    where = None if node.where is None else typer.condition(node.where, scope.bind(link))
    through = typer.condition(node.through_where, scope.bind(place))
    if not (isinstance(left, t.Const) and left.value & joined.mask == joined.mask):
        # a place that `through` does not range over is never left again
        inside = t.InSet(BOOL, left.span, t.Local(place.type, left.span, place), as_set(left))
        through = t.And(BOOL, left.span, (inside, through))
    if not (isinstance(source, t.Const) and source.value == link.type.kind.mask):
        where = also(where, t.InSet(BOOL, source.span, t.Local(link.type, source.span, link), as_set(source)))
    return t.Reachable(SetOf(Thing(joined)), node.span, start, within, link, where, place, through)
