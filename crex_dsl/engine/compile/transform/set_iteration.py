"""Loops over the bits of a set as loops over its members, which are remembered."""

from __future__ import annotations

import ast

from crex_dsl.engine.compile.transform.purity import assigned


def iterate_members(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements whose loops over bits have become loops over members."""
    made: list[ast.stmt] = []
    for node in body:
        for name in ("body", "orelse"):
            inner = getattr(node, name, None)
            if inner:
                setattr(node, name, iterate_members(inner))
        loop = _loop(node)
        if loop is None:
            made.append(node)
            continue
        mask, name, rest = loop
        source: ast.expr = ast.Name(mask, ast.Load())
        match made[-1:]:
            case [ast.Assign(targets=[ast.Name(id=target)], value=value)] if target == mask:
                source = value
                made.pop()
        members = ast.Subscript(ast.Name("MEMBERS", ast.Load()), source, ast.Load())
        made.append(ast.For(ast.Name(name, ast.Store()), members, rest, [], lineno=0))
    return made


class _Bit(ast.NodeTransformer):
    """The bit of a member by its number."""

    def __init__(self, low: str, name: str) -> None:
        self.low, self.name = low, name

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id != self.low:
            return node
        return ast.Subscript(ast.Name("BIT", ast.Load()), ast.Name(self.name, ast.Load()), ast.Load())


def _loop(node: ast.stmt) -> tuple[str, str, list[ast.stmt]] | None:
    """The set, the member's name and the rest of the body of a loop over bits, or None."""
    match node:
        case ast.While(
            test=ast.Name(id=mask),
            body=[
                ast.Assign(targets=[ast.Name(id=low)], value=ast.BinOp(left=ast.Name(id=of), op=ast.BitAnd())),
                ast.AugAssign(target=ast.Name(id=changed), op=ast.BitXor()),
                ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(left=ast.Call(), op=ast.Sub())),
                *rest,
            ],
            orelse=[],
        ) if mask == of == changed and low == f"l{name}" and mask == f"m{name}":
            used = {part.id for item in rest for part in ast.walk(item) if isinstance(part, ast.Name)}
            if rest and mask not in used and not assigned(rest) & {low, name}:
                return mask, name, [_Bit(low, name).visit(item) for item in rest]
    return None
