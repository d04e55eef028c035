"""What people ask of the books is answered first by the clause that decides it, in every edition's language."""

from __future__ import annotations

import csv
from functools import cache, partial
from pathlib import Path

import pytest

from crex_dsl.lawyer.lookup.reference import NotFound, look_up
from crex_dsl.lawyer.records.store import other_editions, record_of, woken
from crex_dsl.lawyer.search.index import search_index_of
from crex_dsl.lawyer.search.query import query_of
from crex_dsl.lawyer.search.search import search
from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.selection.selection import GameIndex, Selection

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
        search_index = search_index_of(files, index, [selection])
        return [hit.id for hit in search(search_index, query_of(search_index, row["question"]))]
    record, others = record_of(files, index, selection), other_editions(files, index, selection)
    found = look_up(record, others, row["question"], partial(woken, files, index))
    return [each.id for each in (*found.clauses, *(clause for _, clause in found.abroad))]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['command']} {row['edition']} {row['question']}" for row in ROWS])
def test_the_clause_that_decides_comes_first(row: dict[str, str]) -> None:
    try:
        first = answers(row)[:1]
    except NotFound as error:
        first = [str(error)]
    assert first and first[0] in row["first"].split("|"), f"{first}, though {row['because']}"
