"""Coverage: which clauses had an effect in a series of games, and which never did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel

from crex_dsl.engine.explain.clause_counts import Counts
from crex_dsl.lawyer.records.models import ClauseRecord, RulebookRecord

# What a clause can be counted for, and the sorts of effects that count for it.
COUNTED = {
    "permitted": ("permits",),
    "forbade": ("forbids",),
    "excepted": ("excepts",),
    "fired": ("action", "trigger", "procedure"),
}


class Covered(BaseModel):
    """A clause and how often it did what it can do; None for what it has no rule for."""

    clause: str
    numbers: list[str]
    heading: str
    used: Literal["never", "in part", "yes"]
    permitted: int | None
    forbade: int | None
    excepted: int | None
    fired: int | None
    place: str


def coverage(record: RulebookRecord, counts: Mapping[str, Counts]) -> list[Covered]:
    """The clauses that have an effect: first those never used, then those used in part, each in the book's order.

    Vocabulary is no rule: its procedures set up scenes for examples, and nobody waits for them in play.
    """
    rows = [
        _covered(clause, counts[clause.id])
        for clause in record.clauses
        if clause.id in counts and clause.mark != "wording"
    ]
    return sorted(rows, key=lambda row: ("never", "in part", "yes").index(row.used))


def _covered(clause: ClauseRecord, counts: Counts) -> Covered:
    sorts = {effect.sort for effect in clause.effects}
    found: dict[str, int | None] = {}
    for name, needed in COUNTED.items():
        number: int = getattr(counts, name)
        found[name] = number if number or sorts.intersection(needed) else None
    seen = [bool(number) for number in found.values() if number is not None]
    return Covered(
        clause=clause.id,
        numbers=clause.numbers,
        heading=clause.heading,
        used="yes" if seen and all(seen) else "in part" if any(seen) else "never",
        **found,
        place=clause.place,
    )
