"""What players have got when a game ends, where the rules declare it."""

from random import Random

from crex_dsl import load
from tests.conformance.cases import GAMES


def test_payoffs_are_told_when_the_game_is_over() -> None:
    game = load("quince", "english", rules=[GAMES])
    assert game.payoff == ("points", "Points")
    position, rng = game.start(3), Random(3)
    assert position.payoffs is None
    while not position.over:
        assert position.payoffs is None
        position.take(rng.choice(position.codes))
    assert position.payoffs == {player: position.read("score", player) for player in game.players}
    assert game.payoffs(position.state) == tuple(position.payoffs.values())
    best = max(position.payoffs.values())
    assert position.result is not None and all(position.payoffs[winner] == best for winner in position.result.winners)


def test_a_game_without_payoffs() -> None:
    game = load("ford", "plain", rules=[GAMES])
    position, rng = game.start(0), Random(0)
    while not position.over:
        position.take(rng.choice(position.codes))
    assert (game.payoff, position.payoffs, game.payoffs(position.state)) == (None, None, None)
