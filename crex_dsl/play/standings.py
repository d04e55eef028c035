"""How everybody stands at the end: what the rule files measure, a column for each player."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from crex_dsl.engine.position import Position
from crex_dsl.lab.gauges import gauges
from crex_dsl.play.figures import side_style
from crex_dsl.play.tables import plain_table


def standings(position: Position) -> Iterator[RenderableType]:
    """The measures of players as a table, then those of the game as a whole."""
    game = position.game
    found = gauges(game)
    seats = game.tables["players"]
    players = [game.player_id(seat) for seat in seats]
    names = [game.player_name(seat) for seat in seats]
    table = plain_table("", *names)
    for title in dict.fromkeys(gauge.title for gauge in found):
        figures = {
            gauge.of[0]: gauge.read(position.state) for gauge in found if gauge.title == title and len(gauge.of) == 1
        }
        if set(figures) == set(players):
            row = zip(seats, players, strict=True)
            table.add_row(title, *(Text(str(figures[player]), side_style(game, seat)) for seat, player in row))
    if table.row_count:
        yield table
    for gauge in found:
        if not gauge.of:
            yield Text(f"{gauge.title}: {gauge.read(position.state)}")
