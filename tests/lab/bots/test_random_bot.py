"""The random bot."""

from random import Random

from crex_dsl.lab.bots.random_bot import RandomBot
from tests.engine.tiny import STOP, Tiny
from tests.lab.bots.asked import SHOP, choices


def test_it_takes_anything(tiny: Tiny) -> None:
    assert set(choices(tiny(SHOP + STOP).start(), "random")) == {f"earn({n})" for n in range(1, 6)}


def test_asked_or_not_it_takes_anything(tiny: Tiny) -> None:
    information_set = tiny(SHOP + STOP).start().view("ann").information_set
    assert {RandomBot().choose(information_set, Random(seed)) for seed in range(60)} == set(range(5))
