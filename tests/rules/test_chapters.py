"""The chapters of every book: each holds clauses, and every printed clause stands in one."""

import pytest

from crex_dsl.lawyer.lookup.numbering import chapter_of, home_of
from crex_dsl.lawyer.records.store import record_of
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of

GAMES = ("crusader-rex", "na-grunwald")
FILES = {game: Library.at_hand().files(game) for game in GAMES}
INDEXES = {game: index_of(files) for game, files in FILES.items()}
BOOKS = [(game, edition.id) for game in GAMES for edition in INDEXES[game].editions]


@pytest.mark.parametrize(("game", "edition"), BOOKS)
def test_every_printed_clause_stands_in_a_chapter(game: str, edition: str) -> None:
    index = INDEXES[game]
    record = record_of(FILES[game], index, index.select(edition, ()))
    homes = {
        clause.id: chapter_of(record, home_of(record, clause) or "") for clause in record.clauses if clause.numbers
    }
    assert [name for name, home in homes.items() if home is None] == []
    used = {home.id for home in homes.values() if home}
    optional = {chapter.id for chapter in record.chapters} - used
    assert optional <= {"optional-rules"}  # it holds what only options bring
