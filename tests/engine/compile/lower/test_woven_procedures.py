"""Triggers: before, instead and after an event, in the order of the layers, and what they see."""

from __future__ import annotations

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.compile.lower.woven_procedures import EVERYTHING, WovenProcedures
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook import terms as t
from tests.engine.tiny import STOP, Tiny, play

# What happens writes one digit after the other: the trace tells the order.
TRACE = """
clause tracing "Tracing"
    state trace: 0..999999
    state level: 0..9
    procedure note(n: number)
        trace becomes 10 * trace + n
    procedure play
        do event(3)
        ann chooses stay, quit
    procedure event(n: number)
        do note(n)
        level += 1
"""
LAYERS = {
    "family": """
layer family of tiny
clause of-family "Of the family"
    before event(n)
        do note(2)
    after event(n)
        do note(6)
    instead of event(n) when level = 5
        do note(9)
""",
    "book": """
edition book "The book" of family
clause of-book "Of the book"
    before event(n)
        do note(1)
    after event(n)
        do note(7)
""",
    "options": """
option late "Late"
clause of-late "Of an option"
    after event(n)
        do note(8)
option later "Later"
    follows late
clause of-later "Of a later option"
    after event(n)
        do note(9)
""",
}
BASE = """
clause of-base "Of the base"
    before event(n)
        do note(4)
    after event(n)
        do note(5)
"""


def trace(tiny: Tiny, rules: str, level: int = 0) -> str:
    text = TRACE.replace("do event(3)", f"level becomes {level}\n        do event(3)")
    return str(tiny(text + rules + STOP).start().read("trace"))


def test_before_then_the_event_then_after(tiny: Tiny) -> None:
    assert trace(tiny, BASE) == "435"


def test_instead_takes_the_place_of_the_event_only(tiny: Tiny) -> None:
    rules = (
        BASE
        + """
clause swap "Swap"
    instead of event(n) when level = 2
        do note(8)
"""
    )
    assert trace(tiny, rules) == "435"
    assert trace(tiny, rules, level=2) == "485"


def test_the_last_of_several_insteads_that_holds_is_taken(tiny: Tiny) -> None:
    rules = """
clause one "One"
    instead of event(n) when level > 1
        do note(1)
clause two "Two"
    instead of event(n) when level > 2
        do note(2)
"""
    assert trace(tiny, rules, level=1) == "3"
    assert trace(tiny, rules, level=2) == "1"
    assert trace(tiny, rules, level=3) == "2"


def test_the_condition_of_before_sees_the_position_before_and_that_of_after_the_one_after(tiny: Tiny) -> None:
    rules = """
clause watch "Watch"
    before event(n) when level = 4
        do note(1)
    before event(n) when level = 5
        do note(7)
    after event(n) when level = 5
        do note(2)
    after event(n) when level = 4
        do note(8)
"""
    assert trace(tiny, rules, level=4) == "132"


def test_arguments_are_bound_when_the_event_is_called(tiny: Tiny) -> None:
    rules = """
clause watch "Watch"
    before event(n)
        level becomes 9 - n
    after event(n) when n = 3
        do note(level)
"""
    assert trace(tiny, rules) == "37"


def test_inside_a_layer_clauses_come_in_order_unless_one_follows_another(tiny: Tiny) -> None:
    rules = """
clause first "First"
    follows last-one
    after event(n)
        do note(1)
clause middle "Middle"
    after event(n)
        do note(2)
clause last-one "Last"
    after event(n)
        do note(4)
"""
    assert trace(tiny, rules) == "3241"
    assert trace(tiny, rules.replace("    follows last-one\n", "")) == "3124"


def test_triggers_of_layers_come_after_those_of_the_layers_below(tiny: Tiny) -> None:
    short = TRACE.replace("do note(n)\n        level += 1", "level += 1")
    files = tiny.write(short + BASE + STOP, LAYERS)
    book = tiny.load(files, "book").start()
    assert book.read("trace") == 421567
    assert "9" not in str(book.read("trace"))  # the instead of the family does not hold


def test_triggers_of_options_come_last_in_their_order(tiny: Tiny) -> None:
    only_after = {name: text.replace("    before event(n)\n        do note(2)\n", "") for name, text in LAYERS.items()}
    only_after = {n: x.replace("    before event(n)\n        do note(1)\n", "") for n, x in only_after.items()}
    files = tiny.write(TRACE.replace("do note(n)\n        level += 1", "level += 1") + STOP, only_after)
    assert tiny.load(files, "book", ["later", "late"]).start().read("trace") == 6789


