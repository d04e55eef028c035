"""Dice, draws and shuffles: the generator, packed dice, and chance that is told from outside."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

from crex_dsl.engine.errors import IllegalAction, NoDecision, RuleFault
from crex_dsl.engine.run import chance
from crex_dsl.engine.run.chance import (
    TAKEN_OVER,
    ChanceEvent,
    EmptyDraw,
    LazyDice,
    NeedsOutcome,
    ScriptedOutcomes,
    TooManyDice,
    at_least,
    at_most,
    roll,
    scrambled,
    scripted_chance,
)
from crex_dsl.engine.run.position import Position
from tests.engine.tiny import STOP, Tiny, ids, play


# ---- the generator ----
def test_the_generator_is_the_same_on_every_machine() -> None:
    """These figures are part of every save and every published seed: they never change."""
    assert [scrambled(seed) for seed in (0, 1, 7)] == [16294208416658607535, 10451216379200822465, 7191089600892374487]
    state = [scrambled(7)]
    assert [chance.faces_of(chance.roll(state, 3, 6, 0), 6) for _ in range(3)] == GOLDEN_DICE
    assert [chance.pick(state, 0b10110, 0) for _ in range(8)] == GOLDEN_PICKS
    assert list(chance.shuffled(state, 0b11111, 0)) == GOLDEN_ORDER
    assert state[0] == GOLDEN_STATE


GOLDEN_DICE = [[3, 4, 5], [3, 4, 5], [2, 3, 6]]
GOLDEN_PICKS = [1, 1, 2, 2, 1, 1, 2, 1]
GOLDEN_ORDER = [(1, 2), (2, 3), (3, 1), (4, 0), (5, 4)]
GOLDEN_STATE = 7676022829240646206


def test_near_seeds_give_states_far_apart() -> None:
    states = [scrambled(seed) for seed in range(1_000)]
    assert len(set(states)) == 1_000
    distances = [(one ^ two).bit_count() for one, two in pairwise(states)]
    assert 25 < sum(distances) / len(distances) < 39


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_dice_are_fair(sides: int) -> None:
    state = [scrambled(sides)]
    found = Counter(face for _ in range(300) for face in chance.faces_of(chance.roll(state, 10, sides, 0), sides))
    assert set(found) <= set(range(1, sides + 1))
    expected = 3_000 / sides
    spread = sum((found[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert spread < sides + 4 * (2 * sides) ** 0.5  # chi square, far beyond any honest die


def test_draws_and_shuffles_are_fair() -> None:
    state = [scrambled(3)]
    drawn = Counter(chance.pick(state, 0b101010, 0) for _ in range(3_000))
    assert set(drawn) == {1, 3, 5}
    assert all(900 < count < 1_100 for count in drawn.values())
    orders = Counter(tuple(member for _, member in chance.shuffled(state, 0b111, 0)) for _ in range(6_000))
    assert len(orders) == 6
    assert all(850 < count < 1_150 for count in orders.values())


def test_listening_changes_nothing() -> None:
    """A log hears every event; the dice it hears are those that fell."""
    one, two = [scrambled(4)], [scrambled(4)]
    heard: list[tuple[str, tuple[int, ...]]] = []
    quiet = (chance.roll(one, 4, 6, 0), chance.pick(one, 0b1101, 0), list(chance.shuffled(one, 0b111, 0)))
    with chance.listening(lambda event, outcome: heard.append((event.sort, outcome))):
        loud = (chance.roll(two, 4, 6, 0), chance.pick(two, 0b1101, 0), list(chance.shuffled(two, 0b111, 0)))
    assert quiet == loud
    assert one == two
    assert [sort for sort, _ in heard] == ["roll", "draw", "shuffle"]
    assert sorted(heard[0][1]) == chance.faces_of(quiet[0], 6)
    assert heard[1][1] == (quiet[1],)


# ---- packed dice ----
@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_packed_dice_count_what_they_show(sides: int) -> None:
    rng = random.Random(sides)
    for count in (0, 1, 5, 255):
        faces = sorted(rng.randint(1, sides) for _ in range(count))
        state = [chance.TAKEN_OVER]
        with chance.scripted_chance(chance.ScriptedOutcomes([faces])):
            packed = chance.roll(state, count, sides, 0)
        assert chance.faces_of(packed, sides) == faces
        assert chance.total(packed, sides) == sum(faces)
        for pips in range(-1, sides + 3):
            assert chance.at_most(packed, pips, sides) == sum(face <= pips for face in faces)
            assert chance.at_least(packed, pips, sides) == sum(face >= pips for face in faces)
            assert chance.equal_to(packed, pips, sides) == faces.count(pips)


def test_no_dice_and_fewer_than_none_fall_nowhere() -> None:
    state = [scrambled(1)]
    assert chance.roll(state, 0, 6, 0) == chance.roll(state, -3, 6, 0) == 0
    assert state == [scrambled(1)]


def test_limits() -> None:
    with pytest.raises(TooManyDice):
        chance.roll([1], 256, 6, 0)
    with pytest.raises(EmptyDraw):
        chance.pick([1], 0, 0)


# ---- outcomes ----
@pytest.mark.parametrize(
    ("event", "count"),
    [
        (ChanceEvent("roll", 1, 6, (), 0), 6),
        (ChanceEvent("roll", 3, 6, (), 0), 56),
        (ChanceEvent("roll", 4, 6, (), 0), 126),  # two pairs among them
        (ChanceEvent("roll", 2, 10, (), 0), 55),
        (ChanceEvent("draw", 1, 0, (2, 5, 7), 0), 3),
        (ChanceEvent("shuffle", 0, 0, (1, 2, 3, 4), 0), 24),
        (ChanceEvent("count", 5, 6, (2,), 0), 6),
    ],
)
def test_outcomes_are_all_there_is(event: ChanceEvent, count: int) -> None:
    outcomes = event.outcomes()
    assert len(outcomes) == count == len({outcome for outcome, _ in outcomes})
    assert sum(share for _, share in outcomes) == 1
    assert all(event.accepts(outcome) for outcome, _ in outcomes)


def test_the_share_of_a_roll_is_its_number_of_ways() -> None:
    shares = dict(ChanceEvent("roll", 2, 6, (), 0).outcomes())
    assert shares[1, 1] == Fraction(1, 36)
    assert shares[1, 2] == Fraction(2, 36)


@pytest.mark.parametrize(
    ("event", "outcome"),
    [
        (ChanceEvent("roll", 2, 6, (), 0), (1,)),
        (ChanceEvent("roll", 2, 6, (), 0), (0, 3)),
        (ChanceEvent("roll", 2, 6, (), 0), (7, 3)),
        (ChanceEvent("draw", 1, 0, (2, 5), 0), (3,)),
        (ChanceEvent("draw", 1, 0, (2, 5), 0), (2, 5)),
        (ChanceEvent("shuffle", 0, 0, (1, 2), 0), (1, 1)),
        (ChanceEvent("shuffle", 0, 0, (1, 2), 0), (2,)),
        (ChanceEvent("count", 3, 6, (2,), 0), (4,)),
        (ChanceEvent("count", 3, 6, (2,), 0), (1, 2)),
    ],
)
def test_what_cannot_happen_is_not_accepted(event: ChanceEvent, outcome: tuple[int, ...]) -> None:
    assert not event.accepts(outcome)


def test_outcomes_too_many_to_list_say_so() -> None:
    with pytest.raises(ValueError, match="13 dice have too many outcomes"):
        ChanceEvent("roll", 13, 6, (), 0).outcomes()
    with pytest.raises(ValueError, match="9 members have too many orders"):
        ChanceEvent("shuffle", 0, 0, tuple(range(9)), 0).outcomes()


# ---- told ----
LUCK = """
kind card is c1, c2, c3
clause luck "Luck"
    state drawn: card or nothing
    state order_of(card): 0..3
    tally sum_of_dice
    procedure play
        roll 2 dice
        sum_of_dice += total of dice
        draw c from all x: card where x is not c2
        drawn becomes c
        ann chooses stay, quit
        shuffle all x: card by order_of
        roll 1 die of 10 sides as big
        sum_of_dice += total of big
        ann chooses stay, quit
        end game drawn
