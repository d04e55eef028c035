"""Terms to Python expressions: sets as bit sets, domains narrowed before conditions are tested."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

from crex_dsl.engine.chance import members_of
from crex_dsl.engine.layout import Layout, low_of, values_of
from crex_dsl.engine.simplify import Simplifier, conjuncts, definition_terms, free_vars, mentions, substitute
from crex_dsl.engine.source import Env, Names, Unit
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.evaluate import NotConstant, apply, beyond, evaluate, nothing_of
from crex_dsl.rulebook.types import (
    BOOL,
    Bool,
    Dice,
    Enum,
    Kind,
    ListOf,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    cardinality,
    solid,
)

_INLINE = 16
_TABLE = 4_096


class Expressions:
    """Emits Python for terms, making helper functions where a loop is needed."""

    def __init__(self, unit: Unit, layout: Layout, simplifier: Simplifier) -> None:
        self.unit = unit
        self.layout = layout
        self.simplifier = simplifier
        self.names = Names()
        self.can: Callable[[t.CanDo, Env], str] = lambda term, env: "0"
        self._definitions: dict[t.Definition, str] = {}
        self._costs: dict[t.Definition, int] = {}
        self._kept = 0
        self.seats = layout.book.world.player.mask.bit_count()

    # ---- entry points ----
    def value(self, term: t.Term, env: Env) -> str:
        """The Python expression for a term's value."""
        return self._emit(self.simplifier.fold(term), env)

    def test(self, term: t.Term, env: Env) -> str:
        """The Python expression for a condition."""
        return self.value(term, env)

    def address(self, state: t.State, args: tuple[t.Term, ...], env: Env) -> str:
        """The index of one cell of memory."""
        cell = self.layout.cells[state]
        offset, parts = cell.base, []
        for arg, stride, low in zip(args, cell.strides, cell.lows, strict=True):
            folded = self.simplifier.fold(arg)
            if isinstance(folded, t.Const):
                offset += (folded.value - low) * stride
                continue
            offset -= low * stride
            text = self._emit(folded, env)
            parts.append(text if stride == 1 else f"{text} * {stride}")
        return " + ".join([*parts, str(offset)]) if offset or not parts else " + ".join(parts)

    # ---- emit ----
    def _emit(self, term: t.Term, env: Env) -> str:
        method: Callable[[Any, Env], str] = getattr(self, f"_{type(term).__name__.lower()}")
        return method(term, env)

    def _const(self, term: t.Const, env: Env) -> str:
        return self.unit.constant(term.value)

    def _local(self, term: t.Local, env: Env) -> str:
        return env[term.var]

    def _read(self, term: t.Read, env: Env) -> str:
        return f"S[{self.address(term.state, term.args, env)}]"

    def _fixed(self, term: t.Fixed, env: Env) -> str:
        return f"{self.unit.constant(tuple(term.attribute.values))}[{self._emit(term.of, env)}]"

    def _arith(self, term: t.Arith, env: Env) -> str:
        left, right = self._emit(term.left, env), self._emit(term.right, env)
        match term.operator:
            case "max" | "min":
                sign = ">" if term.operator == "max" else "<"
                self._kept += 1
                one, two = f"y{self._kept}", f"z{self._kept}"
                if isinstance(term.right, t.Const):
                    return f"({one} if ({one} := {left}) {sign} {right} else {right})"
                return f"({one} if ({one} := {left}) {sign} ({two} := {right}) else {two})"
            case "/^":
                return f"(-(-{left} // {right}))"
        return f"({left} {term.operator} {right})"

    def _setarith(self, term: t.SetArith, env: Env) -> str:
        left, right = self._emit(term.left, env), self._emit(term.right, env)
        return f"({left} | {right})" if term.operator == "+" else f"({left} & ~{right})"

    def _compare(self, term: t.Compare, env: Env) -> str:
        return f"({self._emit(term.left, env)} {term.operator} {self._emit(term.right, env)})"

    def _not(self, term: t.Not, env: Env) -> str:
        match term.of:
            case t.Quant(word="some"):
                return self._emit(t.Quant(BOOL, term.span, "no", term.of.var, term.of.source, term.of.where), env)
            case t.Quant(word="no"):
                return self._emit(t.Quant(BOOL, term.span, "some", term.of.var, term.of.source, term.of.where), env)
            case t.Compare(operator="=="):
                return self._compare(t.Compare(BOOL, term.span, "!=", term.of.left, term.of.right), env)
        return f"(not {self._emit(term.of, env)})"

    def _and(self, term: t.And, env: Env) -> str:
        return f"({' and '.join(self._emit(item, env) for item in self._cheap_first(term.items))})"

    def _or(self, term: t.Or, env: Env) -> str:
        return f"({' or '.join(self._emit(item, env) for item in term.items)})"

    def _cheap_first(self, items: tuple[t.Term, ...]) -> list[t.Term]:
        """Conditions with the cheap ones before the dear ones; guards of optional values stay before their use."""
        return sorted(items, key=lambda item: guards_nothing(item) and self.cost(item) > 20)

    def cost(self, term: t.Term) -> int:
        """A rough price of evaluating a term."""
        total = 0
        for part in term.walk():
            match part:
                case t.CanDo() | t.Reachable():
                    total += 60
                case t.Quant() | t.SumOver() | t.Best() | t.Ranked():
                    total += 6
                case t.Apply(definition=definition):
                    total += 5 + self._definition_cost(definition)
                case _:
                    total += 1
        return total

    def _definition_cost(self, definition: t.Definition) -> int:
        if definition not in self._costs:
            self._costs[definition] = 0
            if not self.simplifier.pure_definition(definition):
                self._costs[definition] = sum(self.cost(term) for term in definition_terms(definition))
        return self._costs[definition]

    def _cond(self, term: t.Cond, env: Env) -> str:
        test, then, otherwise = (self._emit(part, env) for part in (term.test, term.then, term.otherwise))
        return f"({then} if {test} else {otherwise})"

    def _inset(self, term: t.InSet, env: Env) -> str:
        if isinstance(term.source, t.Reachable):
            return self._search(term.source, env, term.of)
        return f"({self._emit(term.source, env)} >> {self._emit(term.of, env)} & 1)"

    def _inkind(self, term: t.InKind, env: Env) -> str:
        return f"({self.unit.constant(term.kind.mask)} >> {self._emit(term.of, env)} & 1)"

    def _elseof(self, term: t.ElseOf, env: Env) -> str:
        nothing = nothing_of(term.of.type)
        value, instead = self._emit(term.of, env), self._emit(term.instead, env)
        if isinstance(term.of, t.Read | t.Local):
            return f"({value} if {value} != {nothing} else {instead})"
        return f"otherwise({value}, {nothing}, {instead})"

    def _items(self, term: t.Items, env: Env) -> str:
        values = [self._emit(item, env) for item in term.items]
        if isinstance(term.type, SetOf):
            return f"({' | '.join(f'BIT[{value}]' for value in values)})" if values else "0"
        return f"({', '.join(values)},)" if values else "()"

    def _nth(self, term: t.Nth, env: Env) -> str:
        missing = nothing_of(term.type) if isinstance(term.type, Optional) else 0
        return f"nth({self._emit(term.of, env)}, {self._emit(term.place, env)}, {missing})"

    def _slice(self, term: t.Slice, env: Env) -> str:
        return f"{term.end}_of({self._emit(term.of, env)}, {self._emit(term.count, env)})"

    def _sizeof(self, term: t.SizeOf, env: Env) -> str:
        value = self._emit(term.of, env)
        return f"len({value})" if isinstance(term.of.type, ListOf) else f"{value}.bit_count()"

    def _totalof(self, term: t.TotalOf, env: Env) -> str:
        value = self._emit(term.of, env)
        return f"total({value}, {term.of.type.sides})" if isinstance(term.of.type, Dice) else f"sum({value})"

    def _pips(self, term: t.Pips, env: Env) -> str:
        assert isinstance(term.dice.type, Dice)
        sides, dice = term.dice.type.sides, self._emit(term.dice, env)
        folded = term.pips
        if isinstance(folded, t.Const) and term.operator == "<=" and 1 <= folded.value <= sides:
            return f"({dice} >> {8 * (folded.value - 1)} & 255)"
        if term.operator == "<=" and isinstance(folded.type, Number):
            low, high = folded.type.low, folded.type.high
            if low is not None and high is not None and low >= 1 and high <= sides:
                return f"({dice} >> 8 * {self._emit(folded, env)} - 8 & 255)"
        operator = {"<=": "at_most", ">=": "at_least", "==": "equal_to"}[term.operator]
        return f"{operator}({dice}, {self._emit(folded, env)}, {sides})"

    def _enemyof(self, term: t.EnemyOf, env: Env) -> str:
        return f"(1 - {self._emit(term.of, env)})"

    def _seatsafter(self, term: t.SeatsAfter, env: Env) -> str:
        return f"(({self._emit(term.of, env)} - {self._emit(term.start, env)}) % {self.seats})"

    def _beyond(self, term: t.Beyond, env: Env) -> str:
        assert isinstance(term.link.type, Thing) and isinstance(term.place.type, Thing)
        kind, places = term.link.type.kind, term.place.type.kind.count
        table = self.unit.constant(other_ends(kind, places))
        return f"{table}[{self._emit(term.link, env)} * {places} + {self._emit(term.place, env)}]"

    def _cando(self, term: t.CanDo, env: Env) -> str:
        return self.can(term, env)

    # ---- definitions ----
    def _apply(self, term: t.Apply, env: Env) -> str:
        body = self.inlined(term)
        if body is not None:
            return self._emit(body, env)
        table = self._tabled(term, env)
        if table is not None:
            return table
        args = "".join(f", {self._emit(arg, env)}" for arg in term.args)
        return f"{self.definition(term.definition)}(S{args})"

    def _tabled(self, term: t.Apply, env: Env) -> str | None:
        """A value that depends on few known arguments alone, looked up in a table of all its answers."""
        definition = term.definition
        if not definition.params or not self.simplifier.pure_definition(definition):
            return None
        counts = [cardinality(param.type) for param in definition.params]
        total = 1
        for count, param in zip(counts, definition.params, strict=True):
            if count is None or isinstance(param.type, Optional | SetOf | Number):
                return None
            total *= count
        if total > _TABLE:
            return None
        answers: list[int] = []
        for args in product(*(range(count or 0) for count in counts)):
            try:
                answers.append(apply(definition, list(args)))
            except (NotConstant, IndexError):
                answers.append(0)
        place = self._emit(term.args[0], env)
        for arg, count in zip(term.args[1:], counts[1:], strict=True):
            place = f"({place}) * {count} + {self._emit(arg, env)}"
        return f"{self.unit.constant(tuple(answers))}[{place}]"

    def inlined(self, term: t.Apply) -> t.Term | None:
        """The body of a small definition with its arguments put in, or None."""
        definition = term.definition
        if definition.adjusts:
            return None
        cases = self.simplifier.cases(definition)
        if not cases or len(cases) > 3 or cases[-1][0] is not None:
            return None
        body = cases[-1][1]
        for when, answer in reversed(cases[:-1]):
            assert when is not None
            body = t.Cond(definition.type, definition.span, when, answer, body)
        if sum(1 for _ in body.walk()) > _INLINE:
            return None
        for param, arg in zip(definition.params, term.args, strict=True):
            uses = sum(1 for part in body.walk() if isinstance(part, t.Local) and part.var is param)
            if uses > 1 and not isinstance(arg, t.Local | t.Const) and not (isinstance(arg, t.Read) and not arg.args):
                return None
        return self.simplifier.fold(substitute(body, dict(zip(definition.params, term.args, strict=True))))

    def definition(self, definition: t.Definition) -> str:
        """The name of the function that answers a value or definition."""
        if definition not in self._definitions:
            name = self._definitions[definition] = self.unit.name("d")
            env = Env((param, self.names.of(param)) for param in definition.params)
            body = self.cases(definition, env)
            params = ["S", *env.values()]
            alone = re.fullmatch(r"return (\w+)\(([\w, ]*)\)", body[0]) if len(body) == 1 else None
            if alone and alone.group(2) == ", ".join(params):
                self._definitions[definition] = alone.group(1)  # what it calls answers just as well
            else:
                self.unit.function(name, params, body)
        return self._definitions[definition]

    def cases(self, definition: t.Definition, env: Env) -> list[str]:
        """The lines that answer a definition: cases in order, then adjustments."""
        adjusts = definition.adjusts
        lead = "r = " if adjusts else "return "
        lines: list[str] = []
        cases = self.simplifier.cases(definition)
        for number, (when, answer) in enumerate(cases):
            text = self.value(answer, env)
            last = number == len(cases) - 1
            if when is None or last:
                lines += [f"{lead}{text}"] if not lines or not adjusts else ["else:", f"    {lead}{text}"]
                break
            word = "elif" if adjusts and lines else "if"
            lines += [f"{word} {self.test(when, env)}:", f"    {lead}{text}"]
        for adjust in adjusts:
            inner = env.with_((adjust.it, "r"))
            when = None if adjust.when is None else self.simplifier.fold(adjust.when)
            if isinstance(when, t.Const) and not when.value:
                continue
            text = f"r = {self.value(adjust.to, inner)}"
            if when is None or isinstance(when, t.Const):
                lines.append(text)
            else:
                lines += [f"if {self.test(when, inner)}:", f"    {text}"]
        return [*lines, "return r"] if adjusts else lines

    # ---- domains ----
    def domain(self, var: t.Var, source: t.Term, where: t.Term | None, env: Env) -> tuple[str, list[t.Term]]:
        """The set that a name ranges over as one expression, and the conditions still to be tested."""
        folded = self.simplifier.fold(source)
        masks: list[str] = []
        rest: list[t.Term] = []
        guards: list[str] = []
        for part in conjuncts(None if where is None else self.simplifier.fold(where)):
            if not mentions(part, var):
                guards.append(self._emit(part, env))
                continue
            mask = self.mask(part, var, env)
            if mask is None:
                rest.append(part)
            else:
                masks.append(mask)
        domain = self.intersection(folded, masks, env)
        return (f"({domain} if {' and '.join(guards)} else 0)" if guards else domain), rest

    def listing(self, source: t.Term, conditions: list[t.Term], var: t.Var, env: Env) -> str | None:
        """A tuple of a name's values, where one condition on fixed facts narrows a whole kind; else None."""
        if len(conditions) != 1 or not isinstance(source, t.Const) or not isinstance(var.type, Thing):
            return None
        match conditions[0]:
            case t.InSet(of=of, source=t.Fixed(attribute=attribute, of=t.Local(var=v))) if v is var:
                if source.value != var.type.kind.root.mask or mentions(of, var):
                    return None
                rows = tuple(members_of(mask) for mask in self._holder_sets(attribute))
                return f"{self.unit.constant(rows)}[{self._emit(of, env)}]"
        return None

    def intersection(self, source: t.Term, masks: list[str], env: Env) -> str:
        """A source narrowed by masks; a whole kind need not be said where a mask holds nothing else."""
        base = self._emit(source, env)
        if isinstance(source, t.Const) and isinstance(source.type, SetOf) and isinstance(source.type.of, Thing):
            whole = source.type.of.kind.root
            if source.value == whole.mask and any(mask.startswith(("S[", "K", "WK", "XK")) for mask in masks):
                return f"({' & '.join(masks)})" if len(masks) > 1 else masks[0]
        return f"({' & '.join([base, *masks])})" if masks else base

    def mask(self, term: t.Term, var: t.Var, env: Env, depth: int = 4) -> str | None:
        """The set of a name's values for which a condition holds (bits beyond its kind may be set), or None."""
        if not mentions(term, var):
            return f"-bool({self._emit(term, env)})"
        fixed = self._fixed_mask(term, var)
        if fixed is not None:
            return fixed
        match term:
            case t.And(items=items):
                guards = [self._emit(item, env) for item in items if not mentions(item, var)]
                parts = [self.mask(item, var, env, depth) for item in items if mentions(item, var)]
                if any(part is None for part in parts):
                    return None
                joined = f"({' & '.join(part for part in parts if part)})"
                return f"({joined} if {' and '.join(guards)} else 0)" if guards else joined
            case t.Or(items=items):
                parts = [self.mask(item, var, env, depth) for item in items]
                if any(part is None for part in parts):
                    return None
                return f"({' | '.join(part for part in parts if part)})"
            case t.Not(of=of):
                inner = self.mask(of, var, env, depth)
                return None if inner is None else f"~{inner}"
            case t.InSet(of=t.Local(var=v), source=source) if v is var and not mentions(source, var):
                return self._emit(source, env)
            case t.InSet(of=of, source=t.Fixed(attribute=attribute, of=t.Local(var=v))) if v is var:
                if mentions(of, var):
                    return None
                return f"{self._holders(attribute)}[{self._emit(of, env)}]"
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
                return None if yes is None or no is None else f"({yes} if {self._emit(test, env)} else {no})"
            case t.Apply() if depth:
                return self._apply_mask(term, var, env, depth - 1)
        return None

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
        for when, answer in reversed(cases):
            yes = self.mask(self.simplifier.fold(substitute(answer, values)), var, env, depth)
            if yes is None:
                return None
            if when is None:
                result = yes
                continue
            guard = self.simplifier.fold(substitute(when, values))
            if not mentions(guard, var):
                result = f"({yes} if {self._emit(guard, env)} else {result})"
                continue
            test = self.mask(guard, var, env, depth)
            if test is None or len(test) > 120:
                return None
            result = f"({test} & {yes} | ~{test} & {result})"
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
                if evaluate(term, {var: member}):
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
                return f"BIT[{self._emit(other, env)}]"
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
                text = self._emit(other, env)
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
                return f"S[{self._emit(other, env)} + {cell.index - low_of(state.type)}]"
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

    # ---- ranging ----
    def helper(self, term: t.Term, env: Env, body: Callable[[Env], list[str]]) -> str:
        """A call of a fresh function that works a term out."""
        used = set(free_vars(term))
        free = [var for var in env if var in used]
        inner = Env((var, self.names.of(var)) for var in free)
        name = self.unit.name("q")
        lines = body(inner)
        self.unit.function(name, ["S", *inner.values()], lines)
        return f"{name}({', '.join(['S', *(env[var] for var in free)])})"

    def loop(
        self, var: t.Var, source: t.Term, where: t.Term | None, env: Env, inside: Callable[[Env], list[str]]
    ) -> list[str]:
        """Lines that run `inside` for every value that a name ranges over."""
        name = self.names.of(var)
        inner = env.with_((var, name))
        if isinstance(source.type, ListOf):
            tests = [] if where is None else [self.simplifier.fold(where)]
            lines = [f"for {name} in {self.value(source, env)}:"]
            return [*lines, *_indented(self._guarded(tests, inner, inside))]
        domain, rest = self.domain(var, source, where, env)
        mask, low = f"m{name}", f"l{name}"
        return [
            f"{mask} = {domain}",
            f"while {mask}:",
            f"    {low} = {mask} & -{mask}",
            f"    {mask} ^= {low}",
            f"    {name} = {low}.bit_length() - 1",
            *_indented(self._guarded(rest, inner, inside)),
        ]

    def _guarded(self, tests: list[t.Term], env: Env, inside: Callable[[Env], list[str]]) -> list[str]:
        if not tests:
            return inside(env)
        test = self.test(t.And(BOOL, tests[0].span, tuple(tests)) if len(tests) > 1 else tests[0], env)
        return [f"if {test}:", *_indented(inside(env))]

    def _quant(self, term: t.Quant, env: Env) -> str:
        if isinstance(term.source.type, ListOf):
            return self._list_quant(term, env)
        word = term.word
        where = term.where
        if word == "every":
            assert where is not None
            negated = self.simplifier.fold(t.Not(BOOL, where.span, where))
            return self._quant(t.Quant(BOOL, term.span, "no", term.var, term.source, negated), env)
        domain, rest = self.domain(term.var, term.source, where, env)
        if not rest:
            match word:
                case "some":
                    return f"({domain} != 0)"
                case "no":
                    return f"({domain} == 0)"
                case "count":
                    return f"{domain}.bit_count()"
                case "all":
                    return domain
                case "the":
                    return f"the({domain})"
        name = self.names.of(term.var)
        found = {"some": "return True", "no": "return False", "count": "n += 1", "all": f"n |= l{name}"}
        found["the"] = f"return {name}"
        first = ["n = 0"] if word in ("count", "all") else []
        last = {"some": "return False", "no": "return True", "the": "return the(0)"}.get(word, "return n")

        def body(inner: Env) -> list[str]:
            lines = self.loop(term.var, term.source, where, inner, lambda _: [found[word]])
            return [*first, *lines, last]

        return self.helper(term, env, body)

    def _list_quant(self, term: t.Quant, env: Env) -> str:
        if term.word == "count" and term.where is None:
            return f"len({self._emit(term.source, env)})"
        name = self.names.of(term.var)
        where = term.where
        if term.word == "every":
            assert where is not None
            where = self.simplifier.fold(t.Not(BOOL, where.span, where))
        found = {
            "some": "return True",
            "no": "return False",
            "every": "return False",
            "count": "n += 1",
            "all": f"n |= BIT[{name}]",
            "the": f"return {name}",
        }[term.word]
        first = ["n = 0"] if term.word in ("count", "all") else []
        ends = {"some": "return False", "no": "return True", "every": "return True", "the": "return the(0)"}
        last = ends.get(term.word, "return n")

        def body(inner: Env) -> list[str]:
            return [*first, *self.loop(term.var, term.source, where, inner, lambda _: [found]), last]

        return self.helper(term, env, body)

    def _sumover(self, term: t.SumOver, env: Env) -> str:
        def body(inner: Env) -> list[str]:
            lines = self.loop(
                term.var, term.source, term.where, inner, lambda deep: [f"n += {self.value(term.of, deep)}"]
            )
            return ["n = 0", *lines, "return n"]

        return self.helper(term, env, body)

    def _best(self, term: t.Best, env: Env) -> str:
        name = self.names.of(term.var)

        def inside(deep: Env) -> list[str]:
            keys = [f"{'-' if extreme == 'least' else ''}{self.value(key, deep)}" for extreme, key in term.keys]
            key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
            return [
                f"k = {key}",
                "if n == 0 or k > best:",
                f"    best = k; n = BIT[{name}]",
                "elif k == best:",
                f"    n |= BIT[{name}]",
            ]

        def body(inner: Env) -> list[str]:
            return ["n = 0", *self.loop(term.var, term.source, term.where, inner, inside), "return n"]

        return self.helper(term, env, body)

    def _ranked(self, term: t.Ranked, env: Env) -> str:
        name = self.names.of(term.var)

        def inside(deep: Env) -> list[str]:
            keys = [f"{'-' if falling else ''}{self.value(key, deep)}" for key, falling in term.keys]
            return [f"n.append(({', '.join(keys)}, len(n), {name}))"]

        def body(inner: Env) -> list[str]:
            lines = self.loop(term.var, term.source, term.where, inner, inside)
            return ["n = []", *lines, "n.sort()", "return [k[-1] for k in n]"]

        return self.helper(term, env, body)

    def _reachable(self, term: t.Reachable, env: Env) -> str:
        return self._search(term, env, None)

    def _search(self, term: t.Reachable, env: Env, target: t.Term | None) -> str:
        """A bounded search; with a target, whether it is reached, given up at once where it is too far anyway."""
        assert isinstance(term.link.type, Thing) and isinstance(term.place.type, Thing)
        kind, places = term.link.type.kind, term.place.type.kind.count
        table = self.unit.constant(neighbours(kind, places))
        link, place = self.names.of(term.link), self.names.of(term.place)

        def body(inner: Env) -> list[str]:
            deep = inner.with_((term.link, link), (term.place, place))
            test = "" if term.where is None else f" and {self.test(term.where, deep)}"
            lines = [f"start = {self.value(term.start, inner)}", f"limit = {self.value(term.within, inner)}"]
            found = []
            if target is not None:
                far = self.unit.constant(distances(kind, places))
                lines += [
                    f"target = {self.value(target, inner)}",
                    f"if target >= {places} or {far}[start * {places} + target] > limit: return False",
                    "if target == start: return True",
                    "goal = BIT[target]",
                ]
                found = ["                    if beyond == goal: return True"]
            return [
                *lines,
                "seen = front = BIT[start]",
                "for _ in range(limit):",
                "    new = 0",
                "    while front:",
                "        low = front & -front",
                "        front ^= low",
                f"        {place} = low.bit_length() - 1",
                f"        if {self.test(term.through, deep)}:",
                f"            for {link}, beyond in {table}[{place}]:",
                f"                if not (seen | new) & beyond{test}:",
                *found,
                "                    new |= beyond",
                "    if not new:",
                "        break",
                "    seen |= new",
                "    front = new",
                "return seen" if target is None else "return False",
            ]

        whole = term if target is None else t.InSet(BOOL, term.span, target, term)
        return self.helper(whole, env, body)


