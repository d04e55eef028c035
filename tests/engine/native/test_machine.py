"""Whole games natively: the same codes, states, dice, faults, measures and bots as in Python."""

from __future__ import annotations

import pytest

from crex_dsl.engine.compile import compiler
from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.game import Game, game_of, load
from crex_dsl.engine.native import availability
from crex_dsl.engine.native.availability import NoNative
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.native.machine import Machine
from crex_dsl.lab.simulation import match
from crex_dsl.lab.simulation.match import Match, Until
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import GAMES, Case, families
from tests.conformance.cases import library as rule_files
from tests.engine.native.lockstep import assert_same_games
from tests.engine.tiny import Tiny

pytestmark = pytest.mark.skipif(availability.engine_version() is None, reason="there is no native engine here")

FAULTY = """
clause broken "Broken"
    state purse: 0..3
    action pay in game
        text "pay"
        do
            purse += 2
    action quit in game
        text "quit"
        do
            end game drawn
    permit pay
    permit quit

clause course "Course"
    procedure play
        while purse < 10
            ann chooses pay, quit
"""


CROWD = """
clause crowd "Crowd"
    set waving of player
    action wave in game
        text "wave"
        do
            add actor to waving
    action leave in game
        text "leave"
        do
            end game won by actor
    permit wave
    permit leave

clause course "Course"
    procedure play
        for each player
            if player is LAST or player is p1
                player chooses wave, leave
        end game won by LAST
"""

# `crates` has five places, `loads` begins at 5: both are reached from the same constant.
SHARED = """
clause store "Store"
    state crates(x: 0..4): 0..9
    state loads(x: 5..8): 0..9
    action pack(x: 0..4) in game
        text "pack {x}"
        do
            crates(x) += 1
            loads(x + 4) += crates(x)
    action quit in game
        text "quit"
        do
            end game drawn
    permit pack(x) when x > 0 and crates(x) < 3 and loads(x + 4) < 4
    permit quit

clause course "Course"
    procedure play
        while crates(1) < 9
            ann chooses pack, quit
"""


def watched(case: Case) -> Game:
    """The game of a case, as series of games are played."""
    files = rule_files().files(case.game)
    return game_of(files, index_of(files).select(case.edition, case.options), watched=True)


@pytest.mark.parametrize("case", families(), ids=str)
def test_every_decision_is_the_same(case: Case) -> None:
    game = watched(case)
    assert assert_same_games(game.program, machine_of(game), range(3 if case.is_fixture else 1)) > 0


@pytest.mark.parametrize(
    ("case", "bots", "until"),
    [
        (Case("crusader-rex", "english-2.0", ()), ["random", "random"], None),
        (Case("crusader-rex", "english-2.0", ()), ["greedy", "stout"], Until("decisions", 60)),
        (Case("crusader-rex", "polish-1.4", ()), ["planner:6", "random"], Until("decisions", 25)),
        (Case("na-grunwald", "four-players", ()), ["random"] * 4, None),
        (Case("na-grunwald", "three-players", ()), ["random"] * 3, Until("round", 2)),
        (Case("na-grunwald", "two-players", ()), ["planner:10", "greedy"], Until("decisions", 20)),
        (Case("ford", "plain-1.0", ()), ["random", "random"], None),
    ],
    ids=str,
)
def test_series_are_the_same(case: Case, bots: list[str], until: Until | None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = watched(case)
    names = dict(zip(game.players, bots, strict=True))
    natively = played(Match(game, names, 5_000, until), native=True)
    monkeypatch.setattr(match, "machine_of", without_native)
    assert natively == played(Match(game, names, 5_000, until), native=False)


def played(table: Match, native: bool) -> list[Playout]:
    assert (table.machine is not None) == native
    thinks = any(not bot.indifferent(point) for bot in table.bots.values() for point in table._points())
    return list(table.games(range(5, 6 if thinks else 12)))


def without_native(*_: object) -> Machine:
    raise NoNative("it is switched off here")


def test_a_fault_is_told_in_the_same_sentence(tiny: Tiny) -> None:
    files = tiny.write(FAULTY)
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    machine = machine_of(game)
    machine.start(3)
    machine.run(0)
    state = game.start(3).state
    code = game.spelled_code("pay")
    machine.run(0, code)
    game.program.run(state, code)
    with pytest.raises(RuleFault) as native:
        machine.run(0, code)
    with pytest.raises(RuleFault) as python:
        game.program.run(state, code)
    assert str(native.value) == str(python.value)
    assert native.value.clause == python.value.clause == "broken"
    machine.start(4)  # and it goes on
    assert machine.run(0)


def test_a_game_that_breaks_is_told_as_python_tells_it(tiny: Tiny) -> None:
    files = tiny.write(FAULTY)
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    table = Match(game, dict.fromkeys(game.players, "random"), 1_000)
    natively = list(table.games(range(40)))
    assert natively == [table.play(seed) for seed in range(40)]
    assert {playout.fault is None for playout in natively} == {True, False}


def test_two_pieces_of_memory_may_lie_at_the_same_constant(tiny: Tiny) -> None:
    files = tiny.write(SHARED)
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    crates, loads = (next(cell for cell in game.cells if cell.name == name) for name in ("crates", "loads"))
    assert crates.base - crates.lows[0] == loads.base - loads.lows[0]
    assert assert_same_games(game.program, machine_of(game), range(20)) > 40


@pytest.mark.parametrize("players", [63, 64])
def test_as_many_players_as_a_word_has_bits(tiny: Tiny, players: int) -> None:
    names = ", ".join(f"p{number}" for number in range(players))
    head = f'game tiny "Tiny"\n    players {names}\n    begins with play\n\n'
    files = tiny.write(CROWD.replace("LAST", f"p{players - 1}"), head=head)
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    if players > 63:
        with pytest.raises(NoNative, match="more players than a machine word has bits"):
            machine_of(game)
        return
    table = Match(game, dict.fromkeys(game.players, "random"), 1_000)
    assert table.machine is not None
    natively = list(table.games(range(6)))
    assert natively == [table.play(seed) for seed in range(6)]
    assert any(playout.result and playout.result.winners == (f"p{players - 1}",) for playout in natively)


def test_a_state_goes_in_and_comes_out_unchanged() -> None:
    game = watched(Case("crusader-rex", "polish-1.4", ()))
    machine = machine_of(game)
    state = game.start(11).state
    for place, _, count in machine._wide:
        state[place] = (1 << 64 * count - 3) + place
    machine.write(7, state)
    assert machine.read(7) == state


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(availability.SWITCH, "0")
    availability.engine_version.cache_clear()
    try:
        with pytest.raises(NoNative, match="switched off by CREX_NATIVE=0"):
            machine_of(watched(Case("dash", "two-player", ())))
    finally:
        monkeypatch.undo()
        availability.engine_version.cache_clear()


def test_only_what_is_watched_is_played_natively() -> None:
    with pytest.raises(NoNative, match="watched"):
        machine_of(load("dash", rules=[GAMES]))


def test_a_game_that_is_not_watched_is_not_compiled_to_look_for_its_native_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Case("ford", "plain-1.0", ()).load()

    def compiled(*given: object, **forms: object) -> None:
        raise AssertionError("compiled in vain")

    monkeypatch.setattr(compiler, "compile_rulebook", compiled)
    with pytest.raises(NoNative, match="only what is watched"):
        machine_of(game)
