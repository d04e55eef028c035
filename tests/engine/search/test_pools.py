"""Pools of states: orders tried out, followed and played on come out alike in both engines."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.native.availability import engine_version
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.run.chance import scrambled
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.search.deal_words import deal_words
from crex_dsl.engine.search.deals import deal_into
from crex_dsl.engine.search.native_pool import NativePool
from crex_dsl.engine.search.python_pool import PythonPool
from crex_dsl.engine.search.state_pool import StatePool, pool_of
from crex_dsl.engine.search.trials import (
    CLOSED,
    GREEDY,
    LIMIT,
    OTHER,
    OVER,
    RANDOM,
    ROLLED,
    WAITS,
    Horizon,
    Script,
    Trial,
)
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import Case
from tests.conformance.cases import library as rule_files
from tests.engine.secrecy.test_information_set import CHOOSY
from tests.engine.tiny import STOP, Tiny

NATIVE = pytest.mark.skipif(engine_version() is None, reason="there is no native engine here")
CASES = [
    Case("crusader-rex", "english-2.0", ()),
    Case("na-grunwald", "four-players", ()),
    Case("quince", "english-1.0", ()),
    Case("ford", "plain-1.0", ()),
]
ERRANDS = """
stage errand in game with shopper: player, basket: 0..9

clause errands "Errands"
    state purse: 0..9, starts at 5
    state luck: 0..6
    state rounds: 0..50
    action shop in game
        text "go shopping"
        do
            do go-round(actor)
    action fill in errand
        text "fill the basket"
        do
            basket += 1
    action pay in errand
        text "pay"
        do
            purse -= 1
            basket += 1
    action throw in errand
        text "throw a die"
        do
            roll 1 die
            luck becomes total of dice
    action quit in game
        text "quit"
        do
            end game won by actor
    action wait in game
        text "wait"
        do
            return
    permit shop
    permit wait
    permit fill when basket < 2
    permit pay when purse > 0 and basket < 2
    permit throw when basket < 2
    permit quit
    procedure go-round(p: player)
        open errand with shopper is p
            shopper may keep choosing fill, pay, throw or "go home"
    procedure play
        while rounds < 60
            rounds += 1
            ann chooses shop, wait, quit
            bob chooses shop, wait, quit

worth(p: player) is 10 * purse + luck

policy saver "Never pays"
    avoid pay
    avoid quit by 9
    prefer fill by 3
