"""What every clause of a rulebook is made of, layer by layer, as data; from the cache where nothing changed."""

from __future__ import annotations

from pydantic import BaseModel

from crex_dsl.lawyer.records.models import ActiveClause, BookHead
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import GameIndex, Selection
from crex_dsl.system.cache import cached
from crex_dsl.text.messages import spoken


# ---- crex show ----
class Said(BaseModel):
    """A piece of rule text: which layer says it, in which clause and place; what stands in its way or before it.

    Of a value's cases and adjustments `why` says what puts them in their turn.
    """

    text: str
    layer: str
    clause: str
    place: str
    overridden: str | None = None
    yields: str | None = None
    why: str | None = None


class Step(BaseModel):
    """What one layer did to a clause, and what it says there."""

    layer: str
    did: str
    place: str
    says: list[Said] = []


class ValueSheet(BaseModel):
    """A value or definition: its cases in the order in which they are asked, and what is done to the figure afterwards.

    The verdict says which case wins, and why; there is none where only one thing is said.
    """

    name: str
    type: str
    open: bool
    cases: list[Said]
    adjustments: list[Said]
    verdict: str | None = None


class ReadingSheet(BaseModel):
    """A ruling on a clause: the question, the reading in force, and what that rests on."""

    ruling: str
    asks: str
    reading: str
    reason: str
    place: str


class ClauseSheet(ActiveClause):
    """Everything about one clause in one rulebook."""

    mark: str | None
    assumed: str | None
    layer: str
    place: str
    history: list[Step]
    values: list[ValueSheet]
    touched: list[Said]
    readings: list[ReadingSheet]


class RulebookSheet(BookHead):
    """Every clause of one rulebook in order, and what became of those that are not in force."""

    clauses: list[ClauseSheet]
    gone: dict[str, str]


def sheet_of(files: GameFiles, index: GameIndex, selection: Selection) -> RulebookSheet:
    """Every clause of one rulebook; raises a RuleError with every mistake of its rules."""

    def made() -> RulebookSheet:
        from crex_dsl.lawyer.records.layer_history import rulebook_sheet  # parses

        return rulebook_sheet(files, index, selection)

    return cached("sheet", RulebookSheet, made, files.digest, *selection.key, spoken(), layers=["lawyer"])
