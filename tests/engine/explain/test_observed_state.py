"""A state that is watched: what is written is shown before and after, with the sets by value in order."""

from __future__ import annotations

from crex_dsl.engine.explain.observed_state import ObservedState
from crex_dsl.engine.run.memory import label
from tests.engine.tiny import STOP, Tiny

TEXT = """
kind spot is here, there
kind cart
    placed at : spot, starts at here
table cart
    | id   |
    | ox   |
    | mule |
clause play "Play"
    tally moves(player, spot)
    procedure play
        ann chooses go, stay
        bob chooses go, stay
    action go(cart, spot) in game
        text "{cart} goes to {spot}"
        do
            moves(actor, spot) += 2
            move cart to spot
    permit go(cart, spot) when cart in (all c: cart where c.at is here) and spot is there
"""


def test_what_is_written_is_shown_before_and_after(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    position = game.start()
    seen: list[tuple[str, tuple[int, ...]]] = []
    legal: list[tuple[int, int]] = []

    def saw(cell: int, args: tuple[int, ...], before: list[int], after: list[int]) -> None:
        seen.append((label(game.cells[cell]), args))
        legal.append((len(game.program.legal[0](before)), len(game.program.legal[0](after))))

    state = ObservedState(game, position.state, saw)
    game.program.run(state, game.spelled_code("go(mule, there)"))
    position.take("go(mule, there)")
    assert list(state) == position.state
    assert seen == [("moves", (0, 1)), ("cart.at", (1,))]
    assert legal == [(3, 3), (3, 2)]
