"""A past taken again: its decisions, each with the outcomes that chance was told for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from crex_dsl.engine.run.position import Position

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.scenarios.setup import Opening


Outcomes = tuple[tuple[int, ...], ...]


def decisions_of(past: Iterable[int | tuple[int, ...]]) -> tuple[Outcomes, list[tuple[int, Outcomes]]]:
    """What chance was told before anybody decided, and every decision with what it was told then."""
    opening: list[tuple[int, ...]] = []
    told, decisions = opening, []
    for item in past:
        if isinstance(item, int):
            told = []
            decisions.append((item, told))
        else:
            told.append(item)
    return tuple(opening), [(code, tuple(outcomes)) for code, outcomes in decisions]


def carry_out(position: Position, code: int | None, outcomes: Outcomes) -> None:
    """Take a decision, telling chance what it was told before."""
    if not outcomes:
        if code is not None:
            position.take(code)
        return
    position.chance = "told"
    if code is not None:
        position.take(code)
    for outcome in outcomes:
        position.tell(outcome)
    position.chance = "own"


def retraced(
    game: Game,
    origin: list[int],
    seed: int | None,
    past: Sequence[int | tuple[int, ...]],
    chance: str,
    began_with: Opening | None = None,
) -> Position:
    """The position to which a past leads from a state; raises a CrexError where something in it could not happen."""
    opening, decisions = decisions_of(past)
    begins = "told" if opening else "own" if decisions else chance
    position = Position.begun(game, list(origin), seed, begins, opening=began_with)
    carry_out(position, None, opening)
    for code, outcomes in decisions:
        carry_out(position, code, outcomes)
    position.chance = chance
    return position
