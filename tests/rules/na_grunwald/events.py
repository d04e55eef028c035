"""The fourteen events, reckoned a second time, and the cards that are turned up after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.rules.na_grunwald.book import Book
from tests.rules.na_grunwald.table import ALL_HELPERS, NOBODY, TRUCE, Table


@dataclass(frozen=True)
class Event:
    """An event of a round, with what the table alone does not tell: how an auction ended and what was bid in secret."""

    book: Book
    round: int
    bid: int
    bidder: int
    sealed: list[int]

    def carry_out(self, table: Table, after: Table) -> int:
        """Carry out the event that lies on the table afterwards; how many knights stand watch."""
        watchers = EVENTS[self.book.event(after)](self, table, after) or 0
        for number, places in enumerate(zip(table.at, after.at, strict=True)):
            if places[1] == "board":
                assert places[0].endswith(("-left", "-right", "-stack")), f"a card came to the board from {places[0]}"
                table.at[number] = "board"
        return watchers

    # ---- at once ----
    def stipend(self, table: Table, after: Table) -> None:
        """Two ducats or a provision for everybody."""
        for player in self.book.players:
            if after.stores[player] > table.stores[player]:
                table.stores[player] += 1
            else:
                table.purse[player] += 2

    def winter(self, table: Table, after: Table) -> None:
        """Everybody gives a provision or two ducats; who has neither, the ducats."""
        for player in self.book.players:
            given = table.stores[player] - after.stores[player]
            assert given in ((0, 1, 3, 5) if "whole-tokens" in self.book.options else (0, 1))
            if given:
                table.stores[player] -= given
            elif table.purse[player] >= 2:
                self.book.pay(table, player, 2)
            else:
                assert not table.stores[player], "somebody kept provisions and paid too little"
                table.purse[player] = 0

    def levy(self, table: Table, after: Table) -> None:
        """One ducat of every three."""
        for player in self.book.players:
            self.book.pay(table, player, table.purse[player] // 3)

    # ---- sales ----
    def fair(self, table: Table, after: Table) -> None:
        """A provision for one ducat, or two for three."""
        for player in self.book.players:
            bought = after.stores[player] - table.stores[player]
            self.book.pay(table, player, {0: 0, 1: 1, 2: 3}[bought])
            table.stores[player] += bought

    def squire(self, table: Table, after: Table) -> None:
        """One helper for a ducat more than are owned."""
        buyers = [player for player in self.book.players if after.owned[player] > table.owned[player]]
        assert len(buyers) <= 1, "the squire was hired twice"
        for player in buyers:
            assert table.owned[player] < ALL_HELPERS
            self.book.hire(table, player, table.owned[player] + 1)

    def ransom(self, table: Table, after: Table) -> None:
        """A captive for twice the strength in ducats."""
        for player in self.book.players:
            released = self.book.moved(table, after, player, "camp", "box")
            assert len(released) <= 1, "more than one captive was released"
            for number in released:
                assert self.book.cards[number].deck == "teuton-cards"
                self.book.lose(table, number)
                table.purse[player] += 2 * self.book.strength(number)

    # ---- auctions ----
    def prisoner(self, table: Table, after: Table) -> None:
        """A Teuton of the left stack for the highest bid."""
        ways = enumerate(zip(table.at, after.at, strict=True))
        (sold,) = (number for number, way in ways if way[0] == "teuton-left" and way[1] != way[0] and way[1] != "board")
        if self.bidder == NOBODY:
            self.book.lose(table, sold)
        else:
            self.sell(table)
            self.book.take(table, sold, self.bidder, "camp")

    def precedence(self, table: Table, after: Table) -> None:
        """The starter's token for the highest bid."""
        if self.bidder != NOBODY:
            self.sell(table)
            table.starter = self.bidder

    def sell(self, table: Table) -> None:
        """The highest bidder pays."""
        assert self.bid > 0
        self.book.pay(table, self.bidder, self.bid)

    def granary(self, table: Table, after: Table) -> None:
        """Three provisions for the highest bid, one for the next if there are more than two players."""
        bidders = [player for player in self.book.order(table) if self.sealed[player]]
        bidders.sort(key=lambda player: -self.sealed[player])
        for player, prize in zip(bidders, (3,) if self.book.seats == 2 else (3, 1), strict=False):
            self.book.pay(table, player, self.sealed[player])
            table.stores[player] += prize

    # ---- tasks ----
    def escort(self, table: Table, after: Table) -> None:
        """A knight for half the strength in ducats, rounded up."""
        for player in self.book.players:
            table.purse[player] += ((self.book.send(table, after, player) or 0) + 1) // 2

    def foraging(self, table: Table, after: Table) -> None:
        """Three provisions for the strongest knight, one for each of the others."""
        sent = {player: self.book.send(table, after, player) or 0 for player in self.book.order(table)}
        foragers = sorted((player for player in sent if sent[player]), key=lambda player: -sent[player])
        for place, player in enumerate(foragers):
            table.stores[player] += 1 if place else 3

    def watch(self, table: Table, after: Table) -> int:
        """Knights of strength 3 or more for a ducat each, two while there is no war."""
        watchers = 0
        for player in self.book.players:
            strength = self.book.send(table, after, player)
            if strength is not None:
                assert strength >= 3, "a weak knight stands watch"
                watchers += 1
                table.purse[player] += 1 if self.round > TRUCE else 2
        return watchers

    def nothing(self, table: Table, after: Table) -> None:
        """What lasts for the round changes nothing at once."""


EVENTS: dict[str, Callable[[Event, Table, Table], int | None]] = {
    "": Event.nothing,
    "royal-stipend": Event.stipend,
    "lean-winter": Event.winter,
    "crown-levy": Event.levy,
    "grain-fair": Event.fair,
    "idle-squire": Event.squire,
    "ransom": Event.ransom,
    "prisoner": Event.prisoner,
    "granary": Event.granary,
    "precedence": Event.precedence,
    "escort": Event.escort,
    "foraging": Event.foraging,
    "border-watch": Event.watch,
    "fresh-lances": Event.nothing,
    "flooded-fords": Event.nothing,
}
