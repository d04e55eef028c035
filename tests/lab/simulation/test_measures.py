"""Gauges: a measure for every thing that it is of."""

from crex_dsl.lab.simulation.measures import heading, measures_of
from tests.engine.tiny import STOP, Tiny
from tests.lab.conftest import watched, written

RULES = """
kind box is small, large
stage day in game
clause filling "Filling"
    state filled(box): 0..9
    procedure play
        open day
            filled(large) becomes 4
            ann chooses stay, quit

measure all "All" is sum of filled(b) for b: box
measure one(box) "One" is filled(box) each day
measure more(b: box, n: 1..2, yes_or_no: yes or no) "More" is filled(b) + n
measure vast(n: 1..201) "Vast" is n
"""


def test_every_value_of_every_parameter(tiny: Tiny) -> None:
    game = written(tiny, RULES + STOP)
    state = game.start().state
    found = {(measure.name, measure.of): measure.read(state) for measure in measures_of(game)}
    assert found["all", ()] == 4
    assert (found["one", ("small",)], found["one", ("large",)]) == (0, 4)
    assert [value for (name, _), value in found.items() if name == "more"] == [1, 1, 2, 2, 5, 5, 6, 6]
    assert "vast" not in {name for name, _ in found}
    assert {measure.name: measure.each for measure in measures_of(game)} == {"all": None, "one": "day", "more": None}


def test_only_players_who_play() -> None:
    of = {measure.of for measure in measures_of(watched("dash", "two-player"))}
    assert len(of) == 2
    assert len({measure.of for measure in measures_of(watched("dash", "four-player"))}) == 4


def test_headings() -> None:
    assert heading("Coins", ("ann",), None, counts=False) == "Coins, ann, at the end"
    assert heading("Sales", (), None, counts=True) == "Sales, in all"
    assert heading("Sales", ("ann", "cart"), "day", counts=True) == "Sales, ann, cart, each day"
