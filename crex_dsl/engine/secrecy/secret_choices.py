"""Choices that several make in secret at once: who is asked, and what each may answer, whoever answers first."""

from __future__ import annotations

from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.run.position import Position


def chosen_in_secret(position: Position) -> bool:
    """Whether whoever decides now chooses in secret, together with others."""
    return not position.over and position.game.asking(position.state).mode == "together"


def asked_at_once(position: Position) -> dict[str, Position]:
    """Those who choose in secret and have not answered yet, in the order of the rules, each with a position to ask in.

    The rules ask one after the other, but settle what each may answer before the first answer counts. So it makes no
    difference to a later one what those before it answer: in its position they have answered anything, which it does
    not see there, and whoever has no choice has answered as they must.
    """
    found: dict[str, Position] = {}
    ahead = position
    while chosen_in_secret(ahead):
        who, sealed = ahead.asked().who, _sealed(ahead)
        found[who] = ahead
        ahead = ahead.copy()
        ahead.take(ahead.codes[0])
        if not sealed.items() < _sealed(ahead).items():  # all have answered, and it was carried out
            break
    return found


def answered_in_secret(position: Position) -> list[str]:
    """Those whose answers are sealed now, until all have answered."""
    return [position.game.player_id(seat) for seat in _sealed(position)]


def _sealed(position: Position) -> dict[int, int]:
    """By seat, the answers that are sealed."""
    game, state = position.game, position.state
    found = {}
    for frame, base, _ in live_frames(game.tables, state):
        for slot, (_, of) in enumerate(frame.slots, base):
            if of[0] == "sealed" and state[slot]:
                found[of[1]] = state[slot]
    return found
