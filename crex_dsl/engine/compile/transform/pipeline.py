"""The generated module made leaner: small functions put in place for both engines, what is found kept for Python's."""

from __future__ import annotations

import ast

from crex_dsl.engine.compile.transform.inlining import Inliner
from crex_dsl.engine.compile.transform.memoisation import Memoiser
from crex_dsl.engine.compile.transform.purity import PurityAnalysis, size
from crex_dsl.engine.compile.transform.set_iteration import iterate_members

_LONG = 8  # from how many parts on an expression is looked at


def inlined(text: str) -> str:
    """The text of a generated module with small functions in place of their calls, and sets gone through by member."""
    constants, text = _parted(text)
    module = ast.parse(text)
    readers = PurityAnalysis(module)
    inliner = Inliner(readers)
    for name in readers.pure:
        inliner.answer(name)  # before anything is rewritten
    for name, node in readers.functions.items():
        if name in readers.reading:
            node.body = iterate_members(node.body)
            inliner.function(node)
        else:
            _Lean(readers, inliner).visit(node)
    used = _used(module.body)
    module.body = [
        node
        for node in module.body
        if not isinstance(node, ast.FunctionDef)
        or node.name in used
        or node.name not in readers.pure
        or node.name.startswith("p")
    ]
    return constants + ast.unparse(module) + "\n"


def memoised(text: str) -> str:
    """The text of a generated module whose listings of legal answers keep what they have found."""
    constants, text = _parted(text)
    module = ast.parse(text)
    readers = PurityAnalysis(module)
    memoiser = Memoiser(readers)
    for name, function in readers.functions.items():  # in the order of the text, so that the text is always the same
        if name in readers.reading:
            memoiser.lists(function)
    last = max((place for place, node in enumerate(module.body) if isinstance(node, ast.FunctionDef)), default=-1)
    module.body[last + 1 : last + 1] = memoiser.twins()
    return constants + ast.unparse(module) + "\n"


class _Lean(ast.NodeTransformer):
    """The conditions and values of a function that writes, each made leaner by itself."""

    def __init__(self, readers: PurityAnalysis, inliner: Inliner) -> None:
        self.readers, self.inliner = readers, inliner

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("test", "value", "iter"):
            part = getattr(node, name, None)
            if isinstance(node, ast.stmt) and isinstance(part, ast.expr) and self._reads(part):
                setattr(node, name, self.inliner.expression(part))
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
