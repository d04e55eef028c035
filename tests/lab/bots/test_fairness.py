"""Nobody peeks: what is hidden from a side changes nothing that its bot does, and cannot be reached by it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import instances, rebuild_index
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.lab.bots.order_bot import HARD
from crex_dsl.lab.bots.registry import bot, bots
from tests.conformance.cases import Case, families
from tests.conformance.test_conformance import swapped, walk

EVERY = pytest.mark.parametrize("case", families(), ids=str)
QUICK = "planner:4"
OPEN = {"noughts", "dash"}  # games in which nothing is hidden
TRIES = 20


def names(game: Game) -> list[str]:
    """Every bot of a game, the planner with little time; `hard` is `normal` with more of it."""
    return [QUICK if name == "planner" else name for name in bots(game) if name != HARD]


def decisions(game: Game, seed: int, most: int) -> list[Position]:
    """Some decisions of a random game, from all over it."""
    found = walk(game, seed, every=3)[:-1]
    return Random(seed).sample(found, min(most, len(found)))


def disguised(position: Position, seat: int, rng: Random) -> Position:
    """The position with other dice, and with other values wherever the mask says that a seat sees none.

    Where secret things are is left alone here, since from that one can see how many there are.
    """
    game = position.game
    mask, guesses = Mask(game, position.state, seat), game.program.words["GUESSES"]
    for _ in range(TRIES):
        state = list(position.state)
        state[CHANCE] = rng.getrandbits(64)
        for number, cell in enumerate(game.cells):
            if cell.type[0] not in ("number", "bool"):
                continue
            for args, slot in instances(game, cell):
                if not mask.sees(number, args):
                    low, high = guesses[number](state, *args)[:2] if guesses[number] else cell.type[1:] or (0, 1)
                    state[slot] = rng.randint(low, max(low, high))
        for cell in game.cells:
            rebuild_index(cell, state)
        if legal_codes(game, state) == position.codes:
            return Position(game, state, list(position.codes), list(state), None)
    return position


def told(position: Position, seat: int) -> tuple[Any, ...]:
    """All that an outlook holds."""
    information_set, _ = InformationSet.of(position.game, seat, position.state, position.codes)
    return information_set.state, information_set.hidden, information_set.answers


def seen_answer(position: Position, name: str, seed: int) -> int:
    """What a bot answers, in the words of its outlook."""
    game = position.game
    information_set, _ = InformationSet.of(game, game.decider(position.state), position.state, position.codes)
    with game.unheard():
        return information_set.answers[bot(game, name).choose(information_set, Random(seed))]


@EVERY
def test_bots_answer_the_same_whatever_is_hidden(case: Case) -> None:
    game, rng, other_than = case.load(), Random(8), 0
    for number, position in enumerate(decisions(game, 21, 10 if case.is_fixture else 4)):
        seat = game.decider(position.state)
        hidden = disguised(position, seat, rng)
        other_than += hidden.key != position.key
        assert told(hidden, seat) == told(position, seat)
        for name in names(game):
            assert seen_answer(position, name, number) == seen_answer(hidden, name, number), name
    assert (other_than > 0) == (case.game not in OPEN)


@EVERY
def test_bots_answer_the_same_when_two_hidden_pieces_are_swapped(case: Case) -> None:
    game, rng = case.load(), Random(9)
    for number, position in enumerate(decisions(game, 22, 6)):
        seat = game.decider(position.state)
        for kind, pieces in game.secret_state.hidden(position.state, seat).items():
            groups = [group for group in game.secret_state.groups(kind, pieces) if len(group) > 1]
            for group in groups[:2]:
                other = swapped(position, kind, *rng.sample(group, 2))
                for name in names(game):
                    assert seen_answer(position, name, number) == seen_answer(other, name, number), name


def reached(start: object) -> Iterator[Any]:
    """Everything that can be got at from something: attributes, items, what functions are closed over."""
    seen, waiting = {id(start)}, [start]
    while waiting:
        here = waiting.pop()
        yield here
        parts = [here.__closure__, here.__defaults__] if isinstance(here, FunctionType) else gc.get_referents(here)
        for part in parts:
            if id(part) not in seen and not isinstance(part, ModuleType | type):
                seen.add(id(part))
                waiting.append(part)


@EVERY
def test_nothing_leads_from_an_outlook_to_the_state(case: Case) -> None:
    game = case.load()
    for position in decisions(game, 23, 2):
        information_set, _ = InformationSet.of(game, game.decider(position.state), position.state, position.codes)
        own = [part for part in reached(information_set) if isinstance(part, list) and len(part) == len(position.state)]
        assert any(part is information_set.state for part in own)
        assert not any(part == position.state for part in own)
        assert not any(isinstance(part, Position) for part in reached(information_set))
        assert not any(part == position.state[CHANCE] for part in reached(information_set) if isinstance(part, int))


def test_the_search_for_a_way_would_find_one() -> None:
    position = Case("ford", "plain-1.0", ()).load().start(1)
    view = position.view(position.asked().who)
    assert any(part is position.state for part in reached(view)), "a whole view holds its position"
