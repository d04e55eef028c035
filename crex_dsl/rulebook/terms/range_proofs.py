"""What the conditions before a place tell about the numbers there: proofs that an index stays in its range."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.intervals import UNKNOWN, Bounds, Intervals, bounds, combined, lies_within, meet, union
from crex_dsl.rulebook.terms.types import Number

_ROUNDS = 3  # how often all conditions are gone through: one may tell more in the light of another
_CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def prove(site: t.Within) -> Bounds:
    """Note how a number is known to lie in its range, and give the narrowest bounds that are known of it."""
    found = bounds(site.of)
    if lies_within(found, site.low, site.high):
        site.proof = t.SURE
    elif site.guards:
        found = bounds_under(site.of, site.guards)
        site.proof = t.GUARDED if lies_within(found, site.low, site.high) else t.UNPROVED
    site.guards = ()  # they have served
    return found


def bounds_under(term: t.Term, guards: Iterable[t.Guard]) -> Bounds:
    """The least and greatest value of a term where some conditions hold."""
    standing = [guard for guard in guards if not guard.lasting or _reads_nothing(guard.term, set())]
    known = _Guarded()
    for _ in range(_ROUNDS):
        for guard in standing:
            known.learn(guard.term, guard.holds)
    return known.of(term)


def _reads_nothing(term: t.Term, seen: set[t.Definition]) -> bool:
    """Whether a term depends on local names and fixed facts only."""
    for part in term.walk():
        if isinstance(part, t.Read | t.CanDo):
            return False
        if isinstance(part, t.Apply) and part.definition not in seen:
            seen.add(part.definition)
            if not all(_reads_nothing(inner, seen) for inner in _terms(part.definition)):
                return False
    return True


def _terms(definition: t.Definition) -> Iterator[t.Term]:
    for rule in definition.cases:
        yield from (rule.answer, *(() if rule.when is None else (rule.when,)))
    for adjust in definition.adjusts:
        yield from (adjust.to, *(() if adjust.when is None else (adjust.when,)))


class _Guarded(Intervals):
    """Between which numbers terms lie where conditions have been learnt."""

    def __init__(self) -> None:
        super().__init__()
        self._learnt: dict[Hashable, Bounds] = {}
        self._given: dict[t.Var, t.Term] = {}  # the arguments of a definition that is being looked into

    def of(self, term: t.Term) -> Bounds:
        found = meet(super().of(term), self._learnt.get(self._key(term), UNKNOWN))
        if isinstance(term, t.Local) and term.var in self._given:
            with self._outside() as given:
                return meet(found, self.of(given[term.var]))
        # a sum may have a range by its type, and a narrower one by what is known of its parts
        return meet(found, self.of_parts(term)) if isinstance(term, t.Arith | t.Within) else found

    def of_answers(self, definition: t.Definition) -> Bounds:
        return Intervals().of_answers(definition)

    @contextmanager
    def _outside(self) -> Iterator[dict[t.Var, t.Term]]:
        """Where arguments are, whose names are not those of the definition that they are given to."""
        given, self._given = self._given, {}
        yield given
        self._given = given

    def _key(self, value: object) -> Hashable:
        """What identifies a term's value as long as memory and local names stay as they are."""
        match value:
            case t.Within(of=of):
                return self._key(of)
            case t.Local(var=var) if var in self._given:
                with self._outside() as given:
                    return self._key(given[var])
            case t.Term():
                return (type(value).__name__, *(self._key(getattr(value, name)) for name in value.parts))
            case tuple():
                return tuple(self._key(part) for part in value)
            case int() | str() | None:
                return value
        return id(value)

    # ---- conditions ----
    def learn(self, term: t.Term, holds: bool) -> None:
        """Note what follows from a condition that holds, or does not."""
        match term:
            case t.Not(of=of):
                self.learn(of, not holds)
            case t.And(items=items) if holds:
                for item in items:
                    self.learn(item, True)
            case t.Or(items=items) if not holds:
                for item in items:
                    self.learn(item, False)
            case t.Or(items=items):
                self._one_of(items)
            case t.Compare(operator=operator, left=left, right=right) if isinstance(left.type, Number):
                self._compared(operator if holds else _CONTRARY[operator], left, right)
            case t.Apply(definition=definition, args=args) if not self._given:
                answer = _only_answer(definition)
                if answer is not None:
                    self._given = dict(zip(definition.params, args, strict=True))
                    self.learn(answer, holds)
                    self._given = {}

    def _one_of(self, items: tuple[t.Term, ...]) -> None:
        """Note that a number is one of some: `n in [1, 2]`."""
        same = [item for item in items if isinstance(item, t.Compare) and item.operator == "=="]
        first = same[0].left if same else None
        if first is None or not isinstance(first.type, Number) or len(same) < len(items):
            return
        if len({self._key(item.left) for item in same}) == 1:
            self._narrow(first, union([self.of(item.right) for item in same]))

    def _compared(self, operator: str, left: t.Term, right: t.Term) -> None:
        match operator:
            case "<" | "<=":
                gap = 1 if operator == "<" else 0
                low, high = self.of(left)[0], self.of(right)[1]
                self._narrow(left, (None, None if high is None else high - gap))
                self._narrow(right, (None if low is None else low + gap, None))
            case ">" | ">=":
                self._compared("<" if operator == ">" else "<=", right, left)
            case "==":
                self._narrow(left, self.of(right))
                self._narrow(right, self.of(left))
            case "!=":
                self._apart(left, right)
                self._apart(right, left)

    def _apart(self, term: t.Term, other: t.Term) -> None:
        """Note that a term is not what another one is: its range is shorter where that is its end."""
        (low, high), (value, last) = self.of(term), self.of(other)
        if value is not None and value == last:
            self._narrow(term, (value + 1 if low == value else None, value - 1 if high == value else None))

    def _narrow(self, term: t.Term, found: Bounds) -> None:
        """Note that a term lies within bounds, and what that says about its parts."""
        if found == UNKNOWN:
            return
        if isinstance(term, t.Local) and term.var in self._given:
            with self._outside() as given:
                self._narrow(given[term.var], found)
            return
        key = self._key(term)
        self._learnt[key] = meet(self._learnt.get(key, UNKNOWN), found)
        low, high = found
        match term:
            case t.Within(of=of):
                self._narrow(of, found)
            case t.Arith(operator="+", left=left, right=right):
                self._narrow(left, combined("-", found, self.of(right)))
                self._narrow(right, combined("-", found, self.of(left)))
            case t.Arith(operator="-", left=left, right=right):
                self._narrow(left, combined("+", found, self.of(right)))
                self._narrow(right, combined("-", self.of(left), found))
            case t.Arith(operator="max", left=left, right=right):
                for part in (left, right):
                    self._narrow(part, (None, high))
            case t.Arith(operator="min", left=left, right=right):
                for part in (left, right):
                    self._narrow(part, (low, None))


def _only_answer(definition: t.Definition) -> t.Term | None:
    """What a definition with one case says."""
    if definition.adjusts or len(definition.cases) != 1 or definition.cases[0].when is not None:
        return None
    return definition.cases[0].answer
