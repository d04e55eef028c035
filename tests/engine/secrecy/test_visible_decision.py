"""Answers in a view are the same if they look the same, whatever stands behind them."""

from __future__ import annotations

from crex_dsl.engine.secrecy.visible_decision import SeenAction
from tests.conformance.cases import Case


def test_an_answer_is_what_can_be_seen_of_it() -> None:
    one = SeenAction("spy(?block 1)", "spy", "spy on a block", "spying", {"block": "?block 1"}, 7)
    two = SeenAction("spy(?block 1)", "spy", "spy on a block", "spying", {"block": "?block 1"}, 9)
    other = SeenAction("spy(?block 2)", "spy", "spy on a block", "spying", {"block": "?block 2"}, 7)
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert repr(one) == "<spy(?block 1)>"


def test_a_decision_in_a_view_is_the_positions_own() -> None:
    position = Case("ford", "plain-1.0", ()).load().start()
    decision = position.view("north").decision
    assert decision is not None
    asked = position.asked()
    assert (decision.who, decision.prompt, decision.clause, decision.optional) == (
        asked.who,
        asked.prompt,
        asked.clause,
        asked.optional,
    )
    assert {answer.id for answer in decision.legal} == {action.id for action in asked.legal}
    assert {answer.code for answer in decision.legal} == set(position.codes)
    assert position.view("south").decision is None
    assert position.view("south").legal == ()
    assert position.view("south").waiting_for == "north"
