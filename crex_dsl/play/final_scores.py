"""How everybody stands at the end: what the rule files measure, a column for each player."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from crex_dsl.engine.run.position import Position
from crex_dsl.gameplay.progress.standings import standings as measured
from crex_dsl.play.piece_labels import side_style
from crex_dsl.system.console import plain_table


def standings(position: Position) -> Iterator[RenderableType]:
    """The measures of players as a table, then those of the game as a whole."""
    game, found = position.game, measured(position)
    table = plain_table("", *(game.player_name(seat) for seat in game.seats))
    for title, figures in found.players.items():
        row = zip(game.seats, game.players, strict=True)
        pays = game.payoff is not None and game.payoff[1] == title
        table.add_row(
            Text(title, "bold" if pays else ""),
            *(Text(str(figures[player]), side_style(game, seat)) for seat, player in row),
        )
    if table.row_count:
        yield table
    for title, figure in found.game.items():
        yield Text(game.namer.say.headed(title, figure))
