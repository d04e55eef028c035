"""Compiled expressions against their plain meaning: on fixture games as they are played, and on random rules."""

from __future__ import annotations

import random
from itertools import product

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.compile.emit import set_builders
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import instances, rebuild_index
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import ListOf, SetOf, cardinality
from tests.conformance.cases import Case
from tests.engine.compiled import Pieces, compiled, positions
from tests.engine.oracle import Oracle, stages_of, values
from tests.engine.record import fixtures
from tests.engine.tiny import STOP, Tiny, ids
from tests.engine.writer import WORLD, Writer
from tests.soaked import first_of

FIXTURES = [case for case in fixtures() if case.game in ("dash", "ford", "quince", "noughts")]


def plain(value: object) -> object:
    """A value in which yes and 1, and a list and a tuple, are the same."""
    return tuple(value) if isinstance(value, list) else value


def applied(definition: t.Definition) -> t.Term:
    """A definition applied to its own parameters."""
    args = tuple(t.Local(var.type, definition.span, var) for var in definition.params)
    return t.Apply(definition.type, definition.span, definition, args)


@pytest.mark.parametrize("case", FIXTURES, ids=str)
def test_definitions_of_the_fixtures_mean_what_they_say(case: Case) -> None:
    rng = random.Random(2)
    game = case.load()
    pieces = Pieces(game, compiled(case))
    definitions = list(pieces.book.world.definitions.values())
    for definition in definitions:
        pieces.add(definition.name, definition.params, applied(definition))
    pieces.run()
    doors = game.tables["doors"]
    asked = 0
    for position in rng.sample(positions(case, (6, 7), 3), 5):
        oracle = Oracle(pieces.compiled, position.state)
        for definition in definitions:
            needed = set(stages_of(applied(definition))) - {"game"}
            if any(not position.state[doors[stage]] for stage in needed):
                continue  # such a definition cannot be used here
            ranges = [
                values(var.type) if cardinality(var.type) and not isinstance(var.type, SetOf | ListOf) else [0, 1, 5]
                for var in definition.params
            ]
            cases = list(product(*ranges))
            for args in rng.sample(cases, min(6, len(cases))):
                found = pieces[definition.name](list(position.state), *args)
                assert plain(found) == plain(oracle.answer(definition, args)), (definition.name, args)
                asked += 1
    assert asked > 20


def shaken(game: Game, rng: random.Random) -> list[int]:
    """A state in which every cell of memory holds anything that its type allows."""
    state = list(game.tables["start"])
    for cell in game.cells:
        of = cell.type
        for _, slot in instances(game, cell):
            state[slot] = _anything(game, of, rng)
        rebuild_index(cell, state)
    return state


def _anything(game: Game, of: tuple[object, ...], rng: random.Random) -> int:
    match of:
        case ("number", low, high):
            return rng.randint(low or 0, high if isinstance(high, int) else 4)
        case ("bool",):
            return rng.randrange(2)
        case ("thing", str(kind), *_):
            return rng.randrange(len(game.namer.kinds[kind][0]))
        case ("optional", tuple(inner)):
            return game.namer.nothing(of) if rng.random() < 0.4 else _anything(game, inner, rng)
        case ("set", ("thing", str(kind), *_)):
            return rng.getrandbits(len(game.namer.kinds[kind][0]))
    raise AssertionError(of)


