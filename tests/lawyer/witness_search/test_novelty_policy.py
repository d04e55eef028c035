"""Wanderers: random players, some of them choosy."""

from crex_dsl.lawyer.witness_search.novelty_policy import NoveltyPolicy
from tests.lawyer.witness_search.conftest import games

PLAIN = games()[0]


def played(seed: int, tries: int) -> list[int]:
    """The decisions of one game."""
    wanderer, state, past = NoveltyPolicy(PLAIN, seed, tries), PLAIN.program.start(seed), list[int]()
    codes = PLAIN.program.run(state)
    while codes:
        before = list(state)
        past.append(wanderer.choose(state, codes))
        assert state == before and past[-1] in codes
        codes = PLAIN.program.run(state, past[-1])
    return past


def test_a_seed_gives_one_game() -> None:
    assert played(3, 4) == played(3, 4) != played(4, 4)
    assert played(3, 1) != played(3, 4)


def test_the_choosy_seldom_do_nothing() -> None:
    def idle(tries: int) -> float:
        past = [code for seed in range(6) for code in played(seed, tries)]
        return past.count(0) / len(past)

    assert idle(6) < idle(1)
