"""Steps that are the same but for who is asked, drawn once for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crex_dsl.site.charts.flow import Arm, Choice, Fork, Frame, Loop, Node


def merged(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Steps with neighbours that say the same drawn as one, whoever is asked."""
    made: list[Node] = []
    for node in nodes:
        if made and _nobody(made[-1]) == _nobody(node):
            made[-1] = _both(made[-1], node)
        else:
            made.append(node)
    return tuple(made)


def _nobody(node: Node) -> Node:
    """A step without those who are asked in it."""
    match node:
        case Choice():
            return replace(node, who=())
        case Loop():
            return replace(node, steps=tuple(_nobody(step) for step in node.steps))
        case Frame():
            return replace(node, steps=tuple(_nobody(step) for step in node.steps))
        case Fork(arms=arms):
            return Fork(tuple(Arm(arm.text, tuple(_nobody(step) for step in arm.steps)) for arm in arms))
    return node


def _both(one: Node, two: Node) -> Node:
    """Two steps that differ in who is asked, as one that asks both."""
    match one, two:
        case Choice(who=first), Choice(who=second):
            return replace(one, who=tuple(dict.fromkeys([*first, *second])))
        case Loop(), Loop():
            return replace(one, steps=_all(one.steps, two.steps))
        case Frame(), Frame():
            return replace(one, steps=_all(one.steps, two.steps))
        case Fork(), Fork():
            return Fork(tuple(Arm(a.text, _all(a.steps, b.steps)) for a, b in zip(one.arms, two.arms, strict=True)))
    return one


def _all(first: tuple[Node, ...], second: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(_both(one, two) for one, two in zip(first, second, strict=True))
