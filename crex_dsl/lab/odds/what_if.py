"""What would come of each answer: a scene with every legal answer in turn, and how it comes out then."""

from __future__ import annotations

from pydantic import BaseModel

from crex_dsl.engine.scenarios.setup import Staged, answered
from crex_dsl.lab.odds.odds import Odds, Watch, odds
from crex_dsl.lab.odds.scene_policies import ScenePolicies


class Answer(BaseModel):
    """An answer that is legal now, by its id and in words, and how the scene comes out if it is given."""

    answer: str
    text: str
    odds: Odds


class WhatIf(BaseModel):
    """Who decides now, by id and by name, and all answers."""

    who: str
    called: str
    answers: list[Answer]


def what_if(staged: Staged, scene_policies: ScenePolicies, budget: int, games: int, seed: int, watch: Watch) -> WhatIf:
    """How a scene comes out by each answer; after it everybody follows the policies, with the same dice."""
    game, every = staged.game, answered(staged)
    state, codes = every[0].state, [each.answer for each in every if each.answer is not None]
    texts, seat = game.texts(state, codes), game.decider(state)
    found = [
        Answer(answer=game.spelled(code), text=texts[code], odds=odds(each, scene_policies, budget, games, seed, watch))
        for code, each in zip(codes, every, strict=True)
    ]
    return WhatIf(who=game.player_id(seat), called=game.player_name(seat), answers=found)
