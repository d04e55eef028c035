"""The officer phase, the fields and the end of a round, reckoned a second time."""

from __future__ import annotations

from itertools import product

from tests.rules.na_grunwald.book import Book
from tests.rules.na_grunwald.table import (
    ALL_HELPERS,
    CROWN,
    DUCATS,
    FIELDS,
    HELPERS,
    MERCENARIES,
    NOWHERE,
    PROVISIONS,
    TEUTONS,
    TRUCE,
    Table,
)

FLOODED = "flooded-fords"
KNIGHTS = {2: 1, 3: 2, 4: 2}  # to be won on either field, by the number of players
RECRUITS = {CROWN: "crown-cards", MERCENARIES: "mercenary-cards"}


def sendings(book: Book, table: Table, player: int, number: int) -> set[tuple[str, tuple[int, ...]]]:
    """What a player may do in the officer phase of a round: send the officer, send helpers, or pass."""
    found: set[tuple[str, tuple[int, ...]]] = {("pass", ())}
    for on in range(len(FIELDS)):
        if table.officer[player] == NOWHERE and room(book, table, player, on, number) >= 1:
            found |= {("send-officer", (on, ducats)) for ducats in bids(book, table, player, on)}
        if not table.helpers[player][on]:
            most = min(table.home[player], room(book, table, player, on, number))
            batches = product([on], range(1, most + 1), bids(book, table, player, on))
            found |= {("send-helpers", batch) for batch in batches}
    return found


def room(book: Book, table: Table, player: int, on: int, number: int) -> int:
    """How many more pieces a player may have on a field."""
    if (on == TEUTONS and number <= TRUCE) or (on == HELPERS and table.owned[player] == ALL_HELPERS):
        return 0
    if on in (TEUTONS, MERCENARIES):
        return 1 - table.pieces(player, on)
    if on == PROVISIONS and book.event(table) == FLOODED:
        return 2 - table.pieces(player, on)
    return ALL_HELPERS + 1


def bids(book: Book, table: Table, player: int, on: int) -> range:
    """How many ducats may go to a field with the pieces."""
    purse = table.purse[player]
    if on == MERCENARIES:
        return range(1, purse + 1)
    return range(purse + 1 if on == PROVISIONS and book.event(table) != FLOODED else 1)


def placed(book: Book, table: Table, after: Table) -> None:
    """Pieces and ducats lie on fields; nothing else has changed."""
    for player in book.players:
        book.pay(table, player, sum(after.stake[player]))
        table.home[player] -= sum(after.helpers[player])
    table.officer, table.helpers, table.stake, table.arrival = after.officer, after.helpers, after.stake, after.arrival


def resolved(book: Book, table: Table, after: Table, on: int) -> None:
    """The winners of a field take what they won and pay for it, and everything goes home."""
    ranking, winners = table.ranking(on), list[int]()
    if on in RECRUITS:
        winners = ranking[: KNIGHTS[book.seats]]
        recruited(book, table, after, RECRUITS[on], winners)
    elif on in (PROVISIONS, DUCATS):
        winners = paid_out(book, table, on, ranking)
    elif on == HELPERS:
        hired(book, table, after, ranking)
    for player in book.players:
        gone_home(table, player, on, player in winners)


def gone_home(table: Table, player: int, on: int, won: bool) -> None:
    """A player's pieces leave a field, and the ducats too unless they won something."""
    table.purse[player] += 0 if won else table.stake[player][on]
    table.home[player] += table.helpers[player][on]
    for grid in (table.stake, table.helpers, table.arrival):
        grid[player][on] = 0
    if table.officer[player] == on:
        table.officer[player] = NOWHERE


def recruited(book: Book, table: Table, after: Table, deck: str, winners: list[int]) -> None:
    """The winners take the knights, the strongest first; of two equal ones either."""
    for player in winners:
        up = book.up(table, deck)
        best = [number for number in up if book.strength(number) == book.strength(up[0])]
        book.take(table, next((n for n in best if after.held[n] == player), best[0]), player, "hand")


def paid_out(book: Book, table: Table, on: int, ranking: list[int]) -> list[int]:
    """The winners take provisions or ducats; who they are."""
    deck, gains = ("provision-cards", table.stores) if on == PROVISIONS else ("ducat-cards", table.purse)
    (card,) = book.up(table, deck)
    won = list(zip(ranking, prizes(book, on, book.cards[card].prizes), strict=False))
    for player, prize in won:
        gains[player] += prize
    return [player for player, _ in won]


def prizes(book: Book, on: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """The values of a card that so many players can win."""
    assert list(values) == sorted(values, reverse=True)
    if book.seats == 2:
        return values[-1:] if on == PROVISIONS else values[-2:]
    return values[:2] if book.seats == 3 and on == DUCATS else values


def hired(book: Book, table: Table, after: Table, ranking: list[int]) -> None:
    """The first takes a helper; the second has bought one or not."""
    for player in ranking[1:2]:
        if after.owned[player] > table.owned[player]:
            book.hire(table, player, table.owned[player])
    for player in ranking[:1]:
        book.hire(table, player, 0)


def cleared(book: Book, table: Table) -> None:
    """The board is cleared, and the starter's token goes to the left."""
    for number, spot in enumerate(table.at):
        if spot == "board":
            book.lose(table, number)
    table.starter = (table.starter + 1) % book.seats
