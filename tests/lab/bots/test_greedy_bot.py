"""The greedy bot: what stands best at once, and no harm where a guess breaks the rules."""

from tests.engine.tiny import STOP, Tiny
from tests.lab.bots.asked import SHOP, choices, chosen

ENDS = """
clause ends "Ends"
    action win in game
        text "win"
        do
            end game won by actor
    action lose in game
        text "lose"
        do
            end game won by enemy of actor
    permit win
    permit lose
    procedure play
        ann chooses win, lose, stay, quit
        bob chooses stay, quit
worth(p: player) is 7
"""


def test_it_takes_what_stands_best(tiny: Tiny) -> None:
    assert chosen(tiny(SHOP + STOP).start(), "greedy") == "earn(5)"


def test_a_win_is_worth_more_than_anything_and_a_loss_less(tiny: Tiny) -> None:
    assert set(choices(tiny(ENDS + STOP).start(), "greedy")) == {"win"}
    no_win = ENDS.replace("    permit win\n", "")
    assert set(choices(tiny(no_win + STOP).start(), "greedy")) == {"stay"}, "7 is more than a draw"
    only = no_win.replace("ann chooses win, lose, stay, quit", "ann chooses lose, quit")
    assert set(choices(tiny(only + STOP).start(), "greedy")) == {"quit"}


def test_a_guess_that_breaks_the_rules_is_left_alone(tiny: Tiny) -> None:
    text = SHOP.replace("purse(player): 0..99", "purse(player): 0..3")
    assert chosen(tiny(text + STOP).start(), "greedy") == "earn(3)"
