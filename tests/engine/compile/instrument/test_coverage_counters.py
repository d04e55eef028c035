"""Counted games: the same play as the plain ones, and honest counts of what each clause did."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace

import pytest

from crex_dsl import load
from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.python_module import GeneratedModule
from crex_dsl.engine.compile.instrument.coverage_counters import CountedLegality, Counters
from crex_dsl.engine.errors import NotCounted, RuleFault
from crex_dsl.engine.explain.clause_counts import Counts, read_counts
from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.run.runtime import PRELUDE
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.terms.free_variables import definition_terms
from tests.conformance.cases import GAMES, Case
from tests.engine.compiled import compiled, positions
from tests.engine.oracle import Oracle
from tests.engine.record import fixtures
from tests.engine.tiny import STOP, Tiny

RULES = """
kind cart
    load : 0..9

table cart
    | id    | load |
    | small | 1    |
    | big   | 5    |
    | huge  | 9    |

clause driving "Driving"
    set gone of cart
    action drive(cart) in game
        text "drive {cart}"
        do
            add cart to gone
    permit drive(cart) when cart.load > 3
    permit drive(cart) when cart.load > 8
    procedure play in game
        while some c: cart where c not in gone and ann can drive(c)
            ann chooses drive
        do rest
        ann chooses stay, quit
    open procedure rest in game

clause resting "Resting"
    procedure rest is
        return

clause once "Once"
    forbid drive(cart) when cart in gone

clause heavy "Heavy"
    forbid drive(cart) when cart.load > 4

clause strong "Strong horses"
    except heavy for drive(cart) when cart is big

clause never "Never"
    forbid drive(cart) when 1 > 2

clause nobody "Nobody"
    forbid drive(cart) when cart is huge and (the c in gone) is big

clause noise "Noise"
    after drive(cart) when cart is big
        return

clause silence "Silence"
    after drive(cart) when cart is small
        return
