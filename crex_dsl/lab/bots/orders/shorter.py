"""Shorter orders: one without some of its answers, and with a stop where the rest would else be taken for going on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.lab.bots.orders.codes import Codes, things_named

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


def shortened(game: Game, codes: Codes) -> list[Codes]:
    """An order without one answer or two that follow each other, also with a stop in their place."""
    cuts = [(at, at + 1) for at, code in enumerate(codes) if code != DECLINE]
    cuts += [(at, at + 2) for at in range(len(codes) - 1)]
    found = [codes[:at] + codes[end:] for at, end in cuts]
    return found + [(*codes[:at], DECLINE, *codes[end:]) for at, end in cuts if _stops(game, codes[:at], codes[at:end])]


def unrepeated(game: Game, codes: Codes) -> list[Codes]:
    """An order without answers that are given twice in a row, as there and back: without stops, and with them."""
    made = [_unrepeated(game, codes, stops) for stops in (False, True)]
    return [each for each in dict.fromkeys(made) if each and each != codes]


def _unrepeated(game: Game, codes: Codes, stops: bool) -> Codes:
    left: list[int] = []
    for at, code in enumerate(codes):
        if not left or left[-1] != code or code == DECLINE:
            left.append(code)
            continue
        left.pop()
        if stops and _stops(game, left, (code,)) and not _shared(game, code, codes[at + 1 : at + 2]):
            left.append(DECLINE)
    return tuple(left)


def without_things(game: Game, codes: Codes) -> list[Codes]:
    """An order in which one of the things that several answers name does nothing."""
    named = [set(things_named(game, code)) for code in codes]
    often = Counter(thing for things in named for thing in things)
    return [
        tuple(code for code, things in zip(codes, named, strict=True) if thing not in things)
        for thing, count in often.items()
        if 1 < count < len(codes)
    ]


def without_end(codes: Codes) -> Codes:
    """An order without the answer that ends it."""
    return codes[:-1] if codes[-1] == DECLINE else codes


def _stops(game: Game, before: list[int] | Codes, gone: Codes) -> bool:
    """Whether what is left out would have gone on with something that the answer before it names."""
    return bool(before) and _shared(game, before[-1], gone[:1])


def _shared(game: Game, code: int, other: Codes) -> bool:
    """Whether an answer, if there is one, names something that another names."""
    return any(not set(things_named(game, code)).isdisjoint(things_named(game, each)) for each in other)
