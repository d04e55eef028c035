"""Summaries: figures that can be checked by hand."""

from dataclasses import replace

import pytest

from crex_dsl.engine.run.position import Result
from crex_dsl.lab.simulation.accumulator import Accumulator
from crex_dsl.lab.simulation.match import Match
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.summary import Speed, Summary, summary
from tests.lab.conftest import order, watched

NORTH = Result("won", ("north",), "victory")
BOTH = Result("shared", ("north", "south"), "victory")
DRAWN = Result("drawn", (), "annihilation")
GAME = Playout(0, NORTH, None, 10, 30, (0, 2, 0, 0, 0), (3, 1, 9, 9, 0, 0), ((2, 3), (1, 1), (), (), (), ()))

SPEED = Speed(seconds=2.0, workers=1, known=0, games=1, decisions=10)


def told(*playouts: Playout, games: int = 4) -> Summary:
    game = watched("ford", "plain")
    reckoning = Accumulator(game)
    reckoning.add(playouts)
    return summary(game, order("ford", "plain", games), reckoning, SPEED)


def test_who_wins() -> None:
    made = told(GAME, GAME, replace(GAME, result=BOTH), replace(GAME, result=DRAWN))
    assert [(outcome.winners, outcome.games, outcome.share) for outcome in made.outcomes] == [
        (["north"], 2, 0.5),
        (["south"], 0, 0.0),
        (["north", "south"], 1, 0.25),
        ([], 1, 0.25),
    ]
    assert (made.outcomes[0].low, made.outcomes[0].high) == (
        pytest.approx(0.15, abs=1e-3),
        pytest.approx(0.85, abs=1e-3),
    )


def test_what_is_shared_counts_for_everybody_who_shares_it() -> None:
    made = told(GAME, GAME, replace(GAME, result=BOTH), replace(GAME, result=DRAWN))
    assert [(won.player, won.games, won.alone, won.shared, won.share) for won in made.players] == [
        ("north", 3, 2, 1, 0.75),
        ("south", 1, 0, 1, 0.25),
    ]


def test_what_players_get() -> None:
    game = watched("quince", "english")
    table = Match(game, dict.fromkeys(game.players, "random"), 1000)
    playouts = [table.play(seed) for seed in range(4)]
    reckoning = Accumulator(game)
    reckoning.add(playouts)
    made = summary(game, order("quince", "english", 4), reckoning, SPEED)
    points = [playout.measured[:3] for playout in playouts]
    assert made.payoff is not None and made.payoff.title == "Points"
    assert [won.payoff.mean for won in made.players if won.payoff] == [
        sum(each) / 4 for each in zip(*points, strict=True)
    ]
    leads = [sorted(each)[-1] - sorted(each)[-2] for each in points]
    assert made.payoff.margin is not None and made.payoff.margin.mean == sum(leads) / 4
    assert told(GAME).payoff is None


def test_by_what() -> None:
    made = told(replace(GAME, result=DRAWN), GAME, GAME)
    assert [(ending.kind, ending.winners, ending.clause, ending.numbers, ending.games) for ending in made.endings] == [
        ("won", ["north"], "victory", ["6"], 2),
        ("drawn", [], "annihilation", [], 1),
    ]
    assert made.endings[0].heading == "Victory"


def test_a_game_that_merely_runs_out() -> None:
    (ending,) = told(replace(GAME, result=Result("drawn", (), ""))).endings
    assert (ending.clause, ending.heading) == ("", "")


def test_lengths() -> None:
    decisions, turns = told(GAME, replace(GAME, decisions=13, stages=(0, 5, 7, 7, 7))).lengths
    assert (decisions.what, decisions.mean, decisions.median, decisions.least, decisions.most) == (
        "decisions",
        11.5,
        11.5,
        10,
        13,
    )
    assert (turns.what, turns.mean) == ("turn", 3.5)


def test_measures_at_the_end_and_each_stage() -> None:
    other = replace(GAME, measured=(5, 0, 0, 0, 0, 0), series=((4, 5, 6), (0,), (), (), (), ()))
    made = told(GAME, other).measures
    end, each = made[:2]
    assert (end.title, end.of, end.each, end.mean, end.course) == ("Towns held", ["north"], None, 4, [])
    assert (each.each, each.mean, each.least, each.most) == ("turn", 4, 2, 6)
    assert [(stage.numbers, stage.mean) for stage in each.course] == [(2, 3), (2, 4), (1, 6)]
    assert (each.high, end.high) == (pytest.approx(4 + 12.7062 * 1.2), pytest.approx(4 + 12.7062))


def test_only_games_that_ended_have_a_winner() -> None:
    made = told(GAME, replace(GAME, result=None), replace(GAME, seed=7, result=None, fault="it broke", measured=()))
    assert (made.asked, made.played, made.ended, made.cut_short) == (4, 3, 1, 1)
    assert made.outcomes[0].share == 1
    assert [(fault.seed, fault.what, fault.decisions) for fault in made.faults] == [(7, "it broke", 10)]


def test_answers() -> None:
    assert told(GAME, GAME).legal_answers == 3


def test_nothing_played() -> None:
    made = told()
    assert (made.played, made.lengths, made.measures, made.legal_answers) == (0, [], [], None)
