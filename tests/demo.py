"""The main job in one go: a battle of Crusader Rex played, refused, seen from both sides, saved and resumed."""

from __future__ import annotations

import random

from crex_dsl import load
from crex_dsl.engine.errors import IllegalAction
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position


def play_until_battle(game: Game) -> Position:
    """A random game of its own, stopped at the first decision inside a battle."""
    for seed in range(1_000):
        rng = random.Random(seed)
        position = game.start(seed)
        while not position.over:
            if position.read("bout") and "charge" in position.asked().actions and len(position.codes) > 3:
                return position
            position.take(rng.choice(position.codes))
    raise AssertionError("no battle in a thousand games")


def main() -> None:
    """Show it."""
    game = load()
    print(f"\n== {game.title}, {game.edition}: {len(game.tables['clauses'])} clauses in force")
    position = play_until_battle(game)
    for line in position.log[-6:]:
        print(f"   {line}   [{line.clause}]")
    decision = position.asked()
    print(f"-- {decision.prompt}, asks {decision.clause}:")
    for action in decision.legal:
        print(f"   {action.text}   [{action.clause}]")
    refused = next(code for code in range(1, game.actions[-1][2]) if _refused(position, code))
    print(f"-- refused: {_refused(position, refused)}")
    for side in game.players:
        stands = position.view(side).data()["memory"]["block.at"]
        print(f"-- {side} cannot tell which is which of {sum(name.startswith('?') for name in stands)} blocks")
    resumed = game.from_json(position.to_json())
    print(f"-- saved in mid-battle and resumed: {'the same position' if resumed == position else 'DIFFERENT'}")
    rng = random.Random(1)
    while not resumed.over:
        resumed.take(rng.choice(resumed.codes))
    print(f"-- played on to the end: {resumed.result}, {len(resumed.past)} decisions")


def _refused(position: Position, code: int) -> str:
    """The refusal of an instance on offer by name that is permitted and forbidden, or nothing."""
    game = position.game
    if code in position.codes or game.coding(code).name not in position.asked().actions:
        return ""
    try:
        position.copy().take(code)
    except IllegalAction as refusal:
        return str(refusal) if "forbids" in str(refusal) and "permit" not in str(refusal) else ""
    return ""


if __name__ == "__main__":
    main()
