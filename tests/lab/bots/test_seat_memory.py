"""A seat remembers what it saw, and nothing that it did not see."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import rebuild_index
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.seat_memory import SeatMemory
from crex_dsl.lab.simulation.match import Match
from tests.conformance.cases import Case, families
from tests.conformance.test_conformance import swapped, walk
from tests.lab.conftest import watched


def outlook(position: Position, seat: int) -> InformationSet:
    """What a seat sees of a position, asked or not."""
    game = position.game
    codes = position.codes if game.decider(position.state) == seat else []
    return InformationSet.of(game, seat, position.state, codes)[0]


def spots(game: Game, kind: str, state: list[int]) -> list[int]:
    """Where every piece of a kind stands."""
    cell = game.cells[game.tables["placements"][kind]]
    return list(state[cell.base : cell.base + cell.size])


def test_what_every_game_begins_with_is_known_to_all() -> None:
    game = watched("ford", "plain")
    position = game.start(seed=3)
    seat = game.decider(position.state)
    seen = outlook(position, seat)
    assert seen.hidden["block"]
    believed, _ = SeatMemory(game).believed(seen, Random(1))
    assert not believed.hidden
    state, _, _ = believed.determinise(Random(2))
    assert spots(game, "block", state) == spots(game, "block", position.state)


def test_who_comes_late_remembers_nothing() -> None:
    game = watched("ford", "plain")
    position = walk(game, 4)[-2]
    seat = game.decider(position.state)
    seen = outlook(position, seat)
    believed, _ = SeatMemory(game).believed(seen, Random(1))
    assert believed.hidden == seen.hidden


def test_where_fewer_are_left_each_is_less_likely_to_have_stayed() -> None:
    game = watched("ford", "plain")
    position = game.start(seed=4)
    seat = game.decider(position.state)
    memory = SeatMemory(game)
    memory.believed(outlook(position, seat), Random(0))
    cell = game.cells[game.tables["placements"]["block"]]
    home = spots(game, "block", position.state)
    covered = outlook(position, seat).hidden["block"]
    one, other = next((a, b) for a in covered for b in covered if a < b and home[a] == home[b])
    empty = next(place for place in range(cell.index_size) if place not in home)
    state = list(position.state)
    state[cell.base + one] = empty
    rebuild_index(cell, state)
    moved = InformationSet.of(game, seat, state, position.codes)[0]
    stayed = [other not in memory.believed(moved, Random(seed))[0].hidden["block"] for seed in range(200)]
    assert 70 < sum(stayed) < 130  # one of two has gone: which, nobody saw
    third = next(piece for piece in covered if home[piece] != home[one])
    assert all(third not in memory.believed(moved, Random(seed))[0].hidden["block"] for seed in range(20))


@pytest.mark.parametrize("case", families(), ids=str)
def test_what_is_believed_looks_like_what_is_seen(case: Case) -> None:
    game = case.load()
    memories = {seat: SeatMemory(game) for seat in game.seats}
    for number, position in enumerate(walk(game, 31, every=5)[:12]):
        if not position.codes:
            continue
        seat = game.decider(position.state)
        seen = outlook(position, seat)
        believed, back = memories[seat].believed(seen, Random(number))
        state, called, _ = believed.determinise(Random(number))
        again, _ = InformationSet.of(game, seat, state, called)
        assert list(again.answers) == sorted(seen.answers)
        assert again.state == seen.state
        assert tuple(game.secret_state.recoded(code, back) for code in believed.answers) == seen.answers


@pytest.mark.parametrize("case", families(), ids=str)
def test_what_is_hidden_changes_nothing_that_is_believed(case: Case) -> None:
    game, rng = case.load(), Random(9)
    one, other = ({seat: SeatMemory(game) for seat in game.seats} for _ in range(2))
    for number, position in enumerate(walk(game, 32, every=7)[:8]):
        if not position.codes:
            continue
        seat = game.decider(position.state)
        changed = position
        for kind, pieces in game.secret_state.hidden(position.state, seat).items():
            for group in [group for group in game.secret_state.groups(kind, pieces) if len(group) > 1][:2]:
                changed = swapped(changed, kind, *rng.sample(group, 2))
        believed, _ = one[seat].believed(outlook(position, seat), Random(number))
        also, _ = other[seat].believed(outlook(changed, seat), Random(number))
        assert (believed.state, believed.hidden, believed.answers) == (also.state, also.hidden, also.answers)


def test_games_do_not_depend_on_those_before_them() -> None:
    game = watched("ford", "plain")
    bots = dict.fromkeys(game.players, "easy")
    after = list(Match(game, bots, 10_000).games(range(5, 8)))[-1]
    alone = next(iter(Match(game, bots, 10_000).games(range(7, 8))))
    assert after == alone
