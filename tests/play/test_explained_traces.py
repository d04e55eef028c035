"""Traces as a person reads them."""

from crex_dsl.gameplay.history import GameHistory
from crex_dsl.lawyer.why.forced_moves import Forced, RuledOut
from crex_dsl.lawyer.why.legality import Ground
from crex_dsl.lawyer.why.trace import Considered, Trace, TraceStep
from crex_dsl.play.explanations import forced_lines, trace_lines, traces
from tests.play.conftest import the

TOLLS = {"clause": "tolls", "numbers": ["3"], "heading": "Tolls"}


def test_the_last_decisions_with_their_numbers() -> None:
    history = GameHistory(the("ford").start(7))
    for _ in range(4):
        history.take(history.now.codes[0])
    assert [trace.number for trace in traces(history, 4, 2, None)] == [3, 4]
    assert [trace.number for trace in traces(history, 3, 9, None)] == [1, 2, 3]
    last = history.count("north")
    assert [trace.number for trace in traces(history, last, 99, "north")] == [*range(1, last + 1)]


def test_one_line_for_each_thing_that_happened() -> None:
    trace = Trace(
        number=7,
        who="ann",
        called="ann",
        text="pay",
        steps=[
            TraceStep(**TOLLS, sort="decision", who="ann", called="ann", text="pay", changes=[]),
            TraceStep(**TOLLS, sort="ran", name="pay", changes=["purse (ann): 2 → 1", "paid: + ann"]),
            TraceStep(**TOLLS, sort="ran", name="count", changes=[]),
            TraceStep(**TOLLS, sort="ran", name="tell", changes=[]),
            TraceStep(**TOLLS, sort="chance", text="dice: 3", changes=[]),
            TraceStep(**TOLLS, sort="decision", who="bob", called="bob", text="wait", forced=True, changes=[]),
            TraceStep(**TOLLS, sort="closed", name="day", changes=[]),
            TraceStep(**TOLLS, sort="opened", name="night", changes=["hour: 9"]),
        ],
        considered=[
            Considered(**TOLLS, sort="trigger", name="after pay", timed=True, facts=["x is 1"]),
            Considered(**TOLLS, sort="trigger", name="day ends", facts=[]),
            Considered(**TOLLS, sort="prohibition", name="pay", facts=["x is 1", "y is 2"]),
            Considered(**TOLLS, sort="exception", name="lifts walls", facts=[]),
        ],
        next="bob must choose: wait",
        next_clause="tolls",
    )
    assert [str(line) for line in trace_lines(trace)] == [
        "7 ann: pay  3 Tolls [tolls]",
        "    pay, 3 Tolls [tolls]: purse (ann): 2 → 1; paid: + ann",
        "    without effect: count [tolls], tell [tolls]",
        "    dice: 3  3 Tolls [tolls]",
        "7 bob: wait (no other choice)  3 Tolls [tolls]",
        "    the stage `day` closes",
        "    the stage `night` opens, 3 Tolls [tolls]: hour: 9",
        "  then: bob must choose: wait [tolls]",
        "  considered, and did not apply:",
        "    3 Tolls [tolls] does not happen after pay: x is 1",
        "    3 Tolls [tolls] does not happen when day ends",
        "    3 Tolls [tolls] does not forbid it: x is 1; y is 2",
        "    3 Tolls [tolls] lifts walls",
    ]


def test_a_choice_that_was_none() -> None:
    ground = Ground(**TOLLS, sort="forbids", wording="", facts=["x is 1"], lifted_by=[])
    forced = Forced(
        who="ann",
        called="ann",
        action="pay(1)",
        text="pay 1",
        clause="tolls",
        offered=["pay", "wait"],
        ruled_out=[RuledOut(ground=ground, count=3, example="pay(2)")],
    )
    assert [str(line) for line in forced_lines(forced, "3 Tolls")] == [
        "ann: pay 1 was the only choice.",
        "  3 Tolls asked for pay or wait, and only pay(1) was legal",
        "  3 Tolls [tolls] rules out pay(2) and 2 more: x is 1",
    ]
    forced.ruled_out.clear()
    assert [str(line) for line in forced_lines(forced, "3 Tolls")][-1] == "  no clause permitted anything else"
