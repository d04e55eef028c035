"""Terms to Python expressions: memory by its slot, small definitions in place, fixed answers looked up."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import prod

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.analysis.definition_unfolding import DefinitionUnfolding
from crex_dsl.engine.compile.analysis.implied_conditions import Near, near
from crex_dsl.engine.compile.emit.graph_tables import other_ends
from crex_dsl.engine.compile.emit.loops import Ranging
from crex_dsl.engine.compile.emit.python_module import Env, GeneratedModule, Names
from crex_dsl.engine.compile.lower.decision_points import Fault
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.evaluate import NotConstant, Tabulator, evaluate, nothing_of
from crex_dsl.rulebook.terms.free_variables import definition_terms, may_fail, substitute
from crex_dsl.rulebook.terms.types import BOOL, Dice, Kind, ListOf, Number, Optional, SetOf, Thing, cardinality

_INLINE = 16
_INLINED = 4  # how many definitions are put into one another: text that doubles each time must stop somewhere
_TABLE = 4_096
_NESTED = 12
_WORTH = 4  # how many parts a term must have to be worth a table


class Expressions(Ranging):
    """Emits Python for terms, making helper functions where a loop is needed."""

    def __init__(
        self,
        unit: GeneratedModule,
        layout: Layout,
        simplifier: Simplifier,
        faults: list[Fault] | None = None,
        trusting: bool = False,
    ) -> None:
        super().__init__()
        self.faults = [] if faults is None else faults  # the places that could go wrong, by number
        self.trusting = trusting  # what is guarded is worked out only where its guards hold
        self.unit = unit
        self.layout = layout
        self.simplifier = simplifier
        self.unfolder = DefinitionUnfolding(simplifier)
        self.names = Names()
        self.can: Callable[[t.CanDo, Env], str] = lambda term, env: "0"
        self.doer: Callable[[t.Quant, Env], str | None] = lambda term, env: None
        self._definitions: dict[t.Definition, str] = {}
        self._costs: dict[t.Definition, int] = {}
        self._tabulator = Tabulator()
        self._nested = 0
        self._kept = 0
        self._depth = 0
        self.seats = layout.book.world.player.mask.bit_count()

    def emit(self, term: t.Term, env: Env) -> str:
        """The Python expression for a term that has been simplified; what rests on one name alone is looked up."""
        table = self._looked_up(term) if isinstance(term, t.Cond | t.Arith | t.Compare | t.Apply) else None
        return super().emit(term, env) if table is None else f"{table[0]}[{env[table[1]]}]"

    def _looked_up(self, term: t.Term) -> tuple[str, t.Var] | None:
        """A table of all answers of a term that depends on fixed facts about one thing, and the thing's name."""
        names = {part.var for part in term.walk() if isinstance(part, t.Local)}
        if len(names) != 1 or sum(1 for _ in term.walk()) < _WORTH or not self.simplifier.pure(term):
            return None
        (var,) = names
        if not isinstance(var.type, Thing) or isinstance(term.type, ListOf):
            return None
        answers: list[int] = []
        for member in range(var.type.kind.count):
            try:
                answers.append(int(evaluate(term, {var: member}, self.simplifier.work)))
            except (NotConstant, IndexError, KeyError, ZeroDivisionError):
                if var.type.kind.mask >> member & 1:
                    return None
                answers.append(0)
        return self.unit.constant((*answers, 0)), var

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
            text = self.emit(folded, env)
            parts.append(text if stride == 1 else f"{text} * {stride}")
        if parts:
            self.unit.reaches(offset, cell.base, cell.base + cell.size - 1)
        return " + ".join([*parts, str(offset)]) if offset or not parts else " + ".join(parts)

    def _within(self, term: t.Within, env: Env) -> str:
        text = self.emit(term.of, env)
        if term.proof == t.SURE or (term.proof == t.GUARDED and self.trusting):
            return text
        self.faults.append(Fault("range", term.clause, term.span, f"{term.what} {term.low} {term.high}"))
        return f"within({text}, {term.low}, {term.high}, {len(self.faults) - 1})"

    def _const(self, term: t.Const, env: Env) -> str:
        return self.unit.constant(term.value)

    def _local(self, term: t.Local, env: Env) -> str:
        return env[term.var]

    def _read(self, term: t.Read, env: Env) -> str:
        return f"S[{self.address(term.state, term.args, env)}]"

    def _fixed(self, term: t.Fixed, env: Env) -> str:
        missing = () if isinstance(term.attribute.type, ListOf) else 0
        return f"{self.unit.constant((*term.attribute.values, missing))}[{self.emit(term.of, env)}]"

    def _arith(self, term: t.Arith, env: Env) -> str:
        left, right = self.emit(term.left, env), self.emit(term.right, env)
        match term.operator:
            case "max" | "min":
                sign = ">" if term.operator == "max" else "<"
                self._kept += 1
                one, two = f"a{self._kept}", f"b{self._kept}"
                if isinstance(term.right, t.Const):
                    return f"({one} if ({one} := {left}) {sign} {right} else {right})"
                return f"({one} if ({one} := {left}) {sign} ({two} := {right}) else {two})"
            case "/^":
                return f"(-(-{left} // {right}))"
        return f"({left} {term.operator} {right})"

    def _setarith(self, term: t.SetArith, env: Env) -> str:
        left, right = self.emit(term.left, env), self.emit(term.right, env)
        return f"({left} | {right})" if term.operator == "+" else f"({left} & ~{right})"

    def _compare(self, term: t.Compare, env: Env) -> str:
        return f"({self.emit(term.left, env)} {term.operator} {self.emit(term.right, env)})"

    def _not(self, term: t.Not, env: Env) -> str:
        match term.of:
            case t.Quant(word="some"):
                return self.emit(t.Quant(BOOL, term.span, "no", term.of.var, term.of.source, term.of.where), env)
            case t.Quant(word="no"):
                return self.emit(t.Quant(BOOL, term.span, "some", term.of.var, term.of.source, term.of.where), env)
            case t.Compare(operator="=="):
                return self._compare(t.Compare(BOOL, term.span, "!=", term.of.left, term.of.right), env)
        return f"(not {self.emit(term.of, env)})"

    def _and(self, term: t.And, env: Env) -> str:
        return f"({' and '.join(self.emit(item, env) for item in self._cheap_first(term.items))})"

    def _or(self, term: t.Or, env: Env) -> str:
        return f"({' or '.join(self.emit(item, env) for item in term.items)})"

    def _cheap_first(self, items: tuple[t.Term, ...]) -> list[t.Term]:
        """Conditions with the cheap ones before the dear ones; what guards another stays before it."""
        if any(may_fail(item) for item in items):
            return list(items)
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
        test, then, otherwise = (self.emit(part, env) for part in (term.test, term.then, term.otherwise))
        return f"({then} if {test} else {otherwise})"

    def _inset(self, term: t.InSet, env: Env) -> str:
        if isinstance(term.source, t.Reachable):
            soon = self.emit(self.simplifier.fold(near(term.source, term.of, term.source.start)), env)
            return f"({soon} and {self._search(term.source, env, term.of)})"
        if isinstance(term.source, t.Const) and isinstance(term.of.type, Thing):
            return self._member(term.source.value, term.of.type.kind, term.of, env)
        return f"({self.emit(term.source, env)} >> {self.emit(term.of, env)} & 1)"

    def _inkind(self, term: t.InKind, env: Env) -> str:
        return self._member(term.kind.mask, term.kind, term.of, env)

    def _member(self, mask: int, kind: Kind, of: t.Term, env: Env) -> str:
        """Whether something is in a known set: a look into a table is cheaper than moving bits."""
        table = tuple(mask >> place & 1 for place in range(kind.count + 1))
        return f"{self.unit.constant(table)}[{self.emit(of, env)}]"

    def _elseof(self, term: t.ElseOf, env: Env) -> str:
        nothing = nothing_of(term.of.type)
        value, instead = self.emit(term.of, env), self.emit(term.instead, env)
        if isinstance(term.of, t.Read | t.Local):
            return f"({value} if {value} != {nothing} else {instead})"
        return f"otherwise({value}, {nothing}, {instead})"

    def _items(self, term: t.Items, env: Env) -> str:
        values = [self.emit(item, env) for item in term.items]
        if isinstance(term.type, SetOf):
            return f"({' | '.join(f'BIT[{value}]' for value in values)})" if values else "0"
        return f"({', '.join(values)},)" if values else "()"

    def _nth(self, term: t.Nth, env: Env) -> str:
        missing = nothing_of(term.type) if isinstance(term.type, Optional) else 0
        return f"nth({self.emit(term.of, env)}, {self.emit(term.place, env)}, {missing})"

    def _slice(self, term: t.Slice, env: Env) -> str:
        return f"{term.end}_of({self.emit(term.of, env)}, {self.emit(term.count, env)})"

    def _sizeof(self, term: t.SizeOf, env: Env) -> str:
        value = self.emit(term.of, env)
        return f"len({value})" if isinstance(term.of.type, ListOf) else f"({value}).bit_count()"

    def _totalof(self, term: t.TotalOf, env: Env) -> str:
        value = self.emit(term.of, env)
        return f"total({value}, {term.of.type.sides})" if isinstance(term.of.type, Dice) else f"sum({value})"

    def _pips(self, term: t.Pips, env: Env) -> str:
        assert isinstance(term.dice.type, Dice)
        sides, dice = term.dice.type.sides, self.emit(term.dice, env)
        folded = term.pips
        if isinstance(folded, t.Const) and term.operator == "<=" and 1 <= folded.value <= sides:
            return f"({dice} >> {8 * (folded.value - 1)} & 255)"
        if term.operator == "<=" and isinstance(folded.type, Number):
            low, high = folded.type.low, folded.type.high
            if low is not None and high is not None and low >= 1 and high <= sides:
                return f"({dice} >> 8 * {self.emit(folded, env)} - 8 & 255)"
        operator = {"<=": "at_most", ">=": "at_least", "==": "equal_to"}[term.operator]
        return f"{operator}({dice}, {self.emit(folded, env)}, {sides})"

    def _enemyof(self, term: t.EnemyOf, env: Env) -> str:
        return f"(1 - {self.emit(term.of, env)})"

    def _seatsafter(self, term: t.SeatsAfter, env: Env) -> str:
        return f"(({self.emit(term.of, env)} - {self.emit(term.start, env)}) % {self.seats})"

    def _beyond(self, term: t.Beyond, env: Env) -> str:
        assert isinstance(term.link.type, Thing) and isinstance(term.place.type, Thing)
        kind, places = term.link.type.kind, term.place.type.kind.count
        table = self.unit.constant(other_ends(kind, places) + (0,) * (places + 1))
        return f"{table}[{self.emit(term.link, env)} * {places} + {self.emit(term.place, env)}]"

    def _near(self, term: Near, env: Env) -> str:
        places, far = term.places, self.farness(term.links, term.places)
        start, target, within = (self.emit(part, env) for part in (term.start, term.target, term.within))
        return f"({far}[{start} * {places} + {target}] <= {within})"

    def some_can(self, term: t.Quant, env: Env) -> str | None:
        return self.doer(term, env)

    def _cando(self, term: t.CanDo, env: Env) -> str:
        return self.can(term, env)

    # ---- definitions ----
    def _apply(self, term: t.Apply, env: Env) -> str:
        body = self.inlined(term) if self._depth < _INLINED else None
        if body is not None:
            self._depth += 1
            try:
                return self.emit(body, env)
            finally:
                self._depth -= 1
        table = self._tabled(term, env)
        if table is not None:
            return table
        args = "".join(f", {self.emit(arg, env)}" for arg in term.args)
        return f"{self.definition(term.definition)}(S{args})"

    def _tabled(self, term: t.Apply, env: Env) -> str | None:
        """A value that depends on few known arguments alone, looked up in a table of all its answers."""
        definition = term.definition
        if not definition.params or not self.simplifier.pure_definition(definition):
            return None
        counts: list[int] = []
        for param in definition.params:
            count = cardinality(param.type)
            if count is None or isinstance(param.type, Optional | SetOf | Number):
                return None
            counts.append(count)
        if prod(counts) > _TABLE:
            return None
        answers = self._tabulator.table(definition, counts)
        if answers is None:
            return None
        place = self.emit(term.args[0], env)
        for arg, count in zip(term.args[1:], counts[1:], strict=True):
            place = f"({place}) * {count} + {self.emit(arg, env)}"
        beyond = (0,) * (_beyond_the_last(counts) - len(answers))
        return f"{self.unit.constant(answers + beyond)}[{place}]"

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
            if self._nested == _NESTED:  # a long chain is written from its far end, or it would be too deep
                for needed in _leaves_first(definition):
                    self._define(needed)
            self._define(definition)
        return self._definitions[definition]

    def _define(self, definition: t.Definition) -> None:
        if definition in self._definitions:
            return
        name = self._definitions[definition] = self.unit.name("d")
        env = Env((param, self.names.of(param)) for param in definition.params)
        self._nested += 1
        body = self.cases(definition, env)
        self._nested -= 1
        params = ["S", *env.values()]
        alone = re.fullmatch(r"return (\w+)\(([\w, ]*)\)", body[0]) if len(body) == 1 else None
        if alone and alone.group(2) == ", ".join(params):
            self._definitions[definition] = alone.group(1)  # what it calls answers just as well
        else:
            self.unit.function(name, params, body)

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


def _leaves_first(definition: t.Definition) -> list[t.Definition]:
    """Everything that a definition leans on, what leans on nothing before the rest."""
    order: dict[t.Definition, None] = {}
    stack = [(definition, False)]
    seen: set[t.Definition] = set()
    while stack:
        found, done = stack.pop()
        if done:
            order[found] = None
        elif found not in seen:
            seen.add(found)
            stack.append((found, True))
            for term in definition_terms(found):
                stack += [(part.definition, False) for part in term.walk() if isinstance(part, t.Apply)]
    return list(order)


def _beyond_the_last(counts: list[int]) -> int:
    """How much room a table needs that answers even where every argument is missing."""
    place = 0
    for count in counts:
        place = place * count + count
    return place + 1


def guards_nothing(term: t.Term) -> bool:
    """Whether no other condition can rely on this one having been tested before it."""
    inner = term.of if isinstance(term, t.Not) else term
    return isinstance(inner, t.Quant | t.CanDo | t.Apply)
