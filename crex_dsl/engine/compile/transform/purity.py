"""Which generated functions only read: what they work out may be shared, moved or put in place of a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator

GIVEN = frozenset(
    [
        *("bool", "len", "range", "sum", "the", "nth", "otherwise", "first_of", "last_of", "packed"),
        *("in_order", "foremost", "places_of", "holders_of", "total", "at_most", "at_least", "equal_to", "within"),
    ]
)
_LOOKS = ("bit_count", "bit_length")
_FILLS = ("append", "sort")


class PurityAnalysis:
    """The functions of a module that write no memory, and among them those that change nothing at all."""

    def __init__(self, module: ast.Module) -> None:
        self.functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
        calls = {name: set(_called(node)) for name, node in self.functions.items()}
        self.reading = {name for name, node in self.functions.items() if not _writes(node)}
        self._settle(self.reading, calls)
        self.pure = {name for name in self.reading if not _fills(self.functions[name])}
        self._settle(self.pure, calls)

    def _settle(self, found: set[str], calls: dict[str, set[str]]) -> None:
        """Take out whoever calls somebody who is not in."""
        changed = True
        while changed:
            bad = {name for name in found if not calls[name] <= found | GIVEN}
            found -= bad
            changed = bool(bad)

    def is_pure(self, call: ast.Call) -> bool:
        """Whether a call changes nothing, so that its answer depends on its arguments and the memory alone."""
        match call.func:
            case ast.Name(id=name):
                return name in self.pure or name in GIVEN
            case ast.Attribute(attr=name):
                return name in _LOOKS
        return False


def _called(node: ast.FunctionDef) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            yield part.func.id
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            if part.func.attr not in (*_LOOKS, *_FILLS):
                yield "?"
        elif isinstance(part, ast.Lambda | ast.Raise | ast.Try):
            yield "?"


def _writes(node: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load) for part in ast.walk(node))


def _fills(node: ast.FunctionDef) -> bool:
    """Whether a function fills a list that it was given."""
    params = {arg.arg for arg in node.args.args}
    return any(name in params for part in ast.walk(node) for name in filled(part))


def filled(node: ast.AST) -> Iterator[str]:
    """The list that a call fills or sorts."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in _FILLS:
            yield name


def assigned(nodes: list[ast.stmt]) -> set[str]:
    """The names whose value statements may change."""
    found: set[str] = set()
    for node in nodes:
        for part in ast.walk(node):
            match part:
                case ast.Name(id=name, ctx=ast.Store()):
                    found.add(name)
                case ast.Expr(value=ast.Call(func=ast.Name(), args=args)):
                    found.update(arg.id for arg in args if isinstance(arg, ast.Name) and arg.id != "S")
                case ast.Call():
                    found.update(filled(part))
    return found


def size(node: ast.AST) -> int:
    """How many parts an expression has."""
    return sum(1 for part in ast.walk(node) if isinstance(part, ast.expr))
