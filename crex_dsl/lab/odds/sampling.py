"""Trials: a scene played many times with dice, where its ends cannot be counted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.chance import scrambled
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.scenarios.setup import Staged
from crex_dsl.lab.odds.exact import End
from crex_dsl.lab.odds.scene_policies import ScenePolicies

CAP = 100_000


def trials(staged: Staged, scene_policies: ScenePolicies, games: int, seed: int) -> Iterator[End]:
    """How a scene ends from consecutive seeds; each game depends on its own seed only."""
    scene, args = staged.scene, staged.args
    for each in range(seed, seed + games):
        state = _played(staged, scene_policies, each)
        yield scene.outcome(state, args), scene.figures(state, args)


def _played(staged: Staged, scene_policies: ScenePolicies, seed: int) -> list[int]:
    """The last state of one game."""
    program, state, chance = staged.game.program, staged.state[:], Random(seed).random
    state[CHANCE] = scrambled(seed)
    if staged.plainly is not None:
        program.call(staged.plainly[0], state, staged.plainly[1])
        return state
    codes = program.run(state)
    for _ in range(CAP):
        if not codes:
            return state
        liked = scene_policies.preferred(state, codes)
        codes = program.run(state, liked[int(chance() * len(liked))])
    raise RuleFault(f"`{staged.scene.name}` goes on after {CAP:,} decisions from seed {seed}", "")
