"""A flow: what is done in a procedure, step by step, as a plain tree; like steps of several players drawn once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Mode = Literal["must", "may", "keep", "together"]


@dataclass(frozen=True)
class Label:
    """What a step is called: its words, the number printed beside them, and the clause that tells more."""

    text: str
    number: str = ""
    clause: str | None = None


@dataclass(frozen=True)
class Box:
    """One step, told elsewhere in full."""

    label: Label


@dataclass(frozen=True)
class Choice:
    """A decision: who is asked, one after another, and what there is to choose; nothing where it cannot be named."""

    who: tuple[str, ...]
    mode: Mode
    offers: tuple[Label, ...]


@dataclass(frozen=True)
class Mark:
    """Something that has no clause of its own: dice, a draw, the end of the game."""

    text: str
    ends: bool = False


@dataclass(frozen=True)
class Frame:
    """The inside of a procedure under its title; a subtitle says where it is told."""

    title: Label
    steps: tuple[Node, ...]
    subtitle: Label | None = None


@dataclass(frozen=True)
class Loop:
    """Steps that are done again: how often, or for whom."""

    text: str
    steps: tuple[Node, ...]


@dataclass(frozen=True)
class Arm:
    """One way that play may take, and when."""

    text: str
    steps: tuple[Node, ...]


@dataclass(frozen=True)
class Fork:
    """Several ways, of which at most one is taken."""

    arms: tuple[Arm, ...]


@dataclass(frozen=True)
class Flow:
    """A procedure from its first step to its last, in the words of an edition and its language."""

    language: str
    root: Frame


Node = Box | Choice | Mark | Frame | Loop | Fork


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
