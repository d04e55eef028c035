"""Legal instances: one generator per action and pattern of given arguments, from its permits and prohibitions."""

from __future__ import annotations

from dataclasses import dataclass

from crex_dsl.engine.compile.analysis.assumptions import assuming, exclusive, replaced
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.instance_loops import Emit, Nesting, ends
from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.compile.lower.memory_layout import low_of
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import conjuncts, free_vars, leans, substitute
from crex_dsl.rulebook.terms.types import BOOL, Number, Thing, cardinality


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

    def argument(self, place: int) -> str:
        """The expression for one argument of a code `c`."""
        stride, low = self.strides[place], self.lows[place]
        text = f"(c - {self.base})"
        if stride > 1:
            text = f"{text} // {stride}"
        if place > 0:
            text = f"{text} % {self.counts[place]}"
        return f"{text} + {low}" if low else text


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


class Legality(Nesting):
    """Emits the functions that list, find and test legal instances."""

    def __init__(self, expressions: Expressions, codings: dict[t.Action, Coding]) -> None:
        super().__init__(expressions)
        self.codings = codings
        self._generators: dict[tuple[t.Action, tuple[bool, ...]], str] = {}
        self._finders: dict[tuple[t.Action, tuple[bool, ...], bool], str] = {}
        expressions.can = self.can
        expressions.doer = self.doer

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

    def doer(self, term: t.Quant, env: Env) -> str | None:
        """The expression for `some … where … can …`: the one who can is looked for as what it can do is."""
        parts = conjuncts(None if term.where is None else self.x.simplifier.fold(term.where))
        cans = [part for part in parts if isinstance(part, t.CanDo)]
        if len(cans) != 1 or any(leans(part, parts) for part in parts):
            return None
        (can,) = cans
        place = _place(can, term.var)
        if place is None or not self.possible(can.action):
            return None
        if {can.action.actor, *can.action.params} & set(env):
            return None  # asked by the action itself
        this = t.Local(can.action.params[place].type, term.span, can.action.params[place])
        others = [substitute(part, {term.var: this}) for part in parts if part is not can]
        others.append(t.InSet(BOOL, term.span, this, term.source))
        return self.x.helper(term, env, lambda inner: self._doing(can, place, others, inner))

    def _doing(self, can: t.CanDo, place: int, others: list[t.Term], outer: Env) -> list[str]:
        """Lines that look for an instance of an action, one of its arguments being whoever meets more conditions."""
        action = can.action
        given = tuple(arg is not None and number != place for number, arg in enumerate(can.args))
        env, lines = Env(outer), []
        told = [(action.actor, can.by), *zip(action.params, can.args, strict=True)]
        for var, arg in told:
            if arg is not None and var is not action.params[place]:
                env[var] = self.x.names.of(var)
                lines.append(f"{env[var]} = {self.x.value(arg, outer)}")
        todo = [var for var in (action.actor, *action.params) if var not in env]
        body: list[str] = []
        outside = self.begin()
        for when in self._permits(action):
            conditions = self._conditions(action, when, [])
            if conditions is not None:
                conditions = [*self._waiting(action, given, env), *conditions, *others]
                body += self.nest(action, todo, conditions, env, lambda _: ["return True"])
        self._asked, self._sieves = outside
        return [*lines, *self._checked(action, given, env, body), "return False"]

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
        outside = self.begin()
        for when in self._permits(action):
            conditions = self._conditions(action, when, before)
            if conditions is not None:
                body += self.nest(action, todo, [*self._waiting(action, given, env), *conditions], env, emit)
            before.append(when or t.Const(BOOL, action.span, 1))
        self._asked, self._sieves = outside
        body = self._checked(action, given, env, body)
        self.x.unit.function(name, [*params, *env.values()], [*body, *last])

    def _checked(self, action: t.Action, given: tuple[bool, ...], env: Env, body: list[str]) -> list[str]:
        """Refuse given numbers outside the bounds that the action declares: everything else relies on them."""
        tests: list[str] = []
        for var, known in zip(action.params, given, strict=True):
            if known and isinstance(var.type, Number):
                low, high = self._limits(action, var, env) if self._bounded(action, var, env) else ends(var.type)
                tests.append(f"{low} <= {env[var]} <= {high}")
        if not tests or not body:
            return body
        return [f"if {' and '.join(tests)}:", *[f"    {line}" for line in body]]

    def _bounded(self, action: t.Action, var: t.Var, env: Env) -> bool:
        """Whether the bounds of a chosen number are known before anything else is chosen."""
        return var not in action.spans or all(v in env for end in action.spans[var] for v in free_vars(end))

    def _waiting(self, action: t.Action, given: tuple[bool, ...], env: Env) -> list[t.Term]:
        """That given numbers lie between bounds which rest on what is still to be chosen."""
        found: list[t.Term] = []
        for var, known in zip(action.params, given, strict=True):
            if known and not self._bounded(action, var, env):
                low, high = action.spans[var]
                this = t.Local(var.type, action.span, var)
                found.append(t.Compare(BOOL, action.span, "<=", low, this))
                found.append(t.Compare(BOOL, action.span, "<=", this, high))
        return found

    def _conditions(self, action: t.Action, when: t.Term | None, before: list[t.Term]) -> list[t.Term] | None:
        """Everything that must hold for an instance under one permission; None where it never can."""
        found: list[t.Term] = []
        if action.by is not None:
            actor = t.Local(action.actor.type, action.span, action.actor)
            found.append(t.Compare(BOOL, action.span, "==", actor, action.by))
        permitted = [self._own(action, part) for part in self.x.unfolded(when, action.params)]
        found += permitted
        known = [*permitted, *(self._own(action, part) for part in conjuncts(when))]
        parts = [t.Not(BOOL, forbid.span, prohibition(action, forbid)) for forbid in action.forbids]
        parts += [t.Not(BOOL, earlier.span, earlier) for earlier in before if not exclusive(earlier, when)]
        groups: list[list[t.Term]] = []
        for part in parts:
            own = self._own(action, self.x.simplifier.fold(part))
            folded = self.x.simplifier.fold(assuming(own, known, self._body))
            if isinstance(folded, t.Const):
                if not folded.value:
                    return None
                continue
            groups.append(self.x.unfolded(folded, action.params))
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

    def _code(self, coding: Coding, env: Env) -> str:
        offset, parts = coding.base, []
        for var, stride, low in zip(coding.action.params, coding.strides, coding.lows, strict=True):
            offset -= low * stride
            parts.append(env[var] if stride == 1 else f"{env[var]} * {stride}")
        return " + ".join([*parts, str(offset)])


def _place(can: t.CanDo, var: t.Var) -> int | None:
    """Which argument a name is, where it is one and nothing else; None otherwise."""
    places = [number for number, arg in enumerate(can.args) if isinstance(arg, t.Local) and arg.var is var]
    if sum(1 for part in can.walk() if isinstance(part, t.Local) and part.var is var) != 1 or not places:
        return None
    of, asked = var.type, can.action.params[places[0]].type
    return places[0] if isinstance(of, Thing) and isinstance(asked, Thing) and of.kind.is_within(asked.kind) else None
