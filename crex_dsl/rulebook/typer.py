"""Expressions: every name resolved, every part typed, or a mistake that says what was expected."""

from __future__ import annotations

from collections.abc import Sequence

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import did_you_mean, listed
from crex_dsl.language.numerals import whole_number
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.bounds import combined, lies_within, union
from crex_dsl.rulebook.hints import ASK_AGAIN, FOREIGN_TYPES, FOREIGN_VALUES, counted, minus, way_across
from crex_dsl.rulebook.scope import Mistake, Scope, Told, World, facts, is_nothing, path
from crex_dsl.rulebook.types import (
    BOOL,
    NUMBER,
    Dice,
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
    comparable,
    fits,
    is_player,
    join,
    solid,
)

MAX_NUMBER = 1_000_000
_OPERATORS = {"=": "==", "<=": "<=", ">=": ">=", "<": "<", ">": ">"}


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
                    raise Mistake(f"the range {low}..{high} is empty", node.span, f"write {high}..{low}")
                return Number(low, high)
            case n.KindType():
                return Thing(self.kind(node.name))
            case n.AttributeType():
                attribute = self.kind(node.kind).attribute(str(node.name))
                if attribute is None:
                    kind = self.kind(node.kind)
                    raise Mistake(
                        f"a {kind.name} has no attribute `{node.name}`",
                        node.name.span,
                        did_you_mean(node.name, kind.attribute_names()),
                    )
                return attribute.type
            case n.EnumType():
                words = tuple(str(word) for word in node.names)
                if len(set(words)) < len(words):
                    raise Mistake("a word stands twice in this list", node.span, "take one of them out")
                enum = Enum(owner or "/".join(words), words)
                known = self.world.enums.get(enum.name)
                if known is None:
                    self.world.enums[enum.name] = enum
                return enum
            case n.Optional():
                inner = self.type(node.of, owner)
                if not isinstance(inner, Thing | Enum):
                    raise Mistake(
                        f"{inner} cannot be missing: only a thing or a word can be `or nothing`",
                        node.span,
                        "give the missing case a number of its own",
                    )
                return Optional(inner)
            case n.SetType():
                inner = self.type(node.of, owner)
                if not isinstance(inner, Thing | Enum):
                    raise Mistake("a set holds things of a kind, or words", node.span, "name a kind after `set of`")
                return SetOf(inner)
            case n.ListType():
                return ListOf(self.type(node.of, owner))
        raise Mistake("this is no type", node.span)

    def whole(self, word: Word) -> int:
        """A number as written."""
        number = whole_number(word, MAX_NUMBER)
        if number is None:
            raise Mistake(f"numbers go up to {MAX_NUMBER:,}", word.span, "use a smaller number")
        return number

    def kind(self, name: Word) -> Kind:
        """The kind of that name."""
        found = self.world.kinds.get(str(name))
        if found is None:
            also = [self.world.gone[name]] if name in self.world.gone else []
            raise Mistake(
                f"`{name}` is no kind",
                name.span,
                FOREIGN_TYPES.get(str(name).lower())
                or did_you_mean(name, self.world.kinds)
                or f"the kinds are {listed(sorted(self.world.kinds))}",
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

    def _forgotten(self, term: t.Term, scope: Scope | None) -> Type | None:
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
                raise Mistake(f"{term.value} is outside {asked.low}..{asked.high}", term.span, "use a number in range")
            return term
        known = self._forgotten(term, scope)
        hint = ASK_AGAIN if known is not None and fits(known, asked) else way_across(given, asked)
        raise Mistake(f"this is {given}, but {asked} is needed", term.span, hint)

    def nothing(self, of: Optional, span: Span) -> t.Const:
        """The value nothing of an optional type."""
        inner = of.of
        if isinstance(inner, Thing):
            return t.Const(of, span, inner.kind.count)
        assert isinstance(inner, Enum)
        return t.Const(of, span, len(inner.words))

    def _term(self, node: n.Expr, scope: Scope, asked: Type | None) -> t.Term:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Mistake("this cannot stand here", node.span)
        found: t.Term = method(node, scope, asked)
        return found

    # ---- atoms ----
    def _yes(self, node: n.Yes, scope: Scope, asked: Type | None) -> t.Term:
        return t.Const(BOOL, node.span, 1)

    def _no(self, node: n.No, scope: Scope, asked: Type | None) -> t.Term:
        return t.Const(BOOL, node.span, 0)

    def _number(self, node: n.Number, scope: Scope, asked: Type | None) -> t.Term:
        value = self.whole(node.value)
        return t.Const(Number(value, value), node.span, value)

    def _name(self, node: n.Name, scope: Scope, asked: Type | None) -> t.Term:
        name, span, world = str(node.name), node.span, self.world
        if name in scope.locals:
            var = scope.locals[name]
            return t.Local(var.type, span, var)
        wanted = element(asked)
        if isinstance(wanted, Enum) and name in wanted.words:
            return t.Const(wanted, span, wanted.words.index(name))
        if isinstance(wanted, Thing) and name in wanted.kind.root.aliases:
            return t.Const(_smallest(world, wanted, name), span, wanted.kind.root.aliases[name])
        if scope.subject is not None and isinstance(scope.subject.type, Thing):
            attribute = scope.subject.type.kind.attribute(name)
            if attribute is not None:
                return self._attribute(t.Local(scope.subject.type, span, scope.subject), attribute, span)
        if name in world.states and not world.states[name].params:
            state = world.states[name]
            return t.Read(state.type, span, state, ())
        if name in world.definitions and not world.definitions[name].params:
            definition = world.definitions[name]
            return t.Apply(definition.type, span, definition, ())
        special = self._special(name, span, scope, asked)
        if special is not None:
            return special
        things = world.things(name)
        if len(things) == 1:
            kind, index = things[0]
            return t.Const(_smallest(world, Thing(kind), name), span, index)
        if things:
            raise Mistake(f"`{name}` is {listed([f'a {k.name}' for k, _ in things])}", span, "rename one of them")
        enums = [enum for enum in world.enums.values() if name in enum.words]
        if len(enums) == 1:
            return t.Const(enums[0], span, enums[0].words.index(name))
        if enums:
            raise Mistake(
                f"`{name}` is a word of {listed(sorted(e.name for e in enums))}, and nothing here says which",
                span,
                "compare it with the attribute that is meant",
            )
        raise self._unknown(node.name, scope, asked)

    def _unknown(self, name: Word, scope: Scope, asked: Type | None) -> Mistake:
        world = self.world
        if name in world.failed:
            return Told(name.span)
        if name in world.gone:
            how, where = world.gone[name]
            return Mistake(f"`{name}` is not there in this edition", name.span, None, [(how, where)])
        for sort, known in (("value", world.definitions), ("memory", world.states)):
            if name in known:
                count = len(known[name].params)
                return Mistake(
                    f"`{name}` is a {sort} with {count} parameter{'s' if count != 1 else ''}",
                    name.span,
                    f"write `{name}({', '.join(p.name for p in known[name].params)})`",
                )
        if name in world.actions or name in world.procedures:
            return self._happens(name)
        wanted = element(asked)
        hint = FOREIGN_VALUES.get(str(name).lower()) or minus(name, {*scope.locals, *world.vocabulary()})
        if hint is None and isinstance(wanted, Enum):
            hint = did_you_mean(name, wanted.words)
        if hint is None and isinstance(wanted, Thing):
            hint = did_you_mean(name, wanted.kind.root.aliases)
        if hint is None:
            hint = did_you_mean(name, {*scope.locals, *world.vocabulary()})
        return Mistake(f"nothing is called `{name}`", name.span, hint)

    def _happens(self, name: Word) -> Mistake:
        """The mistake of using what happens as if it were a value."""
        if name in self.world.actions:
            return Mistake(f"`{name}` is an action, not a value", name.span, f"ask `can {name}` whether it is legal")
        return Mistake(f"`{name}` is a procedure, not a value", name.span, f"say `do {name}` as a step of its own")

    def _special(self, name: str, span: Span, scope: Scope, asked: Type | None) -> t.Term | None:
        world = self.world
        if name == "players":
            return t.Const(SetOf(Thing(world.player)), span, world.player.mask)
        if name in ("nothing", "nobody"):
            if isinstance(asked, Optional):
                return self.nothing(asked, span)
            return t.Const(Nothing(), span, -1)
        if name == "any":
            raise Mistake("`any` leaves an argument of an action open; it cannot stand here", span)
        if name in ("actor", "it", "dice"):
            what = {"actor": "inside an action", "it": "inside `adjust`", "dice": "after `roll`"}[name]
            raise Mistake(f"`{name}` has a meaning only {what}", span)
        return None

    def _list(self, node: n.List, scope: Scope, asked: Type | None) -> t.Term:
        inner = element(asked)
        items = [self.expr(item, scope, inner) for item in node.items]
        of: Type = inner or Unknown()
        if inner is None:
            for item in items:
                joined = join(of, item.type)
                if joined is None:
                    raise Mistake(f"this is {item.type}, but the list began with {of}", item.span)
                of = joined
        if isinstance(of, Unknown):
            raise Mistake(
                "nothing says what this empty list holds", node.span, "use it where a list of one kind is asked"
            )
        if not isinstance(solid(of), Number | Thing | Enum):
            raise Mistake(f"a list holds things, words or numbers, and this is {of}", node.span)
        made: Type = SetOf(of) if isinstance(asked, SetOf) else ListOf(of)
        return t.Items(made, node.span, tuple(items))

    def _call(self, node: n.Call, scope: Scope, asked: Type | None) -> t.Term:
        name, span, world = str(node.name), node.span, self.world
        if name in world.states:
            state = world.states[name]
            return t.Read(state.type, span, state, self.arguments(node.name, state.params, node.arguments, scope))
        if name in world.definitions:
            definition = world.definitions[name]
            args = self.arguments(node.name, definition.params, node.arguments, scope)
            return t.Apply(definition.type, span, definition, args)
        builtin = getattr(self, f"_builtin_{name}", None)
        if builtin is not None:
            found: t.Term = builtin(node, scope)
            return found
        if name in world.actions or name in world.procedures:
            raise self._happens(node.name)
        if name in world.gone or name in world.failed:
            raise self._unknown(node.name, scope, None)
        known = {*world.definitions, *world.states, "max", "min", "beyond", "seats_after"}
        raise Mistake(f"nothing is called `{name}`", node.name.span, did_you_mean(name, known))

    def arguments(
        self, name: Word, params: Sequence[t.Var], given: n.Arguments | None, scope: Scope
    ) -> tuple[t.Term, ...]:
        """The arguments of a call, as many as the parameters and of their types."""
        items = list(given or ())
        if len(items) != len(params):
            wanted = f"({', '.join(p.name for p in params)})" if params else "no arguments"
            raise Mistake(
                f"`{name}` takes {wanted}, not {counted(len(items), 'argument')}",
                given.span if given else name.span,
            )
        return tuple(
            self.ranged(item, scope, param.type, f"`{param.name}` of `{name}`")
            for item, param in zip(items, params, strict=True)
        )

    def ranged(self, node: n.Expr, scope: Scope, asked: Type, what: str) -> t.Term:
        """A term that fits a type; a number that could leave its range is marked, with what guards it here."""
        term = self.expr(node, scope, asked)
        if not isinstance(asked, Number) or asked.low is None or asked.high is None:
            return term
        if lies_within(_range(term), asked.low, asked.high):
            return term
        return t.Within(asked, node.span, term, asked.low, asked.high, what, scope.guards)

    def _two_numbers(self, node: n.Call, scope: Scope) -> tuple[t.Term, t.Term]:
        if len(node.arguments) != 2:
            raise Mistake(f"`{node.name}` takes two numbers", node.arguments.span)
        left, right = (self.number(item, scope) for item in node.arguments)
        return left, right

    def _builtin_max(self, node: n.Call, scope: Scope) -> t.Term:
        left, right = self._two_numbers(node, scope)
        return t.Arith(_bounds("max", left, right), node.span, "max", left, right)

    def _builtin_min(self, node: n.Call, scope: Scope) -> t.Term:
        left, right = self._two_numbers(node, scope)
        return t.Arith(_bounds("min", left, right), node.span, "min", left, right)

    def _builtin_beyond(self, node: n.Call, scope: Scope) -> t.Term:
        if len(node.arguments) != 2:
            raise Mistake("`beyond` takes a link and a place", node.arguments.span)
        link_node, place_node = node.arguments
        link = self.expr(link_node, scope)
        joined = link.type.kind.linked if isinstance(link.type, Thing) else None
        if joined is None:
            raise Mistake(f"`beyond` takes a link, and this is {link.type}", link.span, "a link is a kind that `joins`")
        place = self.expr(place_node, scope)
        if not isinstance(place.type, Thing) or place.type.kind.root is not joined.root:
            raise Mistake(f"this is {place.type}, but a {joined.name} is needed", place.span)
        return t.Beyond(Thing(joined), node.span, link, place)

    def _builtin_seats_after(self, node: n.Call, scope: Scope) -> t.Term:
        if len(node.arguments) != 2:
            raise Mistake("`seats_after` takes two players", node.arguments.span)
        start, of = (self.player(item, scope) for item in node.arguments)
        return t.SeatsAfter(Number(0, self.world.player.count - 1), node.span, start, of)

    def _member(self, node: n.Member, scope: Scope, asked: Type | None) -> t.Term:
        of = self.expr(node.of, scope)
        if isinstance(of.type, Optional):
            word = "nobody" if is_player(of.type.of) else "nothing"
            ask = f"ask `is not {word}` first, or add `else …` in brackets"
            raise Mistake(f"this may be {word}", of.span, ASK_AGAIN if self._forgotten(of, scope) else ask)
        if not isinstance(of.type, Thing):
            raise Mistake(f"{of.type} has no attributes", of.span)
        kind = of.type.kind
        attribute = kind.attribute(str(node.name))
        if attribute is None:
            below = [k for k in self.world.kinds.values() if k.is_within(kind) and k.attribute(str(node.name))]
            hint = minus(node.name, {*kind.attribute_names()}) or did_you_mean(node.name, kind.attribute_names())
            if below:
                known = self._forgotten(of, scope)
                told = isinstance(known, Thing) and known.kind.attribute(str(node.name)) is not None
                hint = ASK_AGAIN if told else f"ask `is a {below[0].name}` first"
            raise Mistake(f"a {kind.name} has no attribute `{node.name}`", node.name.span, hint)
        return self._attribute(of, attribute, node.span)

    def _attribute(self, of: t.Term, attribute: t.FixedAttribute | t.State, span: Span) -> t.Term:
        if isinstance(attribute, t.State):
            return t.Read(attribute.type, span, attribute, (of,))
        return t.Fixed(attribute.type, span, attribute, of)

    # ---- logic ----
    def _not(self, node: n.Not, scope: Scope, asked: Type | None) -> t.Term:
        return t.Not(BOOL, node.span, self.condition(node.of, scope))

    def _and(self, node: n.And, scope: Scope, asked: Type | None) -> t.Term:
        items: list[t.Term] = []
        for item in node.items:
            term = self.condition(item, scope)
            items.append(term)
            scope = scope.given(term)
        return t.And(BOOL, node.span, tuple(items))

    def _or(self, node: n.Or, scope: Scope, asked: Type | None) -> t.Term:
        items: list[t.Term] = []
        for item in node.items:
            term = self.condition(item, scope)
            items.append(term)
            scope = scope.given(term, False)
        return t.Or(BOOL, node.span, tuple(items))

    def _elsevalue(self, node: n.ElseValue, scope: Scope, asked: Type | None) -> t.Term:
        of = self.expr(node.of, scope, None if asked is None else _optional(asked))
        if not isinstance(of.type, Optional):
            raise Mistake(f"this is {of.type} and never missing, so `else` has nothing to do", of.span)
        instead = self.expr(node.instead, scope, asked or of.type)
        return t.ElseOf(join(solid(of.type), instead.type) or instead.type, node.span, of, instead)

    def _pair(self, left: n.Expr, right: n.Expr, scope: Scope) -> tuple[t.Term, t.Term]:
        """Two values to compare, each read in the light of the other."""
        if isinstance(left, n.Name) and not isinstance(right, n.Name | n.Number) and self._is_word(left, scope):
            two = self.expr(right, scope)
            return self.expr(left, scope, _hint(two.type)), two
        one = self.expr(left, scope)
        return one, self.expr_near(right, scope, one.type)

    def _is_word(self, node: n.Name, scope: Scope) -> bool:
        name = str(node.name)
        if name in scope.locals or name in self.world.states or name in self.world.definitions:
            return False
        return any(name in enum.words for enum in self.world.enums.values())

    def expr_near(self, node: n.Expr, scope: Scope, near: Type) -> t.Term:
        """A term read in the light of a type that it is compared with, without having to fit it."""
        term = self._term(node, scope, _hint(near))
        if isinstance(term.type, Unknown):
            raise Told(node.span)
        self._narrow(term, scope)
        return term

    def _same(self, operator: str, left: n.Expr, right: n.Expr, scope: Scope, span: Span) -> t.Term:
        one, two = self._pair(left, right, scope)
        for mine, other in ((one, two), (two, one)):
            if is_nothing(mine):
                if not isinstance(other.type, Optional):
                    raise Mistake(f"this is {other.type} and never missing", other.span, "leave the question out")
                nothing = self.nothing(other.type, mine.span)
                one, two = (nothing, other) if mine is one else (other, nothing)
                return t.Compare(BOOL, span, operator, one, two)
        if not comparable(one.type, two.type):
            hint = way_across(one.type, two.type) or way_across(two.type, one.type)
            raise Mistake(f"{one.type} and {two.type} cannot be compared", span, hint)
        if (
            isinstance(one.type, Optional)
            and isinstance(two.type, Optional)
            and not isinstance(one, t.Const)
            and not isinstance(two, t.Const)
        ):
            raise Mistake(
                "both sides may be missing, and two missing values would count as the same",
                span,
                "ask first that one of them is not nothing",
            )
        return t.Compare(BOOL, span, operator, one, two)

    def _equals(self, node: n.Equals, scope: Scope, asked: Type | None) -> t.Term:
        return self._same("==", node.left, node.right, scope, node.span)

    def _differs(self, node: n.Differs, scope: Scope, asked: Type | None) -> t.Term:
        return self._same("!=", node.left, node.right, scope, node.span)

    def _compare(self, node: n.Compare, scope: Scope, asked: Type | None) -> t.Term:
        operator = _OPERATORS[str(node.operator)]
        if operator == "==":
            return self._same("==", node.left, node.right, scope, node.span)
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        return t.Compare(BOOL, node.span, operator, left, right)

    def _isa(self, node: n.IsA, scope: Scope, asked: Type | None) -> t.Term:
        of, kind = self.expr(node.of, scope), self.kind(node.kind)
        inner = solid(of.type)
        if not isinstance(inner, Thing) or inner.kind.root is not kind.root:
            raise Mistake(f"this is {of.type} and can never be a {kind.name}", of.span)
        return t.InKind(BOOL, node.span, of, kind)

    def _memberin(self, node: n.MemberIn, scope: Scope, asked: Type | None) -> t.Term:
        return self._membership(node.of, node.source, scope, node.span)

    def _notin(self, node: n.NotIn, scope: Scope, asked: Type | None) -> t.Term:
        return t.Not(BOOL, node.span, self._membership(node.of, node.source, scope, node.span))

    def _membership(self, of: n.Expr, source: n.Expr, scope: Scope, span: Span) -> t.Term:
        if isinstance(source, n.List):
            one = self.expr(of, scope)
            items = tuple(self.expr_near(item, scope, one.type) for item in source.items)
            for item in items:
                if not comparable(one.type, item.type):
                    raise Mistake(f"{one.type} and {item.type} cannot be compared", item.span)
            return t.Or(BOOL, span, tuple(t.Compare(BOOL, item.span, "==", one, item) for item in items))
        group = self.expr(source, scope)
        if not isinstance(group.type, SetOf | ListOf):
            raise Mistake(f"this is {group.type}, but a set is needed", group.span)
        inner = group.type.of
        one = self.expr_near(of, scope, inner)
        missing = isinstance(one, t.Const) and isinstance(one.type, Nothing | Optional)
        if not comparable(one.type, inner) or missing:
            raise Mistake(f"{'nothing' if missing else one.type} can never be in {group.type}", one.span)
        if isinstance(group.type, SetOf):
            return t.InSet(BOOL, span, one, group)
        if isinstance(inner, Number):  # which may lie below 0, or beyond what a set can hold
            var = t.Var("_", inner)
            same = t.Compare(BOOL, span, "==", t.Local(inner, span, var), one)
            return t.Quant(BOOL, span, "some", var, group, same)
        return t.InSet(BOOL, span, one, _as_set(group))

    def _can(self, node: n.Can, scope: Scope, asked: Type | None) -> t.Term:
        action = self.action(node.action)
        if action.by is None:
            raise Mistake(
                f"action `{action.name}` belongs to nobody in particular",
                node.span,
                f"say who: `player can {action.name}`",
            )
        return t.CanDo(BOOL, node.span, action, self.open_arguments(node.action, action, node.arguments, scope), None)

    def _canby(self, node: n.CanBy, scope: Scope, asked: Type | None) -> t.Term:
        action = self.action(node.action)
        who = self.player(node.who, scope)
        return t.CanDo(BOOL, node.span, action, self.open_arguments(node.action, action, node.arguments, scope), who)

    def action(self, name: Word) -> t.Action:
        """The action of that name."""
        found = self.world.actions.get(str(name))
        if found is None:
            if name in self.world.failed:
                raise Told(name.span)
            if name in self.world.gone:
                how, where = self.world.gone[name]
                raise Mistake(f"the action `{name}` is not there in this edition", name.span, None, [(how, where)])
            raise Mistake(f"there is no action `{name}`", name.span, did_you_mean(name, self.world.actions))
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
                f"`{name}` takes ({', '.join(p.name for p in action.params)}), not {counted(len(items), 'argument')}",
                given.span,
                "say `any` for what is open, or leave them all out",
            )
        return tuple(
            None
            if isinstance(item, n.Name) and item.name == "any" and "any" not in scope.locals
            else self.expr(item, scope, param.type)
            for item, param in zip(items, action.params, strict=True)
        )

    # ---- numbers ----
    def _sum(self, node: n.Sum, scope: Scope, asked: Type | None) -> t.Term:
        left = self.expr(node.left, scope)
        operator = str(node.operator)
        if isinstance(left.type, SetOf):
            right = self.expr(node.right, scope, left.type)
            return t.SetArith(left.type, node.span, operator, left, right)
        left, right = self.fit(left, NUMBER), self.number(node.right, scope)
        return t.Arith(_bounds(operator, left, right), node.span, operator, left, right)

    def _product(self, node: n.Product, scope: Scope, asked: Type | None) -> t.Term:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        return t.Arith(_bounds("*", left, right), node.span, "*", left, right)

    def _quotient(self, node: n.Quotient, scope: Scope, asked: Type | None) -> t.Term:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if not isinstance(right, t.Const) or right.value == 0:
            raise Mistake("a division is by a number that is written out and not 0", right.span)
        operator = "//" if node.rounding == "down" else "/^"
        return t.Arith(_bounds(operator, left, right), node.span, operator, left, right)

    def _pips(self, operator: str, dice: n.Expr, pips: n.Expr, scope: Scope, span: Span) -> t.Term:
        thrown = self.expr(dice, scope)
        if not isinstance(thrown.type, Dice):
            raise Mistake(f"this is {thrown.type}, but thrown dice are needed", thrown.span)
        return t.Pips(Number(0, 255), span, operator, thrown, self.number(pips, scope))

    def _pipsatmost(self, node: n.PipsAtMost, scope: Scope, asked: Type | None) -> t.Term:
        return self._pips("<=", node.dice, node.pips, scope, node.span)

    def _pipsatleast(self, node: n.PipsAtLeast, scope: Scope, asked: Type | None) -> t.Term:
        return self._pips(">=", node.dice, node.pips, scope, node.span)

    def _pipsequal(self, node: n.PipsEqual, scope: Scope, asked: Type | None) -> t.Term:
        return self._pips("==", node.dice, node.pips, scope, node.span)

    def _enemy(self, node: n.Enemy, scope: Scope, asked: Type | None) -> t.Term:
        if self.world.player.mask.bit_count() != 2:
            raise Mistake("`enemy of` needs a game of exactly two players", node.span, "name the player, or quantify")
        return t.EnemyOf(Thing(self.world.player), node.span, self.player(node.of, scope))

    def _size(self, node: n.Size, scope: Scope, asked: Type | None) -> t.Term:
        of = self.expr(node.of, scope)
        if not isinstance(of.type, SetOf | ListOf):
            raise Mistake(f"{of.type} has no size; only a set or a list has", of.span)
        return t.SizeOf(_count_type(of.type), node.span, of)

    def _total(self, node: n.Total, scope: Scope, asked: Type | None) -> t.Term:
        of = self.expr(node.of, scope)
        numbers = isinstance(of.type, ListOf) and isinstance(of.type.of, Number)
        if not isinstance(of.type, Dice) and not numbers:
            raise Mistake(f"`total of` takes thrown dice or a list of numbers, and this is {of.type}", of.span)
        return t.TotalOf(NUMBER, node.span, of)

    # ---- lists ----
    def _listed(self, node: n.Expr, scope: Scope) -> t.Term:
        of = self.expr(node, scope)
        if not isinstance(of.type, ListOf):
            raise Mistake(f"this is {of.type}, but a list is needed", of.span, "`order … by …` makes one of a set")
        return of

    def _nth(self, node: n.Nth, scope: Scope, asked: Type | None) -> t.Term:
        place, of = self.number(node.place, scope), self._listed(node.of, scope)
        assert isinstance(of.type, ListOf)
        inner = of.type.of
        return t.Nth(_or_none(inner) if isinstance(inner, Number) else _optional(inner), node.span, place, of)

    def _firstof(self, node: n.FirstOf, scope: Scope, asked: Type | None) -> t.Term:
        count, of = self.number(node.count, scope), self._listed(node.of, scope)
        return t.Slice(of.type, node.span, "first", count, of)

    def _lastof(self, node: n.LastOf, scope: Scope, asked: Type | None) -> t.Term:
        count, of = self.number(node.count, scope), self._listed(node.of, scope)
        return t.Slice(of.type, node.span, "last", count, of)

    # ---- quantifiers ----
    def binder(self, node: n.Binder, scope: Scope) -> tuple[t.Var, t.Term]:
        """The name that a binder binds, and what it ranges over."""
        if isinstance(node, n.BinderIn):
            source = self.expr(node.source, scope)
            if not isinstance(source.type, SetOf | ListOf):
                raise Mistake(f"this is {source.type}, but a set or a list is needed", source.span)
            return t.Var(str(node.name), source.type.of), source
        kind = self.kind(node.kind if isinstance(node, n.BinderOf) else node.name)
        return t.Var(str(node.name), Thing(kind)), t.Const(SetOf(Thing(kind)), node.span, kind.mask)

    def _ranging(
        self, node: n.Binder, where: n.Expr | None, scope: Scope
    ) -> tuple[t.Var, t.Term, t.Term | None, Scope]:
        var, source = self.binder(node, scope)
        inner = scope.bind(var)
        condition = None if where is None else self.condition(where, inner)
        return var, source, condition, inner.given(condition)

    def _quantified(self, node: n.Quantified, scope: Scope, asked: Type | None) -> t.Term:
        var, source, where, _ = self._ranging(node.binder, node.where, scope)
        word = str(node.word)
        if word == "every" and where is None:
            raise Mistake("`every` needs `where`", node.span, "say what must hold of every one")
        of: Type = {
            "some": BOOL,
            "every": BOOL,
            "count": _count_type(source.type),
            "all": SetOf(var.type),
        }.get(word, var.type)
        if word == "all" and not isinstance(var.type, Thing | Enum):
            raise Mistake("a set holds things of a kind, or words", node.span)
        if word == "all" and where is not None:
            of = SetOf(_narrowed(where, var))
        return t.Quant(of, node.span, word, var, source, where)

    def _noneof(self, node: n.NoneOf, scope: Scope, asked: Type | None) -> t.Term:
        var, source, where, _ = self._ranging(node.binder, node.where, scope)
        return t.Quant(BOOL, node.span, "no", var, source, where)

    def _sumof(self, node: n.SumOf, scope: Scope, asked: Type | None) -> t.Term:
        var, source, where, inner = self._ranging(node.binder, node.where, scope)
        return t.SumOver(NUMBER, node.span, self.number(node.of, inner), var, source, where)

    def _those(self, node: n.Those, scope: Scope, asked: Type | None) -> t.Term:
        var, source, where, inner = self._ranging(node.binder, node.where, scope)
        if not isinstance(var.type, Thing | Enum):
            raise Mistake("`those` makes a set, and a set holds things of a kind, or words", node.span)
        keys = tuple((str(key.extreme), self.number(key.by, inner)) for key in node.keys)
        return t.Best(SetOf(var.type), node.span, var, source, where, keys)

    def _order(self, node: n.Order, scope: Scope, asked: Type | None) -> t.Term:
        var, source, where, inner = self._ranging(node.binder, node.where, scope)
        keys = tuple((self._sortable(key.by, inner), key.descending is not None) for key in node.keys)
        return t.Ranked(ListOf(var.type), node.span, var, source, where, keys)

    def _sortable(self, node: n.Expr, scope: Scope) -> t.Term:
        term = self.expr(node, scope)
        if not isinstance(term.type, Number | Thing | Enum):
            raise Mistake(f"{term.type} gives no order", term.span, "order by a number, or by place in a table")
        return term

    def _reach(self, node: n.Reach, scope: Scope, asked: Type | None) -> t.Term:
        start, within = self.expr(node.start, scope), self.number(node.within, scope)
        link, source = self.binder(node.by, scope)
        joined = link.type.kind.linked if isinstance(link.type, Thing) else None
        if joined is None or not isinstance(link.type, Thing):
            raise Mistake("`reach … by` takes a kind that `joins`", node.by.span)
        place, left = self.binder(node.through, scope)
        if not isinstance(start.type, Thing) or start.type.kind.root is not joined.root:
            raise Mistake(f"this is {start.type}, but a {joined.name} is needed", start.span)
        if not isinstance(place.type, Thing) or place.type.kind.root is not joined.root:
            raise Mistake(f"`through` takes a {joined.name}", node.through.span)
        where = None if node.where is None else self.condition(node.where, scope.bind(link))
        through = self.condition(node.through_where, scope.bind(place))
        if not (isinstance(left, t.Const) and left.value & joined.mask == joined.mask):
            # a place that `through` does not range over is never left again
            inside = t.InSet(BOOL, left.span, t.Local(place.type, left.span, place), _as_set(left))
            through = t.And(BOOL, left.span, (inside, through))
        if not (isinstance(source, t.Const) and source.value == link.type.kind.mask):
            where = _also(where, t.InSet(BOOL, source.span, t.Local(link.type, source.span, link), _as_set(source)))
        return t.Reachable(SetOf(Thing(joined)), node.span, start, within, link, where, place, through)


