"""What moved without a word is told to whoever sees it, and to nobody else."""

import random

from crex_dsl.engine.game import Game
from crex_dsl.play.chronicle import Chronicle
from crex_dsl.play.sight import Sight
from tests.engine.tiny import Tiny
from tests.play.conftest import the

CARTS = """
kind spot
table spot
    | id    |
    | mill  |
    | abbey |
    | bog   |
kind cart
    placed at : spot, starts at mill
table cart
    | id   |
    | ox   |
    | mule |
clause play "Play"
    procedure play
        ann chooses drive, stay
        move mule to bog
        bob chooses drive, stay
    action drive(cart, spot) in game
        text "{cart} goes to {spot}"
        do
            move cart to spot
    permit drive(cart, spot) when cart.at is not spot
    action stay in game
        text "stay"
        do
            return
    permit stay
"""


def told(game: Game, *actions: str) -> list[str]:
    chronicle = Chronicle(game.start())
    for action in actions:
        chronicle.take(game.action(action, chronicle.now))
    return [str(line) for line in chronicle.lines("ann")]


def test_what_the_rules_do_with_a_piece_is_told(tiny: Tiny) -> None:
    game = tiny(CARTS)
    assert told(game, "drive(ox, abbey)") == ["ann: ox goes to abbey", "mule: from mill to bog"]
    assert told(game, "stay", "drive(mule, mill)")[2:] == ["bob: mule goes to mill", "game over: drawn"]


def test_nothing_is_told_that_is_not_seen() -> None:
    game, rng = the("ford"), random.Random(3)
    chronicle = Chronicle(game.start(3))
    while not chronicle.now.over:
        step = chronicle.take(rng.choice(chronicle.now.codes))
        for side in game.players:
            sight = Sight(chronicle.now, side)
            for line in (line.text for line in step.lines(side) if not line.clause and " to " in line.text):
                name = line.partition(":")[0]
                assert sight.knows("block", game.namer.kinds["block"][1][name])
