"""Staging: values by name and in order, what cannot be laid out, and scenes found in a position."""

from pathlib import Path
from random import Random

import pytest

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import IDLE, POINT
from crex_dsl.engine.scenarios.setup import CannotStage, Staged, set_up, staged_from, taken
from crex_dsl.lab.odds.odds import odds
from crex_dsl.lab.odds.scene_policies import ScenePolicies
from tests.conformance.cases import GAMES
from tests.engine.tiny import STOP, Tiny

MET = ["clash", "mill", "abbey-mill", "fox-riders"]


@pytest.fixture(scope="module")
def ford() -> Game:
    return load("ford", "plain", rules=[GAMES])


def in_battle(game: Game) -> Position:
    """A position of a game in the middle of a battle."""
    for seed in range(50):
        position, rng = game.start(seed), Random(seed)
        while not position.over:
            if "fire" in game.asking(position.state).offered:
                return position
            position.take(rng.choice(position.codes))
    raise AssertionError("there was no battle")


def read(scene: Staged, name: str, *of: str) -> object:
    return Position(scene.game, scene.state, [], scene.state, None).read(name, *of)


# ---- values ----
def test_values_come_in_order_or_by_name(ford: Game) -> None:
    one = set_up(ford, "clash", ["mill", "abbey-mill", "fox-riders,ox-levy", "yew-bows"])
    two = set_up(ford, "clash", ["defenders=yew-bows", "mill", "attackers=fox-riders, ox-levy", "way=abbey-mill"])
    assert one.args == two.args
    assert one.state == two.state
    assert one.named["attackers"] == ["fox-riders", "ox-levy"]
    assert read(one, "block.at", "fox-riders") == "mill"
    assert one.before == (7, 2)


def test_scenes_and_things_go_by_what_people_call_them(ford: Game) -> None:
    by_id = set_up(ford, "clash", ["mill", "abbey-mill", "fox-riders,ox-levy", "yew-bows"])
    title = by_id.scene.title
    said = set_up(ford, title.upper(), ["MIL", "abbey mill", "Fox Riders, ox", "yew"], ["ox levy.strength=2"])
    assert title != "clash" and said.scene.name == "clash"
    assert said.args == by_id.args
    with pytest.raises(CannotStage, match="`levy` is no block"):  # several are
        set_up(ford, "clash", ["mill", "abbey-mill", "levy"])


def test_a_list_may_be_left_out(ford: Game) -> None:
    scene = set_up(ford, "clash", ["mill", "abbey-mill", "fox-riders"])
    assert scene.named["defenders"] == []


def test_memory_is_set_after_the_set_up(ford: Game) -> None:
    words = ["mill", "abbey-mill", "fox-riders", "yew-bows"]
    scene = set_up(ford, "clash", words, ["yew-bows.strength=1", "started_by(mill)=nobody"])
    assert scene.before == (3, 1)
    assert read(scene, "started_by", "mill") is None
    moved = set_up(ford, "clash", words, ["yew-bows.at=abbey"])
    assert read(moved, "block.at", "yew-bows") == "abbey"
    assert odds(moved, ScenePolicies(ford, ()), 500, 1, 0).outcomes[0].outcome == "the attackers win"


@pytest.mark.parametrize(
    ("words", "changes", "sentence"),
    [
        (["clsh"], [], "has no scenario `clsh`: did you mean `clash`?"),
        (["clash"], [], "`clash` needs town: say town=VALUE; it takes town (town), way (road), attackers (block, …)"),
        (["clash", "mll"], [], "town: `mll` is no town: did you mean `mill`?"),
        (["clash", "twon=mill"], [], "`clash` has no `twon`: did you mean `town`?"),
        (["clash", "mill", "town=mill"], [], "`town` is said twice"),
        (["clash", "mill", "abbey-mill", "fox-riders", "yew-bows", "x"], [], "`x` is one too many: `clash` takes"),
        (["clash", "mill", "abbey-mill", "fox-riders,fx"], [], "attackers: `fx` is no block"),
        ([*MET, "fox-riders"], [], "`fox-riders` is named twice, in attackers and"),
        (["clash", "mill", "abbey-mill", "fox-riders,yew-bows", "yew-bows"], [], "`yew-bows` is named twice"),
        (["clash", "mill", "abbey-mill"], [], "laid out like this: nobody attacks; it takes town (town), way (road)"),
        ([*MET, "ox-levy"], [], "are on the same side"),
        (MET, ["fox-riders"], "`fox-riders` says nothing: write THING.MEMORY=VALUE"),
        (MET, ["fox-riders.nonsense=2"], "nothing remembers `nonsense`: of fox-riders there are at"),
        (MET, ["fox-riders=2"], "write fox-riders.MEMORY=VALUE, of which there are at"),
        (MET, ["fx-riders.nonsense=2"], "there is no `fx-riders`: did you mean `fox-riders`?"),
        (MET, ["nonsense=2"], "nothing remembers `nonsense`: write THING.MEMORY=VALUE"),
        (MET, ["fox-riders.strenght=2"], "did you mean `block.strength`?"),
        (MET, ["fox-riders.strength=7"], "fox-riders.strength: 7 is outside 0..4"),
        (MET, ["strength=7"], "`strength` is kept for each block: write BLOCK.strength=VALUE"),
        (MET, ["ways_in(north)=-"], "for each player and place: write ways_in(PLAYER, PLACE)=VALUE"),
    ],
)  # fmt: skip
def test_what_cannot_be_laid_out(ford: Game, words: list[str], changes: list[str], sentence: str) -> None:
    with pytest.raises(CannotStage) as refused:
        set_up(ford, words[0], words[1:], changes)
    assert sentence in str(refused.value)


