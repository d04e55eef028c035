"""Whatever citation we print ourselves is found again, in every edition of every game."""

from __future__ import annotations

from functools import partial

import pytest

from crex_dsl.lawyer.lookup.reference import look_up
from crex_dsl.lawyer.records.store import other_editions, record_of, woken
from crex_dsl.lawyer.search.index import search_index_of
from crex_dsl.lawyer.search.query import query_of
from crex_dsl.lawyer.search.search import search
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import Case, editions, library

SEARCHED = 7  # every so many citations are searched for as words, too


@pytest.mark.parametrize("case", editions(), ids=str)
def test_every_citation_is_found(case: Case) -> None:
    files = library().files(case.game)
    index = index_of(files)
    selection = index.select(case.edition, ())
    record, others = record_of(files, index, selection), other_editions(files, index, selection)
    search_index = search_index_of(files, index, [selection])
    cited = [clause for clause in record.clauses if clause.numbers]
    for place, clause in enumerate(cited):
        for number in clause.numbers:
            found = look_up(record, others, number, partial(woken, files, index))
            assert clause.id in [each.id for each in found.clauses], f"`{number}` does not find {clause.id}"
        if place % SEARCHED == 0:
            hits = search(search_index, query_of(search_index, f"{clause.numbers[0]} {clause.heading}"))
            assert clause.id in [hit.id for hit in hits], f"{clause.numbers[0]} {clause.heading}"
