"""A crossing: one rulebook with some hunks of another, so that nothing else can make a difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from crex_dsl.engine.compile.compiler import Compiled, compile_rulebook
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.program import Program
from crex_dsl.engine.run.program_rows import named_rows
from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.lawyer.witness_search.hunks import RuleHunk
from crex_dsl.rulebook.declarations.builder import Builder
from crex_dsl.rulebook.layers.draft import ClauseDraft, Draft
from crex_dsl.rulebook.rulebook import Rulebook


def hybrid_rulebook(base: Draft, other: Draft, exchanged: Iterable[RuleHunk], side: int) -> Rulebook:
    """The rulebook of a draft (0: the hunks' first, 1: their second) with some hunks as the other draft has them.

    Its clauses have no words; raises a RuleError where the two do not go together.
    """
    mute = _mute(base)
    for hunk in exchanged:
        _exchange(mute, other, hunk, side)
    mute.chain += [layer for layer in other.chain if layer not in mute.chain]
    return Builder(mute, Report()).rulebook()


def _mute(draft: Draft) -> Draft:
    """A copy of a draft that can be changed, without whatever only speaks."""
    return replace(
        draft,
        chain=list(draft.chain),
        clauses={clause.id: _wordless(clause) for clause in draft.clauses.values()},
        citations={name: replace(citation, says=None) for name, citation in draft.citations.items()},
        gone=dict(draft.gone),
        tools=[],
        examples=[],
    )


def _wordless(clause: ClauseDraft) -> ClauseDraft:
    items = [contribution for contribution in clause.items if not isinstance(contribution.item, n.Says)]
    return replace(clause, items=items)


def _exchange(draft: Draft, other: Draft, hunk: RuleHunk, side: int) -> None:
    clause = draft.clauses.get(hunk.clause)
    theirs = other.clauses.get(hunk.clause)
    if clause is None or not clause.awake:
        assert theirs is not None
        clause = draft.clauses[hunk.clause] = replace(theirs, items=[])
        draft.gone.pop(hunk.clause, None)
    left = {id(contribution.item) for contribution in hunk.sides[side]}
    follows = [] if theirs is None else [one for one in theirs.items if isinstance(one.item, n.FollowsClause)]
    known = {id(contribution.item) for contribution in clause.items}
    clause.items = [contribution for contribution in clause.items if id(contribution.item) not in left]
    clause.items += hunk.sides[1 - side]
    clause.items += [contribution for contribution in follows if id(contribution.item) not in known]


def game_of_book(like: Game, book: Rulebook) -> Game:
    """A game that plays by a rulebook at once, of the same files and name as another."""
    return Game(like.files, like.selection, QuietProgram(compile_rulebook(book, hasty=True), f"<{like.id}>"))


class QuietProgram(Program):
    """A program whose talking part, a third of the work, is written when somebody wants to hear it: most never are."""

    def __init__(self, made: Compiled, name: str) -> None:
        super().__init__(compile(made.play, name, "exec"), compile("", name, "exec"), made.tables)
        self._made, self._name = made, name

    @cached_property
    def words(self) -> dict[str, Any]:
        """The talking part; the faults that only it can have come after those of play."""
        self._words = compile(self._made.words, self._name, "exec")
        known = self.tables["faults"]
        known += named_rows(self._made.tables)["faults"][len(known) :]
        del self._made
        return super().words
