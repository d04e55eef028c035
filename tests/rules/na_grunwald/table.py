"""A position of Na Grunwald! as somebody at the table would write it down, and what the book prints of its parts."""

from __future__ import annotations

import csv
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import find_cell

RULES = Path(__file__).parents[3] / "ruleset" / "na-grunwald"
COLOURS = ("red", "green", "violet", "yellow")
FIELDS = ("teutons", "crown", "provisions", "ducats", "mercenaries", "helpers")
TEUTONS, CROWN, PROVISIONS, DUCATS, MERCENARIES, HELPERS = range(len(FIELDS))
NOBODY, NOWHERE = len(COLOURS), len(FIELDS)
SEATS = {"two-players": 2, "three-players": 3, "four-players": 4}
ROUNDS, TRUCE, ALL_HELPERS = 8, 3, 5


@dataclass(frozen=True)
class Card:
    """A card: its deck, the strength of a fighter, the values of an income card."""

    id: str
    deck: str
    strength: int
    prizes: tuple[int, ...]

    @property
    def is_knight(self) -> bool:
        """Whether the card is a crown knight or a mercenary."""
        return self.deck in ("crown-cards", "mercenary-cards")


def printed() -> dict[str, Card]:
    """Every card by its id: those of the tables, and the peasants."""
    found = {f"peasant-{colour}": Card(f"peasant-{colour}", "peasant-cards", 0, ()) for colour in COLOURS}
    for path in sorted(RULES.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines, delimiter="\t")
            for row in rows if "deck" in (rows.fieldnames or ()) else ():
                strength = int(row["face"].rpartition("-")[2]) if "face" in row else 0
                prizes = tuple(int(value) for value in row["prizes"].split(", ")) if "prizes" in row else ()
                found[row["id"]] = Card(row["id"], row["deck"], strength, prizes)
    return found


@dataclass
class Table:
    """What lies on the table and what everybody has, by seats and fields."""

    starter: int
    purse: list[int]
    stores: list[int]
    owned: list[int]
    home: list[int]
    officer: list[int]
    helpers: list[list[int]]
    stake: list[list[int]]
    arrival: list[list[int]]
    at: list[str]  # where each card lies
    held: list[int]  # and whose it is

    def copy(self) -> Table:
        """Another table that looks the same."""
        parts = (getattr(self, part.name) for part in fields(self))
        return Table(*(_copy(part) if isinstance(part, list) else part for part in parts))

    def differs(self, other: Table) -> dict[str, tuple[object, object]]:
        """What two tables do not have in common."""
        pairs = {part.name: (getattr(self, part.name), getattr(other, part.name)) for part in fields(self)}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def pieces(self, player: int, on: int) -> int:
        """How many pieces a player has on a field."""
        return self.helpers[player][on] + (self.officer[player] == on)

    def ranking(self, on: int) -> list[int]:
        """Who stands on a field, the best first: an officer counts 2, all else 1, and for mercenaries only ducats."""

        def rank(player: int) -> tuple[int, int]:
            weight = self.pieces(player, on) + (self.officer[player] == on)
            here = self.stake[player][on]
            return -(here if on == MERCENARIES else weight + here), self.arrival[player][on]

        return sorted((player for player in range(NOBODY) if self.arrival[player][on]), key=rank)


def _copy(part: list[Any]) -> list[Any]:
    """A list, or a list of lists, anew."""
    return [row[:] for row in part] if isinstance(part[0], list) else part[:]


class Reader:
    """Reads tables off the states of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        kinds, known = game.namer.kinds, printed()
        self.spots = list(kinds["spot"][0])
        self.cards = [known[card] for card in kinds["card"][0]]
        assert (tuple(kinds["player"][0]), tuple(kinds["field"][0])) == (COLOURS, FIELDS)
        assert len(self.cards) == len(known) == 78
        self.cells: dict[str, slice] = {}

    def cells_of(self, name: str) -> slice:
        """Where a piece of memory lies."""
        if name not in self.cells:
            cell = find_cell(self.game, name)
            self.cells[name] = slice(cell.base, cell.base + cell.size)
        return self.cells[name]

    def column(self, state: list[int], name: str) -> list[int]:
        """All cells of one piece of memory."""
        return state[self.cells_of(name)]

    def value(self, state: list[int], name: str) -> int:
        """The one cell of a piece of memory."""
        return self.column(state, name)[0]

    def grid(self, state: list[int], name: str) -> list[list[int]]:
        """What is remembered of every player on every field."""
        cells, wide = self.column(state, name), len(FIELDS)
        return [cells[first : first + wide] for first in range(0, len(cells), wide)]

    def table(self, state: list[int]) -> Table:
        """The table of a state."""
        return Table(
            starter=self.value(state, "starter"),
            purse=self.column(state, "purse"),
            stores=self.column(state, "stores"),
            owned=self.column(state, "helpers_owned"),
            home=self.column(state, "helpers_at_home"),
            officer=self.column(state, "officer_at"),
            helpers=self.grid(state, "helpers_on"),
            stake=self.grid(state, "stake"),
            arrival=self.grid(state, "arrival"),
            at=[self.spots[spot] for spot in self.column(state, "card.at")],
            held=self.column(state, "card.held"),
        )
