"""Scenes: the part of a position that things are concerned with."""

from crex_dsl.lawyer.witness_search.excerpt import scene, things_in
from tests.lawyer.witness_search.conftest import games

PLAIN = games()[0]


def state() -> list[int]:
    """The opening."""
    made = PLAIN.program.start(0)
    PLAIN.program.run(made)
    return made


def thing(kind: str, name: str) -> tuple[str, int]:
    """A thing by its name."""
    return kind, PLAIN.namer.kinds[kind][1][name]


def test_a_thing_is_shown_with_all_that_stand_beside_it() -> None:
    lines = scene(PLAIN, state(), [thing("block", "oak-spears")])
    assert lines[0].startswith("turn number 1, player 1 north")
    assert lines[1:] == ["abbey: oak-spears (3), birch-levy (4)"]


def test_a_link_is_shown_by_its_ends() -> None:
    lines = scene(PLAIN, state(), [thing("road", "abbey-bridge")])
    assert lines[1:] == ["abbey: oak-spears (3), birch-levy (4)", "bridge: nobody"]


def test_values_name_things() -> None:
    block = ("thing", "block", "block", -1)
    assert list(things_in(block, 2)) == [("block", 2)]
    assert list(things_in(("set", block), 0b101)) == [("block", 0), ("block", 2)]
    assert list(things_in(("thing", "player", "player", -1), 0)) == []
    assert list(things_in(("number", 0, 4), 3)) == []