def _as_set(group: t.Term) -> t.Term:
    """The members of a set or list as a set."""
    if isinstance(group.type, ListOf):
        return t.Quant(SetOf(group.type.of), group.span, "all", t.Var("_", group.type.of), group, None)
    return group


def _also(one: t.Term | None, other: t.Term) -> t.Term:
    return other if one is None else t.And(BOOL, one.span, (one, other))


def element(of: Type | None) -> Type | None:
    """What a name may mean where `of` is asked for: the type itself, or what a set or list of it holds."""
    if of is None:
        return None
    of = solid(of)
    return solid(of.of) if isinstance(of, SetOf | ListOf) else of


def _hint(of: Type) -> Type:
    return _optional(of) if isinstance(of, Thing | Enum) else of


def _optional(of: Type) -> Type:
    return of if isinstance(of, Optional) or not isinstance(of, Thing | Enum) else Optional(of)


def _or_none(of: Number) -> Number:
    """A number of a list, or 0 beyond its end."""
    low, high = union([(of.low, of.high), (0, 0)])
    return NUMBER if low is None or high is None else Number(low, high)


def _narrowed(where: t.Term, var: t.Var) -> Type:
    known = facts(where, True).get(("local", var))
    return known[0] if known else var.type


def _smallest(world: World, of: Thing, name: str) -> Thing:
    """The type of a named thing: the kind that its table row was written for."""
    index = of.kind.root.aliases[name]
    best = of.kind.root
    for kind in world.kinds.values():
        if kind.root is best.root and kind.mask >> index & 1 and kind.is_within(best):
            best = kind
    return Thing(best)


def _count_type(of: Type) -> Type:
    inner = of.of if isinstance(of, SetOf | ListOf) else None
    if isinstance(of, SetOf) and isinstance(inner, Thing):
        return Number(0, inner.kind.count)
    if isinstance(of, SetOf) and isinstance(inner, Enum):
        return Number(0, len(inner.words))
    return NUMBER


def _bounds(operator: str, left: t.Term, right: t.Term) -> Number:
    """The type of a result, bounded as far as the types of its parts tell: not all cases of a value are known yet."""
    low, high = combined(operator, _range(left), _range(right))
    return NUMBER if low is None or high is None else Number(low, high)


def _range(term: t.Term) -> tuple[int | None, int | None]:
    return (term.type.low, term.type.high) if isinstance(term.type, Number) else (None, None)
