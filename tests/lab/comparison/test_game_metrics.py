"""Quantities: what is read off a game, and what it is called."""

from crex_dsl.lab.bots.registry import seated
from crex_dsl.lab.comparison.game_metrics import Reader
from crex_dsl.lab.simulation.match import Match
from tests.engine.tiny import STOP, Tiny
from tests.lab.conftest import watched, written

RULES = """
stage day in game
clause days "Days"
    tally hours
    procedure play
        repeat 2 times
            open day
                do strike
        do strike
        end game won by ann
    procedure strike
        hours += 1

measure hours_gone "Hours gone" is hours each day
measure strikes "Strikes" counts strike each day
"""


def test_payoffs_and_the_lead_of_the_best() -> None:
    game = watched("quince", "english")
    playout = Match(game, seated(game, []), 1000).play(1)
    read = Reader(game).read(playout)
    paid = {quantity.title: value for quantity, value in read.items() if quantity.sort == "payoff"}
    assert list(paid) == ["Points, lead of the best", *(f"Points, {name}, at the end" for name in game.players)]
    lead, *points = paid.values()
    best, second, _ = sorted(points, reverse=True)
    assert lead == best - second
    assert set(Reader(game).quantities) >= {quantity for quantity in read if quantity.sort != "ending"}


def test_lengths_go_by_the_terms_of_their_stages(tiny: Tiny) -> None:
    game = written(tiny, RULES + STOP + '\nglossary en\n    day "working day"\n')
    lengths = {quantity.name: quantity.title for quantity in Reader(game).quantities if quantity.sort == "length"}
    assert lengths == {"decisions": "decisions", "day": "working day"}


def test_measures_at_the_end_in_all_and_each_stage(tiny: Tiny) -> None:
    game = written(tiny, RULES + STOP)
    read = Reader(game).read(Match(game, seated(game, []), 10).play(1))
    assert {quantity.title: value for quantity, value in read.items() if quantity.sort == "measure"} == {
        "Hours gone, at the end": 3,
        "Hours gone, each day": 1.5,
        "Strikes, in all": 3,
        "Strikes, each day": 1,
    }
