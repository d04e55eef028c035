"""What can be secret in a game, and pieces by other numbers."""

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.secrecy.mask import Mask
from tests.engine.secrecy.test_view import FOG, LOOP
from tests.engine.tiny import STOP, Tiny, play

MORE = LOOP.replace("ann chooses", "ann chooses go, show\n            bob chooses spy,")


@pytest.fixture
def fog(tiny: Tiny) -> Game:
    return tiny(FOG + MORE + STOP)


def test_only_what_can_be_secret_is_looked_at(fog: Game) -> None:
    assert [veiled.cell.name for veiled in fog.secret_state.veiled] == ["at", "hp", "secret", "notes"]
    assert list(fog.secret_state.kinds) == ["piece"]


def test_the_mask_agrees_about_every_value(fog: Game) -> None:
    state = play(fog.start(), "go(a2, there)", "spy(a1)", "show(a3)").state
    for seat in fog.tables["players"]:
        masked, mask = fog.secret_state.masked(state, seat), Mask(fog, state, seat)
        for number, cell in enumerate(fog.cells):
            for veiled in fog.secret_state.veiled:
                if veiled.cell is cell:
                    assert [masked[slot] is not None for _, slot in veiled.rows] == [
                        mask.sees(number, args) for args, _ in veiled.rows
                    ]


def test_like_pieces_go_together(fog: Game) -> None:
    hidden = fog.secret_state.hidden(fog.start().state, fog.seat("bob"))
    names = fog.namer.kinds["piece"][0]
    groups = fog.secret_state.groups("piece", hidden["piece"])
    assert [[names[piece] for piece in group] for group in groups] == [["a1", "a2", "a3"], ["a4"]]


def test_pieces_by_other_numbers_in_answers(fog: Game) -> None:
    numbers = fog.namer.kinds["piece"][1]
    swap = {"piece": {numbers["a1"]: numbers["a3"], numbers["a3"]: numbers["a1"]}}
    codes = [fog.spelled_code(text) for text in ("spy(a1)", "spy(a2)", "go(a3, away)", "whisper(3)", "done")]
    assert [fog.spelled(fog.secret_state.recoded(code, swap)) for code in codes] == [
        "spy(a3)",
        "spy(a2)",
        "go(a1, away)",
        "whisper(3)",
        "done",
    ]


def test_renumbering_twice_changes_nothing(fog: Game) -> None:
    state = play(fog.start(), "go(a2, there)", "spy(a2)").state
    swap = {"piece": {1: 2, 2: 1}}
    once = fog.secret_state.renumbered(state, swap)
    assert once != state
    assert fog.secret_state.renumbered(once, swap) == fog.secret_state.renumbered(state, {})
