"""Expressions: every name resolved, every part typed, or a mistake that says what was expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.hints import (
    ASK_AGAIN,
    FOREIGN_TYPES,
    FOREIGN_VALUES,
    minus,
    said_if,
    takes,
    way_across,
)
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, Told, World, path
from crex_dsl.rulebook.terms.intervals import lies_within
from crex_dsl.rulebook.terms.types import (
    BOOL,
    NUMBER,
    Enum,
    Kind,
    ListOf,
    Nothing,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    Unknown,
    fits,
    solid,
)
from crex_dsl.rulebook.typecheck import calls, lists, operators, quantifiers
from crex_dsl.rulebook.typecheck.type_rules import element, hint, range, smallest
from crex_dsl.text.messages import listed_as_said, marked, number_as_said, said
from crex_dsl.text.numerals import whole_number
from crex_dsl.text.spelling import did_you_mean

MAX_NUMBER = 1_000_000


_ONLY = {
    "actor": marked("`actor` has a meaning only inside an action"),
    "it": marked("`it` has a meaning only inside `adjust`"),
    "dice": marked("`dice` has a meaning only after `roll`"),
}


class Typer:
    """Turns expression nodes into typed terms."""

    def __init__(self, world: World) -> None:
        self.world = world

    # ---- types as written ----
    def type(self, node: n.TypeNode, owner: str = "") -> Type:
        """The type that a type node means; `owner` names an enum that is written out."""
        match node:
            case n.BoolType():
                return BOOL
            case n.NumberType():
                return NUMBER
            case n.Range():
                low, high = self.whole(node.low), self.whole(node.high)
                if low > high:
                    raise Mistake(
                        said("the range {low}..{high} is empty", low=low, high=high),
                        node.span,
                        said("write {high}..{low}", high=high, low=low),
                    )
                return Number(low, high)
            case n.KindType():
                return Thing(self.kind(node.name))
            case n.AttributeType():
                attribute = self.kind(node.kind).attribute(str(node.name))
                if attribute is None:
                    kind = self.kind(node.kind)
                    raise Mistake(
                        said("a {kind} has no attribute `{node}`", kind=kind.name, node=node.name),
                        node.name.span,
                        did_you_mean(node.name, kind.attribute_names()),
                    )
                return attribute.type
            case n.EnumType():
                words = tuple(str(word) for word in node.names)
                if len(set(words)) < len(words):
                    raise Mistake(said("a word stands twice in this list"), node.span, said("take one of them out"))
                enum = Enum(owner or "/".join(words), words)
                known = self.world.enums.get(enum.name)
                if known is None:
                    self.world.enums[enum.name] = enum
                return enum
            case n.Optional():
                inner = self.type(node.of, owner)
                if not isinstance(inner, Thing | Enum):
                    raise Mistake(
                        said("{inner} cannot be missing: only a thing or a word can be `or nothing`", inner=inner),
                        node.span,
                        said("give the missing case a number of its own"),
                    )
                return Optional(inner)
            case n.SetType():
                inner = self.type(node.of, owner)
                if not isinstance(inner, Thing | Enum):
                    raise Mistake(
                        said("a set holds things of a kind, or words"), node.span, said("name a kind after `set of`")
                    )
                return SetOf(inner)
            case n.ListType():
                return ListOf(self.type(node.of, owner))
        raise Mistake(said("this is no type"), node.span)

    def whole(self, word: Word) -> int:
        """A number as written."""
        number = whole_number(word, MAX_NUMBER)
        if number is None:
            raise Mistake(
                said("numbers go up to {max_number}", max_number=number_as_said(MAX_NUMBER)),
                word.span,
                said("use a smaller number"),
            )
        return number

    def kind(self, name: Word) -> Kind:
        """The kind of that name."""
        found = self.world.kinds.get(str(name))
        if found is None:
            also = [self.world.gone[name]] if name in self.world.gone else []
            raise Mistake(
                said("`{name}` is no kind", name=name),
                name.span,
                said_if(FOREIGN_TYPES.get(str(name).lower()))
                or did_you_mean(name, self.world.kinds)
                or said("the kinds are {kinds}", kinds=listed_as_said(sorted(self.world.kinds))),
                also,
            )
        return found

    # ---- expressions ----
    def expr(self, node: n.Expr, scope: Scope, asked: Type | None = None) -> t.Term:
        """The typed term of a node; with `asked`, a term that fits that type."""
        term = self._term(node, scope, asked)
        if isinstance(term.type, Unknown):
            raise Told(node.span)
        self._narrow(term, scope)
        return term if asked is None else self.fit(term, asked, scope)

    def _narrow(self, term: t.Term, scope: Scope) -> None:
        """Give a term the narrower type that is known of all that is written the same."""
        if scope.facts and isinstance(term.type, Optional | Thing):
            known = scope.facts.get(path(term)[0])
            if known is not None and fits(known[0], term.type):
                term.type = known[0]

    def forgotten(self, term: t.Term, scope: Scope | None) -> Type | None:
        """What was known of a term until a step came that may change it."""
        if scope is not None and scope.forgotten and isinstance(term.type, Optional | Thing):
            known = scope.forgotten.get(path(term)[0])
            return known[0] if known is not None else None
        return None

    def condition(self, node: n.Expr, scope: Scope) -> t.Term:
        """A term that answers yes or no."""
        return self.expr(node, scope, BOOL)

    def number(self, node: n.Expr, scope: Scope) -> t.Term:
        """A term that is a number."""
        return self.expr(node, scope, NUMBER)

    def player(self, node: n.Expr, scope: Scope) -> t.Term:
        """A term that is a player."""
        return self.expr(node, scope, Thing(self.world.player))

    def fit(self, term: t.Term, asked: Type, scope: Scope | None = None) -> t.Term:
        """The same term, made sure to fit `asked`; `scope` tells what was known of it before."""
        given = term.type
        if isinstance(term, t.Items) and isinstance(asked, SetOf) and isinstance(given, ListOf):
            term.items = tuple(self.fit(item, asked.of) for item in term.items)
            term.type = asked
            return term
        if isinstance(term, t.Const) and isinstance(given, Nothing) and isinstance(asked, Optional):
            return self.nothing(asked, term.span)
        if isinstance(term, t.Const) and isinstance(given, Thing) and isinstance(solid(asked), Thing):
            inner = solid(asked)
            assert isinstance(inner, Thing)
            if inner.kind.root is given.kind.root and inner.kind.mask >> term.value & 1:
                term.type = inner
                return term
        if fits(given, asked):
            if (
                isinstance(term, t.Const)
                and isinstance(asked, Number)
                and asked.low is not None
                and asked.high is not None
                and not asked.low <= term.value <= asked.high
            ):
                raise Mistake(
                    said("{number} is outside {low}..{high}", number=term.value, low=asked.low, high=asked.high),
                    term.span,
                    said("use a number in range"),
                )
            return term
        known = self.forgotten(term, scope)
        hint = said(ASK_AGAIN) if known is not None and fits(known, asked) else way_across(given, asked)
        raise Mistake(said("this is {given}, but {asked} is needed", given=given, asked=asked), term.span, hint)

    def nothing(self, of: Optional, span: Span) -> t.Const:
        """The value nothing of an optional type."""
        inner = of.of
        if isinstance(inner, Thing):
            return t.Const(of, span, inner.kind.count)
        assert isinstance(inner, Enum)
        return t.Const(of, span, len(inner.words))

    def _term(self, node: n.Expr, scope: Scope, asked: Type | None) -> t.Term:
        method = RULES.get(type(node))
        if method is None:
            raise Mistake(said("this cannot stand here"), node.span)
        return method(self, node, scope, asked)

    def unknown(self, name: Word, scope: Scope, asked: Type | None) -> Mistake:
        world = self.world
        if (lost := world.lost(name)) is not None:
            return lost
        for known in (world.definitions, world.states):
            if name in known:
                count = len(known[name].params)
                return Mistake(
                    said(
                        "`{name}` is a value with {count} parameter",
                        "`{name}` is a value with {count} parameters",
                        name=name,
                        count=count,
                    )
                    if known is world.definitions
                    else said(
                        "`{name}` is a memory with {count} parameter",
                        "`{name}` is a memory with {count} parameters",
                        name=name,
                        count=count,
                    ),
                    name.span,
                    said("write `{name}({params})`", name=name, params=", ".join(p.name for p in known[name].params)),
                )
        if name in world.actions or name in world.procedures:
            return self.happens(name)
        wanted = element(asked)
        hint = said_if(FOREIGN_VALUES.get(str(name).lower())) or minus(name, {*scope.locals, *world.vocabulary()})
        if hint is None and isinstance(wanted, Enum):
            hint = did_you_mean(name, wanted.words)
        if hint is None and isinstance(wanted, Thing):
            hint = did_you_mean(name, wanted.kind.root.aliases)
        if hint is None:
            hint = did_you_mean(name, {*scope.locals, *world.vocabulary()})
        return Mistake(said("nothing is called `{name}`", name=name), name.span, hint)

    def happens(self, name: Word) -> Mistake:
        """The mistake of using what happens as if it were a value."""
        if name in self.world.actions:
            return Mistake(
                said("`{name}` is an action, not a value", name=name),
                name.span,
                said("ask `can {name}` whether it is legal", name=name),
            )
        return Mistake(
            said("`{name}` is a procedure, not a value", name=name),
            name.span,
            said("say `do {name}` as a step of its own", name=name),
        )

    def special(self, name: str, span: Span, scope: Scope, asked: Type | None) -> t.Term | None:
        world = self.world
        if name == "players":
            return t.Const(SetOf(Thing(world.player)), span, world.player.mask)
        if name in ("nothing", "nobody"):
            if isinstance(asked, Optional):
                return self.nothing(asked, span)
            return t.Const(Nothing(), span, -1)
        if name == "any":
            raise Mistake(said("`any` leaves an argument of an action open; it cannot stand here"), span)
        if name in ("actor", "it", "dice"):
            raise Mistake(said(_ONLY[str(name)]), span)
        return None

    def arguments(
        self, name: Word, params: Sequence[t.Var], given: n.Arguments | None, scope: Scope
    ) -> tuple[t.Term, ...]:
        """The arguments of a call, as many as the parameters and of their types."""
        items = list(given or ())
        if len(items) != len(params):
            raise Mistake(takes(name, params, len(items)), given.span if given else name.span)
        return tuple(
            self.ranged(item, scope, param.type, f"`{param.name}` of `{name}`")
            for item, param in zip(items, params, strict=True)
        )

    def ranged(self, node: n.Expr, scope: Scope, asked: Type, what: str) -> t.Term:
        """A term that fits a type; a number that could leave its range is marked, with what guards it here."""
        term = self.expr(node, scope, asked)
        if not isinstance(asked, Number) or asked.low is None or asked.high is None:
            return term
        if lies_within(range(term), asked.low, asked.high):
            return term
        return t.Within(asked, node.span, term, asked.low, asked.high, what, scope.guards)

    def expr_near(self, node: n.Expr, scope: Scope, near: Type) -> t.Term:
        """A term read in the light of a type that it is compared with, without having to fit it."""
        term = self._term(node, scope, hint(near))
        if isinstance(term.type, Unknown):
            raise Told(node.span)
        self._narrow(term, scope)
        return term

    def action(self, name: Word) -> t.Action:
        """The action of that name."""
        found = self.world.actions.get(str(name))
        if found is None:
            hint = did_you_mean(name, self.world.actions)
            raise self.world.lost(name, marked("the action `{name}` is not there in this edition")) or Mistake(
                said("there is no action `{name}`", name=name), name.span, hint
            )
        return found

    def open_arguments(
        self, name: Word, action: t.Action, given: n.Arguments | None, scope: Scope
    ) -> tuple[t.Term | None, ...]:
        """The arguments of an offered action; None where it says `any` or names none at all."""
        if given is None:
            return (None,) * len(action.params)
        items = list(given)
        if len(items) != len(action.params):
            raise Mistake(
                takes(name, action.params, len(items)),
                given.span,
                said("say `any` for what is open, or leave them all out"),
            )
        return tuple(
            None
            if isinstance(item, n.Name) and item.name == "any" and "any" not in scope.locals
            else self.expr(item, scope, param.type)
            for item, param in zip(items, action.params, strict=True)
        )

    # ---- quantifiers ----
    def binder(self, node: n.Binder, scope: Scope) -> tuple[t.Var, t.Term]:
        """The name that a binder binds, and what it ranges over."""
        if isinstance(node, n.BinderIn):
            source = self.expr(node.source, scope)
            if not isinstance(source.type, SetOf | ListOf):
                raise Mistake(said("this is {source}, but a set or a list is needed", source=source.type), source.span)
            return t.Var(str(node.name), source.type.of), source
        kind = self.kind(node.kind if isinstance(node, n.BinderOf) else node.name)
        return t.Var(str(node.name), Thing(kind)), t.Const(SetOf(Thing(kind)), node.span, kind.mask)


# ---- atoms ----
def bool_term(typer: Typer, node: n.Yes | n.No, scope: Scope, asked: Type | None) -> t.Term:
    return t.Const(BOOL, node.span, int(isinstance(node, n.Yes)))


def number_term(typer: Typer, node: n.Number, scope: Scope, asked: Type | None) -> t.Term:
    value = typer.whole(node.value)
    return t.Const(Number(value, value), node.span, value)


def name_term(typer: Typer, node: n.Name, scope: Scope, asked: Type | None) -> t.Term:
    name, span, world = str(node.name), node.span, typer.world
    if name in scope.locals:
        var = scope.locals[name]
        return t.Local(var.type, span, var)
    wanted = element(asked)
    if isinstance(wanted, Enum) and name in wanted.words:
        return t.Const(wanted, span, wanted.words.index(name))
    if isinstance(wanted, Thing) and name in wanted.kind.root.aliases:
        return t.Const(smallest(world, wanted, name), span, wanted.kind.root.aliases[name])
    if scope.subject is not None and isinstance(scope.subject.type, Thing):
        attribute = scope.subject.type.kind.attribute(name)
        if attribute is not None:
            return calls.attribute_term(typer, t.Local(scope.subject.type, span, scope.subject), attribute, span)
    if name in world.states and not world.states[name].params:
        state = world.states[name]
        return t.Read(state.type, span, state, ())
    if name in world.definitions and not world.definitions[name].params:
        definition = world.definitions[name]
        return t.Apply(definition.type, span, definition, ())
    special = typer.special(name, span, scope, asked)
    if special is not None:
        return special
    things = world.things(name)
    if len(things) == 1:
        kind, index = things[0]
        return t.Const(smallest(world, Thing(kind), name), span, index)
    if things:
        raise Mistake(
            said(
                "`{name}` is {things}",
                name=name,
                things=listed_as_said([said("a {kind}", kind=k.name) for k, _ in things]),
            ),
            span,
            said("rename one of them"),
        )
    enums = [enum for enum in world.enums.values() if name in enum.words]
    if len(enums) == 1:
        return t.Const(enums[0], span, enums[0].words.index(name))
    if enums:
        raise Mistake(
            said(
                "`{name}` is a word of {enums}, and nothing here says which",
                name=name,
                enums=listed_as_said(sorted(e.name for e in enums)),
            ),
            span,
            said("compare it with the attribute that is meant"),
        )
    raise typer.unknown(node.name, scope, asked)


# ---- logic ----
def not_term(typer: Typer, node: n.Not, scope: Scope, asked: Type | None) -> t.Term:
    return t.Not(BOOL, node.span, typer.condition(node.of, scope))


def chain_term(typer: Typer, node: n.And | n.Or, scope: Scope, asked: Type | None) -> t.Term:
    """Conditions in a row: each is asked where those before it hold (`and`), or do not (`or`)."""
    items: list[t.Term] = []
    for item in node.items:
        term = typer.condition(item, scope)
        items.append(term)
        scope = scope.given(term, isinstance(node, n.And))
    return (t.And if isinstance(node, n.And) else t.Or)(BOOL, node.span, tuple(items))


def enemy_term(typer: Typer, node: n.Enemy, scope: Scope, asked: Type | None) -> t.Term:
    if typer.world.player.mask.bit_count() != 2:
        raise Mistake(
            said("`enemy of` needs a game of exactly two players"), node.span, said("name the player, or quantify")
        )
    return t.EnemyOf(Thing(typer.world.player), node.span, typer.player(node.of, scope))


RULES: dict[type[n.Node], Callable[..., t.Term]] = {
    n.Yes: bool_term,
    n.No: bool_term,
    n.Number: number_term,
    n.Name: name_term,
    n.List: lists.list_term,
    n.Call: calls.call_term,
    n.Member: calls.member_term,
    n.Not: not_term,
    n.And: chain_term,
    n.Or: chain_term,
    n.ElseValue: operators.elsevalue_term,
    n.Equals: operators.equals_term,
    n.Differs: operators.equals_term,
    n.Compare: operators.compare_term,
    n.IsA: operators.isa_term,
    n.MemberIn: operators.memberin_term,
    n.NotIn: operators.memberin_term,
    n.Can: calls.can_term,
    n.CanBy: calls.canby_term,
    n.Sum: operators.sum_term,
    n.Product: operators.product_term,
    n.Quotient: operators.quotient_term,
    n.PipsAtMost: operators.pips_term,
    n.PipsAtLeast: operators.pips_term,
    n.PipsEqual: operators.pips_term,
    n.Enemy: enemy_term,
    n.Size: lists.size_term,
    n.Total: lists.total_term,
    n.Nth: lists.nth_term,
    n.FirstOf: lists.slice_term,
    n.LastOf: lists.slice_term,
    n.Quantified: quantifiers.quantified_term,
    n.NoneOf: quantifiers.noneof_term,
    n.SumOf: quantifiers.sumof_term,
    n.Those: quantifiers.those_term,
    n.Order: quantifiers.order_term,
    n.Reach: quantifiers.reach_term,
}
