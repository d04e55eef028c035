"""Where the pieces that an answer names stand, and where it takes them, as far as whoever is asked can see."""

from __future__ import annotations

from typing import Any

from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.secrecy.visible_position import VisiblePosition

Thing = tuple[str, int]


def places_of(visible: VisiblePosition, code: int) -> dict[str, list[dict[str, str]]]:
    """By `starts` and `goals`, places: a link that is named leads from where a piece stands to its other ends."""
    game = visible.game
    if code == DECLINE:
        return {"starts": [], "goals": []}
    row = game.coding(code)
    named = [
        (inner[1], value)
        for of, value in zip(row.types, game.numbers(code), strict=True)
        if (inner := of[1] if of[0] == "optional" else of)[0] == "thing" and value < len(game.namer.kinds[inner[1]][0])
    ]
    starts = [place for thing in named if (place := _place(visible, *thing)) is not None]
    goals = [thing for thing in named if starts and thing[0] in {kind for kind, _ in starts}]
    for kind, value in named:
        for link in game.link_ends.values() if starts else ():
            if game.tables["subkinds"][link.kind][0] == kind:
                ends = [(link.type[1][1], end) for end in members_of(link.values[value])]
                goals += [end for end in ends if end not in starts] if any(end in starts for end in ends) else []
    return {"starts": _shown(visible, starts), "goals": _shown(visible, [each for each in goals if each not in starts])}


def _place(visible: VisiblePosition, kind: str, index: int) -> Thing | None:
    """Where a thing stands, if that is seen."""
    game = visible.game
    for placed, number in game.tables["placements"].items():
        root, members = game.tables["subkinds"][placed]
        cell = game.cells[number]
        of: tuple[Any, ...] = cell.type[1] if cell.type[0] == "optional" else cell.type
        if root == kind and members >> index & 1 and of[0] == "thing":
            value = visible.value(cell, (index,))
            if value is not None and value < len(game.namer.kinds[of[1]][0]):
                return of[1], value
    return None


def _shown(visible: VisiblePosition, things: list[Thing]) -> list[dict[str, str]]:
    kinds = visible.game.namer.kinds
    return [{"kind": kind, "id": kinds[kind][0][index]} for kind, index in dict.fromkeys(things)]
