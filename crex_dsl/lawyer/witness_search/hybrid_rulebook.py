"""A crossing: one rulebook with some hunks of another, so that nothing else can make a difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.program import Program
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
    made = compile_rulebook(book, hasty=True)
    play, words = (compile(text, f"<{like.id}>", "exec") for text in (made.play, made.words))
    return Game(like.files, like.selection, Program(play, words, made.tables))
