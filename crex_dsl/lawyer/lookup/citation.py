"""A clause as an edition cites it: by its numbers and its heading."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from crex_dsl.engine.game import Game


class Cited(BaseModel):
    """Something that a clause says or does, with how the edition prints that clause."""

    clause: str
    numbers: list[str]
    heading: str

    @property
    def cited(self) -> str:
        """The clause by its number and heading, with its id."""
        return " ".join(filter(None, [self.printed, f"[{self.clause}]" if self.clause else ""]))

    @property
    def printed(self) -> str:
        """The clause by its number and heading."""
        return " ".join(filter(None, [", ".join(self.numbers), self.heading]))


def citing(game: Game, clause: str) -> dict[str, Any]:
    """What names a clause in an edition; nothing where there is none."""
    if not clause:
        return {"clause": "", "numbers": [], "heading": ""}
    row = game.clause(clause)
    return {"clause": clause, "numbers": list(row.numbers), "heading": row.heading}
