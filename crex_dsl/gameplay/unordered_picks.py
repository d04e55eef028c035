"""Picks whose order is of no account: gathered in any order, and taken in the order in which the rules offer them."""

from __future__ import annotations

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import FREELY, POINT


class Picks:
    """What a person picks at one question; `now` is the position with the picks so far, as a trial."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self.codes: list[int] = []
        self.now = start

    def answer(self, code: int) -> list[int] | None:
        """The decisions to take once this answer is given, or None while more may be picked."""
        if not self._gathers(code):
            return [*self._in_order(), code] if code != DECLINE else self._in_order(declined=True)
        ended = self._add(code)
        return self._in_order() if ended else None

    def drop(self) -> int:
        """Take back the last pick."""
        *kept, dropped = self.codes
        self.codes, self.now = [], self._start
        for code in kept:
            self._add(code)
        return dropped

    def _add(self, code: int) -> bool:
        """Pick one more on trial; whether nothing else can be picked then."""
        if not self.codes:
            self.now = self._start.copy()
            self.now.state = [*self._start.state]
            self.now.state[FREELY] = 1
        before = self.now.state
        self.now = self.now.copy()
        self.now.take(code)
        self.codes.append(code)
        return not _asks_again(self.now, before, code)

    def _gathers(self, code: int) -> bool:
        game = self._start.game
        return code != DECLINE and game.asking(self._start.state).mode == "keep" and game.coding(code).unordered

    def _in_order(self, declined: bool = False) -> list[int]:
        """The picks in rising order; with a decline where the question would be asked again after the last."""
        game, state = self._start.game, self._start.state
        codes = sorted(self.codes, key=lambda code: game.turn_of(state, code))
        if not declined:
            return codes
        trial, before = self._start.copy(), self._start.state
        for code in codes:
            before = trial.state
            trial.take(code)
        return [*codes, DECLINE] if not codes or _asks_again(trial, before, codes[-1]) else codes


def _asks_again(position: Position, before: list[int], code: int) -> bool:
    """Whether the very question at which a pick was made goes on: its frame remembers the pick."""
    if position.decision is None or position.state[POINT] != before[POINT]:
        return False
    frame, base, _ = next(live_frames(position.game.tables, position.state))
    floors = [base + place for place, room in enumerate(frame.slots) if room[1] == ("code",)]
    return any(position.state[slot] == code != before[slot] for slot in floors)
