"""Enumeration: each position once, chances that add up, and keys that tell positions apart as positions do."""

from fractions import Fraction
from random import Random

import pytest

from crex_dsl import load
from crex_dsl.engine.scenarios.setup import set_up
from crex_dsl.lab.odds.exact import Enumeration, Keys, NotEnumerated
from crex_dsl.lab.odds.scene_policies import ScenePolicies
from tests.conformance.cases import GAMES
from tests.engine.tiny import STOP, Tiny

CLASH = ["mill", "abbey-mill", "fox-riders,ox-levy", "yew-bows,elm-guard"]


def enumeration(budget: int) -> Enumeration:
    game = load("ford", "plain", rules=[GAMES])
    return Enumeration(set_up(game, "clash", CLASH), ScenePolicies(game, ()), budget)


def test_chances_add_up() -> None:
    count = enumeration(100_000)
    steps = sum(1 for _ in count.explore())
    assert sum(count.ends.values()) == 1
    assert all(isinstance(chance, Fraction) and chance > 0 for chance in count.ends.values())
    assert steps == count.positions


def test_the_budget_is_kept() -> None:
    whole = enumeration(100_000)
    list(whole.explore())
    exactly = enumeration(whole.positions)
    list(exactly.explore())
    assert exactly.ends == whole.ends
    short = enumeration(whole.positions - 1)
    with pytest.raises(NotEnumerated):
        list(short.explore())


def test_a_scene_can_be_counted_twice() -> None:
    game = load("ford", "plain", rules=[GAMES])
    scene, scene_policies = set_up(game, "clash", CLASH), ScenePolicies(game, ())
    first, second = Enumeration(scene, scene_policies, 100_000), Enumeration(scene, scene_policies, 100_000)
    list(first.explore())
    list(second.explore())
    assert first.ends == second.ends


def test_a_shuffle_of_too_many_is_not_counted(tiny: Tiny) -> None:
    cards = "".join(f"        | c{number} |\n" for number in range(10))
    text = f"""
kind card
    changing place : 0..10
clause deck "The deck"
    table card
        | id |
{cards}    procedure play
        shuffle (all c: card) by place
        ann chooses stay, quit
scenario mixed "Mixed"
    begin play
    measure top "Top" is c0.place
"""
    game = tiny(text + STOP)
    with pytest.raises(NotEnumerated) as refused:
        list(Enumeration(set_up(game, "mixed", []), ScenePolicies(game, ()), 10).explore())
    assert "too many orders" in str(refused.value)


def test_keys_are_equal_where_positions_are() -> None:
    game = load("ford", "plain", rules=[GAMES])
    keys, seen = Keys(game), dict[object, object]()
    for seed in range(6):
        position, rng = game.start(seed % 3), Random(seed % 3)
        for _ in range(60):
            if position.over:
                break
            assert seen.setdefault(keys.of(position.state), position.key) == position.key
            position.take(rng.choice(position.codes))
    assert len(seen) == len(set(seen.values())) > 100
