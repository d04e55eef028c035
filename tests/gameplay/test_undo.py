"""What may be taken back, and the sentence where it may not."""

from pathlib import Path

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.saved_games import CarriedOut
from crex_dsl.gameplay.undo import NotUndone, cancel, hidden_choice, revealed, undo
from tests.conformance.cases import Case
from tests.engine.tiny import Tiny
from tests.play.conftest import the

BOTH = ("ann", "bob")
FOG = """
kind spot is here, there
kind piece
    owner : player, seen by all
    placed at   : spot, starts at here, seen by all
    changing hp : 0..5, starts at 2, seen by owner
    identity seen by piece.owner, by all when piece in bared
table piece
    | id | owner |
    | a1 | ann   |
    | a2 | ann   |
    | b1 | bob   |
clause fog "Fog"
    set bared of piece
    state purse(player): 0..9, seen by player, by all when counted
    state counted: yes or no
    action show(piece) by piece.owner in game
        text "{piece} is shown"
        do
            add piece to bared
    permit show(piece) when piece not in bared
    action go(piece, spot) by piece.owner in game
        text "{piece} goes to {spot}"
        do
            move piece to spot
    permit go(piece, spot) when piece.at is not spot
    action count-up in game
        text "count"
        do
            counted becomes yes
    permit count-up
    state mark(piece): 0..9, seen by marker
    state marker: player or nobody
    action turn-up in game
        text "turn up"
        do
            marker becomes actor
    permit turn-up
    state luck: 0..9, starts at 7, seen by peeper
    state peeper: player or nobody
    action peep in game
        text "peep"
        do
            peeper becomes actor
    permit peep
    action wait in game
        text "wait"
        do
            return
    permit wait
    procedure play
        repeat 9 times
            ann chooses show, go, wait, count-up, peep, turn-up
            bob chooses show, go, wait, count-up, peep, turn-up
"""


def chronicle(game: Game, *actions: str, seed: int = 1) -> GameHistory:
    made = GameHistory(game.start(seed))
    for action in actions:
        made.take(game.spelled_code(action))
    return made


def test_an_open_decision_is_taken_back(tiny: Tiny) -> None:
    made = chronicle(tiny(FOG), "wait", "wait", "wait")
    before = made.steps[2].before
    assert [step.who for step in undo(made, "bob", BOTH)] == ["ann"]
    assert (len(made.steps), made.now) == (2, before)


def test_bots_go_back_with_the_person(tiny: Tiny) -> None:
    made = chronicle(tiny(FOG), "wait", "wait")
    assert [step.who for step in undo(made, "ann", ["ann"])] == ["ann"]
    assert made.steps == []


# What was done, who asks, who of the players are people, the refusal (None: it is taken back).
CASES = [
    (("wait",), "ann", ("ann",), None),
    ((), "ann", BOTH, "there is no decision of yours to take back"),
    (("wait", "wait"), "ann", (), "there is no decision of yours to take back"),
    (("show(a1)",), "ann", BOTH, "that stays as it is: a secret has come to the eyes of bob since (a1)"),
    (("show(a1)", "wait"), "ann", ("ann",), None),
    (("wait", "show(b1)"), "ann", ("ann",), "that stays as it is: a secret has come to the eyes of ann since (b1)"),
    (("count-up",), "ann", BOTH, "that stays as it is: a secret has come to the eyes of ann since (purse bob 0)"),
    (("wait", "peep"), "bob", BOTH, "that stays as it is: a secret has come to the eyes of bob since (luck 7)"),
    (("wait", "peep"), "ann", BOTH, "that stays as it is: a secret has come to the eyes of bob since (luck ?)"),
    (("turn-up",), "bob", BOTH, "that stays as it is: a secret has come to the eyes of ann since (a piece)"),
    (("wait", "go(b1, there)"), "ann", BOTH, "that stays as it is: there was a hidden choice since (bob)"),
    (("wait", "go(b1, there)"), "bob", BOTH, None),
]


