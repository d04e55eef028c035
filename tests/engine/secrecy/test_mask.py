"""One mask for every text: values that rest on secrets become question marks, secret pieces lose their names."""

from __future__ import annotations

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import label
from crex_dsl.engine.secrecy.mask import HIDDEN, Mask
from tests.engine.tiny import STOP, Tiny, play

TEXT = """
kind coin
    value : 1..9
    face  : plain | gilt, seen by all
    changing keeper : player or nobody, seen by all
    identity seen by coin.keeper, by all when coin in shown
table coin
    | id | value | face  |
    | c1 | 5     | plain |
    | c2 | 7     | plain |
clause coins "Coins"
    set shown of coin
    state hidden(player): 0..9, starts at 4, seen by player, by all when over_now
    state shut(player): 0..9, starts at 3, seen by all
    state over_now: yes or no
    state guest: player or nobody
    action reveal in game
        text "reveal"
        do
            over_now becomes yes
            add c1 to shown
    permit reveal
    action tell(coin) in game
        text "{coin}/{coin.value}/{coin.face}/{hidden(actor)}/{shut(actor)}/{both(actor)}/{price(coin)}/{size of rich}"
        do
            return
    permit tell(coin)
    define both(p: player): number is hidden(p) + shut(p)
    define price(coin): number is
        coin.value  when coin.face is plain
        0           otherwise
    define rich: set of player is all p in players where hidden(p) > 3
    procedure play
        c1.keeper becomes ann
        c2.keeper becomes ann
        while shut(ann) = 3
            ann chooses tell, reveal, quit
"""


@pytest.fixture
def coins(tiny: Tiny) -> Game:
    return tiny(TEXT + STOP)


def told(game: Game, viewer: int | None, *before: str) -> str:
    position = play(game.start(), *before)
    return game.text(position.state, game.spelled_code("tell(c1)"), Mask(game, position.state, viewer))


def test_everything_for_no_viewer_and_for_the_owner(coins: Game) -> None:
    assert told(coins, None) == "c1/5/plain/4/3/7/5/2"
    assert told(coins, 0) == "c1/5/plain/4/3/7/5/?"  # of everybody's purses she may not speak


def test_values_that_rest_on_secrets_are_hidden(coins: Game) -> None:
    assert told(coins, 1) == "a coin/?/plain/?/3/?/?/?"


def test_what_is_shown_is_seen(coins: Game) -> None:
    assert told(coins, 1, "reveal") == "c1/5/plain/4/3/7/5/2"


def test_sees_and_knows(coins: Game) -> None:
    position = coins.start()
    cells = {label(cell): number for number, cell in enumerate(coins.cells)}
    bob, everybody = Mask(coins, position.state, 1), Mask(coins, position.state, None)
    assert bob.sees(cells["hidden"], (1,))
    assert not bob.sees(cells["hidden"], (0,))
    assert bob.sees(cells["shut"], (0,))
    assert bob.sees(cells["shown"], ())
    assert not bob.sees(-1, ())
    assert not bob.sees("coin", (0,))
    assert not bob.knows("coin", 0)
    assert bob.hides("coin", 0)
    assert bob.knows("player", 0)
    assert everybody.sees(-1, ())
    assert everybody.knows("coin", 0)


def test_a_value_is_shown_or_it_is_not(coins: Game) -> None:
    position = coins.start()
    bob = Mask(coins, position.state, 1)
    assert bob.show(("number", None, None), 4, ()) == "4"
    assert bob.show(("number", None, None), 4, ((-1, ()),)) == HIDDEN
    assert bob.show(("thing", "coin", "coin", 3), 0, ()) == "a coin"
    assert bob.plural(1, ("coin", "coins"), ()) == "coin"
    assert bob.plural(1, ("coin", "coins"), ((-1, ()),)) == "coins"
    assert bob.sees_all(())
    assert not bob.sees_all((("player", (0,)), ("coin", (0,))))


