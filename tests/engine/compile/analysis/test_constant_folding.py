"""Terms made simpler mean the same, and what leans on something is known to."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import conjuncts, free_vars, leans, mentions, substitute
from tests.engine.compile.emit.test_expressions import shaken
from tests.engine.compiled import Pieces
from tests.engine.oracle import Oracle
from tests.engine.tiny import STOP, Tiny
from tests.engine.writer import WORLD, Writer
from tests.rulebook.small import typed

RULES = """
kind hut
    size : 1..3
table hut
    | id | size |
    | h1 | 1    |
    | h2 | 2    |
clause words "Words"
    state n: 0..9
    state goal: hut or nothing
    value cap: number is 3
    value harsh: yes or no is no
    define d_const: number is cap * 2 + 1
    define d_known(hut): number is
        5          when hut.size = 2
        n          otherwise
    define d_and: yes or no is not harsh and n > 2
    define d_never: yes or no is harsh and n > 2
    define d_or: yes or no is harsh or n > 2 or cap = 3
    define d_not: yes or no is not (not (n = 1))
    define d_nor: yes or no is not (n = 1 or n = 2)
    define d_call: number is d_known(h2)
    define d_open: number is d_known(h1)
    define d_lean: yes or no is goal is not nothing and goal.size = 1
    define d_else: yes or no is goal is nothing or goal.size = 1
    define d_sum: number is sum of h.size for h: hut where h.size < 3
    procedure play
        ann chooses stay, quit
"""


@pytest.fixture
def book(tiny: Tiny) -> Rulebook:
    return tiny(RULES + STOP).rulebook


def answer(book: Rulebook, name: str) -> t.Term:
    return book.world.definitions[name].cases[0].answer


def folded(book: Rulebook, name: str) -> t.Term:
    return Simplifier().fold(answer(book, name))


@pytest.mark.parametrize(("name", "value"), [("d_const", 7), ("d_never", 0), ("d_or", 1), ("d_call", 5), ("d_sum", 3)])
def test_what_is_known_is_worked_out(book: Rulebook, name: str, value: int) -> None:
    term = folded(book, name)
    assert isinstance(term, t.Const)
    assert term.value == value


def test_what_is_not_known_stays(book: Rulebook) -> None:
    assert isinstance(folded(book, "d_and"), t.Compare)  # the half that always holds is gone
    assert isinstance(folded(book, "d_not"), t.Compare)
    assert not isinstance(folded(book, "d_open"), t.Const)


def test_a_definition_is_pure_if_nothing_in_it_changes(book: Rulebook) -> None:
    simplifier = Simplifier()
    pure = {name for name, d in book.world.definitions.items() if simplifier.pure_definition(d)}
    assert {"cap", "harsh", "d_const", "d_sum"} <= pure
    assert not pure & {"d_and", "d_lean", "d_known", "d_open"}


def test_cases_that_cannot_hold_are_dropped(book: Rulebook) -> None:
    cases = Simplifier().cases(book.world.definitions["d_known"])
    assert [when is None for when, _ in cases] == [False, True]


def test_conjuncts_take_negated_alternatives_apart(book: Rulebook) -> None:
    assert len(conjuncts(answer(book, "d_and"))) == 2
    assert len(conjuncts(answer(book, "d_nor"))) == 2
    assert len(conjuncts(answer(book, "d_or"))) == 1
    assert conjuncts(None) == []


def test_free_names(book: Rulebook) -> None:
    known = book.world.definitions["d_known"]
    when = known.cases[0].when
    assert when is not None
    assert free_vars(when) == list(known.params)
    assert mentions(when, known.params[0])
    assert free_vars(answer(book, "d_sum")) == []
    replaced = substitute(when, {known.params[0]: t.Const(known.params[0].type, when.span, 1)})
    assert free_vars(replaced) == []
    assert free_vars(when) == list(known.params)  # the old term is untouched


def test_leaning(book: Rulebook) -> None:
    guard, use = conjuncts(answer(book, "d_lean"))
    assert leans(use, [guard])
    assert not leans(guard, [use])
    assert not leans(use, [guard], truth=False)
    term = answer(book, "d_else")
    assert isinstance(term, t.Or)
    missing, other = term.items
    assert leans(other, [missing], truth=False)
    assert not leans(other, [missing])


@pytest.mark.parametrize(
    "condition",
    [
        "beyond(aspen-birch, aspen).side is not nobody and score(beyond(aspen-birch, aspen).side) > 1",
        "(pledged(ox) else pledged(mule)) is not nothing and (pledged(ox) else pledged(mule)).price > 1",
        "pledged(the c: cart where heavy(c)) is not nothing and pledged(the c: cart where heavy(c)).price > 1",
        "guest in [east, west] and score(guest) > 1",
    ],
)
def test_whatever_is_narrowed_leans_on_what_narrows_it(condition: str) -> None:
    guard, use = conjuncts(typed(condition))
    assert leans(use, [guard])


@pytest.mark.parametrize("seed", [1, 2])
def test_a_simpler_term_means_the_same(tiny: Tiny, seed: int) -> None:
    text, _ = Writer(seed).definitions(20)
    game = tiny(text, head=WORLD)
    pieces = Pieces(game)
    simplifier, rng = Simplifier(), random.Random(seed)
    for _ in range(6):
        oracle = Oracle(pieces.compiled, shaken(game, rng))
        for definition in pieces.book.world.definitions.values():
            for piece in range(5):
                env = {definition.params[0]: piece}
                for case in definition.cases:
                    if not oracle.holds(case.when, env):
                        continue
                    assert oracle.value(simplifier.fold(case.answer), env) == oracle.value(case.answer, env)
                    break
                kept = simplifier.cases(definition)
                first = next(answer for when, answer in kept if oracle.holds(when, env))
                assert oracle.value(first, env) == oracle.value(case.answer, env)
