"""What is legal: compiled generators and finders against the plain meaning of permit, forbid and except."""

from __future__ import annotations

import random
from itertools import product

import pytest

from crex_dsl.engine.run.memory import live_frames
from crex_dsl.rulebook import terms as t
from tests.conformance.cases import Case
from tests.engine.compiled import Pieces, compiled, positions
from tests.engine.oracle import Oracle
from tests.engine.record import fixtures
from tests.engine.tiny import STOP, Tiny, ids, play
from tests.soaked import first_of

FIXTURES = [case for case in fixtures() if case.game in ("dash", "ford", "quince")]
WITH_OPTIONS = [
    Case("ford", "plain-1.0", ("dry-summer", "guides")),
    Case("ford", "royal-2.0", ("spring-floods", "forced-marches", "spare-horses")),
    Case("quince", "english-1.0", ("sealed-auction",)),
]


def code_of(pieces: Pieces, action: t.Action, args: tuple[int, ...]) -> int:
    coding = pieces.compiled.codings[action]
    return coding.base + sum((a - low) * s for a, s, low in zip(args, coding.strides, coding.lows, strict=True))


@pytest.mark.parametrize("case", [*FIXTURES, *first_of(1, WITH_OPTIONS)], ids=str)
def test_generators_list_exactly_what_is_legal(case: Case) -> None:
    rng = random.Random(1)
    game = case.load()
    pieces = Pieces(game, compiled(case))
    actions = list(pieces.book.world.actions.values())
    for action in actions:
        for given in product((False, True), repeat=len(action.params)):
            pieces.add_generator((action.name, given), action, given)
    pieces.run()
    met = 0
    for position in rng.sample(positions(case, (1, 2), 3), 4):
        oracle = Oracle(pieces.compiled, position.state)
        offered = set(position.asked().actions)
        stages = {frame.stage for frame, _, _ in live_frames(game.tables, position.state)}
        open_now = {s for stage in stages for s in pieces.book.world.stage_chain(stage)}
        for action in actions:
            if action.name not in offered and (action.stage not in open_now or rng.random() < 0.5):
                continue
            for seat in game.seats:
                legal = oracle.instances(action, seat)
                met += len(legal)
                instance = rng.choice(legal) if legal else None
                for given in product((False, True), repeat=len(action.params)):
                    if (action.name, given) not in pieces or (instance is None and any(given)):
                        continue
                    known = [a if g else None for a, g in zip(instance or (), given, strict=bool(instance))]
                    out: list[int] = []
                    fixed = [a for a in known if a is not None]
                    pieces[action.name, given](list(position.state), out, seat, *fixed)
                    fitting = [
                        args for args in legal if all(k is None or k == a for k, a in zip(known, args, strict=False))
                    ]
                    assert sorted(out) == [code_of(pieces, action, args) for args in fitting], (action.name, given)
    assert met > 5


@pytest.mark.parametrize("case", [*FIXTURES, *first_of(1, WITH_OPTIONS)], ids=str)
def test_decisions_offer_only_what_is_legal(case: Case) -> None:
    game = case.load()
    pieces = Pieces(game, compiled(case))
    for position in positions(case, (4, 5), 9):
        oracle = Oracle(pieces.compiled, position.state)
        seat = game.decider(position.state)
        for code in position.codes:
            if code:
                action = pieces.book.world.actions[game.coding(code).name]
                assert oracle.legal(action, seat, game.numbers(code)), game.spelled(code)


# ---- permission, prohibition, exception ----
GATE = """
kind stone
    weight : 1..5
    owner  : player
table stone
    | id   | weight | owner |
    | s-1  | 1      | ann   |
    | s-2  | 2      | ann   |
    | s-3  | 3      | ann   |
    | s-4  | 4      | bob   |

clause taking "Taking"
    set taken of stone
    state calm: yes or no
    action take(stone) by stone.owner in game
        text "take {stone}"
        do
            add stone to taken
    procedure play
        ann may choose take or "none"
        bob may choose take or "none"
        end game drawn
"""


