"""The rows of a program's tables by name; stored as plain tuples, they get their names when a program is opened."""

from __future__ import annotations

from typing import Any, NamedTuple

Describe = tuple[Any, ...]  # a type as plain data


class Cell(NamedTuple):
    """A piece of memory: a row of the table `cells`."""

    name: str
    sort: str
    kind: str | None
    base: int
    size: int
    strides: tuple[int, ...]
    lows: tuple[int, ...]
    params: tuple[Describe, ...]
    type: Describe
    stage: str
    index_base: int | None
    index_size: int
    start: tuple[int, ...]
    secret: bool

    @property
    def index_slots(self) -> slice:
        """Where the sets of members by value lie, where it has any."""
        return slice(self.index_base, (self.index_base or 0) + self.index_size)


class FixedAttribute(NamedTuple):
    """What a kind's members have from the start, a value for each: a row of the table `fixed`."""

    kind: str
    name: str
    type: Describe
    values: tuple[int, ...]
    shown: bool


class ActionRow(NamedTuple):
    """An action and how its instances are numbered: a row of the table `actions`."""

    name: str
    base: int
    end: int
    strides: tuple[int, ...]
    lows: tuple[int, ...]
    counts: tuple[int, ...]
    params: tuple[str, ...]
    types: tuple[Describe, ...]
    clause: str
    unordered: bool
    stage: str


class PointRow(NamedTuple):
    """A point where somebody decides: a row of the table `points`."""

    name: str
    mode: str
    clause: str
    offered: tuple[str, ...]


class FrameRow(NamedTuple):
    """What a procedure remembers while it runs: a row of the table `frames`."""

    name: str
    base: int
    slots: tuple[tuple[str, Any], ...]
    reads: str
    clause: str
    stage: str
    callers: tuple[str, ...]


class FaultRow(NamedTuple):
    """A numbered place in the rules where play can end or break off: a row of the table `faults`."""

    sort: str
    clause: str
    place: str
    detail: str
    kind: str


class ClauseRow(NamedTuple):
    """What an edition says in a clause: a row of the table `clauses`."""

    title: str
    numbers: tuple[str, ...]
    heading: str
    wording: str
    place: str

    @property
    def number(self) -> str:
        """All its numbers, as they are cited."""
        return ", ".join(self.numbers)

    @property
    def printed(self) -> str:
        """It by its numbers and its heading."""
        return f"{self.number} {self.heading}".strip()


_ROWS: dict[str, type[Any]] = {
    "cells": Cell,
    "fixed": FixedAttribute,
    "actions": ActionRow,
    "points": PointRow,
    "faults": FaultRow,
}


def named_rows(tables: dict[str, Any]) -> dict[str, Any]:
    """A program's tables, their rows with names, frames by the procedure that they belong to."""
    named: dict[str, Any] = {table: [row(*cells) for cells in tables[table]] for table, row in _ROWS.items()}
    named["frames"] = {row[0]: FrameRow(*row) for row in tables["frames"]}
    named["clauses"] = {clause: ClauseRow(*row) for clause, row in tables["clauses"].items()}
    return tables | named
