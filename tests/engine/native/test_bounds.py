"""Bounded alike: what does not end stops in both engines at the same place, with the same sentence."""

from __future__ import annotations

import pytest

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.game import game_of
from crex_dsl.engine.native import availability, module_emitter
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.run import program
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.engine.native.lockstep import listed
from tests.engine.tiny import Tiny

pytestmark = pytest.mark.skipif(availability.engine_version() is None, reason="there is no native engine here")

RULES = """
kind dot
table dot
    | id |
    | d1 |
    | d2 |
    | d3 |

clause memory "Memory"
    state n: 0..9
    state heap: 0..100000
    set lit of dot
    define far(dot): number is sum of n for e: dot

clause course "Course"
    action stay in game
        text "stay"
        do
            return
    action quit in game
        text "quit"
        do
            end game drawn
    action never in game
        text "never"
        do
            return
    permit stay
    permit quit
    permit never when n > 8
    procedure play
        while n < 10
            ann chooses stay, quit
            do spin

clause spinning "Spinning"
    procedure spin
        BODY
"""

ENDLESS = {
    "a loop that nothing leaves": "while n < 9\n            heap becomes 5 - heap",
    "loops in loops": "repeat 90000 times\n            repeat 90000 times\n                heap becomes 1",
    "a count to beyond": "for each m from 1 to heap + 100002\n            n becomes 1",
    "questions that nobody is asked": """while n < 9
            ann may choose never or "no"
            heap becomes 5 - heap""",
    "dear steps again and again": "repeat 90000 times\n            n becomes min(8, sum of far(d) for d: dot)",
}


def both_stop(tiny: Tiny, body: str) -> tuple[str | None, str | None]:
    """What is told in Python and natively of a game that does not come to its second decision."""
    files = tiny.write(RULES.replace("BODY", body))
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    machine, state = machine_of(game), game.start(3).state
    machine.start(3)
    machine.run(0)
    code = game.spelled_code("stay")
    told = listed(lambda: game.program.run(state, code))[1], listed(lambda: machine.run(0, code))[1]
    machine.start(3)
    machine.run(0)
    with pytest.raises(RuleFault):  # and it does so again
        machine.run(0, code)
    return told


@pytest.mark.parametrize("name", ENDLESS)
def test_what_does_not_end_is_told_alike(name: str, tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "WORK_LIMIT", 300_000)
    monkeypatch.setattr(module_emitter, "WORK_LIMIT", 300_000)
    monkeypatch.setenv("CREX_CACHE", "")
    python, native = both_stop(tiny, ENDLESS[name])
    assert python is not None
    assert native == python
