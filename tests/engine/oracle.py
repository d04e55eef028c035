"""What rules mean, worked out the slow and plain way: term by term, instance by instance, nothing compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from crex_dsl.engine.compile.compiler import Compiled
from crex_dsl.engine.run.chance import faces_of, members_of
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.evaluate import arithmetic, beyond, compare, nothing_of
from crex_dsl.rulebook.terms.types import Dice, Enum, ListOf, Number, Optional, SetOf, Thing, Type

Env = dict[t.Var, Any]


class OutOfRange(Exception):
    """An index leaves its range."""


class Oracle:
    """Answers terms and legality over a state."""

    def __init__(self, compiled: Compiled, state: Sequence[int]) -> None:
        self.cells = compiled.layout.cells
        self.layout = compiled.layout
        self.state = state

    # ---- terms ----
    def value(self, term: t.Term, env: Env) -> Any:
        """The value of a term."""
        method = getattr(self, f"_{type(term).__name__.lower()}")
        return method(term, env)

    def holds(self, term: t.Term | None, env: Env) -> bool:
        """Whether a condition holds; no condition always does."""
        return term is None or bool(self.value(term, env))

    def _const(self, term: t.Const, env: Env) -> Any:
        return term.value

    def _local(self, term: t.Local, env: Env) -> Any:
        return env[term.var]

    def _within(self, term: t.Within, env: Env) -> int:
        found: int = self.value(term.of, env)
        if not term.low <= found <= term.high:
            raise OutOfRange(term.what)
        return found

    def _read(self, term: t.Read, env: Env) -> int:
        cell = self.cells[term.state]
        slot = cell.base
        for arg, stride, low in zip(term.args, cell.strides, cell.lows, strict=True):
            slot += (self.value(arg, env) - low) * stride
        assert cell.base <= slot < cell.base + cell.size, f"{term.state.name} is read beside its memory"
        return self.state[slot]

    def _fixed(self, term: t.Fixed, env: Env) -> Any:
        return term.attribute.values[self.value(term.of, env)]

    def _apply(self, term: t.Apply, env: Env) -> Any:
        return self.answer(term.definition, [self.value(arg, env) for arg in term.args])

    def answer(self, definition: t.Definition, args: Sequence[Any]) -> Any:
        """The first case that holds, then every adjustment that does."""
        env: Env = dict(zip(definition.params, args, strict=True))
        found = next(self.value(c.answer, env) for c in definition.cases if self.holds(c.when, env))
        for adjust in definition.adjusts:
            inner = {**env, adjust.it: found}
            if self.holds(adjust.when, inner):
                found = self.value(adjust.to, inner)
        return found

    def _arith(self, term: t.Arith, env: Env) -> int:
        return arithmetic(term.operator, self.value(term.left, env), self.value(term.right, env))

    def _setarith(self, term: t.SetArith, env: Env) -> int:
        one, two = self.value(term.left, env), self.value(term.right, env)
        return one | two if term.operator == "+" else one & ~two

    def _compare(self, term: t.Compare, env: Env) -> int:
        return compare(term.operator, self.value(term.left, env), self.value(term.right, env))

    def _not(self, term: t.Not, env: Env) -> int:
        return not self.value(term.of, env)

    def _and(self, term: t.And, env: Env) -> int:
        return all(self.value(item, env) for item in term.items)

    def _or(self, term: t.Or, env: Env) -> int:
        return any(self.value(item, env) for item in term.items)

    def _cond(self, term: t.Cond, env: Env) -> Any:
        return self.value(term.then if self.value(term.test, env) else term.otherwise, env)

    def _inset(self, term: t.InSet, env: Env) -> int:
        return self.value(term.source, env) >> self.value(term.of, env) & 1

    def _inkind(self, term: t.InKind, env: Env) -> int:
        return term.kind.mask >> self.value(term.of, env) & 1

    def _elseof(self, term: t.ElseOf, env: Env) -> Any:
        found = self.value(term.of, env)
        return self.value(term.instead, env) if found == nothing_of(term.of.type) else found

    def _items(self, term: t.Items, env: Env) -> Any:
        found = tuple(self.value(item, env) for item in term.items)
        return sum(1 << member for member in set(found)) if isinstance(term.type, SetOf) else found

    def _nth(self, term: t.Nth, env: Env) -> Any:
        items, place = self.value(term.of, env), self.value(term.place, env)
        if 1 <= place <= len(items):
            return items[place - 1]
        assert isinstance(term.of.type, ListOf)
        return 0 if isinstance(term.of.type.of, Number) else nothing_of(Optional(term.of.type.of))

    def _slice(self, term: t.Slice, env: Env) -> Any:
        items, count = tuple(self.value(term.of, env)), max(0, self.value(term.count, env))
        return items[:count] if term.end == "first" else items[max(0, len(items) - count) :]

    def _sizeof(self, term: t.SizeOf, env: Env) -> int:
        found = self.value(term.of, env)
        return len(found) if isinstance(term.of.type, ListOf) else found.bit_count()

    def _totalof(self, term: t.TotalOf, env: Env) -> int:
        found = self.value(term.of, env)
        return sum(faces_of(found, term.of.type.sides) if isinstance(term.of.type, Dice) else found)

    def _pips(self, term: t.Pips, env: Env) -> int:
        assert isinstance(term.dice.type, Dice)
        pips = self.value(term.pips, env)
        faces = faces_of(self.value(term.dice, env), term.dice.type.sides)
        return sum(compare(term.operator, face, pips) for face in faces)

    def _enemyof(self, term: t.EnemyOf, env: Env) -> int:
        return 1 - self.value(term.of, env)

    def _seatsafter(self, term: t.SeatsAfter, env: Env) -> int:
        assert isinstance(term.start.type, Thing)
        seats = term.start.type.kind.members
        return (seats.index(self.value(term.of, env)) - seats.index(self.value(term.start, env))) % len(seats)

    def _beyond(self, term: t.Beyond, env: Env) -> int:
        assert isinstance(term.link.type, Thing)
        return beyond(term.link.type.kind, self.value(term.link, env), self.value(term.place, env))

    def in_order(self, of: Type, members: int) -> list[int]:
        """The members of a set: by what all can see and their lots where they can be secret, else by the table."""
        found = list(members_of(members))
        if isinstance(of, Thing) and of.kind.root in self.layout.lots:
            keys = self.layout.order(of.kind.root)
            found.sort(key=lambda member: tuple(self.state[key + member] for key in keys))
        return found

    def _members(self, source: t.Term, var: t.Var, where: t.Term | None, env: Env) -> list[int]:
        found = self.value(source, env)
        members = found if isinstance(source.type, ListOf) else self.in_order(var.type, found)
        return [member for member in members if self.holds(where, {**env, var: member})]

    def _quant(self, term: t.Quant, env: Env) -> Any:
        found = self._members(term.source, term.var, term.where, env)
        match term.word:
            case "some":
                return bool(found)
            case "no":
                return not found
            case "every":
                return len(found) == len(self._members(term.source, term.var, None, env))
            case "count":
                return len(found)
            case "all":
                return sum(1 << member for member in set(found))
        return found[0]

    def _sumover(self, term: t.SumOver, env: Env) -> int:
        found = self._members(term.source, term.var, term.where, env)
        return sum(self.value(term.of, {**env, term.var: member}) for member in found)

    def _best(self, term: t.Best, env: Env) -> int:
        found = self._members(term.source, term.var, term.where, env)
        for extreme, key in term.keys:
            values = {member: self.value(key, {**env, term.var: member}) for member in found}
            best = (max if extreme == "most" else min)(values.values(), default=0)
            found = [member for member in found if values[member] == best]
        return sum(1 << member for member in found)

    def _ranked(self, term: t.Ranked, env: Env) -> tuple[int, ...]:
        found = self._members(term.source, term.var, term.where, env)
        for key, falling in reversed(term.keys):  # sorting keeps the order of equals
            found = sorted(found, key=lambda m: (-1 if falling else 1) * self.value(key, {**env, term.var: m}))
        return tuple(found)

    def _reachable(self, term: t.Reachable, env: Env) -> int:
        assert isinstance(term.link.type, Thing)
        kind = term.link.type.kind
        ends = kind.attribute("ends")
        assert isinstance(ends, t.FixedAttribute)
        seen = front = {self.value(term.start, env)}
        for _ in range(self.value(term.within, env)):
            after = set()
            for place in front:
                if self.holds(term.through, {**env, term.place: place}):
                    for link in kind.members:
                        inner = {**env, term.link: link, term.place: place}
                        if ends.values[link] >> place & 1 and self.holds(term.where, inner):
                            after.add(beyond(kind, link, place))
            front = after - seen
            seen = seen | front
        return sum(1 << place for place in seen)

    # ---- legality ----
    def _cando(self, term: t.CanDo, env: Env) -> bool:
        given = [None if arg is None else self.value(arg, env) for arg in term.args]
        actors = [None if term.by is None else self.value(term.by, env)]
        if actors == [None]:
            assert isinstance(term.action.actor.type, Thing)
            actors = list(term.action.actor.type.kind.members)
        return any(self.instances(term.action, actor, given) for actor in actors)

    def instances(
        self, action: t.Action, actor: int, given: Sequence[int | None] | None = None
    ) -> list[tuple[int, ...]]:
        """Every legal instance of an action, some of its arguments perhaps given."""
        given = given or [None] * len(action.params)
        ranges = [
            values(var.type) if known is None else [known] for var, known in zip(action.params, given, strict=True)
        ]
        return [args for args in product(*ranges) if self.legal(action, actor, args)]

    def legal(self, action: t.Action, actor: int, args: Sequence[int]) -> bool:
        """Whether an instance is legal: in range, the actor's own, permitted, and not forbidden unless lifted."""
        env: Env = {action.actor: actor, **dict(zip(action.params, args, strict=True))}
        for var in action.params:
            if isinstance(var.type, Number) and env[var] not in values(var.type):
                return False
        for var, (low, high) in action.spans.items():
            if not self.value(low, env) <= env[var] <= self.value(high, env):
                return False
        if action.by is not None and self.value(action.by, env) != actor:
            return False
        if not any(self.holds(permit.when, env) for permit in action.permits):
            return False
        for forbid in action.forbids:
            if self.holds(forbid.when, env) and not any(
                e.lifts == forbid.clause and self.holds(e.when, env) for e in action.excepts
            ):
                return False
        return True


def values(of: Type) -> list[int]:
    """All values of a type that can be counted."""
    match of:
        case Thing(kind=kind):
            return list(kind.members)
        case Enum(words=words):
            return list(range(len(words)))
        case Number(low=int(low), high=int(high)):
            return list(range(low, high + 1))
    return [0, 1]


def stages_of(term: t.Term, seen: set[t.Definition] | None = None) -> Iterator[str]:
    """The stages whose memory a term reads, definitions included."""
    seen = set() if seen is None else seen
    for part in term.walk():
        if isinstance(part, t.Read):
            yield part.state.stage
        elif isinstance(part, t.CanDo):
            yield part.action.stage
        elif isinstance(part, t.Apply) and part.definition not in seen:
            seen.add(part.definition)
            for case in part.definition.cases:
                yield from stages_of(case.answer, seen)
                yield from stages_of(case.when, seen) if case.when is not None else ()
            for adjust in part.definition.adjusts:
                yield from stages_of(adjust.to, seen)
                yield from stages_of(adjust.when, seen) if adjust.when is not None else ()
