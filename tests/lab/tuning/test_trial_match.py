"""A match of weights: who sits where, and what it says."""

from crex_dsl.engine.run.position import Result
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.tuning.self_play import PlayedRecord
from crex_dsl.lab.tuning.trial_match import score, seatings
from tests.lab.conftest import order, watched


def record(winners: list[tuple[str, ...] | None]) -> PlayedRecord:
    made = PlayedRecord("a match", watched("ford", "plain"), order("ford", "plain"))
    made.add(
        Playout(seed, None, "broken", 1, 1, (), (), ())
        if who is None
        else Playout(seed, Result("won", who, "c"), None, 1, 1, (), (), ())
        for seed, who in enumerate(winners)
    )
    return made


def test_everybody_sits_everywhere_equally_often() -> None:
    assert seatings(("a", "b")) == [("a",), ("b",)]
    for players in ("abc", "abcd"):
        found = seatings(tuple(players))
        assert len({sum(player in seats for seats in found) for player in players}) == 1
        assert 2 * sum(map(len, found)) == len(found) * len(players)


def test_a_side_that_always_wins_is_no_victory() -> None:
    always = [("north",)] * 20
    found = score([(("north",), record(always)), (("south",), record(always))])
    assert found is not None
    assert (found.share, found.low, found.high, found.won) == (0.5, 0.5, 0.5, False)


def test_whoever_wins_from_both_seats_is_better() -> None:
    wins, losses = [("north",)] * 18 + [("south",)] * 2, [("south",)] * 19 + [()]
    found = score([(("north",), record(wins)), (("south",), record(losses))])
    assert found is not None
    assert (found.games, found.seeds) == (40, 20)
    assert found.share == (18 + 19 + 0.5) / 40 and found.won and found.high == 1


def test_a_seed_counts_only_whole_and_few_say_nothing() -> None:
    wins: list[tuple[str, ...] | None] = [("north",)] * 11
    broken = [*wins[:10], None]
    found = score([(("north",), record(wins)), (("south",), record(broken))])
    assert found is not None and found.seeds == 10
    assert score([(("north",), record(wins[:9])), (("south",), record(wins[:9]))]) is None