def test_a_scenario_that_tells_nothing_is_refused(tiny: Tiny) -> None:
    text = """
clause playing "Playing"
    procedure play
        ann chooses stay, quit
scenario mute "Mute"
    begin play
scenario loud "Loud"
    begin play
    outcome "over"
"""
    game = tiny(text + STOP)
    with pytest.raises(CannotStage) as refused:
        set_up(game, "mute", [])
    assert str(refused.value) == "the rule files do not say how `mute` can come out; there are loud"


def test_what_a_scenario_takes_is_said_by_kind(tiny: Tiny) -> None:
    text = """
kind box is red-box, blue-box
clause playing "Playing"
    procedure play
        ann chooses stay, quit
scenario everything(n: 1..3, box, sure: yes or no, maybe: box or nothing, boxes: set of box) "Everything"
    begin play
    measure number_said "Number" is n
"""
    scene = set_up(tiny(text + STOP), "everything", ["2", "red-box", "yes", "nothing", "red-box,blue-box"])
    wanted = "n (a number), box (box), sure (yes or no), maybe (box or nothing) and boxes (box, …)"
    assert taken(scene.scene) == wanted
    assert scene.named == {"n": 2, "box": "red-box", "sure": True, "maybe": None, "boxes": ["red-box", "blue-box"]}


# ---- in a position ----
def test_a_scene_that_runs_is_gone_on_with(ford: Game) -> None:
    position = in_battle(ford)
    scene = staged_from(position, None, [])
    assert scene.scene.name == "clash"
    town = scene.named["town"]
    assert position.read("site") == town
    assert {position.read("block.at", block) for block in scene.named["attackers"]} == {town}
    found = odds(scene, ScenePolicies(ford, ()), 100_000, 1, 0)
    assert found.method == "counted"
    assert staged_from(position, "clash", []).state == scene.state


def test_what_follows_a_scene_is_cut_off(ford: Game) -> None:
    scene = staged_from(in_battle(ford), None, [])
    state, rng = scene.state[:], Random(1)
    state[0] = 12345
    codes = ford.program.run(state, rng.choice(ford.program.legal[state[POINT] - IDLE - 1](state)))
    while codes:
        codes = ford.program.run(state, rng.choice(codes))
    assert state[POINT] == IDLE


def test_the_forces_of_a_position(ford: Game) -> None:
    position = ford.start(3)
    scene = staged_from(position, "clash", ["abbey", "attackers=wolf-guard"])
    there = [name for name in ford.namer.kinds["block"][0] if position.read("block.at", name) == "abbey"]
    assert set(scene.named["defenders"]) | set(scene.named["attackers"]) <= {*there, "wolf-guard"}
    assert scene.named["attackers"] == ["wolf-guard"]


def test_a_position_in_which_nothing_runs(ford: Game) -> None:
    position = ford.start(3)
    with pytest.raises(CannotStage) as refused:
        staged_from(position, None, [])
    assert str(refused.value) == "no scenario runs in this save: name one, clash"
    with pytest.raises(CannotStage) as refused:
        staged_from(position, "clash", [])
    assert str(refused.value).startswith("`clash` does not run in this save: say what it is about, town (town), way")


def test_a_save_is_the_same_scene(ford: Game, tmp_path: Path) -> None:
    position = in_battle(ford)
    again = ford.from_json(position.to_json())
    one, two = (odds(staged_from(each, None, []), ScenePolicies(ford, ()), 100_000, 1, 0) for each in (position, again))
    assert one == two