def guards_nothing(term: t.Term) -> bool:
    """Whether no other condition can rely on this one having been tested before it."""
    inner = term.of if isinstance(term, t.Not) else term
    return isinstance(inner, t.Quant | t.CanDo | t.Apply)


def other_ends(kind: Kind, places: int) -> tuple[int, ...]:
    """For every link and place, the place at the link's other end."""
    return tuple(beyond(kind, link, place) for link in range(kind.count) for place in range(places))


def distances(kind: Kind, places: int) -> tuple[int, ...]:
    """For every two places, the fewest links between them."""
    near = neighbours(kind, places)
    found: list[int] = []
    for start in range(places):
        steps = {start: 0}
        front = [start]
        while front:
            after = []
            for place in front:
                for _, bit in near[place]:
                    other = bit.bit_length() - 1
                    if other not in steps:
                        steps[other] = steps[place] + 1
                        after.append(other)
            front = after
        found += [steps.get(place, places) for place in range(places)]
    return tuple(found)


def neighbours(kind: Kind, places: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For every place, its links and the places beyond them as bits."""
    ends = kind.attribute("ends")
    assert isinstance(ends, t.FixedAttribute)
    return tuple(
        tuple((link, 1 << beyond(kind, link, place)) for link in kind.members if ends.values[link] >> place & 1)
        for place in range(places)
    )


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


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
