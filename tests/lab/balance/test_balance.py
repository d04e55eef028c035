"""Balance: figures that can be checked by hand, and what is said of them."""

from dataclasses import replace

import pytest

from crex_dsl.engine.run.position import Result
from crex_dsl.lab.balance.balance import Balance, LevelRecord, Narrow, balance
from crex_dsl.lab.balance.report import report
from crex_dsl.lab.balance.wording import headlines
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.text.messages import languages, speaking
from tests.lab.conftest import order, watched

NORTH = Result("won", ("north",), "victory")
SOUTH = Result("won", ("south",), "victory")
DRAWN = Result("drawn", (), "annihilation")
GAME = Playout(0, NORTH, None, 10, 30, (0, 2, 0, 0, 0), (3, 1, 9, 9, 0, 0), ((2, 3), (1, 1), (), (), (), ()))


def level(name: str, *playouts: Playout) -> LevelRecord:
    made = LevelRecord(name, watched("ford", "plain"), order("ford", "plain", len(playouts)))
    made.add(replace(playout, seed=seed) for seed, playout in enumerate(playouts))
    return made


def told(*levels: LevelRecord) -> Balance:
    return balance(levels)


def test_wins_level_by_level() -> None:
    south = replace(GAME, result=SOUTH)
    broken = replace(GAME, result=None, fault="it broke", measured=())
    found = told(level("random", *[GAME] * 3, south), level("greedy", GAME, south, replace(GAME, result=DRAWN), broken))
    assert [(each.bot, each.games, [won.games for won in each.players], each.drawn.games) for each in found.levels] == [
        ("random", 4, [3, 1], 0),
        ("greedy", 3, [1, 1], 1),
    ]
    assert [(each.bot, fault.seed) for each, fault in found.faults] == [("greedy", 3)]


def test_what_decides() -> None:
    ahead = replace(GAME, series=((1, 3), (2, 1), (), (), (), ()))  # behind after the first turn, and yet it wins
    found = told(level("greedy", *[GAME] * 9, *[ahead] * 3, replace(GAME, measured=(1, 1, 9, 9, 0, 0))))
    towns = [each for each in found.deciders if each.name == found.deciders[0].name]
    assert [(each.title, each.each, each.stage, each.games, each.of) for each in towns] == [
        ("Towns held, at the end", None, None, 12, 12),
        ("Towns held", "turn", 1, 10, 13),
        ("Towns held", "turn", 2, 13, 13),
    ]
    assert {each.name for each in found.deciders} == {towns[0].name}, "who has as much as the other tells nothing"


def test_what_is_said() -> None:
    south = replace(GAME, result=SOUTH)
    even = told(level("random", *[GAME] * 10), level("greedy", *[GAME, south] * 10))
    assert list(headlines(even))[:3] == [
        "At equal strength north win 50.0% (29.9% to 70.1%) of 20 games, as greedy bots play: an even game would give "
        "50.0%, and this may be one.",
        "By level, from the weakest: north win 100% as random bots play and 50.0% as greedy bots play.",
        "100% of games end by Victory (6).",
    ]
    (favours, *_) = headlines(told(level("greedy", *[GAME] * 20)))
    assert favours.endswith(": it favours north.")
    assert list(headlines(told(level("greedy")))) == ["No game came to an end."]


@pytest.mark.parametrize("language", languages())
def test_a_report_is_in_the_language_that_it_names(language: str) -> None:
    with speaking(language):
        found = told(level("random", *[GAME] * 3), level("greedy", GAME, replace(GAME, result=DRAWN)))
        text = report(found, [], "1.2.3", "crex")
    assert f'<html lang="{language}">' in text
    english = ("the balance of", "equal strength", "drawn", "won by", "95% interval", "Who played", "on record")
    assert [words for words in english if words in text] == (list(english) if language == "en" else [])


@pytest.mark.parametrize(("games", "enough"), [(20, False), (400, True)])
def test_enough(games: int, enough: bool) -> None:
    assert Narrow(0.05)([level("greedy", *[GAME, replace(GAME, result=SOUTH)] * (games // 2))]) is enough
