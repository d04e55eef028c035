"""One generated function as WebAssembly text: numbers in one machine word each, wide sets in several.

Every expression is written in one of four ways: as a condition (`i32`), as a number (`i64`), as limbs, the machine
words of a number that is too wide for one, with what has to be worked out before they can be named, or as a list.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from crex_dsl.engine.native.emit.conditions import Conditions
from crex_dsl.engine.native.emit.elements import Elements
from crex_dsl.engine.native.emit.helper_calls import HelperCalls
from crex_dsl.engine.native.emit.instructions import FREE, Limbs, const, wrapped
from crex_dsl.engine.native.emit.lists import Lists
from crex_dsl.engine.native.emit.loops import Loops
from crex_dsl.engine.native.emit.numbers import Numbers
from crex_dsl.engine.native.emit.statements import Statements
from crex_dsl.engine.native.emit.wide_numbers import WideNumbers
from crex_dsl.engine.native.ranges.values import Items, Num, Pair, Table, Untranslatable, Value

if TYPE_CHECKING:
    from crex_dsl.engine.native.module_emitter import ModuleEmitter
    from crex_dsl.engine.native.ranges.value_ranges import Function


class FunctionEmitter:
    """Writes one function: knows its locals and what its expressions can be, and has its parts written by others."""

    def __init__(self, module: ModuleEmitter, function: Function) -> None:
        self.module, self.function = module, function
        self.locals: dict[str, str] = {}
        self.makes_lists = False
        self._fresh = 0
        self.statements, self.loops = Statements(self), Loops(self)
        self.conditions, self.numbers, self.elements = Conditions(self), Numbers(self), Elements(self)
        self.wide, self.lists, self.calls = WideNumbers(self), Lists(self), HelperCalls(self)

    def text(self) -> str:
        """The function."""
        params = ["(param $S i32)"]
        for name in self.function.params:
            params += [f"(param {word} {of})" for word, of in self.words_of_name(name)]
        result = "".join(f" (result {of})" for of in self.module.result_types(self.function))
        body = self.statements.block(self.function.node.body)
        if self.makes_lists:
            self.locals["$mark"] = "i32"
            body.insert(0, "(local.set $mark (global.get $heap))")
        free = "(global.set $heap (local.get $mark))" if self.makes_lists else ""
        body = [line.replace(FREE, free) for line in body]
        body.append("(unreachable)" if self.function.answers else free)
        given = {word for name in self.function.params for word, _ in self.words_of_name(name)}
        declared = [f"(local {name} {of})" for name, of in self.locals.items() if name not in given]
        name = self.function.name
        shown = f' (export "{name}")' if name in self.module.source.entries else ""
        return "\n".join([f"(func ${name}{shown} {' '.join(params)}{result}", *declared, *body, ")"])

    # ---- names ----
    def words_of_name(self, name: str) -> list[tuple[str, str]]:
        """The locals in which a name is kept."""
        of = self.function.names.get(name, Num(0, 0))
        if isinstance(of, Items | Table):
            return [(f"${name}", "i32")]
        if isinstance(of, Pair):
            return [(f"${name}.{place}", "i64") for place in range(len(of.parts))]
        return [(f"${name}", "i64")] if of.limbs == 1 else [(f"${name}.{k}", "i64") for k in range(of.limbs)]

    def declared(self, name: str) -> list[str]:
        """The locals in which a name is kept, made known."""
        words = self.words_of_name(name)
        self.locals.update(words)
        return [word for word, _ in words]

    def fresh(self, of: str = "i64") -> str:
        """A local of its own."""
        self._fresh += 1
        name = f"$t{self._fresh}"
        self.locals[name] = of
        return name

    def labels(self) -> tuple[str, str]:
        """Where a loop of its own ends, and where it begins."""
        self._fresh += 1
        return f"$e{self._fresh}", f"$l{self._fresh}"

    def fitted(self, text: str, of: Num) -> str:
        """A number that is left to the other engine where it is out of a range, which is tested in one comparison."""
        temp = self.fresh()
        outside = f"(i64.gt_u (i64.sub (local.get {temp}) {const(of.low)}) {const(of.high - of.low)})"
        test = f"(if {outside} (then (call $leave)))"
        return wrapped([f"(local.set {temp} {text})", test], f"(local.get {temp})", "i64")

    # ---- ranges ----
    def value(self, node: ast.expr) -> Value:
        """What an expression can be."""
        found = self.module.ranges.value_in(self.function, node)
        return Num(0, 0) if found is None else found

    def num(self, node: ast.expr) -> Num:
        """What a number can be."""
        found = self.value(node)
        if not isinstance(found, Num):
            raise Untranslatable(f"a list where a number should be, in {self.function.name}")
        return found

    # ---- expressions ----
    def condition(self, node: ast.expr) -> str:
        """An expression as a condition."""
        return self.conditions.condition(node)

    def number(self, node: ast.expr) -> str:
        """An expression as one machine word, its lowest."""
        return self.numbers.number(node)

    def limbs(self, node: ast.expr, count: int) -> Limbs:
        """The lowest words of an expression."""
        return self.wide.limbs(node, count)

    def items(self, node: ast.expr) -> str:
        """An expression as a list: the address of how many there are, and then of what."""
        return self.lists.items(node)
