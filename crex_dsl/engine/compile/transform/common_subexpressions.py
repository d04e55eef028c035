"""What a function works out twice, worked out once: kept in a name where it first stands.

What is known to hold already is left out.
"""

from __future__ import annotations

import ast
from typing import Any

from crex_dsl.engine.compile.transform.available_expressions import AvailableExpressions, meet, own
from crex_dsl.engine.compile.transform.purity import PurityAnalysis, assigned

_COMMUTES = (ast.BitAnd, ast.BitOr, ast.Add, ast.Mult)


class _Made(ast.expr):
    """A value where it is worked out; it gets a name where somebody takes it again."""

    _fields = ("value",)

    def __init__(self, value: ast.expr, key: int, place: int) -> None:
        super().__init__()
        self.value, self.key, self.place = value, key, place


Tested = tuple[ast.expr, AvailableExpressions | None, AvailableExpressions | None]


class CommonSubexpressions:
    """Rewrites one function that only reads."""

    def __init__(self, readers: PurityAnalysis) -> None:
        self.readers = readers

    def function(self, node: ast.FunctionDef) -> None:
        """Work on one function that only reads, in place."""
        self._keys: dict[tuple[Any, ...], int] = {}
        self._versions: dict[str, int] = {}
        self._needed: set[int] = set()
        self._places = 0
        node.body, _ = self._block(node.body, AvailableExpressions())
        node.body = _Naming(self._needed, _names(node)).block(node.body) or [ast.Pass()]

    def expression(self, node: ast.expr) -> ast.expr:
        """One expression that only reads, of a function that writes elsewhere."""
        whole = ast.FunctionDef("", ast.arguments([], [], None, [], [], None, []), [ast.Return(node)], [])
        self.function(whole)
        (answer,) = whole.body
        assert isinstance(answer, ast.Return) and answer.value is not None
        return answer.value

    # ---- what is the same ----
    def _intern(self, *parts: Any) -> int:
        return self._keys.setdefault(parts, len(self._keys))

    def _key(self, node: ast.expr, known: AvailableExpressions) -> int | None:
        """A number for the value of an expression: the same for the same value; None where it cannot be told."""
        match node:
            case ast.Name(id=name):
                key: int | None = self._value_number(name)
            case ast.Constant(value=value):
                key = self._intern("constant", type(value), value)
            case _:
                key = self._compound(node, known)
        return key if key is None else known.same.get(key, key)

    def _value_number(self, name: str) -> int:
        """The number of the value that a name has now."""
        return self._intern("name", name, self._versions.get(name, 0))

    def _compound(self, node: ast.expr, known: AvailableExpressions) -> int | None:
        match node:
            case ast.Subscript(value=value, slice=index):
                return self._of(known, "[]", value, index)
            case ast.BinOp(left=left, op=op, right=right):
                return self._of(known, type(op), left, right, swaps=isinstance(op, _COMMUTES))
            case ast.UnaryOp(op=op, operand=operand):
                return self._of(known, type(op), operand)
            case ast.Compare(left=left, ops=ops, comparators=others):
                swaps = len(ops) == 1 and isinstance(ops[0], ast.Eq | ast.NotEq)
                return self._of(known, tuple(type(op) for op in ops), left, *others, swaps=swaps)
            case ast.BoolOp(op=op, values=values):
                return self._of(known, type(op), *values)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self._of(known, "if", test, then, otherwise)
            case ast.Call(func=ast.Name(id=name), args=args) if self.readers.is_pure(node):
                return self._of(known, f"call {name}", *args)
            case ast.Call(func=ast.Attribute(value=value, attr=attr), args=[]) if self.readers.is_pure(node):
                return self._of(known, f"call .{attr}", value)
        return None

    def _of(self, known: AvailableExpressions, tag: Any, *parts: ast.expr, swaps: bool = False) -> int | None:
        keys = [self._key(part, known) for part in parts]
        if None in keys:
            return None
        return self._intern(tag, *sorted(keys)) if swaps else self._intern(tag, *keys)  # type: ignore[type-var]

    def _change(self, names: set[str]) -> None:
        """Names have got other values."""
        for name in names:
            self._versions[name] = self._intern("version", name, len(self._keys))

    def _make(self, node: ast.expr, key: int | None, known: AvailableExpressions) -> ast.expr:
        if key is None or isinstance(node, ast.Name | ast.Constant):
            return node
        self._places += 1
        known.made[key] = frozenset((self._places,))
        return _Made(node, key, self._places)

    def _take(self, key: int, known: AvailableExpressions) -> ast.expr:
        self._needed |= known.made[key]
        return ast.Name(f"u{key}", ast.Load())

    # ---- conditions ----
    def _test(self, node: ast.expr, known: AvailableExpressions) -> Tested:
        """An expression of which only the truth matters, and what is known where it holds and where it does not."""
        key = None if isinstance(node, ast.Name | ast.Constant) else self._key(node, known)
        if key is not None and key in known.truth:
            node = ast.Constant(known.truth[key])
        match node:
            case ast.Constant(value=value):
                return ast.Constant(bool(value)), known if value else None, None if value else known
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner, yes, no = self._test(operand, known)
                return _denied(inner), no, yes
            case ast.BoolOp() if key is None or key not in known.made:
                made, yes, no = self._chain(node, known)
            case ast.IfExp(test=test, body=then, orelse=otherwise) if key is None or key not in known.made:
                plain = _plain_choice(test, then, otherwise)
                if plain is not None:
                    return self._test(plain, known)
                made, yes, no = self._choice(node, known)
            case _:
                made = self._value(node, known)
                if isinstance(made, ast.Constant):
                    return self._test(made, known)
                yes, no = known, known.copy()
        if key is not None:
            self._learn(node, key, yes, True)
            self._learn(node, key, no, False)
        return made, yes, no

    def _chain(self, node: ast.BoolOp, known: AvailableExpressions) -> Tested:
        """`and` and `or`: each part knows how those before it came out."""
        every = isinstance(node.op, ast.And)
        values: list[ast.expr] = []
        left: list[AvailableExpressions | None] = []
        going: AvailableExpressions | None = known
        for part in node.values:
            assert going is not None
            made, yes, no = self._test(part, going)
            if not isinstance(made, ast.Constant) or bool(made.value) is not every:
                values.append(made)
            going, out = (yes, no) if every else (no, yes)
            left.append(None if out is None else out.copy())
            if going is None:
                break
        going = None if going is None else going.copy()
        away = meet(*left)
        whole = values[0] if len(values) == 1 else ast.BoolOp(node.op, values) if values else ast.Constant(every)
        return (whole, going, away) if every else (whole, away, going)

    def _choice(self, node: ast.IfExp, known: AvailableExpressions) -> Tested:
        before = known.copy()
        test, yes, no = self._test(node.test, known)
        if yes is None or no is None:  # the test is dropped, and with it all that it works out
            return self._test(node.body if no is None else node.orelse, before)
        yes, no = yes.copy(), no.copy()
        then, one, two = self._test(node.body, yes)
        otherwise, three, four = self._test(node.orelse, no)
        whole = ast.IfExp(test, then, otherwise)
        return whole, meet(own(one), own(three)), meet(own(two), own(four))

    def _learn(self, node: ast.expr, key: int, known: AvailableExpressions | None, holds: bool) -> None:
        """A condition has been found to hold, or not to."""
        if known is None:
            return
        known.truth[key] = holds
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as op], comparators=[right]):
                other: ast.cmpop = ast.NotEq() if isinstance(op, ast.Eq) else ast.Eq()
                against = self._key(ast.Compare(left, [other], [right]), known)
                if against is not None:
                    known.truth[against] = not holds
                if holds is isinstance(op, ast.Eq):
                    for one, two in ((left, right), (right, left)):
                        self._settle(one, two, known)

    def _settle(self, one: ast.expr, two: ast.expr, known: AvailableExpressions) -> None:
        """A value has been found to be the same as a constant or a name."""
        key, same = self._key(one, known), self._key(two, known)
        if key is None or same is None or isinstance(one, ast.Constant):
            return
        if isinstance(two, ast.Constant):
            known.values[key] = two.value
        elif isinstance(two, ast.Name) and not isinstance(one, ast.Name):
            known.same[key] = same
            known.names[same] = two.id, self._value_number(two.id)

    # ---- values ----
    def _value(self, node: ast.expr, known: AvailableExpressions) -> ast.expr:
        """An expression whose value matters; what it works out is known afterwards."""
        if isinstance(node, ast.Constant):
            return node
        key = self._key(node, known)
        if key is not None and key in known.values:
            return ast.Constant(known.values[key])
        name, named = known.names.get(key, ("", 0)) if key is not None else ("", 0)
        if name and self._value_number(name) == named:
            return ast.Name(name, ast.Load())
        if key is not None and key in known.made:
            return self._take(key, known)
        made = self._inside(node, known)
        return made if isinstance(made, ast.Constant) else self._make(made, key, known)

    def _inside(self, node: ast.expr, known: AvailableExpressions) -> ast.expr:
        match node:
            case ast.BoolOp():
                return self._chosen(node, known)
            case ast.UnaryOp(op=ast.Not()):
                made, yes, no = self._test(node.operand, known)
                known.become(meet(own(yes), own(no)) or known)
                return _denied(made)
            case ast.UnaryOp(op=op, operand=operand):
                return ast.UnaryOp(op, self._value(operand, known))
            case ast.IfExp():
                before = known.copy()
                test, yes, no = self._test(node.test, known)
                if yes is None or no is None:
                    known.become(before)
                    return self._value(node.body if no is None else node.orelse, known)
                yes, no = yes.copy(), no.copy()
                then, otherwise = self._value(node.body, yes), self._value(node.orelse, no)
                known.become(meet(yes, no) or known)
                return ast.IfExp(test, then, otherwise)
            case ast.Compare(left=left, ops=ops, comparators=[first, *others]):
                one, two = self._value(left, known), self._value(first, known)
                if isinstance(one, ast.Constant) and isinstance(two, ast.Constant) and not others:
                    settled = _settled(one.value, ops[0], two.value)
                    if settled is not None:
                        return ast.Constant(settled)
                later = known.copy()
                return ast.Compare(one, ops, [two, *(self._value(other, later) for other in others)])
            case ast.BinOp(
                left=ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=a)),
                op=ast.Add(),
                right=ast.Constant(value=b),
            ) if a == b:
                return self._value(left, known)
            case ast.BinOp(left=left, op=op, right=right):
                return ast.BinOp(self._value(left, known), op, self._value(right, known))
            case ast.Subscript(value=value, slice=index, ctx=ctx):
                return ast.Subscript(self._value(value, known), self._value(index, known), ctx)
            case ast.Call(func=func, args=args, keywords=keywords):
                if isinstance(func, ast.Attribute):
                    func = ast.Attribute(self._value(func.value, known), func.attr, func.ctx)
                return ast.Call(func, [self._value(arg, known) for arg in args], keywords)
            case ast.Tuple(elts=items, ctx=ctx):
                return ast.Tuple([self._value(item, known) for item in items], ctx)
            case ast.NamedExpr(target=target, value=value):
                made = ast.NamedExpr(target, self._value(value, known))
                self._change({target.id})
                return made
        return node

    def _chosen(self, node: ast.BoolOp, known: AvailableExpressions) -> ast.expr:
        """`and` and `or` where the value of the last part matters."""
        every = isinstance(node.op, ast.And)
        values: list[ast.expr] = []
        left: list[AvailableExpressions | None] = []
        going = known.copy()
        for part in node.values[:-1]:
            made, yes, no = self._test(part, going)
            stays, out = (yes, no) if every else (no, yes)
            if not isinstance(made, ast.Constant) or bool(made.value) is not every:
                values.append(made)
            left.append(own(out))
            if stays is None:
                break
            going = stays.copy()
        else:
            values.append(self._value(node.values[-1], going))
            left.append(going)
        known.become(meet(*left) or known)
        return values[0] if len(values) == 1 else ast.BoolOp(node.op, values)

    # ---- statements ----
    def _block(
        self, body: list[ast.stmt], known: AvailableExpressions
    ) -> tuple[list[ast.stmt], AvailableExpressions | None]:
        """Statements, and what is known after them; None where they never end."""
        made: list[ast.stmt] = []
        going: AvailableExpressions | None = known
        for node in body:
            if going is None:
                break
            lines, going = self._statement(node, going)
            made += lines
        return made, going

    def _statement(
        self, node: ast.stmt, known: AvailableExpressions
    ) -> tuple[list[ast.stmt], AvailableExpressions | None]:
        match node:
            case ast.If():
                return self._branch(node, known)
            case ast.While():
                self._change(assigned([node]))
                inner = known.copy()
                node.test, yes, _ = self._test(node.test, inner)
                node.body, _ = self._block(node.body, yes.copy() if yes is not None else inner)
                self._change(assigned([node]))
                return [node], known
            case ast.For():
                node.iter = self._value(node.iter, known)
                self._change(assigned([node]))
                node.body, _ = self._block(node.body, known.copy())
                self._change(assigned([node]))
                return [node], known
            case ast.Return(value=ast.expr() as value):
                node.value = self._value(value, known)
                return [node], None
            case ast.Break() | ast.Continue() | ast.Raise() | ast.Return():
                return [node], None
            case ast.Assign(targets=[ast.Name() as target], value=value):
                key = self._key(value, known)
                node.value = self._value(value, known)
                self._change({target.id})
                if key is not None and not isinstance(value, ast.Name | ast.Constant):
                    named = self._value_number(target.id)
                    known.same[named], known.names[key] = key, (target.id, named)
                return [node], known
            case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Expr(value=value):
                node.value = self._value(value, known)
        self._change(assigned([node]))
        return [node], known

    def _branch(self, node: ast.If, known: AvailableExpressions) -> tuple[list[ast.stmt], AvailableExpressions | None]:
        before = known.copy()
        test, yes, no = self._test(node.test, known)
        if yes is None or no is None:
            return self._block(node.body if no is None else node.orelse, before)
        names = assigned([node])
        then, one = self._block(node.body, yes.copy())
        otherwise, two = self._block(node.orelse, no.copy())
        self._change(names)
        made: ast.stmt = ast.If(test, then or [ast.Pass()], otherwise)
        return [made], meet(one, two)


