"""Published counts of complete games, matched exactly; counts of decision sequences for the others."""

from __future__ import annotations

from collections import Counter

from crex_dsl.engine.program import Program
from crex_dsl.engine.slots import ENDING, WINNERS
from tests.conformance.cases import Case


def complete_games(program: Program, state: list[int], codes: list[int], found: Counter[int]) -> None:
    """Count every way in which the game can go on, by who wins."""
    if not codes:
        found[0 if state[ENDING] == 2 else state[WINNERS]] += 1
        return
    for code in codes:
        after = state[:]
        complete_games(program, after, program.run(after, code), found)


def perft(program: Program, state: list[int], codes: list[int], depth: int) -> int:
    """How many sequences of so many decisions there are."""
    if depth == 0 or not codes:
        return 1
    total = 0
    for code in codes:
        after = state[:]
        total += perft(program, after, program.run(after, code), depth - 1)
    return total


def test_noughts_and_crosses_has_its_published_number_of_games() -> None:
    program = Case("noughts", "standard", ()).load().program
    state = program.start(0)
    found: Counter[int] = Counter()
    complete_games(program, state, program.run(state), found)
    assert found == {1: 131_184, 2: 77_904, 0: 46_080}
    assert found.total() == 255_168
