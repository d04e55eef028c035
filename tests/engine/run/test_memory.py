"""Memory by name: single cells, all cells, and the frames that are live."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.run.memory import (
    address,
    domain,
    find_cell,
    instances,
    label,
    live_frames,
    point_name,
    rebuild_index,
)
from crex_dsl.engine.run.slots import IDLE, OVER, POINT
from tests.conformance.cases import Case
from tests.engine.compiled import positions
from tests.engine.record import fixtures

FORD = Case("ford", "plain-1.0", ())


def test_attributes_go_by_their_kind() -> None:
    game = FORD.load()
    names = [label(cell) for cell in game.cells]
    assert {"block.at", "block.strength", "face_up", "started_by", "site"} <= set(names)
    assert len(set(names)) == len(names)
    assert find_cell(game, "strength") is find_cell(game, "block.strength")


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("strenght", ("oak-spears",), "nothing remembers `strenght`: did you mean"),
        ("strength", (), "`strength` is kept for 1 things, and 0 were named"),
        ("site", ("oak-spears",), "`site` is kept for 0 things, and 1 were named"),
        ("strength", ("oak",), "`oak` is no block"),
    ],
)
def test_what_is_not_remembered_is_refused(name: str, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        FORD.load().start().read(name, *arguments)


def test_memory_of_several_things() -> None:
    game = FORD.load()
    position = game.start()
    position.take("group-move(abbey)")
    position.take("march(oak-spears, abbey-bridge)")
    assert position.read("ways_in", "north", "bridge") == []
    position.take("done")
    assert position.read("ways_in", "north", "bridge") == ["abbey-bridge"]
    assert position.read("ways_in", "south", "bridge") == []
    assert position.read("came_by", "oak-spears") == "abbey-bridge"
    assert position.read("came_by", "elm-guard") is None


@pytest.mark.parametrize("case", fixtures(), ids=str)
def test_every_instance_has_a_slot_of_its_own(case: Case) -> None:
    game = case.load()
    taken: set[int] = set()
    for cell in game.cells:
        for args, slot in instances(game, cell):
            assert address(cell, args) == slot
            assert slot not in taken
            taken.add(slot)
    assert taken <= set(range(game.tables["frames_base"]))


def test_domains() -> None:
    game = FORD.load()
    assert list(domain(game, ("number", 3, 5))) == [3, 4, 5]
    assert list(domain(game, ("bool",))) == [0, 1]
    assert list(domain(game, ("enum", ("low", "high")))) == [0, 1]
    assert list(domain(game, ("thing", "player", "player", 3))) == [0, 1]


@pytest.mark.parametrize("case", [case for case in fixtures() if case.game in ("ford", "quince", "dash")], ids=str)
def test_sets_by_value_are_always_right(case: Case) -> None:
    """What play keeps up to date step by step is what counting anew would find."""
    game = case.load()
    for position in random.Random(1).sample(positions(case, (1, 2, 3), 4), 10):
        rebuilt = list(position.state)
        for cell in game.cells:
            rebuild_index(cell, rebuilt)
        assert rebuilt == position.state


def test_live_frames_lead_from_the_innermost_to_the_end() -> None:
    game = FORD.load()
    position = game.start()
    position.take("group-move(abbey)")
    names = [frame.name for frame, _, _ in live_frames(game.tables, position.state)]
    assert names == ["march-column", "action group-move", "move-phase", "game-turn", "campaign"]
    over = list(position.state)
    over[POINT] = OVER
    assert list(live_frames(game.tables, over)) == []


def test_points_have_names() -> None:
    game = FORD.load()
    assert point_name(game.tables, OVER) == "over"
    assert point_name(game.tables, IDLE) == "idle"
    names = [*game.tables["labels"], *(point.name for point in game.points)]
    assert len(set(names)) == len(names)
    assert point_name(game.tables, game.start().state[POINT]).startswith("move-phase/")
