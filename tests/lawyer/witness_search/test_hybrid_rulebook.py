"""Crossings: one rulebook with hunks of another."""

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.run.program_rows import FaultRow
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.lawyer.witness_search.hunks import RuleHunk
from crex_dsl.lawyer.witness_search.hybrid_rulebook import game_of_book, hybrid_rulebook
from tests.lawyer.witness_search.conftest import drafts, games, hunk


def test_a_crossing_has_the_strand_of_the_other_and_all_else_of_its_own() -> None:
    one, two = drafts()
    book = hybrid_rulebook(one, two, [hunk("battle-rounds", "battle_rounds")], 0)
    rounds, limit = (book.world.definitions[name].cases[0].answer for name in ("battle_rounds", "size_limit"))
    assert (rounds.value, limit.value) == (3, 4)  # type: ignore[attr-defined]


def test_clauses_come_and_go() -> None:
    one, two = drafts()
    with_it = hybrid_rulebook(one, two, [hunk("everyone-fights", "pass")], 0)
    without = hybrid_rulebook(two, one, [hunk("everyone-fights", "pass")], 1)
    clauses = [{rule.clause for rule in book.world.actions["pass"].forbids} for book in (with_it, without)]
    assert "everyone-fights" in clauses[0] and "everyone-fights" not in clauses[1]


def test_the_drafts_stay_as_they_are() -> None:
    one, two = drafts()
    before = [len(clause.items) for clause in one.clauses.values()]
    hybrid_rulebook(one, two, [hunk("everyone-fights", "pass")], 0)
    assert [len(clause.items) for clause in one.clauses.values()] == before
    assert "everyone-fights" not in one.clauses


def test_what_does_not_go_together_is_told() -> None:
    one, two = drafts()
    limits = hunk("road-limits", "size_limit")
    with pytest.raises(RuleError, match="never said"):
        hybrid_rulebook(one, two, [RuleHunk(limits.clause, limits.about, (limits.sides[0], ()))], 0)


def test_a_crossing_plays() -> None:
    one, two = drafts()
    game = game_of_book(games()[0], hybrid_rulebook(one, two, [hunk("road-limits", "size_limit")], 0))
    state = game.program.start(1)
    assert len(game.program.run(state)) > 1 and game.edition == "plain-1.0"


def test_a_crossing_learns_to_talk_when_it_is_asked() -> None:
    one, two = drafts()
    book = hybrid_rulebook(one, two, [hunk("road-limits", "size_limit")], 0)
    whole = compile_rulebook(book)
    game = game_of_book(games()[0], book)
    faults, of_play = game.faults, len(game.faults)
    assert len(game.program.words["REASONS"]) == len(game.tables["actions"])
    assert faults is game.faults and faults == [FaultRow(*row) for row in whole.tables["faults"]]
    assert len(faults) >= of_play > 0