@pytest.fixture(params=[1, set_builders.WIDE], ids=["gathered", "tested"])
def _wide(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Conditions worked out as whole sets, and tested one by one as small kinds usually are."""
    monkeypatch.setattr(set_builders, "WIDE", request.param)


@pytest.mark.usefixtures("_wide")
@pytest.mark.parametrize("seed", first_of(2, range(10)))
def test_random_definitions_mean_what_they_say(tiny: Tiny, seed: int) -> None:
    """Optional values everywhere: what cannot be missing by one condition must not be used before it is tested."""
    writer = Writer(seed)
    text, _ = writer.definitions(24)
    game = tiny(text, head=WORLD)
    pieces = Pieces(game)
    definitions = [pieces.book.world.definitions[f"d{number}"] for number in range(24)]
    for definition in definitions:
        pieces.add(definition.name, definition.params, applied(definition))
        if definition.name in pieces.book.world.definitions and str(definition.type) == "yes or no":
            _add_ranging(pieces, definition)
    pieces.run()
    rng = random.Random(seed)
    for _ in range(8):
        state = shaken(game, rng)
        oracle = Oracle(pieces.compiled, state)
        for definition in definitions:
            answers = [oracle.answer(definition, (piece,)) for piece in range(5)]
            for piece, answer in enumerate(answers):
                assert pieces[definition.name](state, piece) == answer, f"{definition.name}({piece})\n{text}"
            if (definition.name, "all") in pieces:
                holding = [piece for piece, answer in enumerate(answers) if answer]
                assert pieces[definition.name, "all"](state) == sum(1 << piece for piece in holding)
                assert pieces[definition.name, "count"](state) == len(holding)
                assert bool(pieces[definition.name, "some"](state)) == bool(holding)
                assert bool(pieces[definition.name, "every"](state)) == (len(holding) == 5)


def _add_ranging(pieces: Pieces, definition: t.Definition) -> None:
    """Functions that range over all pieces for which a condition holds."""
    kind = pieces.book.world.kinds["piece"]
    of = definition.params[0].type
    for word in ("all", "count", "some", "every"):
        var = t.Var("each", of)
        where = t.Apply(definition.type, definition.span, definition, (t.Local(of, definition.span, var),))
        source = t.Const(SetOf(of), definition.span, kind.mask)
        pieces.add((definition.name, word), (), t.Quant(SetOf(of), definition.span, word, var, source, where))


@pytest.mark.usefixtures("_wide")
@pytest.mark.parametrize("seed", first_of(2, range(100, 110)))
def test_random_actions_are_legal_when_their_rules_say_so(tiny: Tiny, seed: int) -> None:
    writer = Writer(seed)
    text, scope = writer.definitions(6)
    text += writer.actions(6, scope)
    game = tiny(text, head=WORLD)
    pieces = Pieces(game)
    actions = [pieces.book.world.actions[f"a{number}"] for number in range(6)]
    for action in actions:
        for given in product((False, True), repeat=3):
            pieces.add_generator((action.name, given), action, given)
    pieces.run()
    rng = random.Random(seed)
    met = 0
    for _ in range(2):
        state = shaken(game, rng)
        oracle = Oracle(pieces.compiled, state)
        for action, seat in product(actions, (0, 1)):
            legal = oracle.instances(action, seat)
            met += len(legal)
            for given in product((False, True), repeat=3):
                args = (rng.randrange(5), rng.randrange(5), rng.randrange(4))
                fitting = [
                    found for found in legal if all(not g or a == f for g, a, f in zip(given, args, found, strict=True))
                ]
                out: list[int] = []
                if (action.name, given) in pieces:
                    fixed = [a for a, g in zip(args, given, strict=True) if g]
                    pieces[action.name, given](state, out, seat, *fixed)
                coding = pieces.compiled.codings[action]
                codes = [coding.base + f[0] * 20 + f[1] * 4 + f[2] for f in fitting]
                assert sorted(out) == codes, f"{action.name} {given} {args}\n{text}"
    assert met


def test_what_rests_on_one_name_alone_is_looked_up(tiny: Tiny) -> None:
    text = """
kind hut
    size : 1..3
    twin : hut or nothing
table hut
    | id | size | twin |
    | h1 | 1    | h2   |
    | h2 | 2    | -    |
    | h3 | 3    | h1   |
clause words "Words"
    state n: 0..99
    set seen of hut
    value limit(h: hut): number is
        4 when h.size < 3
        2 otherwise
    action enter(h: hut) in game
        text "enter {h}"
        do
            add h to seen
    permit enter(h) when n + 2 * limit(h) + h.size > 7 and (h.twin is nothing or h.twin.size < 2)
    procedure play
        ann chooses enter, stay, quit
"""
    game = tiny(text + STOP)
    assert ids(game.start(1)) == ["enter(h2)", "stay", "quit"]
    play = compile_rulebook(game.rulebook).play
    assert "(8, 8, 4, 0)" in play and "(4, 4, 2, 0)" not in play
