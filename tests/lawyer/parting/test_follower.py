"""Followers: crossings that play along with a game."""

from random import Random

from crex_dsl.lawyer.parting.crossing import crossed, game_of_book
from crex_dsl.lawyer.parting.follower import Follower, Step, Unit, noting
from crex_dsl.lawyer.parting.strands import Strand
from crex_dsl.lawyer.parting.touching import Touching
from tests.lawyer.parting.conftest import drafts, games, strand

PLAIN = games()[0]


def follower(*exchanged: Strand) -> Follower:
    """A follower of games of the plain edition with strands of the royal one."""
    one, two = drafts()
    made = Follower(Unit(exchanged[0], list(exchanged), game_of_book(PLAIN, crossed(one, two, exchanged, 0))), PLAIN)
    names = {name for each in exchanged for name in each.about}
    made.touched = Touching(PLAIN, PLAIN.rulebook).points(names | made.passage.own_stages)
    return made


def partings(made: Follower, seed: int) -> list[tuple[int, str]]:
    """After how many decisions of a game, and with which, a follower goes elsewhere."""
    passed: set[int] = set()
    program, choose = noting(PLAIN.program, passed), Random(seed).random
    state, code, found, count = program.start(seed), None, [], 0
    made.begin(seed)
    while True:
        before = list(state)
        passed.clear()
        codes = program.run(state, code)
        if made.go(Step(before, code, passed, state, codes)):
            found.append((count, "" if code is None else PLAIN.spelled(code)))
        if not codes:
            return found
        code = codes[int(choose() * len(codes))]
        count += 1


def test_a_follower_without_a_difference_never_parts() -> None:
    empty = Strand("road-limits", ("size_limit",), ((), ()))
    assert [partings(follower(empty), seed) for seed in range(3)] == [[], [], []]


def test_a_follower_parts_where_its_strand_makes_a_difference() -> None:
    found = partings(follower(strand("road-limits", "size_limit")), 0)
    assert found and all(action.startswith(("march", "muster", "group-move", "done")) for _, action in found)


def test_one_with_memory_of_its_own_keeps_it() -> None:
    made = follower(strand("initiative", "went_first"))
    assert made.passage.own_stages == {"game"}
    assert partings(made, 0)[0] == (0, "")
    assert len(partings(made, 0)) == 1  # what it would remember is not known any more


def test_smaller_followers_are_within_larger_ones() -> None:
    one, two = strand("road-limits", "size_limit"), strand("battle-rounds", "battle_rounds")
    small, large = follower(one), follower(two, one)
    assert small.within(large) and not large.within(small) and not small.within(small)
