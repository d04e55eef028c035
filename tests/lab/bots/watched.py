"""Fixture games as series are played: watched, so that there can be a native program of them."""

from __future__ import annotations

from functools import cache

from crex_dsl import load
from crex_dsl.engine.game import Game
from tests.conformance.cases import GAMES


@cache
def watched(name: str, edition: str | None = None) -> Game:
    """A game of the tests."""
    return load(name, edition, rules=[GAMES], watched=True)
