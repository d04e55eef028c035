"""Luck of bots: one whole number, from which both engines draw the same."""

from __future__ import annotations

import pytest

from crex_dsl.engine.native import library
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.native.machine import OVER
from crex_dsl.engine.run.chance import advanced, scrambled
from crex_dsl.lab.bots.luck import Luck
from tests.lab.bots.watched import watched

SEEDS = [0, 1, 7, -3, (1 << 64) - 1, 1 << 70]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("limit", [1, 2, 6, 256, 1_000_003])
def test_a_share_of_a_number_is_worked_out_in_whole_numbers(seed: int, limit: int) -> None:
    luck = Luck(seed)
    state = luck.state
    for _ in range(50):
        state = advanced(state)
        assert int(luck.random() * limit) == (state >> 32) * limit >> 32 < limit
        assert luck.state == state


def test_bits_are_taken_from_the_upper_half_of_each_number() -> None:
    for bits in (1, 8, 31, 32, 33, 64, 100):
        luck = Luck(5)
        state, drawn = luck.state, 0
        for _ in range(-(-bits // 32)):
            state = advanced(state)
            drawn = drawn << 32 | state >> 32
        assert luck.getrandbits(bits) == drawn >> (-bits % 32) < 1 << bits
        assert luck.state == state
    assert Luck(5).getrandbits(0) == 0


def test_all_that_random_offers_comes_from_it() -> None:
    one, two = Luck(9), Luck(9)
    assert [one.randrange(1000), one.choice("abc"), one.sample(range(50), 5), one.uniform(0, 1)] == [
        two.randrange(1000),
        two.choice("abc"),
        two.sample(range(50), 5),
        two.uniform(0, 1),
    ]
    assert one.state == two.state != Luck(9).state
    one.seed(3)
    assert one.state == two.state, "it begins with its seed and nowhere else"


def test_two_seeds_differ() -> None:
    assert len({Luck(seed).state for seed in range(1_000)}) == 1_000
    assert [Luck(1).random() for _ in range(3)] != [Luck(2).random() for _ in range(3)]
    assert Luck(7).state != scrambled(7), "the dice of a game with the same seed are others"


@pytest.mark.skipif(library.engine_version() is None, reason="there is no native engine here")
@pytest.mark.parametrize("name", ["noughts", "dash", "quince"])
def test_the_native_engine_draws_the_same(name: str) -> None:
    game = watched(name)
    machine = machine_of(game)
    machine.limits(10_000)
    for seed in range(5):
        luck = Luck(seed)
        assert machine.begin(seed, luck.state) == OVER
        state = game.program.start(seed)
        codes = game.program.run(state)
        while codes:
            codes = game.program.run(state, codes[int(luck.random() * len(codes))])
        assert machine.read(0) == state
        assert machine.luck == luck.state