"""


def watched(case: Case) -> Game:
    files = rule_files().files(case.game)
    return game_of(files, index_of(files).select(case.edition, case.options), watched=True)


def both(game: Game) -> tuple[NativePool, PythonPool]:
    return NativePool(game, machine_of(game)), PythonPool(game)


def played(game: Game, seed: int, decisions: int, every: int) -> list[tuple[list[int], list[int]]]:
    """States on the way of a random game, each with its legal answers."""
    rng, found = random.Random(seed), []
    state = game.program.start(seed)
    codes = game.program.run(state)
    for number in range(decisions):
        if not codes:
            break
        if number % every == 0:
            found.append((state[:], codes))
        codes = game.program.run(state, rng.choice(codes))
    return found


@NATIVE
@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_engines_give_the_same_integers(case: Case) -> None:
    game, rng = watched(case), random.Random(3)
    native, python = both(game)
    policies = [RANDOM, GREEDY, *list(game.tables["policies"])[-2:]]
    stages = [None, *game.tables["stages"]]
    kinds = [None, *((kind, 1) for kind in game.tables["kinds"])]
    for state, codes in played(game, 7, 160, 23):
        number = native.put(state)
        assert python.put(state) == number
        for policy in policies:
            scripts = [
                Script(policy, rng.choice([0, 128]), rng.choice([0, 64]), rng.choice([0, 9])) for _ in game.seats
            ]
            order = [*rng.sample(codes, min(3, len(codes))), DECLINE, 1]
            trials = [Trial(number, order[: rng.randint(0, 5)], rng.getrandbits(64), rng.choice(kinds)) for _ in "ab"]
            horizon = Horizon(rng.randint(0, 6), rng.choice(stages))
            assert native.rollouts(trials, scripts, horizon) == python.rollouts(trials, scripts, horizon)
            outside = rng.choice(stages)
            script = rng.choice([None, scripts[0]])
            assert native.follow(trials, script, 9, outside) == python.follow(trials, script, 9, outside)
        answers = [(number, code) for code in codes[-3:]]
        branches = native.branch(answers)
        assert branches == python.branch(answers)
        copies = [branch[0] for branch in branches if branch is not None]
        assert copies
        assert [native.read(copy) for copy in copies] == [python.read(copy) for copy in copies]
        assert native.read(number) == state == python.read(number), "a trial changes nothing"


@pytest.fixture(params=[pytest.param("native", marks=NATIVE), "python"])
def errands(request: pytest.FixtureRequest, tiny: Tiny) -> tuple[Game, StatePool]:
    files = tiny.write(ERRANDS)
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    pool = pool_of(game, machine_of(game) if request.param == "native" else None)
    assert isinstance(pool, NativePool if request.param == "native" else PythonPool)
    state = game.program.start(1)
    game.program.run(state)
    pool.put(state)
    return game, pool


def test_an_order_ends_where_its_stage_closes_another_is_asked_dice_fall_or_the_game_is_over(
    errands: tuple[Game, StatePool],
) -> None:
    game, pool = errands
    shop, fill, roll, wait, quit_ = map(game.spelled_code, ("shop", "fill", "throw", "wait", "quit"))
    ends = {
        (shop, fill, fill): CLOSED,
        (shop, fill): WAITS,
        (shop, roll, fill): ROLLED,
        (wait, wait): OTHER,
        (quit_,): OVER,
    }
    found = pool.follow([Trial(0, order, 5) for order in ends])
    assert [path and path.end for path in found] == list(ends.values())
    path = found[2]
    assert path is not None and path.codes == (shop, roll) and path.repaired == 1
    assert path.who == game.seat("ann") and path.answers == 4
    short = pool.follow([Trial(0, [shop, fill], 5)], Script(), most=2)[0]
    assert short is not None and short.end == LIMIT


def test_an_order_belongs_to_whoever_is_asked(errands: tuple[Game, StatePool]) -> None:
    game, pool = errands
    shop, fill, wait = map(game.spelled_code, ("shop", "fill", "wait"))
    assert pool.take(0, wait).who == game.seat("bob")
    (path,) = pool.follow([Trial(0, [shop, fill, fill], 5)])
    assert path is not None and (path.end, path.who) == (CLOSED, game.seat("ann"))
    (outcome,) = pool.rollouts([Trial(0, (wait, wait), 5)], [Script("saver"), Script(noise=0)], Horizon(0))
    assert outcome is not None and outcome.repaired == 0, "what others answer in between does not use up the order"


def test_an_order_that_changes_nothing_is_told_from_one_that_does(errands: tuple[Game, StatePool]) -> None:
    game, pool = errands
    shop, fill, pay = map(game.spelled_code, ("shop", "fill", "pay"))
    orders = [(shop, DECLINE), (shop, fill, DECLINE), (shop, fill, fill), (shop, pay, fill, fill)]
    away, empty, filled, paid = (path and path.digest for path in pool.follow([Trial(0, each, 5) for each in orders]))
    assert away == empty == filled != paid
    stage = [path and path.digest for path in pool.follow([Trial(0, each, 5) for each in [(shop,), (shop, fill)]])]
    assert stage[0] != stage[1], "what a stage remembers counts as long as it is open"
    stage = [
        path and path.digest
        for path in pool.follow([Trial(0, each, 5) for each in [(shop,), (shop, fill)]], outside="errand")
    ]
    assert stage[0] == stage[1], "unless it is left out"


def test_codes_that_are_not_legal_are_passed_over(errands: tuple[Game, StatePool]) -> None:
    game, pool = errands
    shop, fill, pay = map(game.spelled_code, ("shop", "fill", "pay"))
    (path,) = pool.follow([Trial(0, (pay, shop, shop, fill, fill), 5)])
    assert path is not None and (path.codes, path.repaired) == ((shop, fill, fill), 2)
    (outcome,) = pool.rollouts([Trial(0, (pay, shop, shop, fill, fill), 5)], [Script()] * 2, Horizon(0))
    assert outcome is not None and (outcome.repaired, outcome.decisions, outcome.worths) == (2, 0, (50, 50))


def test_playing_on_stops_with_a_stage(errands: tuple[Game, StatePool]) -> None:
    _, pool = errands
    for times in (1, 3):
        (outcome,) = pool.rollouts([Trial(0, (), 11)], [Script("saver")] * 2, Horizon(400, "errand", times))
        assert outcome is not None
        assert outcome.over or outcome.decisions >= 3 * times
    assert outcome.worths[0] >= 50, "whoever saves pays nothing"


def test_the_same_seed_gives_the_same_dice(errands: tuple[Game, StatePool]) -> None:
    game, pool = errands
    order = (game.spelled_code("shop"), game.spelled_code("throw"))
    seeds = [1, 1, 2, 3, 4, 5]
    found = pool.rollouts([Trial(0, order, seed) for seed in seeds], [Script()] * 2, Horizon(0))
    worths = [outcome and outcome.worths for outcome in found]
    assert worths[0] == worths[1]
    assert len(set(worths)) > 1


def test_states_are_kept_copied_and_forgotten(errands: tuple[Game, StatePool]) -> None:
    game, pool = errands
    before = pool.read(0)
    assert pool.copy(0) == 1
    pool.take(1, game.spelled_code("shop"))
    assert pool.read(0) == before != pool.read(1)
    pool.keep(1)
    assert len(pool) == 1
    assert pool.put(before) == 1
    assert pool.read(1) == before


def test_what_breaks_the_rules_comes_to_nothing(errands: tuple[Game, StatePool]) -> None:
    game, pool = errands
    state = pool.read(0)
    cell = next(cell for cell in game.cells if cell.name == "rounds")
    state[cell.base] = 50  # one more does not fit
    broken = pool.put(state)
    found = pool.rollouts([Trial(each, (), 1) for each in (0, broken, 0)], [Script("saver")] * 2, Horizon(8))
    assert found[0] == found[2] != found[1]
    assert found[1] is None
    wait = game.spelled_code("wait")
    good, bad = pool.branch([(0, wait), (pool.copy(broken), wait)])
    assert good is not None and bad is not None
    again = pool.branch([(bad[0], wait), (good[0], wait)])
    assert again[0] is None and again[1] is not None, "only one of them breaks the rules"
    pool.take(broken, wait)
    with pytest.raises(RuleFault, match="51 does not fit"):
        pool.take(broken, game.spelled_code("wait"))


@NATIVE
def test_what_leaves_machine_words_is_answered_in_python() -> None:
    game = watched(Case("crusader-rex", "english-2.0", ()))
    native, python = both(game)
    state, codes = played(game, 3, 1, 1)[0]
    native.put(state)
    wild = state[:]
    cell = next(cell for cell in game.cells if cell.type[0] == "number" and not cell.params)
    wild[cell.base] = 1 << 70
    for pool in (native, python):
        pool.keep(0)
        pool.put(state)
        pool.put(wild)
        pool.copy(1)
    trials = [Trial(number, codes[:1], 9) for number in (0, 1, 2, 0)]
    scripts = [Script(quiet=200)] * 2
    assert native.read(1) == wild == native.read(2)
    assert native.rollouts(trials, scripts, Horizon(3)) == python.rollouts(trials, scripts, Horizon(3))


@NATIVE
def test_two_pools_of_one_machine_keep_apart() -> None:
    game = watched(Case("ford", "plain-1.0", ()))
    machine = machine_of(game)
    one, two = NativePool(game, machine), NativePool(game, machine)
    states = [state for state, _ in played(game, 5, 40, 4)]
    for state in states:
        one.put(state)
        two.put(states[0])
    assert [one.read(number) for number in range(len(states))] == states
    assert [two.read(number) for number in range(len(states))] == [states[0]] * len(states)


DEALT = [*CASES, Case("na-grunwald", "two-players", ()), Case("quince", "english-1.0", ("sealed-auction",))]


@NATIVE
@pytest.mark.parametrize("case", DEALT, ids=str)
def test_both_engines_deal_alike(case: Case) -> None:
    game = watched(case)
    native, python = both(game)
    natively = 0
    for state, codes in played(game, 11, 400, 37):
        for seat in game.seats:
            information_set, _ = InformationSet.of(game, seat, state, codes if game.decider(state) == seat else [])
            natively += deal_words(information_set.plan, native.machine.map) is not None
            mine, yours = (pool.deal(information_set, [7, 1 << 63, 9]) for pool in (native, python))
            assert mine == yours
            assert [native.read(deal.number) for deal in mine] == [python.read(deal.number) for deal in yours]
            native.keep(0)
            python.keep(0)
    assert natively, "most deals are drawn where they are played"


@NATIVE
def test_deals_that_break_the_rules_are_tried_again_alike(tiny: Tiny) -> None:
    files = tiny.write(CHOOSY + STOP)
    game = game_of(files, index_of(files).select(None, ()), watched=True)
    native, python = both(game)
    position = game.start(1)
    information_set, _ = InformationSet.of(game, game.decider(position.state), position.state, position.codes)
    assert deal_words(information_set.plan, native.machine.map) is not None
    mine, yours = (pool.deal(information_set, range(40)) for pool in (native, python))
    states = [native.read(deal.number) for deal in mine]
    assert states == [python.read(deal.number) for deal in yours]
    assert {state[game.cells[0].base] for state in states} == {1, 3}


def test_deals_go_into_the_pool() -> None:
    game = watched(Case("crusader-rex", "english-2.0", ()))
    state, codes = played(game, 5, 30, 29)[-1]
    seat = game.decider(state)
    information_set, _ = InformationSet.of(game, seat, state, codes)
    pool = PythonPool(game)
    deals = deal_into(pool, information_set, 3, random.Random(4))
    again = [information_set.determinise(rng) for rng in [random.Random(4)] for _ in range(3)]
    assert [pool.read(deal.number) for deal in deals] == [each.state for each in again]
    assert [deal.called for deal in deals] == [each.called for each in again]
    for deal in deals:
        legal = pool.take(pool.copy(deal.number)).legal
        assert sorted(legal) == sorted(deal.called)
    assert scrambled(1) != pool.read(deals[0].number)[CHANCE] != pool.read(deals[1].number)[CHANCE]
