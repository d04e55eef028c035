"""What the lab's tests play with."""

from dataclasses import replace
from pathlib import Path

import pytest

from crex_dsl import load
from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.run.position import Result
from crex_dsl.lab.comparison.compare import Comparison, Record, comparison
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import Order
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import GAMES
from tests.engine.tiny import Tiny

WON = Result("won", ("north",), "victory")
DRAWN = Result("drawn", (), "annihilation")


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """A game of a few lines in a folder of its own."""
    return Tiny(tmp_path)


def watched(game: str, edition: str | None = None) -> Game:
    """A small game that can be watched."""
    return load(game, edition, rules=[GAMES], watched=True)


def written(tiny: Tiny, text: str) -> Game:
    """A game of a few lines that can be watched."""
    files = tiny.write(text)
    return game_of(files, index_of(files).select(None, ()), watched=True)


def order(game: str, edition: str | None = None, games: int = 6, bots: str = "random", counted: bool = False) -> Order:
    """An order for some games of a small game."""
    files = Library([GAMES]).files(game)
    selection = index_of(files).select(edition, ())
    players = game_of(files, selection).players
    return Order(files, selection, dict.fromkeys(players, bots), games, counted=counted)


def made_up(*names: str, games: int = 12) -> Comparison:
    """Rulebooks of a small game compared on games that were never played; one that is called longer takes longer."""
    playout = Playout(0, WON, None, 10, 30, (0, 2, 0, 0, 0), (3, 1, 9, 9, 0, 0), ((2, 3), (1, 1), (), (), (), ()))
    records: list[Record] = []
    for name in names:
        made = Record(name, watched("ford", "plain"), order("ford", "plain", games), "A title")
        longer = "longer" in name
        made.add(
            replace(
                playout,
                seed=seed,
                decisions=10 + seed % 2 + longer,
                result=DRAWN if seed % 3 == 0 else WON,
                stages=(0, 2 + seed % 2, 0, 0, 0),
            )
            for seed in range(games)
        )
        records.append(made)
    return comparison(records)
