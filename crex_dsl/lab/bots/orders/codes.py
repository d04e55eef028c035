"""Codes of answers: from a deal's numbers to those of the information set and back, and one thing put for another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.secrecy.secret_state import Swap

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

Codes = tuple[int, ...]
Named = tuple[str, int]  # a kind, and the number of a thing


class DealCodes:
    """Codes of a deal as those of the information set, and the other way round; each is worked out once."""

    def __init__(self, game: Game, back: Swap) -> None:
        self._secret, self._back = game.secret_state, back
        self._forth: Swap = {kind: {number: piece for piece, number in of.items()} for kind, of in back.items()}
        self._seen: dict[int, int] = {}
        self._meant: dict[int, int] = {}
        self._orders: dict[Codes, Codes] = {}

    def seen(self, codes: Sequence[int]) -> Codes:
        """By the set's numbers."""
        return tuple(self._turned(codes, self._seen, self._back))

    def meant(self, codes: Codes) -> Codes:
        """By the deal's numbers."""
        if codes not in self._orders:
            self._orders[codes] = tuple(self._turned(codes, self._meant, self._forth))
        return self._orders[codes]

    def _turned(self, codes: Sequence[int], known: dict[int, int], swap: Swap) -> Iterator[int]:
        for code in codes:
            if code not in known:
                known[code] = self._secret.recoded(code, swap)
            yield known[code]


def things_named(game: Game, code: int) -> list[Named]:
    """The things that an answer names, each with its kind."""
    if code == DECLINE:
        return []
    types = game.coding(code).types
    return [(of[1], thing) for of, thing in zip(types, game.numbers(code), strict=True) if of[0] == "thing"]


def with_another(game: Game, code: int, thing: Named, other: int) -> int:
    """The code of the same answer about another thing of a kind."""
    if code == DECLINE:
        return code
    row, changed = game.coding(code), code
    for of, stride, number in zip(row.types, row.strides, game.numbers(code), strict=True):
        if of[0] == "thing" and (of[1], number) == thing:
            changed += (other - number) * stride
    return changed if row.base <= changed < row.end else code
