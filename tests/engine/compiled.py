"""Pieces of compiled games, run on their own so that they can be compared with the oracle."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.compiler import Compiled, compile_rulebook
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Legality
from crex_dsl.engine.compile.emit.python_module import Env, GeneratedModule
from crex_dsl.engine.compile.transform.pipeline import inlined, memoised
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.runtime import PRELUDE
from crex_dsl.rulebook import terms as t
from tests.conformance.cases import Case


class Pieces:
    """Functions made of single terms, actions and definitions of one rulebook."""

    def __init__(self, game: Game, made: Compiled | None = None) -> None:
        self.book = game.rulebook
        self.compiled = made or compile_rulebook(self.book)
        self.unit = GeneratedModule()
        self.x = Expressions(self.unit, self.compiled.layout, Simplifier())
        self.legality = Legality(self.x, self.compiled.codings)
        self._names: dict[object, str] = {}
        self._space: dict[str, Any] = {}

    def add(self, key: object, params: tuple[t.Var, ...], term: t.Term) -> None:
        """Make a function of a term."""
        env = Env((var, self.x.names.of(var)) for var in params)
        name = self._names[key] = self.unit.name("f")
        self.unit.function(name, ["S", *env.values()], [f"return {self.x.value(term, env)}"])

    def add_generator(self, key: object, action: t.Action, given: tuple[bool, ...]) -> None:
        """Make the generator of an action's legal instances, where there is one."""
        name = self.legality.generator(action, given)
        if name is not None:
            self._names[key] = name

    def run(self) -> None:
        """Compile everything that was added."""
        self._space = dict(PRELUDE)
        exec(compile(memoised(inlined(self.unit.text())), "<pieces>", "exec"), self._space)

    def __getitem__(self, key: object) -> Callable[..., Any]:
        return self._space[self._names[key]]

    def __contains__(self, key: object) -> bool:
        return key in self._names


@cache
def compiled(case: Case) -> Compiled:
    """The program of a rulebook as text, compiled once per process."""
    return compile_rulebook(case.load().rulebook)


@cache
def positions(case: Case, seeds: tuple[int, ...], share: int) -> list[Position]:
    """Positions of random games, one of every `share` decisions."""
    game = case.load()
    found: list[Position] = []
    for seed in seeds:
        rng = random.Random(seed)
        position = game.start(seed)
        while not position.over:
            if rng.randrange(share) == 0:
                found.append(position.copy())
            position.take(rng.choice(position.codes))
    return found
