"""Which memory a step may write, directly or through what it sets off."""

import textwrap

import pytest

from crex_dsl.language import nodes
from crex_dsl.language.parser import parse_text
from crex_dsl.rulebook.typecheck.write_effects import Effects

BODIES = {
    "march": "steps_left -= 1\nmove block to town",  # an action
    "wave": "add actor to waved",
    "rest": "do sleep",
    "sleep": "tired(block) becomes no",
    "spin": "do twirl",  # in a circle, which is told elsewhere
    "twirl": "do spin\nturns += 1",
}
EDGES = {"battle": ["do sleep", "alarm becomes no"]}
STAGES = {"battle": frozenset({"bout", "site"}), "game": frozenset({"alarm"})}


def block(steps: str) -> nodes.Block:
    text = 'clause c "C"\n    procedure p\n' + textwrap.indent(steps, " " * 8) + "\n"
    clause = parse_text(text).items[0]
    assert isinstance(clause, nodes.Clause)
    assert clause.body is not None
    procedure = clause.body.items[0]
    assert isinstance(procedure, nodes.Procedure)
    return procedure.block


def effects() -> Effects:
    made = Effects(frozenset({"at", "standing"}), STAGES)
    for name, steps in BODIES.items():
        made.body(name, block(steps))
    for stage, bodies in EDGES.items():
        for steps in bodies:
            made.edge(stage, block(steps))
    return made


WRITES = [
    ("alarm becomes yes", {"alarm"}),
    ("score(p) += 1", {"score"}),
    ("block.strength -= score(p)", {"strength"}),  # what is read is not written
    ("add b to moved", {"moved"}),
    ("remove b from ways(p, t)", {"ways"}),
    ("clear passed", {"passed"}),
    ("clear passed(r)", {"passed"}),
    ("move b to t", {"at", "standing"}),
    ("place a1, b1 at t with due is 1, came is r", {"at", "standing", "due", "came"}),
    ("shuffle cards by line", {"line"}),
    ("let x be score(p)", set()),
    ("roll 2 dice as own", set()),
    ("draw c from deck", set()),
    ("return", set()),
    ("end game drawn", set()),
    ("do sleep", {"tired"}),
    ("do rest", {"tired"}),
    ("do unknown", set()),
    ("do spin", {"turns"}),
    ("p chooses march", {"steps_left", "at", "standing"}),
    (
        "p chooses march, wave\n    otherwise\n        alarm becomes yes",
        {"steps_left", "at", "standing", "waved", "alarm"},
    ),
    ('p may choose wave or "no"', {"waved"}),
    ('p may keep choosing wave, march or "no"', {"waved", "steps_left", "at", "standing"}),
    ("together each p in players chooses wave", {"waved"}),
    ("open battle with site is t\n    alarm becomes yes", {"bout", "site", "tired", "alarm"}),
    ("open calm\n    alarm becomes yes", {"alarm"}),
    ("end battle", {"tired", "alarm"}),
    ("if a1\n    x becomes 1\notherwise if b1\n    y becomes 1\notherwise\n    z becomes 1", {"x", "y", "z"}),
    ("for each b in s where c1\n    x becomes 1", {"x"}),
    ("for each b in s where c1 counting i\n    x += i", {"x"}),
    ("for each n from 1 to 2\n    x += n", {"x"}),
    ("while x > 1\n    if a1\n        do sleep", {"tired"}),
    ("repeat 2 times\n    x += 1\n    y += 1", {"x", "y"}),
]


@pytest.mark.parametrize(("steps", "written"), WRITES, ids=[steps for steps, _ in WRITES])
def test_what_a_step_may_write(steps: str, written: set[str]) -> None:
    assert set(effects().block(block(steps))) == written


def test_a_trigger_writes_as_part_of_its_event() -> None:
    made = effects()
    made.body("march", block("alarm becomes yes"))
    assert set(made.of("march")) == {"steps_left", "at", "standing", "alarm"}
