"""Positions carried to another rulebook of their game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.engine.errors import NoCounterpart
from crex_dsl.engine.saves.save_format import FrameModel, export_memory, export_state
from crex_dsl.engine.saves.state_import import import_state, legal_codes
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position


def laid_out(position: Position, other: Game) -> tuple[Position, tuple[str, ...]]:
    """The memory of a position under another rulebook, nothing running, and what had no place there.

    It answers what would be legal, and for whom, where the position itself cannot go on under those rules.
    """
    from crex_dsl.engine.run.position import Position

    if position.game.id != other.id:
        raise NoCounterpart([said("{game} is another game than {other}", game=position.game.id, other=other.id)])
    model = export_state(position.game, position.state)
    nothing = FrameModel(procedure="", reads="", at="idle", values={})
    still = model.model_copy(
        update={
            "ending": 0,
            "winners": [],
            "ended_by": None,
            "point": "idle",
            "open": dict.fromkeys(model.open, "idle"),
            "frames": [nothing],
        }
    )
    unchanged = export_memory(position.game, position.state, changed=False)
    state, missing, _ = import_state(other, still, unchanged, position.game)
    made = Position(other, state, [], list(state), None)
    made._generator = position._generator
    return made, tuple(missing)


def carried(position: Position, other: Game) -> Position:
    """A position under another rulebook of the same game."""
    from crex_dsl.engine.run.position import Position

    state = carried_state(position.game, position.state, other)
    made = Position(other, state, legal_codes(other, state), list(state), None)
    made._generator = position._generator
    return made.from_here()


def carried_state(game: Game, state: list[int], other: Game) -> list[int]:
    """A state under another rulebook of the same game."""
    if game.id != other.id:
        raise NoCounterpart([said("{game} is another game than {other}", game=game.id, other=other.id)])
    unchanged = export_memory(game, state, changed=False)
    made, missing, things = import_state(other, export_state(game, state), unchanged, game)
    if missing:
        raise NoCounterpart(missing, things)
    return made
