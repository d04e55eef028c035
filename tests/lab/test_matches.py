"""Each bot clearly beats the one before it: shortly in a small game, at length in the whole ones (`make soak`)."""

from dataclasses import replace
from pathlib import Path

import pytest

from crex_dsl.engine.run.position import Result
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import played
from tests.lab import matches
from tests.lab.conftest import watched
from tests.lab.matches import LONG, ROUND, Ladder, Match, Score, ahead, points, score, seatings
from tests.lab.sense import Referee


@pytest.mark.parametrize(
    "match",
    [
        Match("noughts", None, "greedy", "random", 20),
        Match("noughts", None, "planner:40", "random", 10),
        Match("noughts", None, "planner:40", "greedy", 15),
        Match("noughts", None, "normal", "random", 10),
    ],
    ids=str,
)
def test_each_beats_the_one_before_it_in_a_small_game(match: Match) -> None:
    made = score(match)
    assert made.clear, made


@pytest.mark.soak
@pytest.mark.parametrize("match", LONG, ids=str)
def test_each_beats_the_one_before_it(match: Match) -> None:
    made = score(match)
    assert made.clear, made


def test_a_referee_counts_orders_and_those_that_change_nothing() -> None:
    game = watched("ford", "plain")
    found = Referee(game, "bold").judge(range(3))
    assert found.games == 3
    assert found.orders > found.empty >= 0
    assert sum(found.closed.values()) > 0


def test_points_of_elo() -> None:
    assert ahead(0.5) == 0
    assert round(ahead(0.76)) == 200
    assert (ahead(0), ahead(1)) == (-800, 800)


# ---- stopped and gone on with ----
def test_a_ladder_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("noughts", None, "greedy", "random", 1)
    first = Ladder([match], tmp_path)
    next(first.play(1))
    assert first.scores[match].games == 2 * ROUND
    asked: list[int] = []
    monkeypatch.setattr(matches, "played", lambda order, workers: asked.append(order.games) or played(order, workers))
    again = Ladder([match], tmp_path)
    turns = again.play(1)
    next(turns)
    assert again.scores == first.scores
    assert not asked
    next(turns)
    assert again.scores[match] == score(replace(match, seeds=2 * ROUND))
    assert asked[:2] == [ROUND, ROUND]
    assert [row[1] for row in again.rows()] == [str(4 * ROUND)]


def test_a_match_that_has_said_enough_gets_no_more_games(tmp_path: Path) -> None:
    match = Match("noughts", None, "greedy", "random", 1)
    ladder = Ladder([match], tmp_path)
    ladder.scores[match] = Score({("cross",): (500.0, 500), ("nought",): (400.5, 500)})
    assert list(ladder.play(1)) == []
    assert ladder.kept("noughts").splitlines()[1:] == [
        "None\tgreedy\trandom\tcross\t500\t500",
        "None\tgreedy\trandom\tnought\t500\t400",
    ]
    assert not Score({("cross",): (5.0, 5), ("nought",): (5.0, 5)}).narrow
    assert not Score({}).narrow


def test_what_a_seat_is_worth_is_no_luck() -> None:
    even = Score({("cross",): (90.0, 100), ("nought",): (10.0, 100)})
    assert even.share.share == 0.5
    assert even.narrow
    assert not Score({("cross",): (50.0, 100), ("nought",): (50.0, 100)}).narrow


# ---- fair seats ----
@pytest.mark.parametrize("players", [("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_both_bots_sit_in_every_seat_equally_often(players: tuple[str, ...]) -> None:
    found = seatings(players)
    assert len(set(found)) == len(found)
    for player in players:
        assert sum(player in seats for seats in found) == len(found) / 2
    for seats in found:
        assert tuple(player for player in players if player not in seats) in found


@pytest.mark.parametrize("edition", ["two", "three", "four"])
def test_a_bot_that_plays_itself_gets_half(edition: str) -> None:
    made = score(Match("dash", edition, "bully", "bully", 4))
    assert made.points == made.games / 2
    assert not made.clear


@pytest.mark.parametrize(
    ("winners", "mine"), [((), 0.5), (("a",), 1), (("c",), 0), (("a", "c"), 0.5), (("a", "b", "c"), 2 / 3)]
)
def test_a_draw_is_half_a_point_and_a_shared_victory_is_parted(winners: tuple[str, ...], mine: float) -> None:
    result = Result("won" if winners else "drawn", winners, "end")
    assert points(Playout(1, result, None, 9, 30, (), (), ()), ("a", "b")) == mine


def test_a_game_without_an_end_is_no_point_for_anybody() -> None:
    with pytest.raises(AssertionError, match="seed 7 has no end: it was cut short"):
        points(Playout(7, None, None, 9, 30, (), (), ()), ("a", "b"))