def offered(tiny: Tiny, rules: str, *done: str) -> list[str]:
    """What the first player may take under some rules, or the second after some actions."""
    return ids(play(tiny(GATE + rules + STOP).start(), *done))


def test_what_nobody_permits_is_not_legal(tiny: Tiny) -> None:
    assert tiny(GATE).start().over  # both choices are skipped: nothing is legal


def test_one_permission_is_enough(tiny: Tiny) -> None:
    rules = """
clause light "Light stones"
    permit take(stone) when stone.weight < 2
clause heavy "Heavy stones"
    permit take(stone) when stone.weight > 2
"""
    assert offered(tiny, rules) == ["take(s-1)", "take(s-3)", "done"]


def test_two_permissions_of_one_instance_offer_it_once(tiny: Tiny) -> None:
    rules = """
clause light "Light stones"
    permit take(stone) when stone.weight < 3
clause odd "Odd stones"
    permit take(stone) when stone.weight in [1, 3, 5]
"""
    assert offered(tiny, rules) == ["take(s-1)", "take(s-2)", "take(s-3)", "done"]


def test_an_action_belongs_to_whom_by_names(tiny: Tiny) -> None:
    rules = """
clause all-stones "All"
    permit take(stone)
"""
    assert offered(tiny, rules) == ["take(s-1)", "take(s-2)", "take(s-3)", "done"]
    assert offered(tiny, rules, "done") == ["take(s-4)", "done"]


def test_a_prohibition_beats_every_permission(tiny: Tiny) -> None:
    rules = """
clause all-stones "All"
    permit take(stone)
    permit take(stone) when stone is s-2
clause not-two "Not two"
    forbid take(stone) when stone.weight = 2
"""
    assert offered(tiny, rules) == ["take(s-1)", "take(s-3)", "done"]


LIFTED = """
clause all-stones "All"
    permit take(stone)
clause not-heavy "Not the heavy ones"
    forbid take(stone) when stone.weight > 1
clause not-three "Not the third"
    forbid take(stone) when stone is s-3
clause but-now "But now"
    except not-heavy for take(stone) when not calm
"""


def test_an_exception_lifts_one_clause_and_no_other(tiny: Tiny) -> None:
    assert offered(tiny, LIFTED) == ["take(s-1)", "take(s-2)", "done"]


def test_an_exception_lifts_only_while_its_condition_holds(tiny: Tiny) -> None:
    assert offered(tiny, LIFTED.replace("when not calm", "when calm")) == ["take(s-1)", "done"]


def test_an_exception_lifts_every_prohibition_of_its_clause(tiny: Tiny) -> None:
    rules = """
clause all-stones "All"
    permit take(stone)
clause twice "Twice"
    forbid take(stone) when stone.weight > 1
    forbid take(stone) when stone.weight > 2
clause but "But"
    except twice for take(stone) when stone is s-3
"""
    assert offered(tiny, rules) == ["take(s-1)", "take(s-3)", "done"]


def test_any_of_several_exceptions_lifts(tiny: Tiny) -> None:
    rules = """
clause all-stones "All"
    permit take(stone)
clause none-at-all "None"
    forbid take(stone)
clause but-one "But one"
    except none-at-all for take(stone) when stone is s-1
clause but-three "But three"
    except none-at-all for take(stone) when stone is s-3
"""
    assert offered(tiny, rules) == ["take(s-1)", "take(s-3)", "done"]


def test_one_prohibition_serves_several_actions_each_with_its_own_parameters(tiny: Tiny) -> None:
    rules = """
clause pushing "Pushing"
    action push(stone) by stone.owner in game
        text "push {stone}"
        do
            return
    procedure after-all
        ann chooses take, push
    permit take(stone)
    permit push(stone)
clause not-both "Not both"
    forbid take(stone), push(stone) when stone.weight = 2
"""
    game = tiny(GATE.replace('ann may choose take or "none"', "do after-all") + rules)
    assert ids(game.start()) == ["take(s-1)", "take(s-3)", "push(s-1)", "push(s-3)"]


