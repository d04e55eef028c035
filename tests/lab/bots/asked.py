"""Bots, asked in positions."""

from __future__ import annotations

from collections import Counter
from random import Random

from crex_dsl.engine.run.position import Position
from crex_dsl.lab.bots.protocol import Bot, answer
from crex_dsl.lab.bots.registry import bot

SHOP = """
clause shop "Shop"
    state purse(player): 0..99
    action earn(n: from 1 to 5) in game
        text "earn {n}"
        do
            purse(actor) += n
    permit earn(n)
    procedure play
        ann chooses earn
        bob chooses earn
        ann chooses stay, quit
worth(p: player) is purse(p) - purse(enemy of p)
policy modest "Wants three"
    prefer earn(n) when n = 3 by 9
    avoid earn(n) when n > 3
    prefer earn(n) when n = 5 by 4
"""


def chosen(position: Position, who: str | Bot, seed: int = 0) -> str:
    """What a bot answers in a position."""
    game = position.game
    made = bot(game, who) if isinstance(who, str) else who
    return game.spelled(answer(made, game, position.state, position.codes, Random(seed)))


def choices(position: Position, who: str | Bot, tries: int = 60) -> Counter[str]:
    """What a bot answers in a position in many tries."""
    return Counter(chosen(position, who, seed) for seed in range(tries))
