"""The end of the game, reckoned a second time: hunger, points, places."""

from __future__ import annotations

from tests.rules.na_grunwald.book import Book
from tests.rules.na_grunwald.table import Table

KNIGHTS = ("crown-cards", "mercenary-cards")
SCORED = (*KNIGHTS, "teuton-cards")


def fed(book: Book, table: Table, after: Table) -> None:
    """Hungry knights have left; nobody else, unless an option lets players starve them."""
    for player in book.players:
        gone = [n for spot in ("hand", "camp") for n in book.moved(table, after, player, spot, "box")]
        hungry = max(mouths(book, table, player) - table.stores[player], 0)
        assert all(book.cards[number].is_knight for number in gone)
        assert len(gone) >= hungry if "willing-hunger" in book.options else len(gone) == hungry
        for number in gone:
            book.lose(table, number)


def mouths(book: Book, table: Table, player: int) -> int:
    """How many knights a player has to feed."""
    return sum(len(book.kept(table, player, deck)) for deck in KNIGHTS)


def points(book: Book, table: Table) -> list[int]:
    """Everybody's points: strengths, ducats by twos, and the three titles."""
    total = [sum(sum(book.kept(table, player, deck)) for deck in SCORED) for player in book.players]
    surplus = [table.stores[player] - mouths(book, table, player) for player in book.players]
    for player in book.players:
        total[player] += table.purse[player] // 2
        if surplus[player] == max(surplus):
            total[player] += surplus[player]
    for deck in KNIGHTS:
        armies = [(len(cards), sum(cards)) for cards in (book.kept(table, player, deck) for player in book.players)]
        for player in book.players:
            if armies[player] == max(armies):
                total[player] += armies[player][0]
    return total


def places(book: Book, table: Table) -> list[int]:
    """Everybody's place: by points, then by cards kept; who is equal in both shares a place."""
    kept = [sum(len(book.kept(table, player, deck)) for deck in SCORED) for player in book.players]
    keys = list(zip(points(book, table), kept, strict=True))
    return [1 + sum(other > mine for other in keys) for mine in keys]
