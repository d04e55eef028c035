"""Legal instances: one generator per action and pattern of given arguments, from its permits and prohibitions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from crex_dsl.engine.assuming import assuming, exclusive, replaced, shape
from crex_dsl.engine.expressions import Expressions
from crex_dsl.engine.foretelling import Foretelling
from crex_dsl.engine.layout import low_of
from crex_dsl.engine.simplify import conjuncts, free_vars, leans
from crex_dsl.engine.source import Env
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.types import BOOL, Enum, Number, SetOf, Thing, cardinality, solid

Emit = Callable[[Env], list[str]]


@dataclass(eq=False, slots=True)
class Coding:
    """How the instances of an action are numbered: from `base` on, one place per parameter."""

    action: t.Action
    base: int
    strides: tuple[int, ...]
    lows: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def end(self) -> int:
        """One past the last number."""
        total = 1
        for count in self.counts:
            total *= count
        return self.base + total


def code_actions(book: Rulebook) -> dict[t.Action, Coding]:
    """Numbers for every instance of every action; 0 is left for declining."""
    base, made = 1, {}
    for action in book.world.actions.values():
        counts = tuple(max(1, cardinality(var.type) or 1) for var in action.params)
        strides: list[int] = []
        step = 1
        for count in reversed(counts):
            strides.insert(0, step)
            step *= count
        coding = Coding(action, base, tuple(strides), tuple(low_of(v.type) for v in action.params), counts)
        made[action] = coding
        base = coding.end
    return made


def prohibition(action: t.Action, forbid: t.Permission) -> t.Term:
    """The condition under which a prohibition stands: it holds and no exception lifts it."""
    held = forbid.when or t.Const(BOOL, forbid.span, 1)
    lifts = [e.when or t.Const(BOOL, e.span, 1) for e in action.excepts if e.lifts == forbid.clause]
    if not lifts:
        return held
    lifted = lifts[0] if len(lifts) == 1 else t.Or(BOOL, forbid.span, tuple(lifts))
    return t.And(BOOL, forbid.span, (held, t.Not(BOOL, forbid.span, lifted)))


class Legality:
    """Emits the functions that list, find and test legal instances."""

    def __init__(self, expressions: Expressions, codings: dict[t.Action, Coding]) -> None:
        self.x = expressions
        self.codings = codings
        self._generators: dict[tuple[t.Action, tuple[bool, ...]], str] = {}
        self._finders: dict[tuple[t.Action, tuple[bool, ...], bool], str] = {}
        self._asked: frozenset[Hashable] = frozenset()  # what has been tested on the way to where we are
        expressions.can = self.can

    # ---- what is asked for ----
    def generator(self, action: t.Action, given: tuple[bool, ...]) -> str | None:
        """The function that adds all legal codes to a list; None where no permission can ever hold."""
        if not self.possible(action):
            return None
        key = (action, given)
        if key not in self._generators:
            name = self._generators[key] = self.x.unit.name("g")
            coding = self.codings[action]

            def add(env: Env) -> list[str]:
                return [f"out.append({self._code(coding, env)})"]

            self._function(name, action, given, True, ["S", "out"], add, [])
        return self._generators[key]

    def finder(self, action: t.Action, given: tuple[bool, ...], actor_given: bool) -> str:
        """The function that answers whether a legal instance exists."""
        key = (action, given, actor_given)
        if key not in self._finders:
            name = self._finders[key] = self.x.unit.name("e")
            self._function(name, action, given, actor_given, ["S"], lambda env: ["return True"], ["return False"])
        return self._finders[key]

    def can(self, term: t.CanDo, env: Env) -> str:
        """The expression for `can`."""
        if not self.possible(term.action):
            return "False"
        given = tuple(arg is not None for arg in term.args)
        args = ["S"]
        if term.by is not None:
            args.append(self.x.value(term.by, env))
        args += [self.x.value(arg, env) for arg in term.args if arg is not None]
        return f"{self.finder(term.action, given, term.by is not None)}({', '.join(args)})"

    def possible(self, action: t.Action) -> bool:
        """Whether any permission could ever hold."""
        return bool(self._permits(action))

    def _permits(self, action: t.Action) -> list[t.Term | None]:
        found: list[t.Term | None] = []
        for permit in action.permits:
            when = None if permit.when is None else self.x.simplifier.fold(permit.when)
            if isinstance(when, t.Const):
                if not when.value:
                    continue
                when = None
            found.append(when)
        return found

    # ---- functions ----
    def _function(
        self,
        name: str,
        action: t.Action,
        given: tuple[bool, ...],
        actor_given: bool,
        params: list[str],
        emit: Emit,
        last: list[str],
    ) -> None:
        env = Env()
        todo: list[t.Var] = []
        if actor_given:
            env[action.actor] = self.x.names.of(action.actor)
        else:
            todo.append(action.actor)
        for var, known in zip(action.params, given, strict=True):
            if known:
                env[var] = self.x.names.of(var)
            else:
                todo.append(var)
        body: list[str] = []
        before: list[t.Term] = []
        before_us, self._asked = self._asked, frozenset()
        for when in self._permits(action):
            conditions = self._conditions(action, when, before)
            if conditions is not None:
                body += self._nest(action, todo, conditions, env, emit)
            before.append(when or t.Const(BOOL, action.span, 1))
        self._asked = before_us
        body = self._checked(action, given, env, body)
        self.x.unit.function(name, [*params, *env.values()], [*body, *last])

    def _checked(self, action: t.Action, given: tuple[bool, ...], env: Env, body: list[str]) -> list[str]:
        """Refuse given numbers outside the bounds that the action declares."""
        tests: list[str] = []
        for var, known in zip(action.params, given, strict=True):
            if known and var in action.spans:
                low, high = action.spans[var]
                if all(v in env for v in [*free_vars(low), *free_vars(high)]):
                    tests.append(f"{self.x.value(low, env)} <= {env[var]} <= {self.x.value(high, env)}")
        if not tests or not body:
            return body
        return [f"if {' and '.join(tests)}:", *[f"    {line}" for line in body]]

    def _conditions(self, action: t.Action, when: t.Term | None, before: list[t.Term]) -> list[t.Term] | None:
        """Everything that must hold for an instance under one permission; None where it never can."""
        found: list[t.Term] = []
        if action.by is not None:
            actor = t.Local(action.actor.type, action.span, action.actor)
            found.append(t.Compare(BOOL, action.span, "==", actor, action.by))
        permitted = [self._own(action, part) for part in conjuncts(when)]
        found += permitted
        parts = [t.Not(BOOL, forbid.span, prohibition(action, forbid)) for forbid in action.forbids]
        parts += [t.Not(BOOL, earlier.span, earlier) for earlier in before if not exclusive(earlier, when)]
        groups: list[list[t.Term]] = []
        for part in parts:
            own = self._own(action, self.x.simplifier.fold(part))
            folded = self.x.simplifier.fold(assuming(own, permitted, self._body))
            if isinstance(folded, t.Const):
                if not folded.value:
                    return None
                continue
            groups.append(conjuncts(folded))
        # A prohibition never relies on what others have tested, so the cheap ones may go first.
        groups.sort(key=lambda group: sum(self.x.cost(part) for part in group))
        return [*found, *(part for group in groups for part in group)]

    def _own(self, action: t.Action, term: t.Term) -> t.Term:
        """A condition with the actor's name for whoever the action belongs to, which needs no looking up."""
        if action.by is None or isinstance(action.by, t.Local | t.Const) or not isinstance(action.by.type, Thing):
            return term
        return replaced(term, action.by, t.Local(action.actor.type, action.span, action.actor))

    def _body(self, term: t.Term) -> t.Term | None:
        return self.x.inlined(term) if isinstance(term, t.Apply) else None

    def _nest(self, action: t.Action, todo: list[t.Var], conditions: list[t.Term], env: Env, emit: Emit) -> list[str]:
        """Loops and tests, each test as far out as its names are known."""
        later = [c for c in conditions if any(var not in env for var in free_vars(c))]
        ready = [c for c in conditions if c not in later and not leans(c, later)]
        waiting = [c for c in conditions if c not in ready]
        asked = self._asked
        ready += self._foretold(waiting, env, asked)
        if ready:
            test = " and ".join(self.x.test(c, env) for c in ready)
            self._asked = asked.union(shape(c) for c in ready)
            inner = self._nest(action, todo, waiting, env, emit)
            self._asked = asked
            return [f"if {test}:", *[f"    {line}" for line in inner]] if inner else []
        if not todo:
            return emit(env)
        var, equal = self._next(action, todo, waiting, env)
        rest = [v for v in todo if v is not var]
        if equal is not None:
            condition, value = equal
            return self._bound(action, var, value, rest, [c for c in waiting if c is not condition], env, emit)
        before, waiting, env = self._sifted(action, rest, waiting, env)
        if isinstance(var.type, Number):
            return [*before, *self._number(action, var, rest, waiting, env, emit)]
        return [*before, *self._ranging(action, var, rest, waiting, env, emit)]

    def _foretold(self, waiting: list[t.Term], env: Env, asked: frozenset[Hashable]) -> list[t.Term]:
        """What conditions that still wait for a name already ask of those that are known, each asked once."""
        found: dict[Hashable, t.Term] = {}
        foretelling = Foretelling(self.x.simplifier, env)
        for condition in waiting:
            if leans(condition, waiting):
                continue
            weaker = foretelling.weaker(condition)
            for part in conjuncts(None if weaker is None else self.x.simplifier.fold(weaker)):
                if shape(part) not in asked and not isinstance(part, t.Const) and not leans(part, waiting):
                    found.setdefault(shape(part), part)
        return list(found.values())

    def _sifted(
        self, action: t.Action, others: list[t.Var], waiting: list[t.Term], env: Env
    ) -> tuple[list[str], list[t.Term], Env]:
        """Dear conditions on one name alone, worked out once before the loops over the other names."""
        lines: list[str] = []
        for var in others:
            if not isinstance(var.type, Thing) or var is action.actor or _few(var, waiting, env):
                continue
            alone = [
                c
                for c in waiting
                if all(v is var or v in env for v in free_vars(c))
                and not leans(c, waiting)
                and _settles(c, var) is None
            ]
            if not any(self.x.cost(c) > 5 and self.x.mask(c, var, env) is None for c in alone):
                continue
            sieve = t.Var("sieve", SetOf(var.type))
            name, kept = self.x.names.of(var), self.x.names.of(sieve)
            whole = t.Const(SetOf(var.type), action.span, domain_mask(var))
            where = alone[0] if len(alone) == 1 else t.And(BOOL, action.span, tuple(alone))
            domain, tested = self.x.domain(var, whole, where, env)
            if tested:
                loop = self.x.loop(var, whole, where, env, lambda _, kept=kept, name=name: [f"{kept} |= l{name}"])  # type: ignore[misc]
                lines += [f"{kept} = 0", *loop]
            else:
                lines.append(f"{kept} = {domain}")
            env = env.with_((sieve, kept))
            this, those = t.Local(var.type, action.span, var), t.Local(sieve.type, action.span, sieve)
            waiting = [c for c in waiting if c not in alone] + [t.InSet(BOOL, action.span, this, those)]
        return lines, waiting, env

    def _next(
        self, action: t.Action, todo: list[t.Var], waiting: list[t.Term], env: Env
    ) -> tuple[t.Var, tuple[t.Term, t.Term] | None]:
        """The name to bind next: one that a condition settles, else the most narrowed, else the first."""
        best: tuple[int, t.Var] | None = None
        for place, var in enumerate(todo):
            if var in action.spans:
                low, high = action.spans[var]
                if not all(v in env for v in [*free_vars(low), *free_vars(high)]):
                    continue
            score = 30
            for condition in waiting:
                if any(v is not var and v not in env for v in free_vars(condition)) or leans(condition, waiting):
                    continue
                equal = _settles(condition, var)
                if equal is not None:
                    return var, (condition, equal)
                if isinstance(var.type, Number):
                    continue
                mask = self.x.mask(condition, var, env)
                if mask is not None:
                    score = min(score, 10 if "S[" in mask or "(S" in mask else 20)
            if var is action.actor:
                score += 50
            if best is None or score + place < best[0]:
                best = (score + place, var)
        assert best is not None
        return best[1], None

    def _bound(
        self,
        action: t.Action,
        var: t.Var,
        value: t.Term,
        todo: list[t.Var],
        waiting: list[t.Term],
        env: Env,
        emit: Emit,
    ) -> list[str]:
        name = self.x.names.of(var)
        inner = env.with_((var, name))
        lines = [f"{name} = {self.x.value(value, env)}"]
        body = self._nest(action, todo, waiting, inner, emit)
        if isinstance(var.type, Thing) and isinstance(value.type, Thing) and value.type.kind.is_within(var.type.kind):
            return [*lines, *body]
        if isinstance(var.type, Number):
            low, high = self._limits(action, var, env)
            test = f"{low} <= {name} <= {high}"
        else:
            test = f"{self.x.unit.constant(domain_mask(var))} >> {name} & 1"
        return [*lines, f"if {test}:", *[f"    {line}" for line in body]]

    def _limits(self, action: t.Action, var: t.Var, env: Env) -> tuple[str, str]:
        if var in action.spans:
            low, high = action.spans[var]
            return self.x.value(low, env), self.x.value(high, env)
        assert isinstance(var.type, Number)
        return str(var.type.low), str(var.type.high)

    def _number(
        self, action: t.Action, var: t.Var, todo: list[t.Var], waiting: list[t.Term], env: Env, emit: Emit
    ) -> list[str]:
        name = self.x.names.of(var)
        low, high = self._limits(action, var, env)
        body = self._nest(action, todo, waiting, env.with_((var, name)), emit)
        return [f"for {name} in range({low}, {high} + 1):", *[f"    {line}" for line in body]] if body else []

    def _ranging(
        self, action: t.Action, var: t.Var, todo: list[t.Var], waiting: list[t.Term], env: Env, emit: Emit
    ) -> list[str]:
        name = self.x.names.of(var)
        masks, masked, rest = [], [], []
        for condition in waiting:
            mask = None
            if all(v is var or v in env for v in free_vars(condition)) and not leans(condition, waiting):
                mask = self.x.mask(condition, var, env)
            if mask is None:
                rest.append(condition)
            else:
                masks.append(mask)
                masked.append(condition)
        whole = t.Const(SetOf(var.type), action.span, domain_mask(var))
        rest = self.x.gather(whole, rest, waiting, var, env, masks)
        body = self._nest(action, todo, rest, env.with_((var, name)), emit)
        if not body:
            return []
        listing = self.x.listing(whole, masked, var, env) if len(masks) == len(masked) else None
        if listing is not None:
            return [f"for {name} in {listing}:", *[f"    {line}" for line in body]]
        domain = self.x.intersection(whole, masks, env)
        return [
            f"m{name} = {domain}",
            f"while m{name}:",
            f"    l{name} = m{name} & -m{name}",
            f"    m{name} ^= l{name}",
            f"    {name} = l{name}.bit_length() - 1",
            *[f"    {line}" for line in body],
        ]

    def _code(self, coding: Coding, env: Env) -> str:
        offset, parts = coding.base, []
        for var, stride, low in zip(coding.action.params, coding.strides, coding.lows, strict=True):
            offset -= low * stride
            parts.append(env[var] if stride == 1 else f"{env[var]} * {stride}")
        return " + ".join([*parts, str(offset)])


