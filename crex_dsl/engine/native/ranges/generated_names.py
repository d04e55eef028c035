"""Names in generated code: tested numbers and indexed stores get names of their own, so that each has its own range."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from crex_dsl.engine.native.ranges.values import Untranslatable


def checked_limits(target: ast.Name) -> tuple[int, int] | None:
    """Between what an assigned number is found to lie right after, where that is tested."""
    found: tuple[int, int] | None = getattr(target, "limits", None)
    return found


def rename_checked(function: ast.FunctionDef) -> None:
    """Give every number that is tested right after it is worked out a name of its own, with what the test leaves."""
    count = 0

    def block(body: list[ast.stmt], name: str) -> None:
        nonlocal count
        for place, node in enumerate(body):
            after = body[place + 1] if place + 1 < len(body) else None
            match node:
                case ast.Assign(targets=[ast.Name(id="x")], value=value):
                    _renamed([value], name)
                    count += 1
                    name = f"x_{count}"
                    node.targets[0] = ast.Name(id=name, ctx=ast.Store())
                    if isinstance(after, ast.If):
                        node.targets[0].limits = _limits(after)  # type: ignore[attr-defined]
                    continue
                case ast.Assign(targets=[ast.Name(id="i")]):
                    count += 1
                    _rename_store(body[place : place + 4], count)
            for inner in _inner_blocks(node):
                block(inner, name)
            _renamed(_own_expressions(node), name)

    block(function.body, "x")


def _rename_store(lines: list[ast.stmt], number: int) -> None:
    """Give the names with which an indexed piece of memory is written names of their own."""
    if [type(line) for line in lines] != [ast.Assign, ast.Assign, ast.Assign, ast.If]:
        raise Untranslatable("an index that is written otherwise")
    of, value, before, change = lines
    assert isinstance(of, ast.Assign) and isinstance(value, ast.Assign) and isinstance(before, ast.Assign)
    named = [of.targets[0], value.targets[0], before.targets[0], *ast.walk(before.value), *ast.walk(change)]
    for each in named:
        if isinstance(each, ast.Name) and each.id in ("i", "n", "o"):
            each.id += f"_{number}"


def _inner_blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    for key in ("body", "orelse"):
        inner = getattr(node, key, None)
        if isinstance(inner, list) and inner:
            yield inner


def _own_expressions(node: ast.stmt) -> list[ast.expr]:
    return [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]


def _renamed(parts: list[ast.expr], name: str) -> None:
    for part in parts:
        for each in ast.walk(part):
            if isinstance(each, ast.Name) and each.id == "x":
                each.id = name


def _limits(node: ast.If) -> tuple[int, int] | None:
    """The ends between which a number must lie, where a statement tests just that."""
    match node.test:
        case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=low, comparators=[ast.Name(), high])):
            return ast.literal_eval(low), ast.literal_eval(high)
    return None
