"""Scenarios as starts: played like any game, over with the scene, saved, taken up again and gone through."""

import json
from random import Random

import pytest

from crex_dsl import load
from crex_dsl.engine.errors import SaveError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.scenarios.setup import CannotStage, opening
from crex_dsl.gameplay.history import GameHistory
from tests.conformance.cases import GAMES

VALUES = {"town": "mill", "way": "abbey-mill", "attackers": ["fox-riders", "ox-levy"], "defenders": ["yew-bows"]}
WORDS = ["mill", "abbey-mill", "fox-riders,ox-levy", "defenders=yew-bows"]


@pytest.fixture(scope="module")
def ford() -> Game:
    return load("ford", "plain", rules=[GAMES])


def played_out(position: Position) -> Position:
    rng = Random(1)
    while not position.over:
        position.take(rng.choice(position.codes))
    return position


def test_values_by_name_or_in_words(ford: Game) -> None:
    one, two = ford.start(5, scenario="clash", values=VALUES), ford.start(5, scenario="clash", values=WORDS)
    assert one == two and one.decision is not None
    assert one.opening is not None and one.opening.values == VALUES
    assert (
        str(one.opening)
        == "A battle for one town: town mill, way abbey-mill, attackers fox-riders, ox-levy, defenders yew-bows"
    )
    assert one.read("at", "fox-riders") == "mill"


def test_dice_are_those_of_the_seed(ford: Game) -> None:
    ends = {seed: played_out(ford.start(seed, scenario="clash", values=WORDS)).key for seed in (1, 1, 2, 3, 4)}
    assert ends[1] == played_out(ford.start(1, scenario="clash", values=WORDS)).key
    assert len(set(ends.values())) > 1


def test_the_game_is_over_with_the_scene(ford: Game) -> None:
    position = played_out(ford.start(5, scenario="clash", values=WORDS))
    result = position.result
    assert result is not None and (result.kind, result.winners, result.clause) == ("over", (), "")
    assert result.outcome and str(result) == result.spelled == result.outcome


def test_saves_know_it(ford: Game) -> None:
    position = ford.start(5, scenario="clash", values=WORDS)
    again = ford.from_json(position.to_json())
    assert again == position and again.opening is not None and again.opening.values == VALUES
    over = played_out(again)
    last = ford.from_json(over.to_json())
    assert last.result == over.result and last.past == over.past
    assert GameHistory.of(last).now.result == over.result
    assert "scenario" not in json.loads(ford.start(5).to_json())


def test_a_save_that_began_otherwise_is_refused(ford: Game) -> None:
    save = json.loads(ford.start(5, scenario="clash", values=WORDS).to_json())
    save["scenario"]["name"] = "clsh"
    with pytest.raises(SaveError, match=r"it did not begin like this: .* has no scenario `clsh`"):
        ford.from_json(json.dumps(save))


def test_a_notation_knows_it(ford: Game) -> None:
    over = played_out(ford.start(5, scenario="clash", values=WORDS))
    assert ford.from_notation(over.game_notation).result == ford.from_notation(over.notation).result == over.result


@pytest.mark.parametrize(
    ("name", "values", "sentence"),
    [
        ("clsh", [], "The Ford has no scenario `clsh`: did you mean `clash`?"),
        ("clash", ["mill"], "`clash` needs way: say way=VALUE; it takes town"),
        ("clash", {"twon": "mill"}, "`clash` has no `twon`: did you mean `town`?"),
        ("clash", ["mll", "abbey-mill"], "town: `mll` is no town: did you mean `mill`?"),
    ],
)
def test_refusals(ford: Game, name: str, values: list[str] | dict[str, str], sentence: str) -> None:
    with pytest.raises(CannotStage) as caught:
        opening(ford, name, values)
    assert sentence in str(caught.value)
