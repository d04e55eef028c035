"""What several generators of one decision gather alike, gathered once: they share what has been found so far."""

from __future__ import annotations

import ast
import copy

from crex_dsl.engine.compile.transform.purity import PurityAnalysis

_PLACES = "places_of"
_FOUND = "M"  # what has been found for the decision at hand, by who found it


class Memoiser:
    """Hands what has been found from generator to generator."""

    def __init__(self, readers: PurityAnalysis) -> None:
        self.readers = readers
        self._sharing: dict[str, ast.FunctionDef] = {}

    def twins(self) -> list[ast.FunctionDef]:
        """Forms of functions that share what they find, made for those who ask for them."""
        return list(self._sharing.values())

    def lists(self, node: ast.FunctionDef) -> None:
        """Let the generators that one function calls share what they find, where there is anything to share."""
        filling = self.readers.reading - self.readers.pure
        fills = [(call, name) for call, name in _calls(node) if name in filling]
        if sum(self._gathers(name, set()) for _, name in fills) < 2:
            return
        for call, name in fills:
            if self._gathers(name, set()):
                call.func = ast.Name(self._twin(name), ast.Load())
                call.args.append(ast.Name(_FOUND, ast.Load()))
        node.body.insert(0, ast.Assign([ast.Name(_FOUND, ast.Store())], ast.Dict([], []), lineno=0))

    def _gathers(self, name: str, seen: set[str]) -> int:
        """How often a function gathers, those included that it calls for that."""
        if name in seen:
            return 0
        seen.add(name)
        found = 0
        for _, called in _calls(self.readers.functions[name]):
            if called == _PLACES:
                found += 1
            elif _is_gatherer(called):
                found += 1 + self._gathers(called, seen)
        return found

    def _twin(self, name: str) -> str:
        """The form of a function that shares what it finds."""
        twin = f"{name}m"
        if twin not in self._sharing:
            made = self._sharing[twin] = copy.deepcopy(self.readers.functions[name])
            made.name = twin
            made.args.args.append(ast.arg(_FOUND))
            for call, called in _calls(made):
                self._remembered(call, called)
        return twin

    def _remembered(self, call: ast.Call, name: str) -> None:
        if name == _PLACES:
            call.args.insert(0, ast.Name(_FOUND, ast.Load()))
            call.func = ast.Name("known_places", ast.Load())
        elif _is_gatherer(name):
            call.args = [ast.Name(_FOUND, ast.Load()), ast.Name(self._twin(name), ast.Load()), *call.args]
            call.func = ast.Name("known", ast.Load())


def _is_gatherer(name: str) -> bool:
    return name.startswith("z")


def _calls(node: ast.AST) -> list[tuple[ast.Call, str]]:
    """The calls of functions by name."""
    return [(p, p.func.id) for p in ast.walk(node) if isinstance(p, ast.Call) and isinstance(p.func, ast.Name)]
