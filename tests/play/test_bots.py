"""Bots: which there are, that they play by what they see, and as their rules say."""

import random

import pytest

from crex_dsl.engine.position import Position
from crex_dsl.play.bots import bot, bots
from tests.conformance.test_conformance import swapped
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import the

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


def test_which_bots_there_are(tiny: Tiny) -> None:
    assert list(bots(the("ford"))) == ["random", "greedy", "bold", "cautious"]
    assert bots(the("ford"))["bold"] == "Marches on the enemy and stays"
    assert list(bots(tiny(SHOP.partition("worth")[0] + STOP))) == ["random"]


def chosen(position: Position, name: str, seed: int = 0) -> str:
    view = position.view(position.asked().who)
    return bot(position.game, name)(view, random.Random(seed)).id


def test_each_follows_its_rule(tiny: Tiny) -> None:
    position = tiny(SHOP + STOP).start()
    assert chosen(position, "modest") == "earn(3)"
    assert chosen(position, "greedy") == "earn(5)"
    assert {chosen(position, "random", seed) for seed in range(40)} == {f"earn({n})" for n in range(1, 6)}


@pytest.mark.parametrize(
    ("game", "name"), [("ford", "bold"), ("ford", "greedy"), ("quince", "thrifty"), ("quince", "greedy")]
)
def test_whole_games(game: str, name: str) -> None:
    position, rng = the(game).start(3), random.Random(1)
    play = bot(position.game, name)
    while not position.over:
        position.take(play(position.view(position.asked().who), rng))
    assert position.result is not None


@pytest.mark.parametrize("name", ["random", "greedy", "bold", "cautious"])
def test_a_bot_knows_no_more_than_its_view(name: str) -> None:
    game = the("ford")
    position, rng, blocks = game.start(3), random.Random(2), game.namer.kinds["block"][1]
    for _ in range(12):
        if position.asked().who == "north":
            other = swapped(position, "block", blocks["fox-riders"], blocks["ram-levy"])
            assert position.view("north") == other.view("north")
            assert chosen(position, name) == chosen(other, name)
        position.take(rng.choice(position.codes))


def test_a_guess_that_breaks_the_rules_is_left_alone(tiny: Tiny) -> None:
    text = SHOP.replace("purse(player): 0..99", "purse(player): 0..3")
    assert chosen(tiny(text + STOP).start(), "greedy") == "earn(3)"
