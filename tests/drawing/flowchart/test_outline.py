"""A flow in words."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from crex_dsl.drawing.flowchart.flow import Arm, Box, Choice, Flow, Fork, Frame, Label, Loop, Mark
from crex_dsl.drawing.flowchart.outline import described, listed
from tests.drawing.flowchart.conftest import flows

FLOW = Flow(
    "en",
    Frame(
        Label("Whole"),
        (
            Box(Label("Deal", "1", "dealing")),
            Loop(
                "2 times",
                (
                    Choice(("red",), "must", (Label("Jump", clause="jumping"), Label("Rest", clause="resting"))),
                    Fork((Arm("if late", (Mark("Dice are rolled"),)), Arm("otherwise", (Box(Label("A < B")),)))),
                ),
            ),
            Frame(Label("Turn"), (Box(Label("End")),), Label("Turns", "2", "turns")),
        ),
    ),
)


def test_the_steps_are_told_in_order_and_numbered_as_they_are_nested() -> None:
    assert described(FLOW) == (
        "1. 1 Deal. 2. 2 times. 2.1. Red chooses: Jump, Rest. 2.2. If late. 2.2.1. Dice are rolled. "
        "2.3. Otherwise. 2.3.1. A < B. 3. Turn: 2 Turns. 3.1. End."
    )


def test_the_list_is_nested_and_leads_to_the_clauses_that_have_an_address() -> None:
    made = listed(FLOW, lambda clause: None if clause == "resting" else f"rules.html?a&b#{clause}")
    root = ET.fromstring(made)
    assert root.tag == "ol" and [child.tag for child in root] == ["li", "li", "li"]
    links = [(link.text, link.get("href")) for link in root.iter("a")]
    assert links == [
        ("1 Deal", "rules.html?a&b#dealing"),
        ("Jump", "rules.html?a&b#jumping"),
        ("2 Turns", "rules.html?a&b#turns"),
    ]
    assert len(root.findall("li")[1].findall("ol/li")) == 3


def test_every_chart_at_hand_can_be_listed() -> None:
    for name, flow in flows():
        assert ET.fromstring(listed(flow, lambda clause: f"#{clause}")).tag == "ol", name
