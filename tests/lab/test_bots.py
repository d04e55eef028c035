"""Bots: who sits where, what a policy picks, and that nobody peeks."""

from collections import Counter
from random import Random

import pytest

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.game import Game
from crex_dsl.engine.position import Position
from crex_dsl.lab.bots import Bot, GreedyBot, PolicyBot, RandomBot, UnknownBot, bot, bots, seated
from tests.conformance.test_conformance import swapped
from tests.engine.tiny import STOP, Tiny
from tests.lab.conftest import watched


# ---- seats ----
def test_seats() -> None:
    game = watched("ford", "plain")
    assert list(bots(game)) == ["random", "greedy", "bold", "cautious"]
    assert bots(game)["bold"] == "Marches on the enemy and stays"
    assert seated(game, []) == {"north": "random", "south": "random"}
    assert seated(game, ["south=bold"]) == {"north": "random", "south": "bold"}
    assert seated(game, ["cautious", "n=b"]) == {"north": "bold", "south": "cautious"}


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("sotuh=bold", "`sotuh` does not play: did you mean `south`?"),
        ("west=bold", "`west` does not play: there are north and south"),
        ("south=bald", "`bald` is no bot of this game: did you mean `bold`?"),
        ("south=", "`` is no bot of this game: there are random, greedy, bold and cautious"),
    ],
)
def test_no_such_seat_or_bot(wish: str, sentence: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        seated(watched("ford", "plain"), [wish])
    assert str(refused.value) == sentence


# ---- choices ----
SECRETS = """
clause guessing "Guessing"
    state secret(player): 0..9, seen by player
    state hint: 0..9
    set spent of player
    action think(n: from 0 to 9) in game
        text "think {n}"
        do
            secret(actor) becomes n
    permit think(n)
    action guess(n: from 0 to 9) in game
        text "guess {n}"
        do
            hint becomes n
    permit guess(n)
    procedure play
        ann chooses think
        bob may choose guess or "no guess"
        ann chooses guess, stay

policy peeking "Would win if it could see"
    prefer guess(n) when n = secret(ann)

policy weighing "The more the better, but for seven, and rather nothing than little"
    prefer guess(n) by n
    avoid guess(n) when n = 7 by 3
    avoid guess(n) when n < 3 by 9

policy failing "Asks for somebody who is not there"
    prefer guess(n) when (the p in spent) is ann
"""


@pytest.fixture
def secrets(tiny: Tiny) -> Game:
    return tiny(SECRETS + STOP)


def choices(game: Game, bot: Bot, think: int, seat: int) -> Counter[str]:
    """What a bot answers in many tries after ann has thought of a number."""
    position = game.start()
    position.take(f"think({think})")
    if seat == 0:
        position.take("done")
    rng = Random(3)
    return Counter(game.spelled(bot.choose(position.state, position.codes, seat, rng)) for _ in range(60))


def test_a_random_bot_takes_anything(secrets: Game) -> None:
    assert len(choices(secrets, RandomBot(), 4, 1)) == 11


def test_a_policy_weighs_preferences_and_dislikes(secrets: Game) -> None:
    weighing = PolicyBot(secrets, "weighing")
    assert set(choices(secrets, weighing, 4, 1)) == {"guess(9)"}
    position = secrets.start()
    position.take("think(1)")
    rng = Random(1)

    def pick(*codes: str) -> set[str]:
        known = [secrets.spelled_code(code) for code in codes]
        return {secrets.spelled(weighing.choose(position.state, known, 1, rng)) for _ in range(30)}

    assert pick("guess(7)", "guess(5)") == {"guess(5)"}
    assert pick("guess(7)", "guess(4)") == {"guess(7)", "guess(4)"}, "equals are drawn by lot"
    assert pick("guess(2)", "done") == {"done"}


def test_a_policy_sees_what_its_side_sees(secrets: Game) -> None:
    assert set(choices(secrets, PolicyBot(secrets, "peeking"), 4, 0)) == {"guess(4)"}


def test_a_policy_does_not_peek(secrets: Game) -> None:
    peeking = PolicyBot(secrets, "peeking")
    four = choices(secrets, peeking, 4, 1)
    assert four == choices(secrets, peeking, 8, 1), "what is hidden changes nothing"
    assert len(four) > 5


def test_a_policy_that_fails_is_told(secrets: Game) -> None:
    with pytest.raises(RuleFault, match="found nothing that qualifies"):
        choices(secrets, PolicyBot(secrets, "failing"), 4, 1)


def test_bots_by_name(secrets: Game) -> None:
    assert isinstance(bot(secrets, "random"), RandomBot)
    assert isinstance(bot(secrets, "peeking"), PolicyBot)
    assert isinstance(bot(secrets, "greedy"), GreedyBot)


# ---- worth ----
SHOP = """
clause shop "Shop"
    state purse(player): 0..99
    action earn(n: from 1 to 5) in game
        text "earn {n}"
        do
            purse(actor) += n
    permit earn(n)
    procedure play
        ann chooses earn
        bob chooses earn
        ann chooses stay, quit
worth(p: player) is purse(p) - purse(enemy of p)
policy modest "Wants three"
    prefer earn(n) when n = 3 by 9
    avoid earn(n) when n > 3
    prefer earn(n) when n = 5 by 4
"""


def chosen(position: Position, name: str, seed: int = 0) -> str:
    game = position.game
    code = bot(game, name).choose(position.state, position.codes, game.decider(position.state), Random(seed))
    return game.spelled(code)


def test_only_a_game_with_worth_has_a_greedy_bot(tiny: Tiny) -> None:
    assert list(bots(tiny(SHOP.partition("worth")[0] + STOP))) == ["random"]


def test_each_follows_its_rule(tiny: Tiny) -> None:
    position = tiny(SHOP + STOP).start()
    assert chosen(position, "modest") == "earn(3)"
    assert chosen(position, "greedy") == "earn(5)"
    assert {chosen(position, "random", seed) for seed in range(40)} == {f"earn({n})" for n in range(1, 6)}


@pytest.mark.parametrize("name", ["random", "greedy", "bold", "cautious"])
def test_a_bot_knows_no_more_than_its_view(name: str) -> None:
    game = watched("ford", "plain")
    position, rng, blocks = game.start(3), Random(2), game.namer.kinds["block"][1]
    for _ in range(12):
        if position.asked().who == "north":
            other = swapped(position, "block", blocks["fox-riders"], blocks["ram-levy"])
            assert position.view("north") == other.view("north")
            assert chosen(position, name) == chosen(other, name)
        position.take(rng.choice(position.codes))


def test_a_guess_that_breaks_the_rules_is_left_alone(tiny: Tiny) -> None:
    text = SHOP.replace("purse(player): 0..99", "purse(player): 0..3")
    assert chosen(tiny(text + STOP).start(), "greedy") == "earn(3)"
