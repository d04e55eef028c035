"""How everybody stands at the end, a column for each player."""

import random

from crex_dsl.play.final_scores import standings
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import shown


def test_what_is_measured_of_players_is_a_table() -> None:
    game, rng = Case("dash", "three-player", ()).load(), random.Random(1)
    position = game.start(1)
    while not position.over:
        position.take(rng.choice(position.codes))
    (table,) = standings(position)
    head, *rows = shown(table).splitlines()
    assert head.split() == list(game.players)
    squares = next(row for row in rows if row.startswith("Squares covered"))
    assert [int(word) for word in squares.split()[2:]] == [position.measure("squares_covered", p) for p in game.players]


SHOP = """
clause shop "Shop"
    tally bells
    procedure play
        bells += 2
        ann chooses stay, quit
measure rung "Bells rung" is bells
measure by_chance(p: player, n: 1..2) "Of too many things" is n
"""


def test_what_is_measured_of_the_game_follows(tiny: Tiny) -> None:
    assert [shown(part) for part in standings(tiny(SHOP + STOP).start())] == ["Bells rung: 2"]
