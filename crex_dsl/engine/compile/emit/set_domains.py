"""Sets instead of searches: what a name ranges over, narrowed by every condition that a bit set can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.emit.python_module import Env, GeneratedModule
from crex_dsl.engine.compile.lower.memory_layout import Layout, low_of, values_of
from crex_dsl.engine.run.chance import members_of
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.evaluate import NotConstant, evaluate
from crex_dsl.rulebook.terms.free_variables import conjuncts, free_vars, leans, mentions, substitute
from crex_dsl.rulebook.terms.types import Bool, Enum, ListOf, Number, Optional, SetOf, Thing, Type, cardinality, solid

_MASK = 10  # the effort of turning a condition into a set, in terms that are looked at


class Domains:
    """Turns conditions on one name into bit sets of its values."""

    unit: GeneratedModule
    layout: Layout
    simplifier: Simplifier

    def emit(self, term: t.Term, env: Env) -> str:
        """The Python expression for a term that has been simplified."""
        method: Callable[[Any, Env], str] = getattr(self, f"_{type(term).__name__.lower()}")
        return method(term, env)

    def domain(self, var: t.Var, source: t.Term, where: t.Term | None, env: Env) -> tuple[str, list[t.Term]]:
        """The set that a name ranges over as one expression, and the conditions still to be tested."""
        folded = self.simplifier.fold(source)
        masks: list[str] = []
        rest: list[t.Term] = []
        guards: list[str] = []
        parts = self.unfolded(None if where is None else self.simplifier.fold(where), (var,))
        ranging = [part for part in parts if mentions(part, var)]
        for part in parts:
            leaning = leans(part, ranging)
            if not leaning and not mentions(part, var):
                guards.append(self.emit(part, env))
                continue
            mask = None if leaning else self.mask(part, var, env)
            if mask is None:
                rest.append(part)
            else:
                masks.append(mask)
        rest = self.gather(folded, rest, ranging, var, env, masks)
        domain = self.intersection(folded, masks, env)
        return (f"({domain} if {' and '.join(guards)} else 0)" if guards else domain), rest

    def unfolded(self, term: t.Term | None, names: Iterable[t.Var]) -> list[t.Term]:
        """The conjuncts of a condition on some names, looked for inside definitions too."""
        return conjuncts(term)

    def gather(
        self, source: t.Term, rest: list[t.Term], others: list[t.Term], var: t.Var, env: Env, masks: list[str]
    ) -> list[t.Term]:
        """Put conditions into `masks` that are better worked out for a whole set at once; gives the others."""
        return rest

    def listing(self, source: t.Term, conditions: list[t.Term], var: t.Var, env: Env) -> str | None:
        """A tuple of a name's values, where one condition on fixed facts narrows a whole kind; else None."""
        if len(conditions) != 1 or not isinstance(source, t.Const) or not isinstance(var.type, Thing):
            return None
        match conditions[0]:
            case t.InSet(of=of, source=t.Fixed(attribute=attribute, of=t.Local(var=v))) if v is var:
                if source.value != var.type.kind.root.mask or mentions(of, var):
                    return None
                rows = tuple(members_of(mask) for mask in self._holder_sets(attribute))
                return f"{self.unit.constant(rows)}[{self.emit(of, env)}]"
        return None

    def intersection(self, source: t.Term, masks: list[str], env: Env) -> str:
        """A source narrowed by masks; a whole kind need not be said where a mask holds nothing else."""
        base = self.emit(source, env)
        if isinstance(source, t.Const) and isinstance(source.type, SetOf) and isinstance(source.type.of, Thing):
            whole = source.type.of.kind.root
            if source.value == whole.mask and any(mask.startswith(("S[", "K", "WK", "XK")) for mask in masks):
                return f"({' & '.join(masks)})" if len(masks) > 1 else masks[0]
        return f"({' & '.join([base, *masks])})" if masks else base

    def mask(self, term: t.Term, var: t.Var, env: Env, depth: int = 4) -> str | None:
        """The set of a name's values for which a condition holds (bits beyond its kind may be set), or None."""
        self.simplifier.strain(term, _MASK)
        if not mentions(term, var):
            if isinstance(term, t.Const):
                return "-1" if term.value else "0"
            return f"-bool({self.emit(term, env)})"
        fixed = self._fixed_mask(term, var)
        if fixed is not None:
            return fixed
        match term:
            case t.And() | t.Or():
                return self._joined_mask(term, var, env, depth)
            case t.Not(of=of):
                inner = self.mask(of, var, env, depth)
                return None if inner is None else inner[1:] if inner[0] == "~" else f"~{inner}"
            case t.InSet(of=t.Local(var=v), source=source) if v is var and not mentions(source, var):
                return self.emit(source, env)
            case t.InSet(of=of, source=t.Fixed(attribute=attribute, of=t.Local(var=v))) if v is var:
                if mentions(of, var):
                    return None
                return f"{self._holders(attribute)}[{self.emit(of, env)}]"
            case t.Compare(operator="==" | "!=", left=left, right=right):
                for one, two in ((left, right), (right, left)):
                    if not mentions(two, var):
                        found = self._equal_mask(one, two, var, env)
                        if found is not None:
                            return found if term.operator == "==" else f"~{found}"
                return None
            case t.Read(state=state, args=(t.Local(var=v),)) if v is var and isinstance(state.type, Bool):
                cell = self.layout.cells[state]
                return None if cell.index is None else f"S[{cell.index + 1}]"
            case t.Cond(test=test, then=then, otherwise=otherwise) if not mentions(test, var):
                yes, no = self.mask(then, var, env, depth), self.mask(otherwise, var, env, depth)
                return None if yes is None or no is None else f"({yes} if {self.emit(test, env)} else {no})"
            case t.Apply() if depth:
                return self._apply_mask(term, var, env, depth - 1)
        return None

    def _joined_mask(self, term: t.And | t.Or, var: t.Var, env: Env, depth: int) -> str | None:
        """The set for which all or some conditions hold; those without the name are asked first, in their order."""
        every = isinstance(term, t.And)
        items = conjuncts(term) if every else list(term.items)
        ranging = [item for item in items if mentions(item, var)]
        if any(leans(item, ranging, truth=every) for item in items):
            return None
        guards = [self.emit(item, env) for item in items if not mentions(item, var)]
        parts = [self.mask(item, var, env, depth) for item in ranging]
        if any(part is None for part in parts):
            return None
        joined = f"({(' & ' if every else ' | ').join(part for part in parts if part)})"
        if not guards:
            return joined
        return (
            f"({joined} if {' and '.join(guards)} else 0)" if every else f"(-1 if {' or '.join(guards)} else {joined})"
        )

    def _apply_mask(self, term: t.Apply, var: t.Var, env: Env, depth: int) -> str | None:
        """The set for which a yes-or-no definition holds, case by case."""
        definition = term.definition
        if definition.adjusts or not isinstance(definition.type, Bool):
            return None
        values = dict(zip(definition.params, term.args, strict=True))
        cases = self.simplifier.cases(definition)
        if len(cases) > 4 or sum(1 for _, a in cases for _ in a.walk()) > 60:
            return None
        result: str | None = "0"
        later: list[t.Term] = []
        for when, answer in reversed(cases):
            then = self.simplifier.fold(substitute(answer, values))
            yes = self.mask(then, var, env, depth)
            if yes is None:
                return None
            if when is None:
                result = yes
                later.append(then)
                continue
            guard = self.simplifier.fold(substitute(when, values))
            if not mentions(guard, var):
                result = f"({yes} if {self.emit(guard, env)} else {result})"
            else:
                test = self.mask(guard, var, env, depth)
                if test is None or len(test) > 120:
                    return None
                if leans(then, [guard]) or any(leans(part, [guard], truth=False) for part in later):
                    return None
                result = _either(test, yes, result)
            later += [guard, then]
        return result

    def _fixed_mask(self, term: t.Term, var: t.Var) -> str | None:
        """The set for which a condition on fixed facts alone holds."""
        if free_vars(term) != [var] or not self.simplifier.pure(term):
            return None
        mask = 0
        members = self.members(var.type)
        if members is None:
            return None
        for member in members:
            try:
                if evaluate(term, {var: member}, self.simplifier.work):
                    mask |= 1 << member
            except NotConstant:
                return None
        return self.unit.constant(mask)

    def members(self, of: Type) -> list[int] | None:
        """The values of a type that sets can hold."""
        if isinstance(of, Thing):
            return list(range(of.kind.count))
        if isinstance(of, Enum):
            return list(range(len(of.words)))
        return None

    def _equal_mask(self, one: t.Term, other: t.Term, var: t.Var, env: Env) -> str | None:
        match one:
            case t.Local(var=v) if v is var:
                return f"BIT[{self.emit(other, env)}]"
            case t.Fixed(attribute=attribute, of=t.Local(var=v)) if v is var:
                table = self._by_value(attribute)
                if table is None:
                    return None
                low = low_of(attribute.type)
                if isinstance(attribute.type, Number):
                    bounds = other.type
                    limits = attribute.type
                    if (
                        not isinstance(bounds, Number)
                        or bounds.low is None
                        or bounds.high is None
                        or limits.low is None
                        or limits.high is None
                        or bounds.low < limits.low
                        or bounds.high > limits.high
                    ):
                        return None
                text = self.emit(other, env)
                return f"{table}[{text} - {low}]" if low else f"{table}[{text}]"
            case t.Read(state=state, args=(t.Local(var=v),)) if v is var:
                cell = self.layout.cells[state]
                if cell.index is None:
                    return None
                if isinstance(other, t.Const):
                    if not low_of(state.type) <= other.value < low_of(state.type) + self._room(state):
                        return "0"
                    return f"S[{cell.index + other.value - low_of(state.type)}]"
                if isinstance(state.type, Number) and not _within(other.type, state.type):
                    return None
                if isinstance(other.type, Optional) and not isinstance(state.type, Optional):
                    return None
                shift = self.unit.reaches(cell.index - low_of(state.type), cell.index, cell.index_end)
                return f"S[{self.emit(other, env)} + {shift}]"
        return None

    def _room(self, state: t.State) -> int:
        return len(self.layout.cells[state].index_start)

    def _by_value(self, attribute: t.FixedAttribute) -> str | None:
        """The things of each value of a fixed attribute."""
        if cardinality(attribute.type) is None or isinstance(attribute.type, SetOf | ListOf):
            return None
        low = low_of(attribute.type)
        # one room more than values: the last one answers for `nothing`
        sets = [0] * (len(values_of(attribute.type)) + 1)
        for member, value in enumerate(attribute.values):
            if attribute.kind.mask >> member & 1:
                sets[value - low] |= 1 << member
        return self.unit.constant(tuple(sets))

    def _holders(self, attribute: t.FixedAttribute) -> str:
        return self.unit.constant(tuple(self._holder_sets(attribute)))

    def _holder_sets(self, attribute: t.FixedAttribute) -> list[int]:
        """The things whose set-valued attribute holds each value."""
        assert isinstance(attribute.type, SetOf)
        count = cardinality(attribute.type.of) or 0
        sets = [0] * (count + 1)
        for member, held in enumerate(attribute.values):
            for value in range(count):
                if held >> value & 1:
                    sets[value] |= 1 << member
        return sets


def _either(test: str, yes: str | None, no: str | None) -> str:
    """One set where a condition holds, another where it does not."""
    if yes == "-1":
        return test if no == "0" else f"({test} | {no})"
    if yes == "0":
        return f"(~{test} & {no})"
    return f"({test} & {yes})" if no == "0" else f"({test} & {yes} | ~{test} & {no})"


def _within(given: Type, limits: Number) -> bool:
    of = solid(given)
    return (
        isinstance(of, Number)
        and of.low is not None
        and of.high is not None
        and limits.low is not None
        and limits.high is not None
        and limits.low <= of.low
        and of.high <= limits.high
    )
