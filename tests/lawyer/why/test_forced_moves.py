"""A choice that was none: the only answer, and the clauses that ruled out the rest."""

from pathlib import Path

import pytest

from crex_dsl.engine.run.position import Position
from crex_dsl.lawyer.why.forced_moves import last_forced
from tests.engine.tiny import STOP, Tiny

HEAP = """
clause heap "Heap"
    state heap: 0..9, starts at 5
    action take(n: from 1 to 3) in game
        text "take {n}"
        do
            heap -= n
    permit take(n) when n <= heap
    procedure play
        ann chooses stay, quit
        bob chooses take
        ann chooses stay, quit
clause greed "Greed"
    forbid take(n) when n > 1 and heap > 2
"""


@pytest.fixture
def after(tmp_path: Path) -> Position:
    position = Tiny(tmp_path)(HEAP + STOP).start(1)
    position.take("stay")
    return position


def test_the_only_answer_and_what_ruled_out_the_others(after: Position) -> None:
    forced = last_forced(after, None)
    assert forced is not None
    assert (forced.who, forced.action, forced.text, forced.clause) == ("bob", "take(1)", "take 1", "heap")
    assert forced.offered == ["take"]
    (ruled_out,) = forced.ruled_out
    assert (ruled_out.ground.clause, ruled_out.count, ruled_out.example) == ("greed", 2, "take(2)")
    assert ruled_out.ground.facts == ["the number (2) is more than 1", "the heap (5) is more than 2"]


def test_only_ones_own_choices_are_told(after: Position) -> None:
    assert last_forced(after, "bob") is not None
    assert last_forced(after, "ann") is None
