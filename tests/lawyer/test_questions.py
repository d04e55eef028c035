"""What people ask of the books is answered first by the clause that decides it, in every edition's language."""

from __future__ import annotations

import csv
from functools import cache, partial
from pathlib import Path

import pytest

from crex_dsl.lawyer.query import query_of
from crex_dsl.lawyer.reference import NotFound, look_up
from crex_dsl.lawyer.register import register_of
from crex_dsl.lawyer.search import search
from crex_dsl.lawyer.shelf import brief_of, other_editions, woken
from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.rulebook.library import GameFiles, Library
from crex_dsl.rulebook.selection import GameIndex, Selection

# Each row was written from the printed book alone; only a clause that proves it wrong changes it.
TABLE = Path(__file__).with_name("questions.tsv")
ROWS = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines(), delimiter="\t"))


@cache
def book(game: str, edition: str) -> tuple[GameFiles, GameIndex, Selection]:
    files = Library.at_hand([]).files(game)
    index = index_of(files)
    return files, index, index.select(edition, ())


def answers(row: dict[str, str]) -> list[str]:
    """The clauses and whatever else is found, best first."""
    files, index, selection = book(row["game"], row["edition"])
    if row["command"] == "find":
        register = register_of(files, index, [selection])
        return [hit.id for hit in search(register, query_of(register, row["question"]))]
    brief, others = brief_of(files, index, selection), other_editions(files, index, selection)
    found = look_up(brief, others, row["question"], partial(woken, files, index))
    return [each.id for each in (*found.clauses, *(clause for _, clause in found.abroad))]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['command']} {row['edition']} {row['question']}" for row in ROWS])
def test_the_clause_that_decides_comes_first(row: dict[str, str]) -> None:
    try:
        first = answers(row)[:1]
    except NotFound as error:
        first = [str(error)]
    assert first and first[0] in row["first"].split("|"), f"{first}, though {row['because']}"