def domain_mask(var: t.Var) -> int:
    """All values of a name's type as a set."""
    if isinstance(var.type, Thing):
        return var.type.kind.mask
    if isinstance(var.type, Enum):
        return (1 << len(var.type.words)) - 1
    return 3


def _few(var: t.Var, waiting: list[t.Term], env: Env) -> bool:
    """Whether another name that is still to come will leave a name few values, by a fixed fact."""
    assert isinstance(var.type, Thing)
    for condition in waiting:
        match condition:
            case t.InSet(of=of, source=t.Fixed(attribute=attribute, of=t.Local(var=v))) if v is var:
                values: list[int] = [held.bit_count() for held in attribute.values]
                groups = cardinality(solid(of.type)) or 1
            case t.Compare(operator="==", left=t.Fixed(attribute=attribute, of=t.Local(var=v)), right=of) if v is var:
                values, groups = [1] * len(attribute.values), cardinality(solid(of.type)) or 1
            case _:
                continue
        if not all(v in env for v in free_vars(of)) and sum(values) * 8 <= groups * var.type.kind.count:
            return True
    return False


def _settles(condition: t.Term, var: t.Var) -> t.Term | None:
    """The value that a condition leaves a name, or None."""
    if isinstance(condition, t.Compare) and condition.operator == "==":
        for one, two in ((condition.left, condition.right), (condition.right, condition.left)):
            if isinstance(one, t.Local) and one.var is var and var not in free_vars(two):
                return two
    return None
