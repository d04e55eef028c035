"""How everybody stands at the end: what the rule files measure, a column for each player."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from crex_dsl.engine.run.position import Position
from crex_dsl.lab.simulation.measures import measures_of
from crex_dsl.play.piece_labels import side_style
from crex_dsl.system.console import plain_table


def standings(position: Position) -> Iterator[RenderableType]:
    """The measures of players as a table, then those of the game as a whole."""
    game = position.game
    found = measures_of(game)
    seats = game.seats
    players = [game.player_id(seat) for seat in seats]
    names = [game.player_name(seat) for seat in seats]
    table = plain_table("", *names)
    found.sort(key=lambda measure: not measure.pays)  # what the game is about comes first
    for title in dict.fromkeys(measure.title for measure in found):
        figures = {
            measure.of[0]: measure.read(position.state)
            for measure in found
            if measure.title == title and len(measure.of) == 1
        }
        if set(figures) == set(players):
            row = zip(seats, players, strict=True)
            cells = [Text(str(figures[player]), side_style(game, seat)) for seat, player in row]
            pays = game.payoff is not None and game.payoff[1] == title
            table.add_row(Text(title, "bold" if pays else ""), *cells)
    if table.row_count:
        yield table
    for measure in found:
        if not measure.of:
            yield Text(f"{measure.title}: {measure.read(position.state)}")
