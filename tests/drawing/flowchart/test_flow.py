"""Neighbours that are the same but for who is asked."""

from __future__ import annotations

from crex_dsl.drawing.flowchart.flow import Arm, Box, Choice, Fork, Frame, Label, Loop, Node, merged

OFFERS = (Label("Jump"),)


def asked(*who: str) -> Choice:
    """A choice of somebody."""
    return Choice(who, "must", OFFERS)


def test_those_who_are_asked_are_named_in_order_and_once() -> None:
    assert merged([asked("red"), asked("blue"), asked("red")]) == (asked("red", "blue"),)


def test_what_differs_otherwise_stays_apart() -> None:
    may = Choice(("red",), "may", OFFERS)
    assert merged([asked("red"), may, Box(Label("a")), Box(Label("b"))]) == (
        asked("red"),
        may,
        Box(Label("a")),
        Box(Label("b")),
    )


def test_choices_are_found_however_deep_they_are() -> None:
    def deep(who: str) -> Node:
        return Loop("again", (Fork((Arm("if so", (Frame(Label("x"), (asked(who),)),)),)),))

    assert merged([deep("red"), deep("blue")]) == (
        Loop("again", (Fork((Arm("if so", (Frame(Label("x"), (asked("red", "blue"),)),)),)),)),
    )
