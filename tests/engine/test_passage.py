"""States carried from one rulebook to another, many times."""

from contextlib import suppress
from random import Random

import pytest

from crex_dsl.engine.memory import label
from crex_dsl.engine.passage import NoPassage, Passage, cut
from crex_dsl.engine.slots import IDLE, POINT
from tests.conformance.cases import Case

PLAIN = Case("ford", "plain-1.0", ()).load()
ROYAL = Case("ford", "royal-2.0", ()).load()
GUIDES = Case("ford", "plain-1.0", ("guides",)).load()


def states(seed: int = 1) -> list[list[int]]:
    """The decisions of a random game of the plain edition."""
    state, choose, found = PLAIN.program.start(seed), Random(seed).random, []
    codes = PLAIN.program.run(state)
    while codes:
        found.append(list(state))
        codes = PLAIN.program.run(state, codes[int(choose() * len(codes))])
    return found


def test_to_itself_everything_is_carried_as_it_is() -> None:
    passage = Passage(PLAIN, PLAIN)
    assert passage.straight
    for state in states():
        assert passage.whole(state) and passage.carried(state) == state and passage.agree(state, state)


def test_where_all_reads_alike_a_state_goes_there_and_back() -> None:
    there, back = Passage(PLAIN, GUIDES), Passage(GUIDES, PLAIN)
    for state in states():
        other = there.carried(state)
        assert there.agree(state, other) and back.agree(other, state)
        assert GUIDES.program.legal[other[POINT] - IDLE - 1](other)


def test_what_the_other_has_otherwise_differs_and_what_it_lacks_is_left_out() -> None:
    passage = Passage(PLAIN, ROYAL)
    state = states()[5]
    other = passage.carried(state, 0)
    assert other[POINT] == IDLE
    assert passage.differing(state, other) == []
    shared = {label(cell) for cell, _ in passage.shared}
    assert "block.strength" in shared and passage.own_stages == {"game"}
    strength = next(cell for cell in ROYAL.tables["cells"] if label(cell) == "block.strength")
    other[strength[3]] += 1
    assert [(label(cell), args) for cell, args, _, _ in passage.differing(state, other)] == [("block.strength", (0,))]
    assert not passage.agree(state, other)


def test_procedures_go_along_as_far_as_they_read_alike() -> None:
    passage = Passage(PLAIN, ROYAL)
    depths = {passage.alike(state) for state in states()}
    assert max(depths) > 0
    for state in states():
        depth = passage.alike(state)
        with suppress(NoPassage):  # where what runs is about a thing that only one of them has
            assert (passage.carried(state, depth)[POINT] > IDLE) is (depth > 0)
        if not passage.whole(state):
            with pytest.raises(NoPassage):
                passage.carried(state)


def test_what_only_the_other_remembers_can_be_kept() -> None:
    passage = Passage(PLAIN, ROYAL)
    first = next(cell for cell in ROYAL.tables["cells"] if cell[0] == "went_first")
    onto = list(ROYAL.tables["start"])
    onto[first[3]] = 0
    assert passage.carried(states()[0], 0, onto)[first[3]] == 0
    assert passage.carried(states()[0], 0)[first[3]] == 1


def test_a_cut_state_ends_after_so_many_procedures() -> None:
    state = states()[3]
    assert cut(PLAIN, state, 0)[POINT] == IDLE
    inner = cut(PLAIN, state, 1)
    PLAIN.program.run(inner, PLAIN.program.legal[inner[POINT] - IDLE - 1](inner)[0])
    assert inner[POINT] >= IDLE


def test_actions_are_the_same_by_name() -> None:
    passage = Passage(PLAIN, ROYAL)
    march = PLAIN.spelled_code("march(oak-spears, abbey-bridge)")
    assert ROYAL.spelled(passage.code(march) or 0) == "march(oak-spears, abbey-bridge)"
    assert passage.code(PLAIN.spelled_code("march(pine-levy, mill-bridge)")) is None
    assert passage.code(0) == 0
