"""The roster: who can play, by which names, and who sits where."""

import pytest

from crex_dsl import load
from crex_dsl.lab.bots.greedy_bot import GreedyBot
from crex_dsl.lab.bots.planner_bot import PlannerBot
from crex_dsl.lab.bots.policy_bot import PolicyBot
from crex_dsl.lab.bots.random_bot import RandomBot
from crex_dsl.lab.bots.registry import USUAL, UnknownBot, bot, bot_name, bots, by_the_clock, seated
from tests.engine.tiny import STOP, Tiny
from tests.lab.bots.asked import SHOP
from tests.lab.conftest import watched


def test_seats() -> None:
    game = watched("ford", "plain")
    assert list(bots(game)) == ["random", "easy", "normal", "hard", "greedy", "planner", "bold", "cautious"]
    assert bots(game)["bold"] == "Marches on the enemy and stays"
    assert seated(game, []) == {"north": "random", "south": "random"}
    assert seated(game, ["south=bold"]) == {"north": "random", "south": "bold"}
    assert seated(game, ["cautious", "n=b"]) == {"north": "bold", "south": "cautious"}
    assert seated(game, ["n=b", "cautious", "c"]) == {"north": "bold", "south": "cautious"}
    assert seated(game, ["pl:20", "north=planner:30ms"]) == {"north": "planner:30ms", "south": "planner:20"}


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("sotuh=bold", "`sotuh` does not play: did you mean `south`?"),
        ("west=bold", "`west` does not play: there are north and south"),
        ("south=bald", "`bald` is no bot of this game: did you mean `bold`?"),
        (
            "south=",
            "a name is left out: there are random, easy, normal, hard, greedy, planner, bold and cautious",
        ),
        ("=bold", "a name is left out: there are north and south"),
        ("bold:5", "`bold:5`: only planner takes a budget, so leave out `:5`"),
        (
            "planner:soon",
            "`planner:soon`: `soon` is no budget: say how many playouts, such as `:200`, or how many milliseconds, "
            "such as `:50ms`",
        ),
    ],
)
def test_no_such_seat_or_bot(wish: str, sentence: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        seated(watched("ford", "plain"), [wish])
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (["bold", "greedy"], "everybody cannot be bold and greedy at once: leave one of them out"),
        (["north=bold", "bold", "n=planner:3"], "north cannot be bold and planner:3 at once: leave one of them out"),
    ],
)
def test_nobody_is_two_bots(wishes: list[str], sentence: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        seated(watched("ford", "plain"), wishes)
    assert str(refused.value) == sentence


def test_a_short_form_that_fits_several() -> None:
    with pytest.raises(UnknownBot) as refused:
        bot_name(load("crusader-rex"), "s")
    assert str(refused.value) == "`s` fits several bots: stand and stout; say which"


def test_who_thinks_by_the_clock() -> None:
    assert by_the_clock(["random", "planner", "planner:20", "bold"]) == []
    assert by_the_clock(["planner:9ms", "planner:20", "planner:5ms", "planner:9ms"]) == ["planner:9ms", "planner:5ms"]


def test_only_a_game_with_worth_has_bots_that_lean_on_it(tiny: Tiny) -> None:
    game = tiny(SHOP.partition("worth")[0] + STOP)
    assert list(bots(game)) == ["random"]
    with pytest.raises(UnknownBot, match="`planner` is no bot of this game"):
        bot_name(game, "planner:20")


def test_bots_by_name(tiny: Tiny) -> None:
    game = tiny(SHOP + STOP)
    assert isinstance(bot(game, "random"), RandomBot)
    assert isinstance(bot(game, "modest"), PolicyBot)
    assert isinstance(bot(game, "greedy"), GreedyBot)
    planner, quick = bot(game, "planner"), bot(game, "planner:7")
    assert isinstance(planner, PlannerBot) and planner.budget == USUAL
    assert isinstance(quick, PlannerBot) and quick.budget.playouts == 7
