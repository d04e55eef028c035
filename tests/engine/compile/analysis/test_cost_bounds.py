"""Costs: estimates that never fall short of what is done, limits that fair rules stay far from, work that ends."""

from __future__ import annotations

import pytest

from crex_dsl.engine.compile.analysis.cost_bounds import MAX_PARTS, MAX_RULES, MAX_WORK, Costs
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.runtime import WORK, WORK_LIMIT
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.walk import condition_terms
from tests.conformance.cases import Case, families
from tests.engine.tiny import STOP, Tiny

DOTS = "kind dot\n    side : player\ntable dot\n    | id | side |\n" + "".join(
    f"    | d{k} | {('ann', 'bob')[k % 2]} |\n" for k in range(100)
)
PLAY = """
clause playing "Playing"
    state n: 0..9
    set lit of dot
    state at(dot): player, starts at ann
    procedure play
        ann chooses stay, quit
"""


def cost(tiny: Tiny, expression: str) -> int:
    rules = f'clause asked "Asked"\n    define answer: number is {expression}\n'
    book = tiny(DOTS + PLAY + STOP + rules).rulebook
    return Costs(book, WovenProcedures(book)).term(book.world.definitions["answer"].cases[0].answer)


EXPRESSIONS = [
    ("n + 1", 3),
    ("size of lit", 2),
    ("count d: dot where d in lit", 5),  # a set tells, whoever is in it
    ("count d: dot where d.side is ann", 6),
    ("count d: dot where at(d) is ann", 6),
    ("sum of n for d: dot", 202),
    ("sum of n for d: dot where d.side is ann", 106),  # half of them at most
    ("sum of (sum of n for e: dot) for d: dot", 20_302),
]


@pytest.mark.parametrize(("expression", "work"), EXPRESSIONS)
def test_what_expressions_cost(expression: str, work: int, tiny: Tiny) -> None:
    assert work <= cost(tiny, expression) <= work * 2


@pytest.mark.parametrize("case", families(), ids=str)
def test_our_games_stay_far_from_the_limits(case: Case) -> None:
    book = case.load().rulebook
    events = WovenProcedures(book)
    costs = Costs(book, events)
    for action in book.world.actions.values():
        assert costs.action(action) * 4 < MAX_WORK
        conditions = list(condition_terms(action))
        assert len(conditions) * 4 < MAX_RULES
        assert sum(1 for term, _ in conditions for _ in term.walk()) * 4 < MAX_PARTS
    for procedure in events.all:
        for step in t.walk_steps(procedure.body):
            assert events.step_asks(step) or costs.step(step) * 4 < MAX_WORK


@pytest.mark.parametrize("case", families(), ids=str)
def test_our_games_spend_little_between_two_decisions(case: Case) -> None:
    program = case.load().program
    state = program.start(7)
    codes = program.run(state)
    for turn in range(60):
        if not codes:
            break
        assert (WORK_LIMIT - WORK[0]) * 4 < WORK_LIMIT
        codes = program.run(state, codes[turn % len(codes)])


ENDLESS = {
    "loops in loops": "repeat 90000 times\n            repeat 90000 times\n                n becomes 1",
    "loops in calls": "repeat 90000 times\n            do inner",
    "dear steps again and again": "repeat 90000 times\n            n becomes min(9, count d: dot where far(d) > 1)",
    "dear questions that nobody is asked": 'while n < 9\n            ann may choose never or "no"\n            do dear',
}


@pytest.mark.parametrize("name", ENDLESS)
def test_work_between_two_decisions_ends(name: str, tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = f"""
clause more "More"
    define far(dot): number is sum of n for e: dot
    action never in game
        text "never"
        do
            return
    permit never when n > 8
    procedure inner
        for each m from 1 to 90000
            n becomes 1
    procedure dear
        for each d: dot
            for each e: dot
                n becomes min(8, far(d))
    procedure play
        {ENDLESS[name]}
"""
    game = tiny(DOTS + PLAY.replace("procedure play", "procedure other") + STOP + rules)
    monkeypatch.setattr(
        "crex_dsl.engine.run.program.WORK_LIMIT", WORK_LIMIT // 10
    )  # a limit is a limit, whatever it is
    with pytest.raises(RuleFault, match="a loop never ends"):
        game.start(1)


def test_memory_without_a_range_does_not_grow_beyond_all_reason(tiny: Tiny) -> None:
    rules = """
clause more "More"
    state x: number, starts at 3
    procedure play
        repeat 60 times
            x becomes x * x
        ann chooses stay, quit
"""
    with pytest.raises(RuleFault, match=r"does not fit x, which stays within -10{38}"):
        tiny(STOP + rules).start(1)