"""


def counted(tiny: Tiny, text: str) -> Game:
    files = tiny.write(text + STOP)
    return game_of(files, index_of(files).select(None, ()), counted=True)


def test_every_effect_is_counted(tiny: Tiny) -> None:
    game = counted(tiny, RULES)
    position = game.start(1)
    assert [action.id for action in position.decision.legal] == ["stay", "quit"]  # type: ignore[union-attr]
    found = game.coverage()
    # `can` asks for big, which is then forced and held against huge; `can` asks for huge
    assert found["driving"] == Counts(permitted=1 + 3 + 2, fired=3)  # its play, its drive, the rest that it declares
    assert found["heavy"] == Counts(forbade=2)
    assert found["strong"] == Counts(excepted=2)
    assert found["nobody"] == Counts(forbade=1)  # once somebody is gone; before, there is nobody to speak of
    assert found["noise"] == found["resting"] == Counts(fired=1)
    assert found["stopping"] == Counts(permitted=2)
    assert found["silence"] == found["never"] == found["once"] == Counts()


def test_a_rule_that_speaks_second_counts_as_well(tiny: Tiny) -> None:
    game = counted(tiny, RULES.replace("ann can drive(c)", "c is big"))
    position = game.start(1)
    assert position.decision is not None
    assert game.coverage()["heavy"] == Counts(forbade=1)  # huge, once, though two permissions cover it
    assert game.coverage()["driving"].permitted == 3
    assert game.coverage()["strong"] == Counts(excepted=1)
    game = counted(tiny, RULES.replace("while some c: cart where c not in gone and ann can drive(c)", "repeat 2 times"))
    with pytest.raises(RuleFault, match="nothing is legal"):
        game.start(1)
    assert game.coverage()["once"] == Counts(forbade=1)
    assert game.coverage()["nobody"] == Counts(forbade=1)
    assert game.coverage()["strong"] == Counts(excepted=2)


def test_counts_add_up() -> None:
    assert Counts(1, 2, 3, 4) + Counts(fired=5) == Counts(1, 2, 3, 9)
    assert Counts(1, 2, 3, 9) - Counts(1, 1, 1, 4) == Counts(0, 1, 2, 5)
    assert not Counts() and Counts(excepted=1)


def test_a_plain_game_does_not_count(tiny: Tiny) -> None:
    game = tiny(RULES + STOP)
    with pytest.raises(NotCounted, match="counted=True"):
        game.coverage()
    assert "C[" not in compile_rulebook(game.rulebook).play
    assert "C[" in compile_rulebook(game.rulebook, counted=True).play


def test_loading_plain_and_counted_in_turn(tiny: Tiny) -> None:
    files = tiny.write(RULES + STOP)
    for _ in range(2):  # the second time from the cache
        for form in (False, True):
            assert ("counted" in game_of(files, index_of(files).select(None, ()), form).tables) is form


def play(game: Game, seed: int) -> list[list[int]]:
    """The legal codes at every decision of a random game."""
    rng, found = random.Random(seed), []
    state = game.program.start(seed)
    codes = game.program.run(state)
    while codes:
        found.append(codes)
        codes = game.program.run(state, rng.choice(codes))
    return found


@pytest.mark.parametrize("case", fixtures(), ids=str)
def test_counting_changes_nothing(case: Case) -> None:
    game = load(case.game, case.edition, case.options, rules=[GAMES], counted=True)
    for seed in range(3):
        assert play(game, seed) == play(case.load(), seed)
    found = game.coverage()
    world = game.rulebook.world
    assert {permit.clause for action in world.actions.values() for permit in action.permits} <= found.keys()
    assert {forbid.clause for action in world.actions.values() for forbid in action.forbids} <= found.keys()
    assert sum(counts.permitted for counts in found.values()) > 0 < sum(counts.fired for counts in found.values())


@pytest.mark.parametrize("case", [c for c in fixtures() if c.game in ("dash", "ford", "quince")], ids=str)
def test_counts_are_those_of_the_plain_meaning(case: Case) -> None:
    book, made = case.load().rulebook, compiled(case)
    unit, counters = GeneratedModule(), Counters(book)
    legality = CountedLegality(Expressions(unit, made.layout, Simplifier()), made.codings, counters)
    names = {a: legality.generator(a, (False,) * len(a.params)) for a in book.world.actions.values()}
    space = dict(PRELUDE)
    exec(compile("\n".join([unit.text(), counters.line]), "<counted>", "exec"), space)
    rng, met = random.Random(1), Counts()
    for position in rng.sample(positions(case, (1, 2), 3), 6):
        oracle = Oracle(made, position.state)
        for action, name in names.items():
            if name is None or action.name not in position.asked().actions or asks_others(action):
                continue
            seat = case.load().seat(position.asked().who)
            before = read_counts(counters.clauses, space["C"])
            space[name](list(position.state), [], seat)
            for clause, counts in read_counts(counters.clauses, space["C"]).items():
                expected = before[clause] + effects(oracle, action, seat).get(clause, Counts())
                assert counts == expected, (action.name, clause)
            met = sum(effects(oracle, action, seat).values(), met)
    assert met.permitted


def asks_others(action: t.Action) -> bool:
    """Whether the rules of an action ask what else can be done, which counts as well."""
    todo = [rule.when for rule in (*action.permits, *action.forbids, *action.excepts) if rule.when is not None]
    seen: set[t.Definition] = set()
    while todo:
        for part in todo.pop().walk():
            if isinstance(part, t.CanDo):
                return True
            if isinstance(part, t.Apply) and part.definition not in seen:
                seen.add(part.definition)
                todo += definition_terms(part.definition)
    return False


def effects(oracle: Oracle, action: t.Action, seat: int) -> dict[str, Counts]:
    """What every rule of an action says about every instance, none asked before another."""
    found: defaultdict[str, Counts] = defaultdict(Counts)
    bare = replace(action, forbids=[], excepts=[])
    for args in oracle.instances(bare, seat):
        env = {action.actor: seat, **dict(zip(action.params, args, strict=True))}
        for permit in action.permits:
            found[permit.clause] += Counts(permitted=oracle.holds(permit.when, env))
        for forbid in action.forbids:
            if oracle.holds(forbid.when, env):
                lifts = [e for e in action.excepts if e.lifts == forbid.clause and oracle.holds(e.when, env)]
                for lifting in lifts:
                    found[lifting.clause] += Counts(excepted=1)
                found[forbid.clause] += Counts(forbade=not lifts)
    return found