"""


def test_chance_can_be_told(tiny: Tiny) -> None:
    position = tiny(LUCK + STOP).start(chance="told")
    assert position.event == ChanceEvent("roll", 2, 6, (), position.event.site if position.event else 0)
    assert position.decision is None
    with pytest.raises(NoDecision, match="chance has not been told"):
        position.take("stay")
    position.tell((6, 5))
    assert position.event is not None
    assert position.event.members == (0, 2)
    position.tell(2)
    assert (position.read("sum_of_dice"), position.read("drawn")) == (11, "c3")
    play(position, "stay")
    assert position.event is not None
    assert position.event.sort == "shuffle"
    position.tell((2, 0, 1))
    position.tell([10])
    assert [position.read("order_of", card) for card in ("c1", "c2", "c3")] == [2, 3, 1]
    assert position.read("sum_of_dice") == 21
    assert position.event is None
    with pytest.raises(NoDecision, match="no random event is waiting"):
        position.tell((1,))


def test_an_impossible_outcome_is_refused_and_changes_nothing(tiny: Tiny) -> None:
    position = tiny(LUCK + STOP).start(chance="told")
    before = position.key
    for outcome in ((7, 1), (1,), (1, 2, 3), 4):
        with pytest.raises(IllegalAction, match="cannot be the outcome of this roll"):
            position.tell(outcome)
    assert position.key == before


def test_own_chance_goes_on_where_told_chance_stopped(tiny: Tiny) -> None:
    game = tiny(LUCK + STOP)
    position = game.start(5, chance="told")
    position.tell((1, 1))
    position.chance = "own"
    assert position.event is None
    assert ids(position) == ["stay", "quit"]
    assert position.read("sum_of_dice") == game.start(5).read("sum_of_dice")  # what was told of it is forgotten
    position.chance = "told"
    play(position, "stay")
    assert position.event is not None
    with pytest.raises(ValueError, match="chance is"):
        position.chance = "loaded"


def test_copies_can_be_told_different_things(tiny: Tiny) -> None:
    position = tiny(LUCK + STOP).start(chance="told")
    other = position.copy()
    position.tell((1, 1))
    other.tell((6, 6))
    for one in (position, other):
        one.tell(0)
    assert (position.read("sum_of_dice"), other.read("sum_of_dice")) == (2, 12)


def test_fresh_dice_for_a_position_that_waits_to_be_told(tiny: Tiny) -> None:
    position = tiny(LUCK + STOP).start(chance="told")
    other = position.reseeded(9)
    assert (other.chance, other.event) == ("told", position.event)
    other.tell((2, 3))
    other.tell(0)
    assert other.read("sum_of_dice") == 5


def test_drawing_from_nothing_is_a_fault_that_names_its_clause(tiny: Tiny) -> None:
    text = LUCK.replace("draw c from all x: card where x is not c2", "draw c from all x: card where sum_of_dice < 0")
    with pytest.raises(RuleFault, match="there is nothing to draw `c` from") as fault:
        tiny(text + STOP).start()
    assert fault.value.clause == "luck"


def test_more_dice_than_a_hand_holds_are_a_fault(tiny: Tiny) -> None:
    with pytest.raises(RuleFault, match="more than 255 dice") as fault:
        tiny(LUCK.replace("roll 2 dice", "roll 256 dice") + STOP).start()
    assert fault.value.clause == "luck"


# ---- odds ----
DUEL = """
clause duel "Duel"
    says "Red throws two dice a round, blue one; a six hits. Who is hit twice first has lost, red at equal hits."
    state hits(player): 0..2
    procedure play
        while hits(ann) < 2 and hits(bob) < 2
            roll 2 dice as red
            roll 1 die as blue
            hits(bob) becomes min(2, hits(bob) + (red equal to 6))
            hits(ann) becomes min(2, hits(ann) + (blue equal to 6))
            ann chooses stay, quit
        if hits(ann) = 2
            end game won by bob
        end game won by ann
