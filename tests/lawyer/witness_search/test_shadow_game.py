"""Followers: crossings that play along with a game."""

from random import Random

from crex_dsl.lawyer.witness_search.affected_points import AffectedPoints
from crex_dsl.lawyer.witness_search.hunks import RuleHunk
from crex_dsl.lawyer.witness_search.hybrid_rulebook import game_of_book, hybrid_rulebook
from crex_dsl.lawyer.witness_search.shadow_game import ShadowGame, Step, Unit, noting
from tests.lawyer.witness_search.conftest import drafts, games, hunk

PLAIN = games()[0]


def follower(*exchanged: RuleHunk) -> ShadowGame:
    """A follower of games of the plain edition with hunks of the royal one."""
    one, two = drafts()
    made = ShadowGame(
        Unit(exchanged[0], list(exchanged), game_of_book(PLAIN, hybrid_rulebook(one, two, exchanged, 0))), PLAIN
    )
    names = {name for each in exchanged for name in each.about}
    made.touched = AffectedPoints(PLAIN, PLAIN.rulebook).points(names | made.mapping.own_stages)
    return made


def divergences(made: ShadowGame, seed: int) -> list[tuple[int, str]]:
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
    empty = RuleHunk("road-limits", ("size_limit",), ((), ()))
    assert [divergences(follower(empty), seed) for seed in range(3)] == [[], [], []]


def test_a_follower_parts_where_its_strand_makes_a_difference() -> None:
    found = divergences(follower(hunk("road-limits", "size_limit")), 0)
    assert found and all(action.startswith(("march", "muster", "group-move", "done")) for _, action in found)


def test_one_with_memory_of_its_own_keeps_it() -> None:
    made = follower(hunk("initiative", "went_first"))
    assert made.mapping.own_stages == {"game"}
    assert divergences(made, 0)[0] == (0, "")
    assert len(divergences(made, 0)) == 1  # what it would remember is not known any more


def test_smaller_followers_are_within_larger_ones() -> None:
    one, two = hunk("road-limits", "size_limit"), hunk("battle-rounds", "battle_rounds")
    small, large = follower(one), follower(two, one)
    assert small.within(large) and not large.within(small) and not small.within(small)
