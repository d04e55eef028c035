"""The chapters of every book: each holds clauses, and every printed clause stands in one."""

import pytest

from crex_dsl.lawyer.numbering import chapter_of, home_of
from crex_dsl.lawyer.shelf import brief_of
from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.rulebook.library import Library

GAMES = ("crusader-rex", "na-grunwald")
FILES = {game: Library.at_hand().files(game) for game in GAMES}
INDEXES = {game: index_of(files) for game, files in FILES.items()}
BOOKS = [(game, edition.id) for game in GAMES for edition in INDEXES[game].editions]


@pytest.mark.parametrize(("game", "edition"), BOOKS)
def test_every_printed_clause_stands_in_a_chapter(game: str, edition: str) -> None:
    index = INDEXES[game]
    brief = brief_of(FILES[game], index, index.select(edition, ()))
    homes = {clause.id: chapter_of(brief, home_of(brief, clause) or "") for clause in brief.clauses if clause.numbers}
    assert [name for name, home in homes.items() if home is None] == []
    used = {home.id for home in homes.values() if home}
    optional = {chapter.id for chapter in brief.chapters} - used
    assert optional <= {"optional-rules"}  # it holds what only options bring
