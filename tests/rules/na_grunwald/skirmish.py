"""The skirmish, reckoned a second time."""

from __future__ import annotations

from dataclasses import dataclass

from tests.rules.na_grunwald.book import Book
from tests.rules.na_grunwald.table import TEUTONS, Table

BONUS = {2: 2, 3: 4, 4: 6}  # of the enemy, by the number of players
LANCES = "fresh-lances"


@dataclass(frozen=True)
class Outcome:
    """How strong the enemy was, and by how much the players were weaker."""

    enemy: int
    deficit: int


def fought(book: Book, table: Table, after: Table, watchers: int) -> Outcome:
    """Laid knights rest, Teutons are captured, and after a defeat everybody pays."""
    before = table.copy()
    laid = {player: book.send(table, after, player) or 0 for player in book.players}
    there = [player for player in book.players if before.arrival[player][TEUTONS]]
    assert all(player in there for player, strength in laid.items() if strength), "somebody fought who was not there"
    enemy = strength_of_enemy(book, before, watchers)
    deficit = max(enemy - sum(laid.values()), 0)
    for player in book.players:
        plundered(book, before, table, after, player, deficit)
    ranking = sorted(there, key=lambda player: (-laid[player], before.arrival[player][TEUTONS]))
    for player, strength in captures(book, before, [(player, laid[player]) for player in ranking]):
        mine = book.moved(before, after, player, "board", "camp")
        assert [book.strength(number) for number in mine] == [strength], "the wrong Teuton was captured"
        book.take(table, mine[0], player, "camp")
        table.purse[player] += 2 if book.event(before) == LANCES else 0
    return Outcome(enemy, deficit)


def strength_of_enemy(book: Book, table: Table, watchers: int) -> int:
    """Both Teutons, the bonus for the number of players, and what an event adds or takes away."""
    strength = BONUS[book.seats] + sum(book.strength(number) for number in book.up(table, "teuton-cards"))
    return max(strength + (2 if book.event(table) == LANCES else 0) - 2 * watchers, 0)


def captures(book: Book, table: Table, ranking: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Who captures a Teuton, and how strong a one, when these players laid these strengths."""
    strong, weak = (book.strength(number) for number in book.up(table, "teuton-cards"))
    found, weak_left = [], True
    for player, mine in ranking[:1]:
        if mine > strong:
            found.append((player, strong))
        elif mine > weak:
            found.append((player, weak))
            weak_left = False
    found += [(player, weak) for player, mine in ranking[1:2] if weak_left and mine > weak]
    return found


def plundered(book: Book, before: Table, table: Table, after: Table, player: int, deficit: int) -> None:
    """A player gives up knights, earlier captives and provisions: enough or all there is, and little more."""
    lost = [c for spot in ("hand", "camp") for c in book.moved(before, after, player, spot, "box")]
    gifts = [book.strength(number) for number in lost]
    provisions = before.stores[player] - after.stores[player]
    assert all(gifts) and provisions >= 0, "a peasant was given up, or provisions gained"
    for number in lost:
        book.lose(table, number)
    table.stores[player] -= provisions
    given = sum(gifts) + provisions
    if given < deficit:
        assert not table.stores[player] and not left(book, before, table, player), "somebody kept something"
    elif not deficit or "generous-losses" not in book.options:
        last = max([*gifts, min(provisions, 5 if "whole-tokens" in book.options else 1)])
        assert given == 0 if not deficit else given - last < deficit, "somebody gave too much"


def left(book: Book, before: Table, table: Table, player: int) -> list[int]:
    """What a player could still give up: cards that lie where they lay before, but for the peasant."""
    return [
        number
        for number, card in enumerate(book.cards)
        if card.deck != "peasant-cards" and table.held[number] == player and before.at[number] == table.at[number]
    ]