# ---- numbers and ranges ----
PAY = """
clause paying "Paying"
    state purse(player): 0..9, starts at 3
    state paid: 0..9
    action pay(n: from 1 to purse(actor)) in game
        text "pay {n}"
        do
            purse(actor) -= n
            paid += n
    permit pay(n)
    procedure play
        ann chooses pay
            otherwise
                paid becomes 9
        bob may choose pay or "nothing"
        end game drawn
"""


def test_a_number_ranges_between_its_bounds_of_now(tiny: Tiny) -> None:
    position = tiny(PAY).start()
    assert ids(position) == ["pay(1)", "pay(2)", "pay(3)"]
    assert ids(play(position, "pay(2)")) == ["pay(1)", "pay(2)", "pay(3)", "done"]
    assert position.read("purse", "ann") == 1


def test_an_empty_range_offers_nothing(tiny: Tiny) -> None:
    game = tiny(PAY.replace("starts at 3", "starts at 0"))
    assert game.start().over
    assert game.start().read("paid") == 9


def test_a_later_bound_may_use_an_earlier_parameter(tiny: Tiny) -> None:
    text = """
clause pairs "Pairs"
    state chosen: 0..99
    action pair(a_: from 1 to 3, b_: from a_ to 3) in game
        text "{a_} and {b_}"
        do
            chosen becomes 10 * a_ + b_
    permit pair(a_, b_) when a_ + b_ is not 4
    procedure play
        ann chooses pair
        end game drawn
"""
    assert ids(tiny(text).start()) == ["pair(1, 1)", "pair(1, 2)", "pair(2, 3)", "pair(3, 3)"]


def test_a_given_number_outside_its_bounds_is_not_offered(tiny: Tiny) -> None:
    text = PAY.replace("ann chooses pay\n", "ann chooses pay(5)\n")
    assert tiny(text).start().read("paid") == 9  # 5 is more than the purse holds: the otherwise block ran


# ---- can ----
def test_can_without_a_player_takes_the_actor_from_the_action(tiny: Tiny) -> None:
    rules = """
clause all-stones "All"
    permit take(stone) when stone is s-4
    define possible: yes or no is can take(s-4)
    define by_ann: yes or no is ann can take(s-4)
    define by_bob: yes or no is bob can take(any)
    state answers: 0..7
    procedure ask
        if possible
            answers += 1
        if by_ann
            answers += 2
        if by_bob
            answers += 4
        ann chooses stay, quit
"""
    game = tiny(GATE.replace('ann may choose take or "none"', "do ask") + rules + STOP)
    assert game.start().read("answers") == 1 + 4


DOERS = """
kind spot is s1, s2, s3
kind band
    owner : player
    size  : 1..3
    changing at : spot, starts at s1
table band
    | id | owner | size |
    | a1 | ann   | 1    |
    | a2 | ann   | 2    |
    | b1 | bob   | 3    |
clause going "Going"
    state n: 0..3
    set gone of band
    action go(b: band, s: spot) by b.owner in game
        text "go {b} {s}"
        do
            b.at becomes s
            add b to gone
    permit go(b, s) when b.at is not s and n < 2
    permit go(b, s) when s is s3 and n = 2
    forbid go(b, s) when b in gone
    forbid go(b, s) when s is s2 and b.size > 1
    define idle: yes or no is no b: band where b.size < 3 and can go(b, any)
    define lost(s: spot): yes or no is no b: band where b.owner is bob and bob can go(b, s)
    procedure play
        while some b: band where b.size < 3 and can go(b, any)
            ann chooses go
        if idle and lost(s2)
            n becomes 2
        ann chooses go, stay, quit
        if not lost(s3)
            n becomes 3
        if lost(s3)
            ann chooses stay, quit
"""


def test_whoever_can_is_looked_for_together_with_what_it_can_do(tiny: Tiny) -> None:
    game = tiny(DOERS + STOP)
    position = game.start(1)
    assert ids(position) == ["go(a1, s2)", "go(a1, s3)", "go(a2, s3)"]
    play(position, "go(a1, s2)")  # then a2 must go, and everybody is idle
    assert ids(position) == ["stay", "quit"]
    assert position.read("n") == 2
    play(position, "stay")
    assert ids(position) == ["stay", "quit"]
    assert position.read("n") == 3
