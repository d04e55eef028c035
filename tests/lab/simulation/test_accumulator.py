"""Reckonings: whatever the order of the games, and no larger for more of them."""

from array import array
from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from crex_dsl.lab.bots.registry import seated
from crex_dsl.lab.simulation.accumulator import Accumulator, Mishap, count
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


@given(column=st.lists(st.one_of(st.integers(0, 40), st.integers(-(2**63), 2**63 - 1)), max_size=60))
def test_columns_are_counted_as_counters_count(column: list[int]) -> None:
    for given_as in (column, array("q", column)):
        found: Counter[int] = Counter({3: 1})
        count(found, given_as)
        assert found == Counter(column) + Counter({3: 1})


@given(column=st.lists(st.integers(0, 255), max_size=300))
def test_small_numbers_are_counted_as_counters_count(column: list[int]) -> None:
    found: Counter[int] = Counter()
    count(found, array("q", column))
    assert found == Counter(column)


def test_games_count_the_same_as_columns_and_one_by_one() -> None:
    game = watched("dash", "two")
    for until in (None, Until("decisions", 5)):
        table = Match(game, seated(game, []), 100, until).batch(range(40))
        as_columns, singly = Accumulator(game), Accumulator(game)
        as_columns.add(table)
        singly.add(list(table))
        assert told(as_columns) == told(singly)
