"""Small functions put in place of their calls."""

from __future__ import annotations

import ast
import copy

from crex_dsl.engine.compile.transform.purity import PurityAnalysis, size

_SMALL = 60
_LARGE = 1_200  # what a function may grow to


class Inliner(ast.NodeTransformer):
    """Replaces calls of small pure functions by what they answer."""

    def __init__(self, readers: PurityAnalysis) -> None:
        self.readers = readers
        self._answers: dict[str, ast.expr | None] = {}
        self._room = 0

    def function(self, node: ast.FunctionDef) -> None:
        """Put small functions into one function, in place."""
        self._room = _LARGE - size(node)
        node.body = [self.visit(part) for part in node.body]

    def expression(self, node: ast.expr) -> ast.expr:
        """Put small functions into one expression."""
        self._room = _LARGE - size(node)
        found: ast.expr = self.visit(node)
        return found

    def answer(self, name: str) -> ast.expr | None:
        """What a function answers as one small expression, with what it calls itself put in; None where it cannot."""
        if name not in self._answers:
            self._answers[name] = None  # what calls itself stays a call
            node = self.readers.functions[name]
            found = expression(node.body) if name in self.readers.pure else None
            if found is not None:
                room, self._room = self._room, _SMALL
                found = self.visit(copy.deepcopy(found))
                self._room = room
            if found is not None and size(found) <= _SMALL:
                self._answers[name] = found
        return self._answers[name]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.readers.functions:
            return node
        found = self.answer(node.func.id)
        if found is None or size(found) > self._room:
            return node
        params = [arg.arg for arg in self.readers.functions[node.func.id].args.args]
        given = dict(zip(params, node.args, strict=True))
        if any(_dear(arg) and _uses(found, name) > 1 for name, arg in given.items()):
            return node
        self._room -= size(found)
        return _Put(given).visit(copy.deepcopy(found))  # type: ignore[no-any-return]


class _Put(ast.NodeTransformer):
    """Arguments in place of parameters."""

    def __init__(self, given: dict[str, ast.expr]) -> None:
        self.given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.given[node.id]) if node.id in self.given else node


def _dear(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(node))


def _uses(node: ast.expr, name: str) -> int:
    return sum(1 for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name)


def expression(body: list[ast.stmt], known: dict[str, ast.expr] | None = None) -> ast.expr | None:
    """The answer of statements that only choose what to return, as one expression; None for all others."""
    known = known or {}
    match body:
        case [ast.Return(value=ast.expr() as value)]:
            return _put(value, known)
        case [ast.Assign(targets=[ast.Name(id=name)], value=value), *rest]:
            made = _put(value, known)
            return None if made is None else expression(rest, {**known, name: made})
        case [ast.If(test=test, body=[ast.Assign(targets=[ast.Name(id=name)], value=value)], orelse=[]), *rest]:
            condition, made = _put(test, known), _put(value, known)
            if condition is None or made is None or name not in known:
                return None
            return expression(rest, {**known, name: ast.IfExp(condition, made, known[name])})
        case [ast.If(test=test, body=then, orelse=otherwise), *rest]:
            if otherwise and rest:
                return None
            condition, yes, no = _put(test, known), expression(then, known), expression(otherwise or rest, known)
            return None if condition is None or yes is None or no is None else ast.IfExp(condition, yes, no)
    return None


def _put(node: ast.expr, known: dict[str, ast.expr]) -> ast.expr | None:
    """An expression with what local names stand for; None where it makes names of its own."""
    if any(isinstance(part, ast.ListComp | ast.NamedExpr) for part in ast.walk(node)):
        return None
    if any(_dear(value) and _uses(node, name) for name, value in known.items()):
        return None
    return _Put(known).visit(copy.deepcopy(node))  # type: ignore[no-any-return]
