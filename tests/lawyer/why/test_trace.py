"""A decision traced: what ran by which clause, what it changed, what was considered, and what nobody may know."""

import random

import pytest

from crex_dsl.engine.run.position import Position
from crex_dsl.gameplay.history import Step
from crex_dsl.lawyer.why.trace import Trace, seen_traces, trace
from tests.conformance.cases import Case, editions
from tests.engine.secrecy.test_view import pairs
from tests.engine.tiny import STOP, Tiny
from tests.soaked import soaked

TOLLS = """
kind cart
    owner     : player
    placed at : yard, starts at barn

kind yard is barn, green

table cart
    | id | owner |
    | ox | ann   |

clause driving "Driving"
    state purse(player): 0..9, starts at 5
    set tired of cart
    action drive(cart, yard) by cart.owner in game
        text "drive {cart} to {yard}"
        do
            move cart to yard
            add cart to tired
            do pay(cart.owner)
    permit drive(cart, yard) when cart.at is not yard
    permit drive(cart, yard) when purse(bob) = 0
    procedure pay(player)
        purse(player) -= 1
    procedure play
        repeat 9 times
            ann chooses drive, quit
clause rest "Rest"
    forbid drive(cart, yard) when purse(cart.owner) = 0
clause rain "Rain"
    after drive(cart, yard) when purse(cart.owner) < 4
        roll 1 die
        if dice at most 3 = 1
            purse(bob) += 1
clause shine "Shine"
    before pay(player)
        purse(bob) += 1
"""


@pytest.fixture
def start(tiny: Tiny) -> Position:
    return tiny(TOLLS + STOP).start(1)


@pytest.fixture
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return Tiny(tmp_path_factory.mktemp("tiny"))


def drive(position: Position, yard: str) -> Trace:
    code = position.game.spelled_code(f"drive(ox, {yard})")
    found = trace(position, code, (), 1)
    position.take(code)
    return found


def test_what_ran_in_order_and_what_it_changed(start: Position) -> None:
    found = drive(start, "green")
    assert (found.number, found.who, found.text) == (1, "ann", "drive ox to green")
    assert [(step.sort, step.name, step.clause, step.changes) for step in found.steps] == [
        ("decision", "", "driving", []),
        ("ran", "drive", "driving", ["ox: barn → green", "tired: + ox"]),
        ("ran", "before pay", "shine", ["purse (bob): 5 → 6"]),
        ("ran", "pay", "driving", ["purse (ann): 5 → 4"]),
    ]
    assert (found.next, found.next_clause) == ("ann must choose: drive or quit", "driving")


def test_what_was_considered_comes_with_what_is_the_case(start: Position) -> None:
    found = drive(start, "green")
    assert [(each.sort, each.clause, each.name, each.facts) for each in found.considered] == [
        ("permission", "driving", "drive(ox, green)", ["purse (bob) is 5, not 0"]),
        ("prohibition", "rest", "drive(ox, green)", ["purse (ann) is 5, not 0"]),
        ("trigger", "rain", "after drive", ["purse (ann) is 4, not less than 4"]),
    ]


def test_chance_stands_where_it_fell(start: Position) -> None:
    drive(start, "green")
    steps = drive(start, "barn").steps
    assert [step.sort for step in steps][:5] == ["decision", "ran", "ran", "ran", "ran"]
    assert steps[4].name == "after drive"
    assert (steps[5].sort, steps[5].clause) == ("chance", "rain")
    assert steps[5].text.startswith("dice: ")


def test_the_end_of_the_game(start: Position) -> None:
    found = trace(start, start.game.spelled_code("quit"), (), 1)
    assert (found.steps[-1].sort, found.steps[-1].text) == ("over", "game over: drawn")
    assert found.next is None


def test_told_chance_is_told_again(tiny: Tiny) -> None:
    position = tiny(TOLLS + STOP).start(1)
    drive(position, "green")
    code = position.game.spelled_code("drive(ox, barn)")
    for face, purse in ((2, ["purse (bob): 7 → 8"]), (5, [])):
        found = trace(position, code, ((face,),), 1)
        assert f"dice: {face}" in [step.text for step in found.steps]
        assert [step.changes for step in found.steps if step.name == "after drive"][-1] == purse


@pytest.mark.parametrize("case", [case for case in editions() if case.is_fixture], ids=str)
def test_every_decision_can_be_traced_and_leads_where_it_led(case: Case) -> None:
    rng, game, ran = random.Random(8), case.load(), set()
    position = game.start(8)
    while not position.over:
        code = rng.choice(position.codes)
        found = trace(position, code, (), 1)
        ran |= {step.clause for step in found.steps}
        assert found.steps[0].sort == "decision"
        position.take(code)
        decision = position.decision
        assert found.next == (None if decision is None else decision.prompt)
        assert ("over" in [step.sort for step in found.steps]) is position.over
    assert len(ran) > 1


@pytest.mark.parametrize("case", [Case("quince", "polish-1.0", ()), *soaked([Case("ford", "plain-1.0", ())])], ids=str)
def test_a_trace_gives_nothing_away(case: Case) -> None:
    """Where somebody could see no difference before, during and after a decision, neither does the trace."""
    count = 0
    for player, one, two in pairs(case):
        for code in {*one.codes} & {*two.codes}:
            steps = [Step(position, code) for position in (one, two)]
            views = [step.again().view(player) for step in steps]
            if steps[0].lines(player) == steps[1].lines(player) and views[0] == views[1]:
                mine, yours = (seen_traces(step.before, code, (), player) for step in steps)
                assert mine == yours
                count += 1
    assert count > 10
