"""Conditions made simpler by what holds already: nothing is asked twice, and what cannot be is not asked at all."""

from __future__ import annotations

import pytest

from crex_dsl.engine.compile.analysis.assumptions import assuming, exclusive, replaced, shape
from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import conjuncts
from tests.engine.tiny import STOP, Tiny, ids

RULES = """
kind hut
    size  : 1..3
    owner : player
table hut
    | id | size | owner |
    | h1 | 1    | ann   |
    | h2 | 2    | ann   |
    | h3 | 3    | bob   |
clause words "Words"
    state walker: hut or nothing
    state n: 0..9
    define rests: yes or no is walker is nothing
    action go(b: hut) by b.owner in game
        text "go {b}"
        do
            walker becomes b
    action call(b: hut) by b.owner in game
        text "call {b}"
        do
            return
    permit go(b) when walker = nothing and n < 5
    forbid go(b) when %s
    permit call(b) when b.size < 3
    forbid call(b) when b.owner is bob
    procedure play
        ann chooses go, call, stay, quit
"""

# A prohibition, and what is left of it where nobody walks and n < 5.
LEFT = [
    ("walker = b", 0),
    ("walker is not b", 1),
    ("walker is nothing", 1),
    ("rests", 1),
    ("not rests and n = 2", 0),
    ("n < 5 and walker = b", 0),
    ("not (n < 5)", 0),
    ("n < 4", None),
    ("n < 5 and n = 2", None),
]


@pytest.mark.parametrize(("condition", "left"), LEFT, ids=[row[0] for row in LEFT])
def test_what_follows_is_not_asked(tiny: Tiny, condition: str, left: int | None) -> None:
    book = tiny(RULES % condition + STOP).rulebook
    action = book.world.actions["go"]
    (forbid,), (permit,) = action.forbids, action.permits
    assert forbid.when is not None
    simplifier = Simplifier()

    def inlined(term: t.Term) -> t.Term | None:
        return simplifier.cases(term.definition)[0][1] if isinstance(term, t.Apply) else None

    found = simplifier.fold(assuming(forbid.when, conjuncts(permit.when), inlined))
    assert (found.value if isinstance(found, t.Const) else None) == left
    assert assuming(forbid.when, [], inlined) is forbid.when


def test_shapes_tell_terms_apart(tiny: Tiny) -> None:
    book = tiny(RULES % "n < 5 and n = 2" + STOP).rulebook
    action = book.world.actions["go"]
    (less, two), (empty, also_less) = conjuncts(action.forbids[0].when), conjuncts(action.permits[0].when)
    assert shape(less) == shape(also_less) and less is not also_less
    assert len({shape(less), shape(two), shape(empty)}) == 3
    assert exclusive(empty, None) is False


def test_whoever_it_belongs_to_is_the_actor(tiny: Tiny) -> None:
    game = tiny(RULES % "n = 8" + STOP)
    action = game.rulebook.world.actions["call"]
    assert action.by is not None and action.forbids[0].when is not None
    actor = t.Local(action.actor.type, action.span, action.actor)
    told = replaced(action.forbids[0].when, action.by, actor)
    assert [part.var.name for part in told.walk() if isinstance(part, t.Local)] == [action.actor.name]
    assert ids(game.start(1)) == ["go(h1)", "go(h2)", "call(h1)", "call(h2)", "stay", "quit"]
    assert "BIT" not in compile_rulebook(game.rulebook).play.split("def g")[2].split("def ")[0]
