"""What is tried out in a pool of states, how it is played on from there, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crex_dsl.engine.secrecy.secret_state import Swap

RANDOM, GREEDY = "random", "greedy"
ORDERED = 256  # decisions after which what is left of an order is given up
VICTORY = 720_720  # parts of a victory: divided among up to sixteen winners without a rest
APART = 0x5851F42D4C957F2D  # keeps the luck of scripts apart from the dice with the same seed

WAITS, OTHER, ROLLED, CLOSED, OVER, LIMIT = range(6)  # how an order comes to its end


class Script(NamedTuple):
    """How a seat plays on: by chance, by what makes it stand best at once, or by a policy of the rule files.

    `quiet` is how often of 256 it declines where it may, before all else; `noise` how often it then plays at random all
    the same.  Where chance decides, also between answers that a policy likes alike, one that names what the seat's last
    one named, or the focus, weighs `affinity` more.
    """

    policy: str = RANDOM
    quiet: int = 0
    noise: int = 0
    affinity: int = 0


class Horizon(NamedTuple):
    """Where playing on stops, at a decision: after so many by scripts, or once a stage has closed so many times."""

    decisions: int = 400
    stage: str | None = None
    times: int = 1


NEXT_400 = Horizon()


class Trial(NamedTuple):
    """An order in a state of the pool, by the codes that it has there, and the seed of dice and scripts.

    `focus` is what it is about, a kind and the number of a thing, which a script with affinity likes.
    """

    number: int
    codes: Sequence[int]
    seed: int
    focus: tuple[str, int] | None = None


class Outcome(NamedTuple):
    """What came of a trial: by seat what its standing is worth, and how the order was kept to."""

    over: bool
    winners: int
    worths: tuple[int, ...]
    decisions: int  # that came after the order
    repaired: int  # codes that were not legal when their turn came


class Path(NamedTuple):
    """What an order does: what was answered where, how it ended, what is asked next, and what has changed."""

    codes: tuple[int, ...]
    points: tuple[int, ...]
    end: int
    point: int
    who: int  # -1: nobody
    answers: int
    closed: int  # the stages that closed, as a set
    opened: int  # the stages that the first decision opened
    digest: int  # of the memory outside the stage that was named
    repaired: int
    worths: tuple[int, ...]


class Standing(NamedTuple):
    """Where play stands: at which point, who is asked (-1: nobody), and the legal answers."""

    point: int
    who: int
    legal: list[int]


class Deal(NamedTuple):
    """A state of the pool that could be: its number, the code that each own answer has in it, and how it was dealt."""

    number: int
    called: list[int]
    back: Swap  # the information set's numbers of hidden pieces, by those that they have here
