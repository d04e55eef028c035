"""Comparisons of made-up games: what is paired with what, what is left out, and what is significant."""

from dataclasses import replace

import pytest

from crex_dsl.engine.run.position import Result
from crex_dsl.lab.comparison.compare import Comparison, Effect, Record, comparison
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import played
from crex_dsl.lab.statistics.paired_tests import holm
from tests.lab.conftest import order, watched

NORTH = Result("won", ("north",), "victory")
SOUTH = Result("won", ("south",), "victory")
BOTH = Result("shared", ("north", "south"), "victory")
DRAWN = Result("drawn", (), "annihilation")
GAME = Playout(0, NORTH, None, 10, 30, (0, 2, 0, 0, 0), (3, 1, 9, 9, 0, 0), ((2, 3), (1, 1), (), (), (), ()))
BROKEN = replace(GAME, result=None, fault="it broke", measured=())


def record(name: str, *playouts: Playout, game: str = "ford", edition: str = "plain") -> Record:
    """The games of a rulebook, from seed 0 on."""
    made = Record(name, watched(game, edition), order(game, edition, len(playouts)), "A title")
    made.add(replace(playout, seed=seed) for seed, playout in enumerate(playouts))
    return made


def effects(found: Comparison) -> dict[str, Effect]:
    return {effect.title: effect for effect in found.effects}


# ---- what is compared ----
def test_every_figure_that_both_have() -> None:
    one = record("one", GAME, GAME, replace(GAME, result=DRAWN))
    two = record("two", GAME, replace(GAME, result=SOUTH), replace(GAME, result=BOTH))
    found = effects(comparison([one, two]))
    assert list(found) == [
        "won by north",
        "won by south",
        "won by north, victory",
        "drawn, annihilation",
        "won by south, victory",
        "shared by north and south, victory",
        "decisions",
        "turn",
        "Towns held, north, at the end",
        "Towns held, north, each turn",
        "Towns held, south, at the end",
        "Towns held, south, each turn",
        "Steps on the map, north, at the end",
        "Steps on the map, south, at the end",
        "Blocks lost for good, north, at the end",
        "Blocks lost for good, south, at the end",
    ]
    assert [(found[each].before, found[each].after) for each in list(found)[:6]] == [
        (pytest.approx(2 / 3), pytest.approx(2 / 3)),
        (0, pytest.approx(2 / 3)),
        (pytest.approx(2 / 3), pytest.approx(1 / 3)),
        (pytest.approx(1 / 3), 0),
        (0, pytest.approx(1 / 3)),
        (0, pytest.approx(1 / 3)),
    ]
    assert (found["Towns held, north, at the end"].before, found["Towns held, north, each turn"].before) == (3, 2.5)


def test_players_of_one_rulebook_only_are_left_out() -> None:
    two, three = (Record(name, watched("dash", name), order("dash", name, 3)) for name in ("two", "three"))
    for each in (two, three):
        for batch in played(each.order, 1):
            each.add(batch.playouts)
    found = comparison([two, three])
    assert [effect.title for effect in found.effects if effect.sort == "winner"] == ["won by red", "won by blue"]
    assert [effect.of for effect in found.effects if effect.name == "runners_bumped"] == [["red"], ["blue"]]
    assert [won.player for won in found.rulebooks[1].winners] == ["red", "blue", "green"]


def test_the_same_seeds_are_paired() -> None:
    one = record("one", *(replace(GAME, decisions=decisions) for decisions in (10, 20, 30, 40)))
    two = record("two", *(replace(GAME, decisions=decisions) for decisions in (11, 22, 32, 41)))
    found = effects(comparison([one, two]))["decisions"]
    assert found.difference == 1.5
    assert (found.low, found.high) == (pytest.approx(0.581307, abs=1e-6), pytest.approx(2.418693, abs=1e-6))
    assert found.correlation is not None and found.correlation > 0.99


def test_games_that_went_wrong_are_left_out_in_pairs() -> None:
    long = replace(GAME, decisions=1000)
    one = record("one", GAME, BROKEN, GAME, long, GAME)
    two = record("two", GAME, long, GAME, BROKEN, GAME)
    found = comparison([one, two])
    assert [(book.played, book.pairs) for book in found.rulebooks] == [(5, 4), (5, 3)]
    assert effects(found)["decisions"].difference == 0
    assert [(book.name, fault.seed, fault.what) for book, fault in found.faults] == [
        ("one", 1, "it broke"),
        ("two", 3, "it broke"),
    ]


def test_of_an_interrupted_run_what_was_played_under_both() -> None:
    one = record("one", GAME, GAME, GAME, replace(GAME, decisions=99))
    two = record("two", GAME, GAME, GAME)
    three = record("three", GAME)
    found = comparison([one, two, three])
    assert [book.pairs for book in found.rulebooks] == [4, 3, 1]
    assert effects(found)["decisions"].before == 10
    assert found.effects_of("three") == []


