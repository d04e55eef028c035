"""Reckonings: whatever the order of the games, and no larger for more of them."""

from collections import Counter
from random import Random

from crex_dsl.lab.bots.registry import seated
from crex_dsl.lab.simulation.accumulator import Accumulator, Mishap
from crex_dsl.lab.simulation.match import Match, Until
from crex_dsl.lab.simulation.playouts import Playout
from tests.lab.conftest import watched


def reckoned(playouts: list[Playout]) -> Accumulator:
    made = Accumulator(watched("ford", "plain"))
    made.add(playouts)
    return made


def told(reckoning: Accumulator) -> dict[str, object]:
    return {name: value for name, value in vars(reckoning).items() if name != "gauges"}


def playouts(until: Until | None = None) -> list[Playout]:
    game = watched("ford", "plain")
    return [Match(game, seated(game, []), 100, until).play(seed) for seed in range(6)]


def test_the_order_of_games_does_not_matter() -> None:
    games = playouts(Until("turn", 3))
    mixed = games[:]
    Random(3).shuffle(mixed)
    assert told(reckoned(games)) == told(reckoned(mixed))
    assert reckoned(games).courses[0].by_stage[0].total() == 6


def test_what_went_wrong_is_only_told() -> None:
    games = playouts()
    made = reckoned(games)
    wrong = [Mishap(playout.seed, playout.fault, playout.decisions) for playout in games if playout.fault is not None]
    assert made.mishaps == wrong != []
    assert made.played == made.ended + len(wrong) == 6
    assert made.decisions == sum(playout.decisions for playout in games)
    assert made.lengths.total() == made.ended


def test_games_count_the_same_in_one_batch_and_one_by_one() -> None:
    games = playouts(Until("turn", 3)) + playouts(Until("turn", 1)) + playouts()
    singly = Accumulator(watched("ford", "plain"))
    for game in games:
        singly.add([game])
    assert told(singly) == told(reckoned(games))
    assert singly.mishaps and singly.cut_short and singly.ended
    course, longest = singly.courses[0], max(len(game.series[0]) for game in games if game.fault is None)
    read = [number for game in games if game.fault is None for number in game.series[0]]
    assert (course.all, len(course.by_stage)) == (Counter(read), longest)
    assert (course.clusters.numbers, course.clusters.total) == (len(read), sum(read))
