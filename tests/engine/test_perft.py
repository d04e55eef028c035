"""Published counts of complete games, matched exactly; counts of decision sequences for the others.

A dozen numbers catch almost any change of a rule.  After a deliberate one: `CREX_RECORD=1 pytest
tests/engine/test_perft.py` counts anew.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program import Program
from crex_dsl.engine.run.slots import ENDING, WINNERS
from tests.conformance.cases import Case
from tests.engine.record import GOLDEN, RECORDING, fixtures

TABLE = GOLDEN / "perft.tsv"
COLUMNS = "game\tedition\tseed\tafter\tdepth\tcount"


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


# ---- the other games ----
def position_of(case: Case, seed: int, after: int) -> Position:
    """The position after some decisions of a random game."""
    position, rng = case.load().start(seed), random.Random(seed)
    for _ in range(after):
        position.take(rng.choice(position.codes))
    return position


def sequences(position: Position, depth: int) -> int:
    return perft(position.game.program, position.state, position.codes, depth)


def measured(case: Case, seed: int) -> str:
    """A row for the table: a position well inside a game, as deep as some thousand sequences go."""
    game, rng = case.load(), random.Random(seed)
    position = game.start(seed)
    while not position.over:
        position.take(rng.choice(position.codes))
    after = len(position.past) * seed // 5
    position = position_of(case, seed, after)
    depth = 1
    while depth < 6 and sequences(position, depth) < 1_000:
        depth += 1
    return "\t".join(map(str, (case.game, case.edition, seed, after, depth, sequences(position, depth))))


@cache
def rows() -> list[list[str]]:
    """The recorded counts."""
    if RECORDING:
        made = [measured(case, seed) for case in fixtures() for seed in (1, 2, 3)]
        TABLE.write_text("\n".join([COLUMNS, *made]) + "\n", encoding="utf-8")
    head, *found = TABLE.read_text(encoding="utf-8").splitlines()
    assert head == COLUMNS
    return [line.split("\t") for line in found]


@pytest.mark.parametrize("case", fixtures(), ids=str)
def test_counts_of_decision_sequences(case: Case) -> None:
    mine = [row for row in rows() if (row[0], row[1]) == (case.game, case.edition)]
    assert len(mine) == 3
    for _, _, seed, after, depth, count in mine:
        position = position_of(case, int(seed), int(after))
        assert sequences(position, int(depth)) == int(count)
        assert int(count) > len(position.codes) > 1  # deeper than what is asked now


def test_the_table_counts_no_other_edition() -> None:
    assert {(row[0], row[1]) for row in rows()} == {(case.game, case.edition) for case in fixtures()}
