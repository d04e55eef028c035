"""Clauses and moments as a page names them: as the edition prints them, and where they are found."""

from __future__ import annotations

from typing import Any

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.table.desk.open_tables import OpenTable, viewer_of
from crex_dsl.table.errors import Wrong
from crex_dsl.text.messages import said


def cited(game: Game, clause: str) -> dict[str, Any] | None:
    """A clause as the edition prints it, with its address in the rulebook."""
    if not clause:
        return None
    row = game.clause(clause)
    address = "" if game.files.extra else f"/rules/-/{game.id}/{game.edition}/{clause}"
    return {
        "clause": clause,
        "numbers": list(row.numbers),
        "heading": row.heading,
        "printed": row.printed,
        "href": address,
    }


def position_at(table: OpenTable, seat: str, moment: int | None) -> Position:
    """The position that a seat saw after a moment; None means now."""
    if moment is None:
        return table.now
    if not 0 <= moment <= table.record.count(viewer_of(seat)):
        raise Wrong(said("there is no such moment in this game"))
    return table.record.after(moment, viewer_of(seat))
