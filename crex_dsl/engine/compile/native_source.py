"""What a native program is made from: the generated module before it is tuned for Python, with the ranges of its memory
and the functions that tools ask for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Coding
from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.slot_ranges import NUMBERS, Ends, slot_ends, type_ends
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import PolicyTerm, PreferenceTerm, Rulebook
from crex_dsl.rulebook.terms.types import Thing


class NativeTools:
    """Measures, worth, policies and guesses as functions of the module itself."""

    def __init__(self, expressions: Expressions, codings: dict[t.Action, Coding]) -> None:
        self.x, self.codings = expressions, codings
        self.entries: dict[str, tuple[Ends, ...]] = {}

    def function(self, params: Iterable[t.Var], value: t.Term) -> str:
        """The name of a function that works out a term."""
        given = list(params)
        env = Env((var, self.x.names.of(var)) for var in given)
        name = self.x.unit.name("m")
        self.x.unit.function(name, ["S", *env.values()], [f"return {self.x.value(value, env)}"])
        self.entries[name] = tuple(type_ends(var.type) or NUMBERS for var in given)
        return name

    def emit(self, book: Rulebook, layout: Layout) -> dict[str, Any]:
        """All of them, by name."""
        measures = {
            measure.name: self.function(measure.params, measure.of)
            for measure in book.readings
            if measure.counts is None or measure.counts.kept in layout.cells
        }
        worth = None
        if book.worth is not None:
            of = book.worth.definition
            given = tuple(t.Local(var.type, of.span, var) for var in of.params)
            worth = self.function(of.params, t.Apply(of.type, of.span, of, given))
        seats = type_ends(Thing(book.world.player)) or NUMBERS
        policies = {
            policy.name: (self._weights(policy, seats), tuple(each.action.name for each in policy.preferences))
            for policy in book.policies
        }
        guesses = {
            number: tuple(self.function(state.seen.subjects, term) for term in state.seen.guess)
            for number, state in enumerate(layout.memory)
            if state.seen is not None and state.seen.guess is not None
        }
        return {"measures": measures, "worth": worth, "policies": policies, "guesses": guesses}

    def _weights(self, policy: PolicyTerm, seats: Ends) -> str:
        """The name of a function that works out how much a policy likes an answer, by seat and code."""
        liked: dict[t.Action, list[PreferenceTerm]] = {}
        for preference in policy.preferences:
            liked.setdefault(preference.action, []).append(preference)
        lines: list[str] = []
        for action, preferences in liked.items():
            coding = self.codings[action]
            env = Env((var, self.x.names.of(var)) for var in (action.actor, *action.params))
            lines += [f"if {coding.base} <= c < {coding.end}:", f"    {env[action.actor]} = seat"]
            for var, stride, low, count in zip(action.params, coding.strides, coding.lows, coding.counts, strict=True):
                lines.append(f"    {env[var]} = (c - {coding.base}) // {stride} % {count} + {low}")
            lines.append(f"    return {' '.join(self._leaning(each, env) for each in preferences)}")
        name = self.x.unit.name("m")
        self.x.unit.function(name, ["S", "seat", "c"], [*lines, "return 0"])
        self.entries[name] = seats, (0, max((coding.end for coding in self.codings.values()), default=1))
        return name

    def _leaning(self, preference: PreferenceTerm, env: Env) -> str:
        """What one preference adds to the weight of an answer, or takes from it."""
        by = "1" if preference.by is None else self.x.value(preference.by, env)
        value = by if preference.when is None else f"({by} if {self.x.test(preference.when, env)} else 0)"
        return f"{'+' if preference.prefer else '-'} ({value})"


def native_memory(
    layout: Layout,
    frames: dict[t.Procedure, Frame],
    areas: dict[int, tuple[int, int]],
    codings: dict[t.Action, Coding],
    size: int,
) -> dict[str, Any]:
    """What must be known of a module's memory, as plain data: what slots can hold, and which of them indices reach."""
    codes = max((coding.end for coding in codings.values()), default=1)
    reached = dict(areas)
    whole = [(cell.base, cell.base + cell.size - 1) for cell in layout.cells.values()]
    whole += [(cell.index, cell.index_end) for cell in layout.cells.values() if cell.index is not None]
    whole += [(base, base + kind.count - 1) for kind, base in layout.lots.items()]
    for first, last in whole:
        low, high = reached.get(first, (first, last))
        reached[first] = min(low, first), max(high, last)
    return {"slots": tuple(slot_ends(layout, frames, size, codes)), "areas": reached}