@pytest.mark.parametrize(("actions", "asker", "people", "refusal"), CASES, ids=lambda value: str(value)[:40])
def test_what_stays(
    tiny: Tiny, actions: tuple[str, ...], asker: str, people: tuple[str, ...], refusal: str | None
) -> None:
    made = chronicle(tiny(FOG), *actions)
    if refusal is None:
        undo(made, asker, people)
        return
    with pytest.raises(NotUndone) as error:
        undo(made, asker, people)
    assert str(error.value) == refusal
    assert len(made.steps) == len(actions)
    if actions and people:
        undo(made, asker, people, sandbox=True)
        assert len(made.steps) < len(actions)


def test_not_past_dice() -> None:
    made = GameHistory(the("dash").start(7))
    made.take(made.now.codes[0])
    with pytest.raises(
        NotUndone, match=r"that stays as it is: chance has had its say since \(blue: dice: \d, \d, by throwing \(2\)\)"
    ):
        undo(made, "red", ["red", "blue"])
    assert [step.who for step in undo(made, "red", ["red", "blue"], sandbox=True)] == ["red"]


def test_not_past_a_sealed_choice(tmp_path: Path) -> None:
    game = Case("quince", "english-1.0", ("sealed-auction",)).load()
    made = GameHistory(game.start(1))
    while game.asking(made.now.state).mode != "together":
        made.take(made.now.codes[-1])
    first = made.take(made.now.codes[0])
    others = [player for player in game.players if player != first.who]
    assert hidden_choice(first, others[0])
    with pytest.raises(NotUndone, match=rf"there was a hidden choice since \({first.who}\)"):
        undo(made, others[0], game.players)
    assert undo(made, first.who, game.players) == [first]


def test_nothing_new_is_known_where_nothing_was_shown(tiny: Tiny) -> None:
    made = chronicle(tiny(FOG), "wait")
    assert revealed(made.steps[0].before, made.now, 1, 0) is None


ORDERED = ("group-move(northgate)", "march(ash-riders, northgate-abbey)", "done", "march(elm-guard, northgate-abbey)")


def test_an_order_is_taken_back_as_a_whole() -> None:
    made = chronicle(the("ford"), *ORDERED, seed=7)
    assert len(undo(made, "north", ["north"], orders=[CarriedOut(first=0, end=4)])) == 4
    assert made.steps == []


def test_an_order_that_could_have_shown_something_stays() -> None:
    made = chronicle(the("ford"), *ORDERED, seed=7)
    for take_back in (undo, cancel):
        with pytest.raises(NotUndone, match="the order could have shown something that was hidden"):
            take_back(made, "north", ["north"], orders=[CarriedOut(first=0, end=4, shows=True)])
    assert len(undo(made, "north", ["north"], sandbox=True, orders=[CarriedOut(first=0, end=4, shows=True)])) == 4


# What was done, and what is given back: the march under way, then the whole move; a move that was ended, as a whole.
MOVES = [
    (2, ["march(ash-riders, northgate-abbey)"]),
    (3, ["group-move(northgate)", "march(ash-riders, northgate-abbey)", "done"]),
    (5, ["group-move(northgate)", "march(ash-riders, northgate-abbey)", "done", "march(elm-guard, northgate-abbey)"]),
]


@pytest.mark.parametrize(("count", "given_back"), MOVES)
def test_a_move_is_given_back(count: int, given_back: list[str]) -> None:
    game = the("ford")
    made = chronicle(game, *[*ORDERED, "done"][:count], seed=7)
    steps = cancel(made, "north", ["north"])
    assert [game.spelled(step.code) for step in steps][: len(given_back)] == given_back
    assert len(made.steps) == count - len(steps)


def test_there_is_no_move_to_give_back() -> None:
    with pytest.raises(NotUndone, match="you are not in the middle of a move"):
        cancel(chronicle(the("ford"), seed=7), "north", ["north"])
