"""Words that the reckonings of Na Grunwald! share.

A reckoning changes a table as the printed rules say, knowing nothing of the rule files.
Where players choose, what they chose is read off the table that came out, and is checked to be allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tests.rules.na_grunwald.table import NOBODY, Card, Table


@dataclass(frozen=True)
class Book:
    """The rules for so many players, with some options."""

    players: range
    options: tuple[str, ...]
    cards: list[Card]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def order(self, table: Table) -> list[int]:
        """The players in turn order."""
        return [(table.starter + seat) % self.seats for seat in self.players]

    # ---- cards ----
    def strength(self, number: int) -> int:
        """The strength of a card."""
        return self.cards[number].strength

    @cached_property
    def decks(self) -> dict[str, list[int]]:
        """The cards of every deck, the strongest first."""
        found: dict[str, list[int]] = {}
        for number in sorted(range(len(self.cards)), key=lambda number: -self.strength(number)):
            found.setdefault(self.cards[number].deck, []).append(number)
        return found

    def up(self, table: Table, deck: str) -> list[int]:
        """The cards of a deck on the board, the strongest first."""
        return [number for number in self.decks[deck] if table.at[number] == "board"]

    def event(self, table: Table) -> str:
        """The event that lies on the board; none in the first round."""
        return next((self.cards[number].id for number in self.up(table, "event-cards")), "")

    def kept(self, table: Table, player: int, deck: str) -> list[int]:
        """The strengths of a player's cards of a deck, in hand and camp."""
        return [self.strength(number) for number in self.decks[deck] if table.held[number] == player]

    def moved(self, before: Table, after: Table, player: int, start: str, end: str) -> list[int]:
        """The cards that went from one place to another and were a player's, or are now."""
        return [
            number
            for number, places in enumerate(zip(before.at, after.at, strict=True))
            if places == (start, end) and player in (before.held[number], after.held[number])
        ]

    # ---- what happens to a table ----
    def lose(self, table: Table, number: int) -> None:
        """A card goes to the box."""
        table.at[number], table.held[number] = "box", NOBODY

    def take(self, table: Table, number: int, player: int, spot: str) -> None:
        """A card goes to somebody's hand or camp."""
        table.at[number], table.held[number] = spot, player

    def send(self, table: Table, after: Table, player: int) -> int | None:
        """A player's knight goes from hand to camp, if one did; the strength of the knight."""
        found = self.moved(table, after, player, "hand", "camp")
        assert len(found) <= 1, "more than one knight was sent"
        for number in found:
            assert self.cards[number].is_knight
            self.take(table, number, player, "camp")
            return self.strength(number)
        return None

    def pay(self, table: Table, player: int, price: int) -> None:
        """A player pays the bank."""
        assert 0 <= price <= table.purse[player], f"{price} ducats are paid out of {table.purse[player]}"
        table.purse[player] -= price

    def hire(self, table: Table, player: int, price: int) -> None:
        """A player gets a helper for some ducats."""
        self.pay(table, player, price)
        table.owned[player] += 1
        table.home[player] += 1