# ---- what a text tells without showing it ----
def says(tiny: Tiny, text: str, viewer: int | None, *before: str, of: str = "c1") -> str:
    """The text of telling of a coin, written in another way."""
    whole = TEXT[TEXT.index('"{coin}/') :].split("\n")[0]
    lines = "".join(f"\n            {line}" for line in text.split("\n")) if "\n" in text else text
    game = tiny(TEXT.replace(whole, lines.lstrip(" ")) + STOP)
    position = play(game.start(), *before)
    return game.text(position.state, game.spelled_code(f"tell({of})"), Mask(game, position.state, viewer))


@pytest.mark.parametrize("text", ["{c1.keeper}", "{c1}", "{coin is c1}", "{coin in [c1]}", "{size of first_coin}"])
def test_a_value_that_names_a_secret_thing_is_hidden(tiny: Tiny, text: str) -> None:
    text = text.replace("first_coin", "(all c: coin where c in [c1] and c.keeper is ann)")
    hidden = "a coin" if text == "{c1}" else HIDDEN
    assert says(tiny, f'"{text}"', None) == says(tiny, f'"{text}"', 0) != hidden
    assert says(tiny, f'"{text}"', 1) == hidden
    assert says(tiny, f'"{text}"', 1, "reveal") == says(tiny, f'"{text}"', None)


def test_what_is_the_same_of_every_secret_thing_is_shown(tiny: Tiny) -> None:
    assert says(tiny, '"{coin.keeper} {count c: coin where c.keeper is ann} {coin in shown}"', 1) == "ann 2 no"


def test_the_form_of_a_word_tells_no_secret(tiny: Tiny) -> None:
    text = '"{hidden(actor) - 3} {hidden(actor) - 3: coin | coins}"'
    assert [says(tiny, text, viewer) for viewer in (None, 0, 1)] == ["1 coin", "1 coin", "? coins"]


SECRET = """
"rich {coin}"  when hidden(actor) > 3
"poor {coin}"  otherwise"""
NAMED = """
"the first {coin}"  when coin is c1
"{coin}"            when coin.face is plain
"a golden {coin}"   otherwise"""
PARTED = """
"one"    when shut(actor) = 4 and hidden(actor) = 4
"two"    when shut(actor) = 3 or hidden(actor) = 4
"three"  when shut(actor) = 4 or hidden(actor) = 4
"four"   otherwise"""
WARY = """
"one"    when not hidden(actor) = 4
"two"    when shut(actor) = 4 or not (hidden(actor) = 5 or coin.value = 7)
"three"  when shut(actor) = 3
"four"   otherwise"""
KEPT = """
"{c1.keeper} has {hidden(c1.keeper)}"  when c1.keeper is not nobody and hidden(c1.keeper) > 3
"kept"                                 when c1.keeper is not nobody
"free"                                 otherwise"""
GUEST = """
"{guest} has {hidden(guest)}"  when guest is not nobody and hidden(guest) > 3
"nobody"                       when guest is nobody or hidden(guest) = 0
"somebody"                     otherwise"""


@pytest.mark.parametrize(
    ("text", "all_told", "ann", "bob"),
    [
        (SECRET, "rich c1", "rich c1", "poor a coin"),
        (NAMED, "the first c1", "the first c1", "a golden a coin"),
        (PARTED, "two", "two", "two"),  # what is known to fail, and what is known to hold, is told
        (PARTED.replace("3", "9"), "two", "two", "four"),
        (WARY, "two", "two", "four"),
        (KEPT, "ann has 4", "ann has 4", "free"),
        (GUEST, "nobody", "nobody", "nobody"),
    ],
)
def test_a_case_is_told_to_those_who_may_know_that_it_holds(
    tiny: Tiny, text: str, all_told: str, ann: str, bob: str
) -> None:
    assert [says(tiny, text, viewer) for viewer in (None, 0, 1)] == [all_told, ann, bob]
    assert says(tiny, text, 1, "reveal") == all_told  # what is shown may be told


def test_nobody_learns_by_a_case_which_thing_it_is(tiny: Tiny) -> None:
    for text in (SECRET, NAMED, PARTED, WARY, KEPT):
        assert says(tiny, text, 1) == says(tiny, text, 1, of="c2")
    assert says(tiny, NAMED, 0, of="c2") == "c2"
