"""How everybody stands at the end: what the rule files measure, of each player and of the game as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from crex_dsl.engine.run.position import Position
from crex_dsl.lab.simulation.measures import measures_of


@dataclass(frozen=True)
class Standings:
    """Figures of players, by title and player, and figures of the game."""

    players: dict[str, dict[str, int]]
    game: dict[str, int]


def standings(position: Position) -> Standings:
    """The measures of a position that are of every player, what the game is about first, and those of nobody."""
    found = sorted(measures_of(position.game), key=lambda measure: not measure.pays)
    of_players: dict[str, dict[str, int]] = {}
    for measure in found:
        if len(measure.of) == 1:
            of_players.setdefault(measure.title, {})[measure.of[0]] = measure.read(position.state)
    everybody = set(position.game.players)
    return Standings(
        {title: figures for title, figures in of_players.items() if set(figures) == everybody},
        {measure.title: measure.read(position.state) for measure in found if not measure.of},
    )