def _denied(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant):
        return ast.Constant(not node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return ast.UnaryOp(ast.Not(), node)


def _plain_choice(test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr | None:
    """A choice of which only the truth matters and one side is settled, without the choice."""
    match then, otherwise:
        case ast.Constant(value=value), _:
            return (
                ast.BoolOp(ast.Or(), [test, otherwise]) if value else ast.BoolOp(ast.And(), [_denied(test), otherwise])
            )
        case _, ast.Constant(value=value):
            return ast.BoolOp(ast.Or(), [_denied(test), then]) if value else ast.BoolOp(ast.And(), [test, then])
    return None


def _settled(one: Any, op: ast.cmpop, two: Any) -> bool | None:
    match op:
        case ast.Eq():
            return bool(one == two)
        case ast.NotEq():
            return bool(one != two)
    return None


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


class _Naming(ast.NodeTransformer):
    """Names what is taken again, and drops what nobody takes."""

    def __init__(self, needed: set[int], used: set[str]) -> None:
        self.needed, self.used = needed, used

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            found = self.visit(node)
            if found is not None:
                made.append(found)
        return made

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.If | ast.While | ast.For) and not node.body:
            node.body = [ast.Pass()]
        return node

    def visit__Made(self, node: _Made) -> ast.expr:
        value: ast.expr = self.visit(node.value)
        if node.place not in self.needed or f"u{node.key}" not in self.used:
            return value
        return ast.NamedExpr(ast.Name(f"u{node.key}", ast.Store()), value)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        value: ast.expr = self.visit(node.value)
        match value:
            case ast.NamedExpr(target=target, value=inner):
                return ast.Assign([target], inner, lineno=0)
            case ast.Call():
                return ast.Expr(value)
        return ast.Expr(value) if any(isinstance(part, ast.NamedExpr) for part in ast.walk(value)) else None
