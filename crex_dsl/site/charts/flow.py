"""A flow: what is done in a procedure, step by step, as a plain tree in the words of one edition."""

from __future__ import annotations

from dataclasses import dataclass
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