def test_nothing_played() -> None:
    found = comparison([record("one"), record("two")])
    assert (found.effects, found.first.winners, found.first.courses) == ([], [], [])
    assert [book.correlation for book in found.rulebooks] == [None, None]


def test_games_of_one_seed_correlate_under_each_rulebook_by_itself() -> None:
    def played(name: str, *decisions: int) -> Record:
        return record(name, *(replace(GAME, decisions=each, stages=(0, each, 0, 0, 0)) for each in decisions))

    found = comparison([played("one", 1, 2, 3), played("alike", 11, 12, 13), played("other", 3, 2, 1)])
    assert [book.correlation for book in found.rulebooks] == [None, pytest.approx(1), pytest.approx(-1)]


# ---- what is significant ----
def test_significant_is_what_is_left_after_the_correction() -> None:
    one = record("one", *[GAME] * 12)
    two = record("two", *[replace(GAME, decisions=11)] * 12)
    three = record("three", *[replace(GAME, stages=(0, 3, 0, 0, 0))] * 6, *[GAME] * 6)
    found = comparison([one, two, three])
    assert [effect.corrected for effect in found.effects] == holm([effect.p for effect in found.effects])
    assert [(each.rulebook, each.title) for each in found.effects if each.significant] == [("two", "decisions")]
    assert [effect.title for effect in found.effects_of("two", significant=True)] == ["decisions"]
    turn = next(effect for effect in found.effects_of("three") if effect.title == "turn")
    assert turn.p < 0.05 < turn.corrected  # alone it would have passed
    assert turn.games is not None and turn.games > 12
    assert effects(found)["decisions"].games is None


def test_rulebooks_that_do_the_same() -> None:
    one, two = record("one", GAME, GAME), record("two", GAME, GAME)
    other = record("other", GAME, GAME, edition="royal")
    found = comparison([one, two, other])
    assert [found.alike(book) for book in found.rulebooks] == [False, True, False]


# ---- courses ----
def test_courses() -> None:
    one = record("one", GAME, replace(GAME, series=((4, 5, 6), (1,), (), (), (), ())), BROKEN)
    towns, *_ = comparison([one, record("two", GAME)]).first.courses
    assert (towns.title, towns.of, towns.each) == ("Towns held", ["north"], "turn")
    assert [(mean.games, mean.mean) for mean in towns.means] == [(2, 3), (2, 4), (1, 6)]
    reach = 12.7062 * (2 / 2) ** 0.5  # 2 and 4 have the variance 2, and there are no others to tell
    assert (towns.means[0].low, towns.means[0].high) == (
        pytest.approx(3 - reach, rel=1e-4),
        pytest.approx(3 + reach, rel=1e-4),
    )
    assert (towns.means[2].low, towns.means[2].high, towns.means[2].reach) == (None, None, 0)


def test_winners_have_their_intervals() -> None:
    found = comparison([record("one", GAME, GAME, GAME, replace(GAME, result=BOTH)), record("two", GAME)])
    assert [(won.player, won.games, won.share) for won in found.first.winners] == [("north", 4, 1), ("south", 1, 0.25)]
    assert found.first.winners[1].low == pytest.approx(0.0456, abs=1e-4)


# ---- figures that say the same ----
def test_in_few_games_only_what_must_say_the_same_is_told_once() -> None:
    north, south = (replace(GAME, result=NORTH), replace(GAME, result=SOUTH, measured=(1, 3, 9, 9, 0, 0)))
    found = comparison([record("one", north, south, north), record("two", north, south, south)])
    told = {effect.title: effect.same for effect in found.effects if effect.same}
    assert told == {"won by north": ["won by south"]}, "of endings and other measures it may be luck"


def test_what_says_the_same_is_told_once() -> None:
    def games(*towns: int) -> list[Playout]:
        return [
            replace(GAME, result=SOUTH if held < 3 else NORTH, measured=(held, 7 - held, 9, 9, 0, held * held))
            for held in towns
        ]

    found = comparison([record("one", *games(1, 2, 3, 4, 5, 6) * 2), record("two", *games(6, 5, 4, 3, 3, 5) * 2)])
    told = effects(found)
    assert told["won by north"].same == ["won by south", "won by south, victory", "won by north, victory"]
    assert told["Towns held, north, at the end"].same == ["Towns held, south, at the end"]
    assert told["Blocks lost for good, south, at the end"].same == [], "squares grow otherwise"
    assert "Steps on the map, south, at the end" in told, "what never changes says nothing, and not the same"
    assert [effect.corrected for effect in found.effects] == holm([effect.p for effect in found.effects])
