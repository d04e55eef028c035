"""Trials: a scene played many times with dice, where its ends cannot be counted."""

from __future__ import annotations

from collections.abc import Iterator

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.native.availability import NoNative
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.run.chance import scrambled
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.scenarios.setup import Staged
from crex_dsl.engine.search.state_pool import StatePool, pool_of
from crex_dsl.engine.search.trials import Script, Trial
from crex_dsl.lab.odds.exact import End
from crex_dsl.lab.odds.scene_policies import ScenePolicies
from crex_dsl.text.messages import number_as_said, said

CAP = 100_000


def trials(staged: Staged, scene_policies: ScenePolicies, games: int, seed: int, native: bool = True) -> Iterator[End]:
    """How a scene ends from consecutive seeds, natively where that can be; each game depends on its own seed only.

    To play a few games, it takes longer to begin natively than to play them in Python.
    """
    scene, args = staged.scene, staged.args
    pool = None if staged.plainly is not None else _pool(staged, native)
    first = () if staged.answer is None else (staged.answer,)
    scripts = [Script(scene_policies.names[player]) for player in staged.game.players]
    for each in range(seed, seed + games):
        state = _carried_out(staged, each) if pool is None else pool.played_out(Trial(0, first, each), scripts, CAP)
        if state is None:
            raise RuleFault(
                said(
                    "`{scene}` goes on after {cap} decisions from seed {each}",
                    scene=scene.name,
                    cap=number_as_said(CAP),
                    each=each,
                ),
                "",
            )
        yield scene.outcome(state, args), scene.figures(state, args)


def _pool(staged: Staged, native: bool) -> StatePool:
    """A pool that holds the scene as it begins."""
    try:
        pool = pool_of(staged.game, machine_of(staged.game) if native else None)
    except NoNative:
        pool = pool_of(staged.game, None)
    pool.put(staged.state)
    return pool


def _carried_out(staged: Staged, seed: int) -> list[int]:
    """The last state of a scene in which nothing is decided."""
    assert staged.plainly is not None
    state = staged.state[:]
    state[CHANCE] = scrambled(seed)
    staged.game.program.call(staged.plainly[0], state, staged.plainly[1])
    return state