def test_the_instead_of_a_later_layer_is_asked_first(tiny: Tiny) -> None:
    rules = """
clause here "Here"
    instead of event(n) when level = 5
        do note(1)
"""
    text = TRACE.replace("do event(3)", "level becomes 5\n        do event(3)")
    files = tiny.write(text + rules + STOP, LAYERS)
    assert str(tiny.load(files, "book").start().read("trace")) == "21967"


def test_triggers_on_actions_know_the_actor(tiny: Tiny) -> None:
    rules = """
clause moving "Moving"
    state mover: player or nobody
    action go(n: from 1 to 2) in game
        text "go {n}"
        do
            do note(n)
    permit go(n)
    procedure turns
        bob chooses go
        ann chooses stay, quit
clause watching "Watching"
    before go(n) when actor is bob
        mover becomes actor
        do note(7)
    after go(k) when k = 2
        do note(8)
"""
    game = tiny(TRACE.replace("do event(3)", "do turns") + rules + STOP)
    assert play(game.start(), "go(1)").read("trace") == 71
    assert play(game.start(), "go(2)").read("trace") == 728
    assert play(game.start(), "go(2)").read("mover") == "bob"


def test_a_trigger_may_ask_in_the_middle_of_an_event(tiny: Tiny) -> None:
    rules = """
clause asking "Asking"
    before event(n)
        ann chooses stay, quit
        do note(1)
    after event(n)
        bob chooses stay, quit
        do note(n + 1)
"""
    position = tiny(TRACE + rules + STOP).start()
    assert position.read("trace") == 0
    play(position, "stay")
    assert (position.read("trace"), position.asked().who) == (13, "bob")
    assert play(position, "stay").read("trace") == 134


def test_a_moment_is_an_event_with_nothing_in_it(tiny: Tiny) -> None:
    rules = """
clause hanging "Hanging"
    moment noon
    after noon
        do note(5)
"""
    text = TRACE.replace("do event(3)", "do note(1)\n        do noon\n        do note(2)")
    assert tiny(text + rules + STOP).start().read("trace") == 152


def test_rules_that_run_in_a_circle_are_refused(tiny: Tiny) -> None:
    rules = """
clause circle "Circle"
    after note(n)
        do event(n)
"""
    with pytest.raises(RuleError, match="sets itself off again"):
        tiny(TRACE + rules + STOP)


# ---- what may happen inside ----
@pytest.fixture
def events(tiny: Tiny) -> WovenProcedures:
    rules = """
clause more "More"
    state seen_level: 0..9
    procedure quiet
        level becomes 3
    procedure loud
        ann chooses stay, quit
    procedure around
        do quiet
        do loud
    after quiet
        seen_level becomes level
    define higher: number is level + 1
    define able: yes or no is ann can bump
    action bump by ann in game
        text "bump"
        do
            level += 1
    permit bump when higher < 5
"""
    return WovenProcedures(tiny(TRACE.replace("do event(3)", "do around") + rules + STOP).rulebook)


def test_a_procedure_asks_if_anything_in_it_does(events: WovenProcedures) -> None:
    found = {name: events.asks(events.runs(p)) for name, p in events.book.world.procedures.items()}
    assert found == {"note": False, "play": True, "event": False, "quiet": False, "loud": True, "around": True}


def test_writes_are_followed_through_calls_triggers_and_choices(events: WovenProcedures) -> None:
    world = events.book.world
    assert events.writes(world.procedures["quiet"].body) == {"level"}
    assert events.writes(events.runs(world.procedures["quiet"]).body) == {"level", "seen_level"}
    assert events.writes(world.procedures["around"].body) == {"level", "seen_level"}


def test_reads_are_followed_through_definitions(events: WovenProcedures) -> None:
    definitions = events.book.world.definitions
    assert events.reads(definitions["higher"].cases[0].answer) == {"level"}
    assert events.reads(definitions["able"].cases[0].answer) == {EVERYTHING}
    assert events.reads(None) == frozenset()


def test_an_event_without_triggers_runs_as_it_is(events: WovenProcedures) -> None:
    world = events.book.world
    assert events.runs(world.procedures["loud"]).body == world.procedures["loud"].body
    woven = events.runs(world.procedures["quiet"])
    assert [type(step) for step in woven.body] == [t.Perform, t.Perform]


def test_compiling_twice_gives_the_same_program(tiny: Tiny) -> None:
    game = tiny(TRACE + BASE + STOP)
    one, two = compile_rulebook(game.rulebook), compile_rulebook(game.rulebook)
    assert (one.play, one.words, one.tables) == (two.play, two.words, two.tables)
