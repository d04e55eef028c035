"""To which side a thing belongs, as far as it is seen."""

from __future__ import annotations

from typing import Any

from crex_dsl.engine.secrecy.visible_position import VisiblePosition


def side_of(visible: VisiblePosition, kind: str, index: int) -> int | None:
    """The seat to which a thing belongs, as far as it is seen."""
    game, known = visible.game, visible.knows(kind, index)
    drawn = visible.drawn(kind, index, "colour") if known else None
    for seat in game.seats:
        if drawn is not None and drawn == visible.name("player", seat):
            return seat
    for root, _, of, values, shown in game.fixed:
        if root == kind and is_player(of) and (shown or known):
            return values[index] if values[index] in game.seats else None
    owners = (cell for cell in game.changing(kind) if is_player(cell.type))
    held = next((visible.value(cell, (index,)) for cell in owners), None)
    return held if held in game.seats else None


def is_player(of: tuple[Any, ...]) -> bool:
    """Whether a value of a type is a player, or nobody."""
    inner = of[1] if of[0] == "optional" else of
    return bool(inner[0] == "thing" and inner[1] == "player")
