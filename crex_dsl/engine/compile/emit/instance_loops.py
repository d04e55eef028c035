"""Loops and tests for the instances of an action: each name bound where it is narrowed most, each test far out."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from crex_dsl.engine.compile.analysis.assumptions import shape
from crex_dsl.engine.compile.analysis.implied_conditions import ImpliedConditions
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import conjuncts, free_vars, leans
from crex_dsl.rulebook.terms.types import BOOL, Enum, Number, SetOf, Thing, cardinality, solid

Emit = Callable[[Env], list[str]]


class Nesting:
    """Binds the names of an action one after the other, and tests what can be tested in between."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self._sieves: list[str] = []  # lines that work out a sieve where it is first needed
        self._asked: frozenset[Hashable] = frozenset()  # what has been tested on the way to where we are

    def begin(self) -> tuple[frozenset[Hashable], list[str]]:
        """Begin a function with nothing asked yet; gives what another one, half written, has to go on with."""
        outside = self._asked, self._sieves
        self._asked, self._sieves = frozenset(), []
        return outside

    def nest(self, action: t.Action, todo: list[t.Var], conditions: list[t.Term], env: Env, emit: Emit) -> list[str]:
        """Loops and tests, each test as far out as its names are known."""
        later = [c for c in conditions if any(var not in env for var in free_vars(c))]
        ready = [c for c in conditions if c not in later and not leans(c, later)]
        waiting = [c for c in conditions if c not in ready]
        asked = self._asked
        ready += self._foretold(waiting, env, asked)
        if ready:
            test = " and ".join(self.x.test(c, env) for c in ready)
            self._asked = asked.union(shape(c) for c in ready)
            inner = self.nest(action, todo, waiting, env, emit)
            self._asked = asked
            return [f"if {test}:", *[f"    {line}" for line in inner]] if inner else []
        if not todo:
            return emit(env)
        sieves, self._sieves = self._sieves, []
        var, equal = self._next(action, todo, waiting, env)
        rest = [v for v in todo if v is not var]
        if equal is not None:
            condition, value = equal
            waiting = [c for c in waiting if c is not condition]
            return [*sieves, *self._bound(action, var, value, rest, waiting, env, emit)]
        before, waiting, env = self._sifted(action, rest, waiting, env)
        binding = self._number if isinstance(var.type, Number) else self._ranging
        lines = [*sieves, *before, *binding(action, var, rest, waiting, env, emit)]
        self._sieves = []
        return lines

    def _foretold(self, waiting: list[t.Term], env: Env, asked: frozenset[Hashable]) -> list[t.Term]:
        """What conditions that still wait for a name already ask of those that are known, each asked once."""
        found: dict[Hashable, t.Term] = {}
        foretelling = ImpliedConditions(self.x.simplifier, env)
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
        """Dear conditions on one name alone, worked out once for the loops over the other names: when first needed."""
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
                sieve_lines = [f"{kept} = 0", *loop]
            else:
                sieve_lines = [f"{kept} = {domain}"]
            lines.append(f"{kept} = -1")
            self._sieves += [f"if {kept} < 0:", *[f"    {line}" for line in sieve_lines]]
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
        body = self.nest(action, todo, waiting, inner, emit)
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
        return ends(var.type)

    def _number(
        self, action: t.Action, var: t.Var, todo: list[t.Var], waiting: list[t.Term], env: Env, emit: Emit
    ) -> list[str]:
        name = self.x.names.of(var)
        low, high = self._limits(action, var, env)
        body = self.nest(action, todo, waiting, env.with_((var, name)), emit)
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
        body = self.nest(action, todo, rest, env.with_((var, name)), emit)
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


def ends(of: Number) -> tuple[str, str]:
    """The ends of a range."""
    return str(of.low), str(of.high)


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
