"""A table: the same seed, the same game; short ones, endless ones, stuck ones."""

from dataclasses import replace

import pytest

from crex_dsl.lab.bots.luck import Luck
from crex_dsl.lab.bots.registry import seated
from crex_dsl.lab.simulation.match import Match, Until
from crex_dsl.lab.simulation.playouts import Playout
from tests.engine.tiny import STOP, Tiny
from tests.lab.conftest import watched, written


def table(game: str = "ford", edition: str | None = "plain", bots: str = "random", until: Until | None = None) -> Match:
    made = watched(game, edition)
    return Match(made, seated(made, [bots]), 10_000, until)


def test_the_same_seed_is_the_same_game() -> None:
    one, other = table(), table()
    games = [one.play(seed) for seed in (3, 4, 3)]
    assert games[0] == games[2] == other.play(3)
    assert games[0] != replace(games[1], seed=3)


@pytest.mark.parametrize("bots", ["bold", "cautious"])
def test_policies_come_to_an_end_too(bots: str) -> None:
    made = table(bots=bots)
    assert made.play(5) == table(bots=bots).play(5)
    assert made.play(5).result is not None
    assert made.play(5) != table().play(5)


def test_a_position_played_by_hand_says_the_same() -> None:
    made = table()
    playout = made.play(11)
    position = made.game.start(11)
    rng, decisions, answers = Luck(11), 0, 0
    while not position.over:
        decisions, answers = decisions + 1, answers + len(position.codes)
        position.take(position.codes[int(rng.random() * len(position.codes))])
    assert (playout.result, playout.decisions, playout.answers) == (position.result, decisions, answers)
    assert playout.measured[0] == position.measure("towns_held", "north")


def test_stages_and_what_is_measured_each() -> None:
    made = table()
    playout = made.play(0)
    turns = playout.stages[made.stage_names.index("turn")]
    assert turns > 1
    each = [len(series) for measure, series in zip(made.gauges, playout.series, strict=True) if measure.each == "turn"]
    assert each == [turns, turns]
    assert not any(series for measure, series in zip(made.gauges, playout.series, strict=True) if measure.each is None)


@pytest.mark.parametrize("bots", ["greedy", "planner:3"])
def test_what_a_bot_thinks_of_is_not_measured(bots: str) -> None:
    made = table(bots=bots, until=Until("turn", 2))
    playout = made.play(0)
    assert playout.stages[made.stage_names.index("turn")] == 2
    assert [len(series) for measure, series in zip(made.gauges, playout.series, strict=True) if measure.each] == [2, 2]
    assert playout == table(bots=bots, until=Until("turn", 2)).play(0)


# ---- cut short ----
def cut(what: str, times: int) -> tuple[Playout, list[str]]:
    made = table(until=Until(what, times))
    return made.play(0), made.stage_names


def test_until_a_stage() -> None:
    playout, stages = cut("turn", 2)
    assert playout.result is None and playout.fault is None
    assert playout.stages[stages.index("turn")] == 2
    assert playout.measured
    assert [len(series) for series in playout.series[:2]] == [2, 2], "the third has only begun"


def test_until_so_many_decisions() -> None:
    assert cut("decisions", 17)[0].decisions == 17


def test_a_limit_out_of_reach_changes_nothing() -> None:
    assert cut("turn", 99)[0] == table().play(0)


ENDING = """
stage day in game with hour: 0..9
clause days "Days"
    procedure play
        for each n from 1 to 3
            open day with hour is n
                ann chooses wait, leave
    action leave in day
        text "leave"
        do
            end game won by ann
    permit leave when hour = 2
    action wait in day
        text "wait"
        do
            return
    permit wait when hour = 1
measure hours "Hours" is hour each day
"""


def test_a_stage_in_which_the_game_ends_counts(tiny: Tiny) -> None:
    game = written(tiny, ENDING + STOP)
    playout = Match(game, seated(game, []), 10).play(1)
    assert playout.result is not None and playout.result.winners == ("ann",)
    assert playout.stages == (0, 1)
    assert playout.series == ((1, 2),)


def test_what_is_counted_each_stage_is_counted_anew(tiny: Tiny) -> None:
    more = 'measure waits "Waits" counts wait each day\n'
    game = written(tiny, ENDING.replace("permit wait when hour = 1", "permit wait") + more + STOP)
    made = Match(game, seated(game, []), 10)
    found = {(playout.measured[1], playout.series[1]) for playout in map(made.play, range(12))}
    assert found == {(1, (1, 0)), (3, (1, 1, 1))}


def test_what_a_bot_supposes_is_not_played() -> None:
    made = table(bots="greedy")
    assert made.play(1).stages[made.stage_names.index("turn")] <= 6, "no game has more"


# ---- gone wrong ----
STUCK = """
stage day in game
clause walking "Walking"
    state steps: 0..3
    action walk in game
        text "walk"
        do
            steps += 1
    action idle in game
        text "idle"
        do
            return
    permit walk when steps < 3
    permit idle when steps < 3
    procedure play
        while steps < 9
            open day
                ann chooses walk, idle

measure steps "Steps" is steps each day
"""


def test_a_stuck_game_is_told(tiny: Tiny) -> None:
    game = written(tiny, STUCK + STOP)
    playout = Match(game, seated(game, []), 10_000).play(1)
    assert playout.result is None
    assert playout.fault is not None
    assert playout.fault.startswith("nothing is legal where somebody must choose among walk, idle")
    assert playout.decisions >= 3
    assert playout.answers == 2 * playout.decisions
    assert playout.measured == ()


@pytest.mark.parametrize("bots", ["random", "lazy"])
def test_an_endless_game_is_told(tiny: Tiny, bots: str) -> None:
    loop = STUCK.replace("steps += 1", "steps becomes 1") + '\npolicy lazy "Idles"\n    prefer idle\n'
    game = written(tiny, loop + STOP)
    playout = Match(game, seated(game, [bots]), 50).play(1)
    assert (playout.fault, playout.decisions) == ("it goes on after 50 decisions", 50)


def test_a_fault_of_our_own_does_not_stop_the_series(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()

    def stumble(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(made.game.program, "run", stumble)
    assert made.play(1).fault == "ZeroDivisionError: by zero"
