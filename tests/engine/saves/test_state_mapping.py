"""States carried from one rulebook to another, many times."""

from contextlib import suppress
from random import Random

import pytest

from crex_dsl.engine.run.memory import label
from crex_dsl.engine.run.slots import IDLE, POINT
from crex_dsl.engine.saves.state_mapping import NoStateMapping, StateMapping, cut
from tests.conformance.cases import Case

plain = Case("ford", "plain-1.0", ()).load
royal = Case("ford", "royal-2.0", ()).load
guides = Case("ford", "plain-1.0", ("guides",)).load


def states(seed: int = 1) -> list[list[int]]:
    """The decisions of a random game of the plain edition."""
    state, choose, found = plain().program.start(seed), Random(seed).random, []
    codes = plain().program.run(state)
    while codes:
        found.append(list(state))
        codes = plain().program.run(state, codes[int(choose() * len(codes))])
    return found


def test_to_itself_everything_is_carried_as_it_is() -> None:
    passage = StateMapping(plain(), plain())
    assert passage.straight
    for state in states():
        assert passage.whole(state) and passage.carried(state) == state and passage.agree(state, state)


def test_where_all_reads_alike_a_state_goes_there_and_back() -> None:
    there, back = StateMapping(plain(), guides()), StateMapping(guides(), plain())
    for state in states():
        other = there.carried(state)
        assert there.agree(state, other) and back.agree(other, state)
        assert guides().program.legal[other[POINT] - IDLE - 1](other)


def test_what_the_other_has_otherwise_differs_and_what_it_lacks_is_left_out() -> None:
    passage = StateMapping(plain(), royal())
    state = states()[5]
    other = passage.carried(state, 0)
    assert other[POINT] == IDLE
    assert passage.differing(state, other) == []
    shared = {label(cell) for cell, _ in passage.shared}
    assert "block.strength" in shared and passage.own_stages == {"game"}
    strength = next(cell for cell in royal().cells if label(cell) == "block.strength")
    other[strength[3]] += 1
    assert [(label(cell), args) for cell, args, _, _ in passage.differing(state, other)] == [("block.strength", (0,))]
    assert not passage.agree(state, other)


def test_procedures_go_along_as_far_as_they_read_alike() -> None:
    passage = StateMapping(plain(), royal())
    depths = {passage.alike(state) for state in states()}
    assert max(depths) > 0
    for state in states():
        depth = passage.alike(state)
        with suppress(NoStateMapping):  # where what runs is about a thing that only one of them has
            assert (passage.carried(state, depth)[POINT] > IDLE) is (depth > 0)
        if not passage.whole(state):
            with pytest.raises(NoStateMapping):
                passage.carried(state)


def test_what_only_the_other_remembers_can_be_kept() -> None:
    passage = StateMapping(plain(), royal())
    first = next(cell for cell in royal().cells if cell.name == "went_first")
    onto = list(royal().tables["start"])
    onto[first[3]] = 0
    assert passage.carried(states()[0], 0, onto)[first[3]] == 0
    assert passage.carried(states()[0], 0)[first[3]] == 1


def test_a_cut_state_ends_after_so_many_procedures() -> None:
    state = states()[3]
    assert cut(plain(), state, 0)[POINT] == IDLE
    inner = cut(plain(), state, 1)
    plain().program.run(inner, plain().program.legal[inner[POINT] - IDLE - 1](inner)[0])
    assert inner[POINT] >= IDLE


def test_actions_are_the_same_by_name() -> None:
    passage = StateMapping(plain(), royal())
    march = plain().spelled_code("march(oak-spears, abbey-bridge)")
    assert royal().spelled(passage.code(march) or 0) == "march(oak-spears, abbey-bridge)"
    assert passage.code(plain().spelled_code("march(pine-levy, mill-bridge)")) is None
    assert passage.code(0) == 0
