"""The generated module made leaner: small functions put in place, loops freed of what they need not repeat."""

from __future__ import annotations

import ast

from crex_dsl.engine.compile.transform.common_subexpressions import CommonSubexpressions
from crex_dsl.engine.compile.transform.inlining import Inliner
from crex_dsl.engine.compile.transform.loop_invariants import LoopInvariants
from crex_dsl.engine.compile.transform.memoisation import Memoiser
from crex_dsl.engine.compile.transform.purity import PurityAnalysis, size
from crex_dsl.engine.compile.transform.set_iteration import iterate_members

_LONG = 8  # from how many parts on an expression is looked at


def optimise(text: str) -> str:
    """The text of a generated module with every function that only reads made leaner."""
    constants, text = _parted(text)
    module = ast.parse(text)
    readers = PurityAnalysis(module)
    inliner, hoister, sharer = Inliner(readers), LoopInvariants(readers), CommonSubexpressions(readers)
    for name in readers.pure:
        inliner.answer(name)  # before anything is rewritten
    reading = [node for node in readers.functions.values() if node.name in readers.reading]
    for node in reading:
        node.body = iterate_members(node.body)
        inliner.function(node)
        hoister.function(node)
        sharer.function(node)
    writing = [node for node in readers.functions.values() if node.name not in readers.reading]
    for node in writing:
        _Lean(readers, inliner, sharer).visit(node)
    rememberer = Memoiser(readers)
    for node in reading:
        rememberer.lists(node)
    twins = rememberer.twins()
    used = _used([*module.body, *twins])
    lines = text.splitlines()
    made: list[str] = []
    done = 0
    for node in readers.functions.values():
        made += lines[done : node.lineno - 1]
        if node.name in used or node.name not in readers.pure or node.name.startswith("p"):
            made.append(ast.unparse(_Unmarked().visit(node)))
        done = node.end_lineno or node.lineno
    return constants + "\n".join([*made, *(ast.unparse(_Unmarked().visit(node)) for node in twins), *lines[done:], ""])


class _Lean(ast.NodeTransformer):
    """The conditions and values of a function that writes, each made leaner by itself."""

    def __init__(self, readers: PurityAnalysis, inliner: Inliner, sharer: CommonSubexpressions) -> None:
        self.readers, self.inliner, self.sharer = readers, inliner, sharer

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("test", "value", "iter"):
            part = getattr(node, name, None)
            if isinstance(node, ast.stmt) and isinstance(part, ast.expr) and self._reads(part):
                setattr(node, name, self.sharer.expression(self.inliner.expression(part)))
        for name in ("body", "orelse"):
            for inner in getattr(node, name, []) if isinstance(node, ast.stmt) else []:
                self.visit(inner)
        return node

    def _reads(self, node: ast.expr) -> bool:
        """Whether an expression is worth the trouble, and changes nothing."""
        return size(node) > _LONG and not any(
            isinstance(part, ast.NamedExpr | ast.ListComp | ast.Lambda)
            or (isinstance(part, ast.Call) and not self.readers.is_pure(part))
            for part in ast.walk(node)
        )


class _Unmarked(ast.NodeTransformer):
    """Indices without the mark that has kept them behind what guards them: nothing moves any more."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return node.operand if isinstance(node.op, ast.UAdd) else node


def _parted(text: str) -> tuple[str, str]:
    """The constants that a module begins with, and the rest."""
    place = 0 if text.startswith("def ") else text.find("\ndef ") + 1
    return text[:place], text[place:]


def _used(body: list[ast.stmt]) -> set[str]:
    """The functions that somebody may come to call, from those on that are called from outside."""
    calls: dict[str, set[str]] = {}
    todo: list[str] = []
    for node in body:
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        if isinstance(node, ast.FunctionDef):
            calls[node.name] = names
            if not node.name.startswith(("d", "e", "q", "z")):
                todo.append(node.name)
        else:
            todo += names
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name in calls and name not in found:
            found.add(name)
            todo += calls[name]
    return found
