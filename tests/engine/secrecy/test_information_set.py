"""Outlooks: the same whatever is hidden, answers in an order that tells nothing, and what could be."""

import random

import pytest

from crex_dsl.engine.errors import RuleFault, SaveError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.engine.secrecy.information_set import InformationSet
from tests.engine.secrecy.test_secret_state import MORE
from tests.engine.secrecy.test_view import FOG
from tests.engine.tiny import STOP, Tiny, play


@pytest.fixture
def fog(tiny: Tiny) -> Game:
    return tiny(FOG + MORE + STOP)


def seen(position: Position) -> tuple[InformationSet, list[int]]:
    game = position.game
    return InformationSet.of(game, game.decider(position.state), position.state, position.codes)


def test_what_is_hidden_makes_no_difference(fog: Game) -> None:
    one, mine = seen(play(fog.start(1), "go(a1, there)"))
    two, yours = seen(play(fog.start(2), "go(a3, there)"))
    assert (one.state, one.hidden, one.answers) == (two.state, two.hidden, two.answers)
    assert mine != yours, "the same answer means another piece"
    assert sorted(mine) == sorted(yours)


def test_answers_are_in_order_and_find_their_codes(fog: Game) -> None:
    position = play(fog.start(1), "go(a1, there)")
    information_set, codes = seen(position)
    assert list(information_set.answers) == sorted(information_set.answers)
    assert sorted(codes) == sorted(position.codes)


def test_whoever_is_not_asked_has_no_answers(fog: Game) -> None:
    information_set, codes = InformationSet.of(fog, fog.seat("bob"), fog.start(1).state, [])
    assert (information_set.answers, codes) == ((), [])
    state, called, _ = information_set.determinise(random.Random(1))
    assert called == []
    assert len(fog.program.legal[0](state)) > 1


PURSE = """
clause purse "Purse"
    state coins: 0..3, starts at 2, seen by ann
    action pay(n: from 1 to coins) in game
        text "pay {n}"
        do
            coins -= n
    permit pay(n)
    procedure play
        ann chooses pay
        ann chooses stay, quit
"""


def test_whoever_is_asked_has_a_choice(tiny: Tiny) -> None:
    game = tiny(PURSE + STOP)
    onlooker, _ = InformationSet.of(game, game.seat("bob"), game.start(1).state, [])
    deals = [onlooker.determinise(random.Random(seed)).state for seed in range(30)]
    assert {len(game.program.legal[0](state)) for state in deals} == {2, 3}, "one coin or none would leave no choice"


def test_what_could_be_looks_the_same(fog: Game) -> None:
    information_set, _ = seen(play(fog.start(1), "go(a1, there)"))
    moved = set()
    for seed in range(20):
        state, called, _ = information_set.determinise(random.Random(seed))
        again, codes = InformationSet.of(fog, information_set.seat, state, called)
        assert (again.state, again.answers) == (information_set.state, information_set.answers)
        assert sorted(codes) == sorted(called)
        moved.add(next(piece for piece in range(4) if state[fog.cells[0].base + piece] == 1))
    assert moved == {0, 1, 2}


# ---- what procedures remember ----
ROUND = """\
        while size of shown < 6
            ann chooses go
            ann chooses go
            for each x in (order x: piece where x.owner is ann and x.at is there by x.size)
                bob chooses spy, stay
"""


def test_what_is_left_of_a_list_tells_no_identity(tiny: Tiny) -> None:
    game = tiny(FOG + ROUND + STOP)
    same = [seen(play(game.start(1), f"go({one}, there)", f"go({two}, there)")) for one, two in PAIRS]
    assert len({(tuple(information_set.state), information_set.answers) for information_set, _ in same}) == 1
    assert len({tuple(codes) for _, codes in same}) == 3


def test_what_is_left_of_a_list_goes_on_with_the_same_pieces_in_what_could_be(tiny: Tiny) -> None:
    game = tiny(FOG + ROUND + STOP)
    information_set, _ = seen(play(game.start(1), "go(a1, there)", "go(a3, there)"))
    for seed in range(20):
        state, called, _ = information_set.determinise(random.Random(seed))
        there = {piece for piece in range(4) if state[game.cells[0].base + piece] == 1}
        first, rest = (state[game.tables["frames_base"] + slot] for slot in slots(game, state, "x", "rest"))
        assert {first, rest & 7} == there
        assert sorted(game.program.legal[state[POINT] - POINTS - 2](state)) == sorted(called)


PAIRS = [("a1", "a2"), ("a1", "a3"), ("a2", "a3")]


def slots(game: Game, state: list[int], *names: str) -> list[int]:
    """Where running procedures keep what goes by some names."""
    found = {
        name.split()[-1]: base + offset - game.tables["frames_base"]
        for frame, base, _ in live_frames(game.tables, state)
        for offset, (name, _) in enumerate(frame.slots)
    }
    return [found[name] for name in names]


# ---- what cannot be ----
CHOOSY = """
clause choosing "Choosing"
    set kept(player) of player, seen by player
    action guess(n: from 1 to 2) in game
        text "guess {n}"
        do
            return
    permit guess(n) when n = 1 or (the p in kept(ann)) is bob
    procedure play
        add ann to kept(ann)
        bob chooses guess, stay
"""


def test_what_could_be_but_breaks_the_rules_is_drawn_again(tiny: Tiny) -> None:
    game = tiny(CHOOSY + STOP)
    information_set, codes = seen(game.start(1))
    drawn = [information_set.determinise(random.Random(seed)) for seed in range(30)]
    kept = game.cells[0].base
    assert {deal.state[kept] for deal in drawn} == {1, 3}, (
        "there is somebody, and bob could guess more if he were the first"
    )
    assert all(len(deal.called) == len(codes) for deal in drawn)


def test_where_nothing_can_be_the_rules_are_at_fault(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(game: Game, state: list[int]) -> list[int]:
        raise SaveError("nothing hangs together")

    position = tiny(CHOOSY + STOP).start(1)
    monkeypatch.setattr("crex_dsl.engine.secrecy.determinisation.legal_codes", damaged)
    with pytest.raises(RuleFault, match="nothing that could be hidden here can be played on with"):
        seen(position)[0].determinise(random.Random(1))


HOUSES = f"""
kind house is {", ".join(f"h{number}" for number in range(200))}
clause hiding "Hiding"
    state lair: house or nothing, seen by ann
    action hide(house) in game
        text "hide in {{house}}"
        do
            lair becomes house
    permit hide(house) when lair is nothing
    procedure play
        ann chooses hide
        bob chooses stay, quit
"""


def test_among_many_things_that_could_be_there_nothing_is_found_too(tiny: Tiny) -> None:
    game = tiny(HOUSES + STOP)
    view = game.start(1).view("bob")
    for seed in range(30):
        assert view.sample(random.Random(seed)).view("bob") == view  # ann is still asked


def test_a_guess_is_mostly_what_it_is_said_to_be(tiny: Tiny) -> None:
    game = tiny(PURSE.replace("seen by ann", "seen by ann, guessed from 1 to 3 mostly 3") + STOP)
    onlooker, _ = InformationSet.of(game, game.seat("bob"), game.start(1).state, [])
    slot = next(cell.base for cell in game.cells if cell.name == "coins")
    drawn = [onlooker.determinise(random.Random(seed)).state[slot] for seed in range(200)]
    assert set(drawn) <= {1, 2, 3}
    assert drawn.count(3) > 130
    assert drawn.count(2) > 5, "the rest is drawn evenly"