"""


def odds(position: Position, rounds: int, memo: dict[tuple[int, int, int], Fraction]) -> Fraction:
    """How likely bob has won within some rounds, by trying everything that chance can do."""
    if position.event is not None:
        return sum(
            (share * odds(told(position, outcome), rounds, memo) for outcome, share in position.event.outcomes()),
            Fraction(0),
        )
    if position.over:
        return Fraction(position.result is not None and position.result.winners == ("bob",))
    key = (position.read("hits", "ann"), position.read("hits", "bob"), rounds)
    if key not in memo:
        memo[key] = odds(play(position.copy(), "stay"), rounds - 1, memo) if rounds else Fraction(0)
    return memo[key]


def told(position: Position, outcome: tuple[int, ...]) -> Position:
    made = position.copy()
    made.tell(outcome)
    return made


def by_hand(ann: int, bob: int, rounds: int) -> Fraction:
    """The same worked out by hand: hits are binomial."""
    if ann == 2:
        return Fraction(1)
    if bob == 2 or rounds == 0:
        return Fraction(0)
    red = {0: Fraction(25, 36), 1: Fraction(10, 36), 2: Fraction(1, 36)}
    blue = {0: Fraction(5, 6), 1: Fraction(1, 6)}
    return sum(
        (
            p * q * by_hand(min(2, ann + b), min(2, bob + r), rounds - 1)
            for r, p in red.items()
            for b, q in blue.items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_exact_odds_by_enumeration(tiny: Tiny, rounds: int) -> None:
    position = tiny(DUEL + STOP).start(chance="told")
    # the first round has been thrown before the first decision; the last decision only looks at the result
    assert odds(position, rounds, {}) == by_hand(0, 0, rounds)


# ---- dice that nobody has looked at ----
def looked_at(count: int, *questions: int) -> dict[tuple[int, ...], Fraction]:
    """How probable each series of answers is to how many of some dice show at most a number."""
    found: dict[tuple[int, ...], Fraction] = {}
    work: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while work:
        told, share = work.pop()
        try:
            with scripted_chance(ScriptedOutcomes(told, piecemeal=True)):
                dice = roll([TAKEN_OVER], count, 6, 0)
                answers = tuple(at_most(dice, pips, 6) for pips in questions)
        except NeedsOutcome as need:
            work += [((*told, outcome), share * part) for outcome, part in need.event.outcomes()]
        else:
            found[answers] = found.get(answers, Fraction(0)) + share
    return found


@pytest.mark.parametrize("questions", [(2,), (2, 2), (3, 5), (5, 3, 6), (0, 1, 4, 2)])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_dice_told_piecemeal_are_the_same_dice(count: int, questions: tuple[int, ...]) -> None:
    rolled: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 7), repeat=count):
        answers = tuple(sum(face <= pips for face in faces) for pips in questions)
        rolled[answers] = rolled.get(answers, Fraction(0)) + Fraction(1, 6**count)
    assert looked_at(count, *questions) == rolled


def test_only_what_is_asked_is_told() -> None:
    with scripted_chance(ScriptedOutcomes([(3,)], piecemeal=True)) as told:
        dice = roll([TAKEN_OVER], 4, 6, 0)
        assert told.used == 0
        assert at_most(dice, 2, 6) == at_most(dice, 2, 6) == 3
        assert at_most(dice, 6, 6) == 4
        with pytest.raises(NeedsOutcome) as need:
            at_least(dice, 6, 6)
    assert need.value.event == ChanceEvent("count", 1, 4, (3,), 0)


def test_unseen_dice_are_alike_as_far_as_they_are_known() -> None:
    one, two = LazyDice(3, 6, 0), LazyDice(3, 6, 1)
    assert one == two
    assert hash(one) == hash(two)
    copied = one.copy()
    with scripted_chance(ScriptedOutcomes([(2,)])):
        assert at_most(one, 2, 6) == 2  # type: ignore[arg-type]
    assert one != copied == two
    assert one != 3
