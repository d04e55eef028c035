"""Which memory a procedure, action or statement may write, directly or through what it sets off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crex_dsl.language import nodes as n
from crex_dsl.rulebook.declarations.scope import EVERYTHING, meaning


class Effects:
    """Writes by name, closed over calls, choices and triggers."""

    def __init__(self, placed: frozenset[str], stages: dict[str, frozenset[str]]) -> None:
        self.placed = placed
        self.stages = stages
        self.bodies: dict[str, list[n.Block | n.GivenBlock]] = {}
        self.edges: dict[str, list[n.Block]] = {}
        self.meanings: dict[str, list[n.Node]] = {}
        self._known: dict[str, frozenset[str]] = {}
        self._asked: dict[str, frozenset[str]] = {}

    def body(self, name: str, block: n.Block) -> None:
        """Note a body of a procedure or action, or of a trigger on it."""
        self.bodies.setdefault(name, []).append(block)

    def edge(self, stage: str, block: n.Block) -> None:
        """Note what happens when a stage begins or ends."""
        self.edges.setdefault(stage, []).append(block)

    def meaning(self, name: str, node: n.Node) -> None:
        """Note what says a value or definition, or adjusts it."""
        self.meanings.setdefault(name, []).append(node)

    def changed(self, written: Iterable[str]) -> frozenset[str]:
        """What is no longer known once these pieces of memory may have been written: they, and what asks them."""
        names = frozenset(written)
        if not names:
            return names
        return names | {meaning(name) for name in self.meanings if self.asks(name) & (names | {EVERYTHING})}

    def asks(self, name: str) -> frozenset[str]:
        """The names that a value or definition asks, directly or through others."""
        if name not in self._asked:
            self._asked[name] = frozenset()  # a circle is told elsewhere
            named: set[str] = set()
            for node in self.meanings.get(name, ()):
                for part in node.walk():
                    if isinstance(part, n.Name | n.Call | n.Member):
                        named.add(str(part.name))
                    elif isinstance(part, n.Can | n.CanBy):  # whether an action is legal may rest on anything
                        named.add(EVERYTHING)
            self._asked[name] = frozenset(named).union(*(self.asks(other) for other in named & self.meanings.keys()))
        return self._asked[name]

    def of(self, name: str) -> frozenset[str]:
        """What running the procedure or action may write."""
        if name not in self._known:
            self._known[name] = frozenset()
            self._known[name] = frozenset(w for block in self.bodies.get(name, ()) for w in self.block(block))
        return self._known[name]

    def of_edges(self, stage: str) -> frozenset[str]:
        """What happens when a stage begins or ends may write."""
        name = f"stage {stage}"
        if name not in self._known:
            self._known[name] = frozenset()  # a stage whose end sets off its own end is told elsewhere
            self._known[name] = frozenset(w for block in self.edges.get(stage, ()) for w in self.block(block))
        return self._known[name]

    def block(self, statements: Iterable[n.Statement]) -> Iterator[str]:
        """What a block may write."""
        for statement in statements:
            yield from self.statement(statement)

    def statement(self, node: n.Statement) -> Iterator[str]:
        """What one statement may write, inner blocks included."""
        match node:
            case n.Becomes() | n.Increase() | n.Decrease() | n.Add() | n.Remove() | n.Clear():
                yield from _root(node.target)
            case n.Move():
                yield from self.placed
            case n.Place(settings=settings):
                yield from self.placed
                yield from (str(item.name) for item in settings or ())
            case n.Shuffle(by=by):
                yield str(by)
            case n.Do(name=name):
                yield from self.of(str(name))
            case n.Choose() | n.MayChoose() | n.KeepChoosing() | n.Together():
                for offer in node.offers:
                    yield from self.of(str(offer.name))
            case n.OpenStage(stage=stage):
                yield from self.stages.get(str(stage), ())
                yield from self.of_edges(str(stage))
            case n.EndStage(stage=stage):
                yield from self.of_edges(str(stage))
        for inner in inner_blocks(node):
            yield from self.block(inner)


def inner_blocks(node: n.Statement) -> Iterator[n.Block]:
    """The blocks directly inside a statement."""
    match node:
        case n.If(branches=branches, otherwise=otherwise):
            for branch in branches:
                yield branch.block
            if otherwise is not None:
                yield otherwise.block
        case n.ForEach() | n.ForRange() | n.While() | n.Repeat() | n.OpenStage():
            yield node.block
        case n.Choose(otherwise=n.Block() as otherwise_block):
            yield otherwise_block


def _root(target: n.Expr) -> Iterator[str]:
    match target:
        case n.Name(name=name) | n.Call(name=name) | n.Member(name=name):
            yield str(name)
