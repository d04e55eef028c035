"""What stays the same in every turn of a loop, worked out before it."""

from __future__ import annotations

import ast
import copy

from crex_dsl.engine.compile.transform.purity import PurityAnalysis, assigned

_CHEAP = 5


class LoopInvariants:
    """Names before each loop what its turns have in common; sharing then takes it from there."""

    def __init__(self, readers: PurityAnalysis) -> None:
        self.readers = readers

    def function(self, node: ast.FunctionDef) -> None:
        """Work on one function that only reads, in place."""
        node.body = self._block(node.body)

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            match node:
                case ast.While(test=ast.Name()):
                    made += self._loop(node, node.test)
                case ast.For(iter=ast.Subscript(value=ast.Name(id="MEMBERS"))):
                    name = f"m{ast.unparse(node.target)}"
                    loop = self._loop(node, ast.Name(name, ast.Load()))
                    if loop[0] is not node:
                        made.append(ast.Assign([ast.Name(name, ast.Store())], node.iter, lineno=0))
                        node.iter = ast.Name(name, ast.Load())
                    made += loop
                case ast.For():
                    made += self._loop(node, None)
                case ast.If():
                    node.body, node.orelse = self._block(node.body), self._block(node.orelse)
                    made.append(node)
                case ast.While():
                    made += self._loop(node, None)
                case _:
                    made.append(node)
        return made

    def _loop(self, node: ast.While | ast.For, goes: ast.expr | None) -> list[ast.stmt]:
        """A loop with what it has in common before it: all that its first turn surely needs, and what is cheap."""
        changing = assigned([node])
        finder = _Finder(self.readers, changing)
        finder.block(node.body, goes is not None)
        node.body = self._block(node.body)
        if not finder.found:
            return [node]
        before: list[ast.stmt] = [ast.Expr(copy.deepcopy(part)) for part in finder.found]
        return [*before, node] if goes is None else [ast.If(copy.deepcopy(goes), [*before, node], [])]


class _Finder:
    """Finds the largest parts of a loop's body that do not change, in the order of their evaluation."""

    def __init__(self, readers: PurityAnalysis, changing: set[str]) -> None:
        self.readers, self.changing = readers, changing
        self.found: list[ast.expr] = []

    def block(self, body: list[ast.stmt], sure: bool) -> None:
        """Look through statements; `sure` as long as the first turn certainly comes here."""
        for node in body:
            match node:
                case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Expr(value=value):
                    self.part(value, sure)
                case ast.Return(value=ast.expr() as value):
                    self.part(value, sure)
                case ast.If():
                    node.test = self.part(node.test, sure)
                    self.block(node.body, False)
                    self.block(node.orelse, False)
                    sure = False  # a branch may leave
                case ast.While():
                    node.test = self.part(node.test, sure)
                    self.block(node.body, False)
                case ast.For():
                    self.part(node.iter, sure)
                    self.block(node.body, False)
                case _:
                    sure = False

    def part(self, node: ast.expr, sure: bool) -> ast.expr:
        """Look through an expression, noting what does not change; gives it with what can be noted together joined."""
        if isinstance(node, ast.Name | ast.Constant | ast.Tuple):
            return node
        if self._steady(node) and (sure or _harmless(node)):
            self.found.append(node)
            return node
        match node:
            case ast.BoolOp():
                self._joined(node)
                for number, value in enumerate(node.values):
                    node.values[number] = self.part(value, sure and number == 0)
            case ast.UnaryOp():
                node.operand = self.part(node.operand, sure)
            case ast.IfExp():
                node.test = self.part(node.test, sure)
                node.body, node.orelse = self.part(node.body, False), self.part(node.orelse, False)
            case ast.Compare():
                node.left = self.part(node.left, sure)
                for number, value in enumerate(node.comparators):
                    node.comparators[number] = self.part(value, sure and number == 0)
            case ast.BinOp():
                node.left, node.right = self.part(node.left, sure), self.part(node.right, sure)
            case ast.Subscript():
                node.slice = self.part(node.slice, sure)
            case ast.Call():
                if isinstance(node.func, ast.Attribute):
                    node.func.value = self.part(node.func.value, sure)
                node.args = [self.part(arg, sure) for arg in node.args]
            case ast.NamedExpr():
                node.value = self.part(node.value, sure)
        return node

    def _joined(self, node: ast.BoolOp) -> None:
        """Put the conditions at the head of a chain that do not change into one."""
        steady = 0
        while steady < len(node.values) and self._steady(node.values[steady]):
            steady += 1
        if 1 < steady < len(node.values):
            node.values = [ast.BoolOp(node.op, node.values[:steady]), *node.values[steady:]]

    def _steady(self, node: ast.expr) -> bool:
        for part in ast.walk(node):
            match part:
                case ast.Name(id=name) if name in self.changing:
                    return False
                case ast.NamedExpr() | ast.ListComp():
                    return False
                case ast.Call() if not self.readers.is_pure(part):
                    return False
        return True


def _harmless(node: ast.expr) -> bool:
    """Whether an expression may be worked out though nobody might ask for it: it is cheap, and nothing can go wrong."""
    parts = 0
    for part in ast.walk(node):
        match part:
            case ast.Subscript(value=ast.Name(id=name), slice=place):
                # memory and tables have room for what is missing; what is read there may be anything
                if not (name in ("S", "BIT") or name.startswith("K")) or not _certain(place):
                    return False
                parts += 1
            case ast.UnaryOp(op=ast.UAdd()):  # an index that lies in its range only where something before it holds
                return False
            case ast.Subscript() | ast.Call() | ast.BinOp(op=ast.FloorDiv() | ast.Mod() | ast.LShift() | ast.RShift()):
                return False
    return parts <= _CHEAP


def _certain(node: ast.expr) -> bool:
    """Whether a value is what its type says, or missing: not read from a place that may be a wrong one."""
    return not any(
        isinstance(part, ast.Subscript)
        and isinstance(part.value, ast.Name)
        and part.value.id == "S"
        and not isinstance(part.slice, ast.Constant)
        for part in ast.walk(node)
    )
