"""What the tests know of a whole game besides its rule files; each game fills it in and is tested like the others."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from tests.conformance.cases import Case

RULES = Path(__file__).parent


class Soundness(Protocol):
    """Looks on while a game is played; a broken promise is an AssertionError that says which."""

    game: Game

    def begin(self) -> None:
        """A new game is going to be played."""

    def asked(self, state: list[int], codes: list[int], closely: bool) -> None:
        """Somebody is asked and has these answers; not every decision need be looked at closely."""

    def over(self, state: list[int]) -> None:
        """The game has ended."""


@dataclass(frozen=True)
class Spot:
    """A position to count from: the clause that asks, when, the first seed to try, and how many decisions deep."""

    clause: str
    time: int
    seed: int
    depth: int

    def find(self, case: Case, clock: str) -> Position:
        """A random game, stopped where that clause first asks at that time with more than two answers."""
        for tried in range(self.seed, self.seed + 100):
            position, rng = case.load().start(tried), random.Random(tried)
            while not position.over:
                asks = self.clause == position.asked().clause and len(position.codes) > 2
                if asks and position.read(clock) == self.time:
                    return position
                position.take(rng.choice(position.codes))
        raise AssertionError(f"{self.clause} never asks at {self.time}")


@dataclass(frozen=True)
class Counted:
    """How many games are counted to see every clause at work, and which clauses never are, with what prevents it."""

    alone: int
    one_option: int
    house: int
    unreachable: Mapping[str, Mapping[str, str]]  # by edition; at most five each
    vocabulary: frozenset[str] = frozenset()
    rare: Mapping[tuple[str, ...], range] = field(default_factory=dict)  # options that want other games


@dataclass(frozen=True)
class Whole:
    """A whole game."""

    game: str
    editions: tuple[str, ...]
    soundness: Callable[[Case], Soundness]
    games: int  # played of every edition by `make test`, in portions
    soak: int  # and by `make soak`
    closely: tuple[int, int]  # every which decision is looked at closely, by the one and by the other
    clock: str  # the piece of memory that tells the time
    spots: tuple[Spot, ...]
    seeds: tuple[int, int]  # of the games on record
    examples: int  # worked examples that every edition plays at least
    beside: Mapping[str, str]  # readings that show themselves only beside an option
    bites: Mapping[str, int]  # how many changes the examples of an edition notice at least
    counted: Counted

    @property
    def folder(self) -> Path:
        """Where what is recorded of the game lies."""
        return RULES / self.game.replace("-", "_")
