"""What every game must do under every edition and option set, for free."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.errors import IllegalAction
from crex_dsl.engine.explain.legality import explain
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import scrambled
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import CHANCE, FREELY, HEAD
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.engine.secrecy.view import View
from tests.conformance.cases import Case, cases, editions, families, house_editions, with_one_option
from tests.conformance.lockstep import swapped
from tests.soaked import soaked

MOST_DECISIONS = 20_000

# A whole game's options and house editions share most of their rules with the editions: `make soak` takes them in.
SOAKED = soaked((*with_one_option(), *house_editions()))
SMALL = [case for case in cases() if case.is_fixture]
CHOICES = [case for case in SMALL if case.options]
FIRST = {(case.game, case.options): case for case in reversed(CHOICES)}  # the edition that is tried with a choice
AGAIN = soaked(case for case in CHOICES if case not in FIRST.values())
EVERY = pytest.mark.parametrize("case", [*editions(), *FIRST.values(), *AGAIN, *SOAKED], ids=str)

# What the engine does with any game alike: one edition of each family shows it, without options.
EVERY_FAMILY = pytest.mark.parametrize("case", [*families(), *soaked(CHOICES), *SOAKED], ids=str)
EVERY_CHOICE = pytest.mark.parametrize("case", [*families(), *FIRST.values(), *AGAIN, *SOAKED], ids=str)


def walk(game: Game, seed: int, every: int = 1) -> list[Position]:
    """Positions of one random game, every so many decisions, the last included."""
    rng = random.Random(seed)
    position = game.start(seed)
    found = [position.copy()]
    count = 0
    while not position.over:
        position.take(rng.choice(position.codes))
        count += 1
        assert count < MOST_DECISIONS, "the game does not end"
        if count % every == 0 or position.over:
            found.append(position.copy())
    return found


@EVERY
def test_random_play_ends(case: Case) -> None:
    game = case.load()
    for seed in range(4):
        last = walk(game, seed, every=1_000)[-1]
        assert last.over
        assert last.result is not None
        assert last.decision is None
        assert str(last.result)
        assert last.result.clause in game.clauses or last.result.kind == "drawn"


@EVERY_FAMILY
def test_a_copy_is_equal_and_independent(case: Case) -> None:
    game = case.load()
    for position in walk(game, 5, every=7)[:-1]:
        other = position.copy()
        assert other == position
        assert hash(other) == hash(position)
        before = position.key
        other.take(other.codes[-1])
        assert position.key == before
        position.take(position.codes[-1])
        assert position == other
        assert position.state == other.state


@EVERY_FAMILY
def test_a_save_resumes_at_every_decision(case: Case) -> None:
    game = case.load()
    often = 1 if case.is_fixture else 5  # a whole game decides much
    for number, walked in enumerate(walk(game, 6, often)):
        position = walked.copy() if number % 20 == 0 else walked.from_here()  # a long past takes its time
        loaded = game.from_json(position.to_json())
        assert loaded == position
        assert loaded.codes == position.codes
        assert loaded.past == position.past
        if not position.over:
            loaded.take(loaded.codes[0])
            position.take(position.codes[0])
            assert loaded == position
            assert loaded.state[CHANCE] == position.state[CHANCE]


@EVERY_FAMILY
def test_seed_and_decisions_reproduce_a_game(case: Case) -> None:
    game = case.load()
    position = walk(game, 7)[-1]
    again = game.replay(7, [code for code in position.past if isinstance(code, int)])
    assert again.state == position.state
    assert [str(line) for line in again.log] == [str(line) for line in position.log]
    assert again.log


@EVERY_FAMILY
def test_texts_are_unique_and_read_back(case: Case) -> None:
    game = case.load()
    for position in walk(game, 8, every=5 if case.is_fixture else 15)[:-1]:
        legal = position.asked().legal
        texts = [action.text for action in legal]
        assert len(set(texts)) == len(texts), texts
        assert all(text.strip() for text in texts)
        for action in legal:
            assert game.action(action.text, position) == action.code
            assert game.spelled_code(action.id) == action.code


@EVERY_CHOICE
def test_reasons_agree_with_what_is_legal(case: Case) -> None:
    game = case.load()
    rng = random.Random(9)
    refused = 0
    seeds = (9, 10, 11) if case.is_fixture else (9,)  # one whole game asks much
    for position in [p for seed in seeds for p in walk(game, seed, every=11)[:-1]]:
        decision = position.asked()
        actor = game.decider(position.state)
        for name in decision.actions:
            row = game.action_row(name)
            codes = list(range(row.base, row.end))
            test = game.program.words["REASONS"][game.action_number(row.base)][0]
            for code in rng.sample(codes, min(len(codes), 24)):
                answer = explain(position, code)
                quick = test is not None and bool(test(position.state, actor, *game.numbers(code)))
                assert answer.permitted == quick, f"{game.spelled(code)}: {answer}"
                if code in position.codes:
                    assert answer
                    assert answer.clauses
                assert answer.legal is (code in position.codes)
                if not answer.legal:
                    refused += 1
                    assert answer.clauses or not row[8], f"{answer.action} is refused by no clause: {answer}"
                    assert str(answer)
                    with pytest.raises(IllegalAction):
                        position.take(code)
    assert refused or case.game == "noughts"


@EVERY_FAMILY
def test_an_exception_leaves_the_position_untouched(case: Case) -> None:
    game = case.load()
    position = walk(game, 10, every=5)[1]
    before, past = list(position.state), position.past
    illegal = next(code for code in range(1, game.actions[-1][2] + 1) if code not in position.codes)
    if illegal < game.actions[-1][2]:
        with pytest.raises(IllegalAction):
            position.take(illegal)
    assert position.state == before
    assert position.past == past


@EVERY
def test_views_leak_nothing(case: Case) -> None:
    game = case.load()
    rng = random.Random(11)
    for position in walk(game, 11, every=9)[:-1]:
        for seat in game.seats:
            view = View(position, seat)
            assert view.state[CHANCE] == 0
            deciding = game.decider(position.state) == seat
            for kind, pieces in hidden_pieces(game, Mask(game, position.state, seat)).items():
                for group in game.secret_state.groups(kind, pieces):
                    if len(group) < 2:
                        continue
                    one, two = rng.sample(group, 2)
                    other = View(swapped(position, kind, one, two), seat)
                    assert other.state == view.state
                    if deciding:
                        assert other.legal == view.legal
                        assert len({answer.text for answer in view.legal}) == len(view.legal)


@EVERY
def test_a_sample_looks_the_same_to_its_viewer(case: Case) -> None:
    game = case.load()
    for number, position in enumerate(walk(game, 12, every=11)[:-1]):
        for player in game.players:
            view = position.view(player)
            rng = random.Random(number)
            sample = view.sample(rng)
            assert sample.view(player).key == view.key
            assert not sample.over
            sample.take(sample.codes[0])
            again = view.sample(random.Random(number))
            assert again.view(player) == view


@EVERY_FAMILY
def test_a_position_goes_under_its_own_rules(case: Case) -> None:
    game = case.load()
    for position in walk(game, 13, every=13):
        other = position.under(game)
        assert other == position
        assert other.codes == position.codes


@EVERY_FAMILY
def test_unordered_picks_come_to_the_same(case: Case) -> None:
    game = case.load()
    for position in walk(game, 15, every=2)[:-1]:
        picks = [code for code in position.codes if code and game.coding(code)[9]]
        if game.asking(position.state).mode != "keep" or len(picks) < 2:
            continue
        ends = []
        for order in (picks[:2], picks[1::-1]):
            state = position.state[:]
            state[FREELY] = 1
            if game.program.run(state, order[0]) and order[1] in legal_codes(game, state):
                game.program.run(state, order[1])
                ends.append(state[HEAD : game.tables["frames_base"]])
        assert len(ends) != 2 or ends[0] == ends[1]


@EVERY_FAMILY
def test_fresh_dice_keep_everything_else(case: Case) -> None:
    game = case.load()
    position = walk(game, 14, every=6)[0]
    other = position.reseeded(99)
    assert other == position
    assert other.state[CHANCE] == scrambled(99)
